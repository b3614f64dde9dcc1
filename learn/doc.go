// Package learn keeps the values that a tool named itself when it refused one
// ("available metrics are …"), so that the next model can read them from the
// start. What was learnt carries where it came from, can be shown, and can be
// revoked. It is pure: storing a [Book] is the caller's.
package learn

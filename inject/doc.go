// Package inject puts faults between an agent's tools and whatever stands above
// them. A [Plan] declares one fault: what happens, at which tool, and when. An
// [Injector] is a [tool.Middleware] of such plans; it sits innermost, so that a
// lab tests the very chain that production runs.
//
// Randomness comes from the seed alone, and waiting from a function that the
// caller gives: one seed gives one transcript, in real or in virtual time.
//
// Each fault has its own file. A new one needs a function in a file of that
// name, and a line in the table of this package.
package inject

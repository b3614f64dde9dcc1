// Package trajectory is the one record that guard, lab and audit share: what an
// agent's run said, called and got, in order. It is the model only: writing is
// package journal's, reading foreign formats is package traceformat's.
//
// Its JSON form has snake-case names, leaves out what is empty, and comes back
// as it was written; of an outcome's error only the text is kept.
package trajectory

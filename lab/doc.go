// Package lab repeats published experiments on tool faults with any model: it
// plays trials of small tasks in small worlds, injects declared faults, and
// compares arms of the tool layer, the guard among them, by success and by cost.
//
// An [Experiment] is a file: faults × arms. [Run] plays it. What is measured is
// appended as it happens, so that a run can be interrupted and resumed; the
// manifest, sealed before the first trial, says what was to be measured.
//
// With a scripted model, trials run in virtual time and are a pure function of
// the seed. They prove wiring, and nothing about models.
package lab

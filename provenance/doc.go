// Package provenance tells where a value comes from: it compares the values of a
// text (identifiers, numbers, dates, times, names) with what a model was given,
// over formats, widths and Chinese numerals.
//
// It serves two ends. Lineage: [Given.Find] and [Given.Origins] name the result
// or the message that an argument's value came from. Invention:
// [Given.Unsupported] lists the values of an answer that stand in nothing the
// model was given.
//
// Both lean towards trust. A value is called unsupported only where nothing
// explains it: not another spelling, a rounding, a plain calculation, nor
// common knowledge (see [Given.Unsupported] for the list).
package provenance

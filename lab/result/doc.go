// Package result is what a run of the lab came to: the content of result.json,
// its JSON Schema, and the statistics of its figures.
//
// Package lab fills a [Result], and reports and gates read it. The statistics
// are pure: they draw no random numbers and read no clock.
package result

// Package stream takes long JSON recordings apart into records, with bounded
// memory and on several cores.
//
// A recording may be JSON Lines, one array, an object that wraps an array under
// a known key, a single object, or several values one behind the other. [Map]
// decodes its records in parallel and yields them in order; [Values] yields them
// one by one. Every record was checked to be well-formed before it is handed on,
// so that a [Value] can be walked without errors; one that is not, or that is
// too long, is yielded as a *format.BrokenRecord, and reading goes on.
package stream

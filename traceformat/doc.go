// Package traceformat reads recordings of agents' runs, in the formats that
// other tools write, as trajectories.
//
// [Open] and [From] decompress a recording (gzip, zstd), recognise its format by
// its beginning, and hand out its runs one by one, with bounded memory. Each
// format is one line of a table and one folder; all share package stream.
//
// What cannot be read is never lost silently: a recording that no format knows
// is refused with what was looked for, and a broken record is yielded as a
// *format.BrokenRecord with its place, after which reading goes on.
package traceformat

package part

// LongRun is the longest record, in bytes, of a format that writes a whole run
// as one.
const LongRun = 256 << 20

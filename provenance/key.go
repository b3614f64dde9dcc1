package provenance

// A key stands for a normalised value in the index: a hash of 64 bits.
type key uint64

// The first byte of a key's input keeps the sorts of values apart.
const (
	keyIdentifier byte = iota + 1
	keyNumber
	keyDay      // year, month and day
	keyMonth    // year and month
	keyOfYear   // month and day, of a day whose year is given
	keyYearless // month and day, given without a year
	keyMinute   // time of day
	keyZoned    // minute of the hour, of a time with a zone
	keyEnding   // the last four digits of a longer number
)

const (
	hashStart = 14695981039346656037
	hashPrime = 1099511628211
)

// start begins a key (FNV-1a).
func start(sort byte) key { return key(hashStart).with(sort) }

func (k key) with(c byte) key { return (k ^ key(c)) * hashPrime }

func (k key) withInt(n int) key {
	return k.with(byte(n)).with(byte(n >> 8)).with(byte(n >> 16)) //nolint:gosec // the low bytes are what is meant
}

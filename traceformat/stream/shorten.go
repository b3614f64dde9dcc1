package stream

import "bytes"

const (
	// longString is the length from which Shorten shortens a string: nothing
	// that tells formats apart is longer.
	longString = 1024
	// keptString is how much is kept of it.
	keptString = 256
)

// Shorten returns a head with its long strings shortened, so that what follows
// an image or a long prompt comes within reach of Peek. A long string that the
// head breaks off in is ended. Only what strings hold is lost, never a bracket.
func Shorten(head []byte) []byte {
	short := make([]byte, 0, min(len(head), 64<<10))
	for at := 0; at < len(head); {
		n := bytes.IndexByte(head[at:], '"')
		if n < 0 {
			return append(short, head[at:]...)
		}
		begin := at + n
		end := skipString(head, begin)
		cut := end < 0
		if cut {
			end = len(head)
		}
		if end-begin < longString {
			short = append(short, head[at:end]...)
		} else {
			short = append(append(short, head[at:wholeEscapes(head, begin+keptString)]...), '"')
		}
		at = end
	}
	return short
}

// wholeEscapes moves the place where a string is cut to before an escape that it
// would go through.
func wholeEscapes(b []byte, at int) int {
	const longestEscape = len(`\u0000`)
	slash := bytes.LastIndexByte(b[at-longestEscape:at], '\\')
	if slash < 0 {
		return at
	}
	at += slash - longestEscape
	for b[at-1] == '\\' {
		at--
	}
	return at
}

package stream

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sequitur-go/sequitur/traceformat/format"
)

// pieces reads a recording with batches of the given size, and says for each
// record where it stands and what it is.
func pieces(t *testing.T, data []byte, size int, opt Options) []string {
	t.Helper()
	s := newSplitter(format.Input{Source: "f", Reader: bytes.NewReader(data)}, opt)
	if err := s.begin(); err != nil {
		return []string{err.Error()}
	}
	if size < len(data) { // what was chosen by the whole head stands, and reading begins anew
		s.in, s.size, s.eof = iotest.OneByteReader(bytes.NewReader(data[s.offset:])), size, nil
		s.buf = s.buf[:0]
	}
	s.begun = true
	var found []string
	for {
		b, err := s.next()
		for i := range b.records {
			r, err := b.read("f", i)
			found = append(found, fmt.Sprintf("%d@%d %s %s %t %s %v", r.Line, r.Offset, r.Key, r.Outer, r.Rest, r.Value, err))
		}
		s.recycle(b)
		if err != nil {
			if !errors.Is(err, errEnd) {
				found = append(found, err.Error())
			}
			return found
		}
	}
}

// FuzzBoundaries checks that it makes no difference where a batch ends. What is
// too long is found at different places, so the limit is out of reach here.
func FuzzBoundaries(f *testing.F) {
	for _, seed := range []string{
		"{\"a\":1}\r\n\n{\"a\":[{\"b\":\"\\\"\"}]}\n{", "[{\"a\":\"x\"},\n{\"a\":\"\\\\\"} , 1, \"s\", null]", "{\"v\":1,\"runs\":[{\"a\":1},\n{\"a\":2}],\"w\":[3]}",
		"{\n\"a\":1}\n{\n\"a\":2}}\n{\"a\":3}", "[1}\n{\"a\":2}\n{\"a\":3}]", "[\"a\\\"b\",[[]],{}",
	} {
		f.Add([]byte(seed), 1)
		f.Add([]byte(strings.Repeat(seed+"\n", 3)), 7)
	}
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		opt := Options{Keys: []string{"runs"}, Rest: true}
		once := pieces(t, data, batchSize, opt)
		if parts := pieces(t, data, 1+max(size%64, -(size%64)), opt); !slices.Equal(once, parts) {
			t.Errorf("%q\nat once:   %q\nin pieces: %q", data, once, parts)
		}
	})
}

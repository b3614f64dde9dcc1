package stream

import (
	"bytes"
	"errors"
	"slices"
)

// peekRecords is how many records Peek returns at most.
const peekRecords = 64

// Peek returns the first records of a recording of which only the head is
// known, cut at any byte: for telling formats apart. A record that the cut went
// through is closed behind the last value that is whole. The elements of an
// array at the top are records; what an object wraps is left in it.
func Peek(head []byte) []Value {
	head = bytes.TrimPrefix(head, utf8Mark)
	head = head[space(head, 0):]
	if len(head) == 0 {
		return nil
	}
	var found []Value
	if looksLikeLines(head, true) || bytes.IndexByte(head, '\n') < 0 && head[0] == '{' {
		for line := range bytes.Lines(head) {
			if len(found) == peekRecords {
				break
			}
			if v := completed(bytes.TrimSpace(line)); v.Exists() {
				found = append(found, v)
			}
		}
		return found
	}
	v := completed(head)
	if v.Kind() != '[' {
		return append(found, v)[:min(1, len(v))]
	}
	for element := range v.Elements() {
		if found = append(found, element); len(found) == peekRecords {
			break
		}
	}
	return found
}

// completed is the value that b begins with. Where b breaks off, the brackets
// that are open are closed behind the last whole value.
func completed(b []byte) Value {
	c := checker{b: b, mark: true}
	err := c.value()
	if err == nil {
		return b[:c.at]
	}
	if !errors.Is(err, errCut) || c.whole == 0 {
		return nil
	}
	v := bytes.Clone(b[:c.whole])
	for _, open := range slices.Backward(c.open) {
		v = append(v, open+2)
	}
	return v
}

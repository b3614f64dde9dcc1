package stream

import (
	"bytes"
	"errors"
	"fmt"
)

// maxDepth bounds the nesting of a value, so that no recording can exhaust the
// stack of whoever walks it.
const maxDepth = 1000

// ErrDepth refuses a value that is nested too deep.
var ErrDepth = fmt.Errorf("the JSON is nested more than %d deep", maxDepth)

var (
	errCut   = errors.New("the JSON breaks off")
	errEmpty = errors.New("there is no JSON value")
)

// space returns the index of the first byte from at on that is no white space.
func space(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\n' || b[at] == '\t' || b[at] == '\r') {
		at++
	}
	return at
}

// skipString returns the index behind the string that begins at at, or -1
// where it does not end.
func skipString(b []byte, at int) int { return skipFrom(b, at+1) }

// skipFrom returns the index behind the string whose text goes on at from, or
// -1 where it does not end. A quote is escaped if an odd number of backslashes
// stands before it, which is asked only of quotes: most text holds few.
func skipFrom(b []byte, from int) int {
	for at := from; ; {
		n := bytes.IndexByte(b[at:], '"')
		if n < 0 {
			return -1
		}
		end := at + n
		slashes := end
		for slashes > from && b[slashes-1] == '\\' {
			slashes--
		}
		if (end-slashes)%2 == 0 {
			return end + 1
		}
		at = end + 1
	}
}

// structureTable marks the bytes that matter outside strings.
var structureTable = [256]bool{'"': true, '{': true, '}': true, '[': true, ']': true}

// skip returns the index behind the well-formed value that begins at at.
func skip(b []byte, at int) int {
	if at >= len(b) {
		return len(b)
	}
	switch b[at] {
	case '"':
		return skipString(b, at)
	case '{', '[':
		return skipNested(b, at)
	default:
		return skipScalar(b, at)
	}
}

func skipNested(b []byte, at int) int {
	depth := 0
	for at < len(b) {
		if !structureTable[b[at]] {
			at++
			continue
		}
		switch b[at] {
		case '"':
			at = skipString(b, at)
			continue
		case '{', '[':
			depth++
		default:
			depth--
		}
		at++
		if depth == 0 {
			return at
		}
	}
	return at
}

// scalarTable marks the bytes of numbers and literals.
var scalarTable = func() (table [256]bool) {
	for _, c := range []byte("+-.0123456789aefilnrstuyEINU") {
		table[c] = true
	}
	return table
}()

func skipScalar(b []byte, at int) int {
	for at < len(b) && scalarTable[b[at]] {
		at++
	}
	return at
}

// literalsTable is what stands without quotes and is no number. Python writes
// the last three.
var literalsTable = [...]string{"true", "false", "null", "NaN", "Infinity", "-Infinity"}

func scalarOK(text []byte) bool {
	for _, literal := range literalsTable {
		if string(text) == literal {
			return true
		}
	}
	digits := 0
	for i, c := range text {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c == '-' && i == 0, i > 0 && (c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-'):
		default:
			return false
		}
	}
	return digits > 0
}

// check says what is wrong with a value: its nesting, its punctuation, its
// strings' ends and its scalars are looked at, what strings hold is not.
func check(b []byte) error {
	if len(b) == 0 {
		return errEmpty
	}
	c := checker{b: b}
	if err := c.value(); err != nil {
		return err
	}
	if rest := space(b, c.at); rest < len(b) {
		return fmt.Errorf("byte %d of the record: a second value where one should end", rest)
	}
	return nil
}

// checker walks one value without recursion.
type checker struct {
	b     []byte
	at    int
	stack []byte // the open brackets

	// Where mark is set, whole is the end of the last whole value, or of an
	// opening bracket, and open are the brackets that were open there.
	mark  bool
	whole int
	open  []byte
}

func (c *checker) remember() {
	if c.mark {
		c.whole, c.open = c.at, append(c.open[:0], c.stack...)
	}
}

func (c *checker) value() error {
	for {
		if err := c.begin(); err != nil {
			return err
		}
		done, err := c.close()
		if done || err != nil {
			return err
		}
	}
}

// begin reads up to the end of a scalar, a string or an empty container; on the
// way it opens containers.
func (c *checker) begin() error {
	for {
		c.at = space(c.b, c.at)
		if c.at >= len(c.b) {
			return errCut
		}
		switch first := c.b[c.at]; first {
		case '"':
			return c.text()
		case '{', '[':
			if len(c.stack) == maxDepth {
				return ErrDepth
			}
			c.stack = append(c.stack, first)
			c.at++
			c.remember()
			c.at = space(c.b, c.at)
			if c.at < len(c.b) && c.b[c.at] == first+2 {
				return nil
			}
			if first == '{' {
				if err := c.key(); err != nil {
					return err
				}
			}
		default:
			return c.scalar()
		}
	}
}

// close reads what may follow a value: ends of containers, then a comma and,
// in an object, the next key.
func (c *checker) close() (done bool, err error) {
	for len(c.stack) > 0 {
		c.remember()
		c.at = space(c.b, c.at)
		if c.at >= len(c.b) {
			return false, errCut
		}
		open := c.stack[len(c.stack)-1]
		switch c.b[c.at] {
		case open + 2: // the bracket that closes stands two behind the one that opens
			c.stack = c.stack[:len(c.stack)-1]
			c.at++
		case ',':
			c.at++
			if open == '{' {
				return false, c.key()
			}
			return false, nil
		default:
			return false, c.unexpected("a comma or the end of an object or an array")
		}
	}
	return true, nil
}

func (c *checker) key() error {
	c.at = space(c.b, c.at)
	if c.at >= len(c.b) {
		return errCut
	}
	if c.b[c.at] != '"' {
		return c.unexpected("a key")
	}
	if err := c.text(); err != nil {
		return err
	}
	c.at = space(c.b, c.at)
	if c.at >= len(c.b) {
		return errCut
	}
	if c.b[c.at] != ':' {
		return c.unexpected("a colon")
	}
	c.at++
	return nil
}

func (c *checker) text() error {
	end := skipString(c.b, c.at)
	if end < 0 {
		return errCut
	}
	c.at = end
	return nil
}

func (c *checker) scalar() error {
	end := skipScalar(c.b, c.at)
	switch {
	case scalarOK(c.b[c.at:end]):
		c.at = end
		return nil
	case end == len(c.b) && end > c.at:
		return errCut
	default:
		return c.unexpected("a value")
	}
}

func (c *checker) unexpected(wanted string) error {
	return fmt.Errorf("byte %d of the record: no JSON, %s is expected", c.at, wanted)
}

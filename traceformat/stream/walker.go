package stream

import (
	"bytes"
	"slices"
)

// maxName is how much is kept of a key. A wrapper's is short.
const maxName = 64

// walker is where the splitter stands in a recording of values that span lines:
// a sequence of values, an array of records, or an object that wraps one. Its
// positions are indexes in the splitter's buf.
type walker struct {
	// from is where the value that is being read begins, -1 between values;
	// at is how far it was read, depth how many brackets are open there.
	from, at, depth int
	// array says that the records are elements of an array.
	array bool
	// key is the wrapper's key where the array stands in one, and envelope
	// what of the wrapper was read, with every such array emptied.
	key      string
	envelope []byte
	outer    Value // the envelope as the records see it
	// name is the last string of the outermost object: a key, wherever an
	// array begins.
	name []byte
	// dropping says that the value was reported as too long, inString that
	// the part of it that was dropped ended inside a string.
	dropping, inString bool
	// lost says that a bracket closed what was not open.
	lost bool
	// began says where the array or the wrapper begins, for the message that
	// it breaks off.
	began span
}

// values splits at the ends of values.
func (s *splitter) values(b *batch, final bool) int {
	w := &s.walk
	for w.at < len(s.buf) {
		before, lost := w.at, w.lost
		switch {
		case w.lost:
			s.resync()
		case w.depth > 0 || w.inString:
			s.inside(b)
		default:
			s.between(b)
		}
		if w.at == before && w.lost == lost {
			break // more has to be read
		}
	}
	if final {
		s.finish(b)
		return len(s.buf)
	}
	return s.settle(b)
}

// settle gives up what was read to the end, and drops what grew too long.
func (s *splitter) settle(b *batch) int {
	w := &s.walk
	keep := w.at
	if w.depth > 0 && !w.dropping {
		keep = w.from
		if len(s.buf)-w.from > s.opt.Max {
			s.report(b, w.from, s.tooLong())
			w.dropping = true
			if !w.array {
				w.key, w.envelope = "", nil
			}
		}
	}
	if w.dropping {
		keep = s.drop()
	}
	w.at -= keep
	w.from = max(w.from-keep, 0)
	return keep
}

// drop gives up all of buf inside a value that nobody will read. Inside a
// string, an escaping backslash at the very end is kept.
func (s *splitter) drop() int {
	w := &s.walk
	end := len(s.buf)
	if !w.inString && w.at < end && s.buf[w.at] == '"' {
		w.inString = true
		w.at++
	}
	if !w.inString {
		return w.at
	}
	slashes := end
	for slashes > w.at && s.buf[slashes-1] == '\\' {
		slashes--
	}
	w.at = end - (end-slashes)%2
	return w.at
}

// report adds a record that is none.
func (s *splitter) report(b *batch, at int, rule string) {
	b.records = append(b.records, span{line: s.lineOf(b, at), offset: s.offset + int64(at), rule: rule})
}

// lineOf counts the lines up to at, from the batch's last record on.
func (s *splitter) lineOf(b *batch, at int) int {
	b.line += bytes.Count(s.buf[b.counted:max(at, b.counted)], []byte{'\n'})
	b.counted = max(at, b.counted)
	return s.line + b.line
}

// between reads what stands before a value: space, commas, and the ends of the
// array.
func (s *splitter) between(b *batch) {
	w := &s.walk
	at := space(s.buf, w.at)
	if at == len(s.buf) {
		w.at = at
		return
	}
	c := s.buf[at]
	switch {
	case c == ',':
		w.at = at + 1
	case c == ']' && w.array:
		s.leave(at)
	case c == '[' && !w.array:
		w.array = true
		w.began = span{line: s.lineOf(b, at), offset: s.offset + int64(at)}
		w.at = at + 1
	case c == '{' || c == '[':
		w.from, w.at, w.depth = at, at+1, 1
		w.name = w.name[:0]
	default:
		s.scalar(b, at)
	}
}

// scalar reads a value without brackets. At the top, and at a stray bracket,
// the walker has lost its way.
func (s *splitter) scalar(b *batch, at int) {
	w := &s.walk
	end := skipScalar(s.buf, at)
	if s.buf[at] == '"' {
		if end = skipString(s.buf, at); end < 0 && len(s.buf)-at <= s.opt.Max && s.eof == nil {
			w.at = at
			return
		}
	}
	switch {
	case !w.array || end <= at:
		s.report(b, at, "no JSON: an object or an array is expected here")
		w.lost, w.at = true, at
	case end == len(s.buf) && s.eof == nil && s.buf[at] != '"':
		w.at = at
	default:
		s.add(b, at, end)
		w.at = end
	}
}

// leave ends the array. Behind one that was wrapped, the wrapper goes on.
func (s *splitter) leave(at int) {
	w := &s.walk
	w.array, w.at = false, at+1
	if w.envelope != nil {
		w.key, w.from, w.depth = "", at+1, 1
	}
}

// inside reads on in a value up to its end, or up to the array that it wraps.
func (s *splitter) inside(b *batch) {
	w := &s.walk
	if w.inString {
		end := skipFrom(s.buf, w.at)
		if end < 0 {
			return
		}
		w.inString, w.at = false, end
	}
	for at := w.at; at < len(s.buf); at++ {
		if !structureTable[s.buf[at]] {
			continue
		}
		switch c := s.buf[at]; c {
		case '"':
			end := skipString(s.buf, at)
			if end < 0 {
				w.at = at
				return
			}
			if w.depth == 1 {
				w.name = append(w.name[:0], s.buf[at+1:min(end-1, at+maxName)]...)
			}
			at = end - 1
		case '{', '[':
			if c == '[' && s.wraps() {
				s.enter(b, at)
				return
			}
			w.depth++
		case '}', ']':
			if w.depth--; w.depth == 0 {
				w.at = at + 1
				s.complete(b)
				return
			}
		}
	}
	w.at = len(s.buf)
}

// wraps says whether the array that begins here holds the recording's records.
func (s *splitter) wraps() bool {
	w := &s.walk
	return w.depth == 1 && !w.array && !w.dropping && slices.Contains(s.opt.Keys, string(w.name))
}

// enter goes into the array that an object wraps.
func (s *splitter) enter(b *batch, at int) {
	w := &s.walk
	if w.envelope == nil {
		w.began = span{line: s.lineOf(b, w.from), offset: s.offset + int64(w.from)}
	}
	w.envelope = append(append(w.envelope, s.buf[w.from:at]...), "[]"...)
	w.key, w.outer = string(w.name), nil
	w.array, w.at, w.depth = true, at+1, 0
}

// complete hands on the value that ends at w.at.
func (s *splitter) complete(b *batch) {
	w := &s.walk
	switch {
	case w.dropping:
		w.dropping = false
	case w.envelope != nil && !w.array:
		if s.opt.Rest {
			own := append(w.envelope, s.buf[w.from:w.at]...)
			b.records = append(b.records, span{own: own, line: w.began.line, offset: w.began.offset, rest: true})
		}
		w.envelope = nil
	default:
		s.add(b, w.from, w.at)
	}
}

func (s *splitter) add(b *batch, from, to int) {
	r := span{from: from, to: to, line: s.lineOf(b, from), offset: s.offset + int64(from), key: s.walk.key}
	if to-from > s.opt.Max {
		r.rule = s.tooLong()
	}
	if s.walk.envelope != nil {
		r.outer = s.outer()
	}
	b.records = append(b.records, r)
}

// outer is the wrapper as far as it was read, made once for every array.
func (s *splitter) outer() Value {
	w := &s.walk
	if w.outer == nil {
		w.outer, _ = Parse(append(bytes.Clone(w.envelope), '}'))
	}
	return w.outer
}

// resync looks for the next line that begins with a bracket.
func (s *splitter) resync() {
	w := &s.walk
	for at := w.at; at < len(s.buf); at++ {
		n := bytes.IndexByte(s.buf[at:], '\n')
		if n < 0 {
			break
		}
		at += n
		if at+1 < len(s.buf) && (s.buf[at+1] == '{' || s.buf[at+1] == '[') {
			w.at, w.lost = at+1, false
			return
		}
	}
	w.at = max(w.at, len(s.buf)-1) // a line may end with the last byte
}

// finish reports what the end of the recording cuts off.
func (s *splitter) finish(b *batch) {
	w := &s.walk
	switch {
	case w.dropping:
	case w.depth > 0 && (w.array || w.envelope == nil):
		s.report(b, w.from, errCut.Error())
	case w.array || w.envelope != nil:
		w.began.rule = "the array of records breaks off"
		b.records = append(b.records, w.began)
	}
	*w = walker{}
}

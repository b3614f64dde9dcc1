package fault

import "sync"

// phrase is one text rule: words that tell a kind.
type phrase struct {
	text string // lower case
	rule
}

// rule is what a piece of evidence says. The one with the highest rank decides;
// among equals the one that stands last, since wrappers stand before causes.
type rule struct {
	kind  Kind
	rank  int8
	flags flag
}

// flag is what a rule says besides its kind.
type flag uint8

const (
	passing   flag = 1 << iota // will pass: retryable
	lasting                    // will not pass
	unsent                     // proves that nothing happened
	doubted                    // something may have happened in spite of the kind
	bare                       // tells a failure by itself, in a short text without any flag
	brief                      // says itself that it will pass soon
	fieldOnly                  // a code that is a word: nothing among other words
)

// hit is where a phrase was found.
type hit struct {
	rule       *phrase
	start, end int
}

// automaton finds all phrases in one pass over a text (Aho and Corasick).
type automaton struct {
	class   [256]uint8 // byte → column; 0 is "in no phrase"
	columns int
	next    []uint16 // state*columns + column → state
	out     []int16  // state → index of its phrase, -1 for none
	link    []uint16 // state → longest suffix state with a phrase
	phrases []phrase
}

//nolint:gochecknoglobals // built once from the tables, on first use
var matcher = sync.OnceValue(func() *automaton { return newAutomaton(phrases()) })

func newAutomaton(table []phrase) *automaton {
	a := &automaton{phrases: table, columns: 1}
	for i := range table {
		for _, b := range []byte(table[i].text) {
			if a.class[b] == 0 {
				a.class[b] = uint8(a.columns) //nolint:gosec // at most 255 different bytes
				a.columns++
			}
		}
	}
	for b := byte('A'); b <= 'Z'; b++ {
		a.class[b] = a.class[b+'a'-'A']
	}
	a.class['_'], a.class['-'] = a.class[' '], a.class[' '] // invalid_token, rate-limit
	a.grow()
	for i := range table {
		state := uint16(0)
		for _, b := range []byte(table[i].text) {
			at := int(state)*a.columns + int(a.class[b])
			if a.next[at] == 0 {
				a.next[at] = uint16(len(a.out)) //nolint:gosec // the tables hold far fewer than 65,536 bytes
				a.grow()
			}
			state = a.next[at]
		}
		a.out[state] = int16(i)
	}
	a.connect()
	return a
}

func (a *automaton) grow() {
	a.next = append(a.next, make([]uint16, a.columns)...)
	a.out = append(a.out, -1)
	a.link = append(a.link, 0)
}

// connect fills the transitions of failed matches, in order of depth.
func (a *automaton) connect() {
	fail := make([]uint16, len(a.out))
	var queue []uint16
	for c := range a.columns {
		if s := a.next[c]; s != 0 {
			queue = append(queue, s)
		}
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		for c := range a.columns {
			at := int(s)*a.columns + c
			back := a.next[int(fail[s])*a.columns+c]
			if child := a.next[at]; child != 0 {
				fail[child] = back
				a.link[child] = a.link[back]
				if a.out[back] >= 0 {
					a.link[child] = back
				}
				queue = append(queue, child)
			} else {
				a.next[at] = back
			}
		}
	}
}

// find calls visit for each phrase that stands in text as whole words.
func (a *automaton) find(text string, visit func(hit)) {
	state := uint16(0)
	for i := range len(text) {
		state = a.next[int(state)*a.columns+int(a.class[text[i]])]
		for s := state; s != 0; s = a.link[s] {
			if a.out[s] < 0 {
				continue
			}
			p := &a.phrases[a.out[s]]
			if start := i + 1 - len(p.text); whole(text, start, i+1) {
				visit(hit{p, start, i + 1})
			}
		}
	}
}

// whole says whether text[start:end] is not a part of a longer word.
func whole(text string, start, end int) bool {
	if start > 0 && isAlnum(text[start]) && isAlnum(text[start-1]) {
		// A capital begins a new word in a name such as HttpTimeoutError.
		if !isUpper(text[start]) || isUpper(text[start-1]) {
			return false
		}
	}
	if end < len(text) && isAlnum(text[end-1]) && isAlnum(text[end]) {
		return isUpper(text[end]) && !isUpper(text[end-1])
	}
	return true
}

func isUpper(b byte) bool { return b >= 'A' && b <= 'Z' }

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

// automaton finds all phrases in one pass over a text (Aho and Corasick). States
// with many ways on have a whole row of their own, complete with those of their
// suffixes; the others list their few ways and fall back to their suffix. So the
// table stays small enough for a processor's cache.
type automaton struct {
	class   [256]uint8 // byte → column; 0 is "in no phrase"
	columns int
	nodes   []node
	edges   []edge
	rows    []uint16 // row*columns + column → state
	phrases []phrase
}

type node struct {
	fail   uint16 // longest suffix state
	link   uint16 // longest suffix state with a phrase, 0 for none
	out    int16  // index of its phrase, -1 for none
	row    int16  // its row, -1 for none
	first  uint32 // its edges, where it has no row
	number uint8
}

type edge struct {
	class uint8
	next  uint16
}

// maxEdges is how many ways on a state may list; one with more has a row.
const maxEdges = 1

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
	a.connect(a.grow(table))
	return a
}

// grow makes the tree of all phrases, and returns each state's ways on.
func (a *automaton) grow(table []phrase) [][]edge {
	a.nodes = []node{{out: -1, row: -1}}
	ways := [][]edge{nil}
	for i := range table {
		state := uint16(0)
		for _, b := range []byte(table[i].text) {
			class := a.class[b]
			next := wayOn(ways[state], class)
			if next == 0 {
				next = uint16(len(a.nodes)) //nolint:gosec // the tables hold fewer than 65,536 bytes, which a test keeps
				ways[state] = append(ways[state], edge{class, next})
				a.nodes = append(a.nodes, node{out: -1, row: -1})
				ways = append(ways, nil)
			}
			state = next
		}
		a.nodes[state].out = int16(i)
	}
	return ways
}

func wayOn(ways []edge, class uint8) uint16 {
	for _, e := range ways {
		if e.class == class {
			return e.next
		}
	}
	return 0
}

// connect finds the suffixes and lays out the ways on, in order of depth.
func (a *automaton) connect(ways [][]edge) {
	a.layOut(0, ways[0])
	queue := make([]uint16, 0, len(a.nodes))
	for _, e := range ways[0] {
		queue = append(queue, e.next)
	}
	for i := 0; i < len(queue); i++ {
		state := queue[i]
		fail := a.nodes[state].fail
		if a.nodes[state].link = a.nodes[fail].link; a.nodes[fail].out >= 0 {
			a.nodes[state].link = fail
		}
		for _, e := range ways[state] {
			a.nodes[e.next].fail = a.stepClass(fail, e.class)
			queue = append(queue, e.next)
		}
		a.layOut(state, ways[state])
	}
}

// layOut stores the ways on from a state whose suffix is laid out already.
func (a *automaton) layOut(state uint16, ways []edge) {
	n := &a.nodes[state]
	if len(ways) <= maxEdges && state != 0 {
		n.first, n.number = uint32(len(a.edges)), uint8(len(ways)) //nolint:gosec // as many as states
		a.edges = append(a.edges, ways...)
		return
	}
	n.row = int16(len(a.rows) / a.columns) //nolint:gosec // far fewer than 32,768 states have many ways on
	row := make([]uint16, a.columns)
	if state != 0 {
		for class := range row {
			row[class] = a.stepClass(n.fail, uint8(class))
		}
	}
	for _, e := range ways {
		row[e.class] = e.next
	}
	a.rows = append(a.rows, row...)
}

// step is the state after one more byte.
func (a *automaton) step(state uint16, b byte) uint16 { return a.stepClass(state, a.class[b]) }

func (a *automaton) stepClass(state uint16, class uint8) uint16 {
	for {
		n := &a.nodes[state]
		if n.row >= 0 {
			return a.rows[int(n.row)*a.columns+int(class)]
		}
		for _, e := range a.edges[n.first : n.first+uint32(n.number)] {
			if e.class == class {
				return e.next
			}
		}
		state = n.fail
	}
}

// find calls visit for each phrase that stands in text as whole words.
func (a *automaton) find(text string, visit func(hit)) {
	state := uint16(0)
	for i := range len(text) {
		state = a.step(state, text[i])
		for s := state; s != 0; s = a.nodes[s].link {
			if a.nodes[s].out < 0 {
				continue
			}
			p := &a.phrases[a.nodes[s].out]
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

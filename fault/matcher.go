package fault

import (
	"math"
	"sync"
)

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
// with several ways on have a whole row of their own, complete with those of their
// suffixes; the others hold their one way and fall back to their suffix. So the
// table stays small enough for a processor's cache.
type automaton struct {
	class   [256]uint8 // byte → column; 0 is "in no phrase"
	columns int
	nodes   []node
	rows    []uint16 // row*columns + column → state; the root's row is the first
	phrases []phrase
}

type node struct {
	fail uint16 // longest suffix state
	link uint16 // longest suffix state with a phrase, 0 for none
	said uint16 // the state itself where it has a phrase, else its link
	out  int16  // index of its phrase, -1 for none
	row  int16  // its row, -1 for none
	way  edge   // its way on, where it has no row; to the root where there is none
}

type edge struct {
	class uint8
	next  uint16
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
				if len(a.nodes) > math.MaxUint16 {
					panic("fault: the phrase tables hold more states than the matcher can number")
				}
				next = uint16(len(a.nodes)) //nolint:gosec // held above
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
		if a.nodes[state].said = a.nodes[state].link; a.nodes[state].out >= 0 {
			a.nodes[state].said = state
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
	if len(ways) <= 1 && state != 0 {
		for _, n.way = range ways {
		}
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

// stepClass is the state after one more byte of the class.
func (a *automaton) stepClass(state uint16, class uint8) uint16 {
	for {
		n := &a.nodes[state]
		if n.row >= 0 {
			return a.rows[int(n.row)*a.columns+int(class)]
		}
		if n.way.class == class {
			return n.way.next
		}
		state = n.fail
	}
}

// find calls visit for each phrase that stands in text as whole words.
func (a *automaton) find(text string, visit func(hit)) {
	a.scan(text, func(h hit) bool {
		visit(h)
		return true
	})
}

// any says whether some phrase stands in text as whole words.
func (a *automaton) any(text string) bool {
	found := false
	a.scan(text, func(hit) bool {
		found = true
		return false
	})
	return found
}

// scan calls visit for each phrase that stands in text as whole words, until it
// returns false. No phrase begins within a word: once none is under way there,
// the rest of the word is skipped.
func (a *automaton) scan(text string, visit func(hit) bool) {
	state := uint16(0)
	for i := 0; i < len(text); i++ {
		class := a.class[text[i]]
		within := i > 0 && inWord(text[i-1], text[i])
		switch {
		case state != 0:
			state = a.stepClass(state, class)
			if within && state == a.rows[class] {
				state = 0
			}
		case within:
			for i+1 < len(text) && inWord(text[i], text[i+1]) {
				i++
			}
			continue
		default:
			state = a.rows[class]
		}
		for s := a.nodes[state].said; s != 0; s = a.nodes[s].link {
			p := &a.phrases[a.nodes[s].out]
			if start := i + 1 - len(p.text); whole(text, start, i+1) && !visit(hit{p, start, i + 1}) {
				return
			}
		}
	}
}

// inWord says whether no word begins with b where a stands before it.
func inWord(a, b byte) bool {
	return isAlnum(a) && isAlnum(b) && (!isUpper(b) || isUpper(a))
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

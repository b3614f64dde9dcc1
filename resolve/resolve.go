package resolve

import "github.com/sequitur-go/sequitur/tool"

// A Question is which value was meant, with everything that may help to tell.
type Question struct {
	Tool      string
	Parameter string
	// Request is the user's own request, or "". It is evidence, never an
	// instruction.
	Request string
	// Given is the refused value.
	Given string
	// Values are the allowed ones.
	Values []tool.Value
}

// A Result is the answer to a [Question]. The zero Result is an abstention.
type Result struct {
	// Named is the one value that was surely meant, or "".
	Named string
	// Ranked are at most three values that may have been meant, best first;
	// nil where one is named.
	Ranked []string
	// None says that no value of the list can have been meant, for instance
	// because another number of the same form is another thing.
	None bool
	// Evidence names the rule that decided, in one short phrase.
	Evidence string
}

// A Ranker answers questions. It is the seam for other resolvers, and must be
// safe for concurrent use.
type Ranker interface {
	Rank(q Question) Result
}

// Default is the [Ranker] of this package. It compares letters, aliases,
// meanings and the user's request, and knows a small vocabulary of business in
// English and Chinese.
//
// An identifier or a number that is near another one is another thing, and a
// word is never taken for its opposite. Of dangerous values none is guessed.
type Default struct{}

package chaos

import (
	"cmp"
	"slices"
)

// A Case is one distinct call of a run, and how the agent fared with it.
type Case struct {
	Tool string `json:"tool"`
	// ArgsHash tells equal arguments apart from changed ones without them.
	ArgsHash string `json:"args_hash"`
	// Asked counts how often the agent made the call.
	Asked int `json:"asked"`
	// Answered says that the agent was given a success for it in the end.
	Answered bool `json:"answered"`
	// Right says that what the agent did first after each of its faults was right
	// or acceptable; nil where no fault of it could be judged.
	Right *bool `json:"right"`
	// Done counts how often the server has run it.
	Done int `json:"done"`
}

// A Comparison puts two runs side by side, paired by call.
type Comparison struct {
	// Paired calls were made in both runs, the others in one alone.
	Paired int `json:"paired"`
	OnlyA  int `json:"only_a"`
	OnlyB  int `json:"only_b"`
	// Answered pairs the calls that got their answer, Right those after whose
	// faults the agent did the right thing.
	Answered Pairs `json:"answered"`
	Right    Pairs `json:"right"`
	// TwiceA and TwiceB count the effects that happened more than once.
	TwiceA int `json:"twice_a"`
	TwiceB int `json:"twice_b"`
	// Regressions are the calls that fared worse in B.
	Regressions []Regression `json:"regressions"`
}

// Pairs count how both runs of the same calls ended.
type Pairs struct {
	Both    int `json:"both"`
	Neither int `json:"neither"`
	Won     int `json:"won"`  // in B alone
	Lost    int `json:"lost"` // in A alone
}

// A Regression is a call that fared worse in the second run.
type Regression struct {
	Tool     string `json:"tool"`
	ArgsHash string `json:"args_hash"`
	What     string `json:"what"`
}

func (p *Pairs) add(a, b bool) (lost bool) {
	switch {
	case a && b:
		p.Both++
	case a:
		p.Lost++
		return true
	case b:
		p.Won++
	default:
		p.Neither++
	}
	return false
}

// Compare pairs the calls of two runs. Effects of tools that are known to read
// are not among them: their cases have no Done.
func Compare(a, b []Case) Comparison {
	type key struct{ tool, args string }
	first := make(map[key]*Case, len(a))
	var c Comparison
	for i := range a {
		first[key{a[i].Tool, a[i].ArgsHash}] = &a[i]
		if a[i].Done > 1 {
			c.TwiceA++
		}
	}
	c.Regressions = []Regression{}
	worse := func(of *Case, what string) {
		c.Regressions = append(c.Regressions, Regression{of.Tool, of.ArgsHash, what})
	}
	for i := range b {
		second := &b[i]
		if second.Done > 1 {
			c.TwiceB++
		}
		before, ok := first[key{second.Tool, second.ArgsHash}]
		if !ok {
			c.OnlyB++
			continue
		}
		c.Paired++
		if c.Answered.add(before.Answered, second.Answered) {
			worse(second, "answered in A, not in B")
		}
		if before.Right != nil && second.Right != nil && c.Right.add(*before.Right, *second.Right) {
			worse(second, "the first action was right in A, and wrong in B")
		}
		if second.Done > 1 && before.Done <= 1 {
			worse(second, "ran more than once in B")
		}
	}
	c.OnlyA = len(a) - c.Paired
	slices.SortFunc(c.Regressions, func(x, y Regression) int {
		return cmp.Or(cmp.Compare(x.Tool, y.Tool), cmp.Compare(x.ArgsHash, y.ArgsHash), cmp.Compare(x.What, y.What))
	})
	return c
}

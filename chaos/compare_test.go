package chaos_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/chaos"
)

func TestCompare(t *testing.T) {
	t.Parallel()
	right, wrong := new(true), new(false)
	a := []chaos.Case{
		{Tool: "get", ArgsHash: "1", Answered: true},
		{Tool: "get", ArgsHash: "2", Answered: false, Right: wrong},
		{Tool: "get", ArgsHash: "3", Answered: true, Right: right},
		{Tool: "put", ArgsHash: "1", Answered: true, Done: 2},
		{Tool: "put", ArgsHash: "2", Answered: true, Done: 1},
		{Tool: "put", ArgsHash: "3"},
	}
	b := []chaos.Case{
		{Tool: "get", ArgsHash: "1", Answered: true},
		{Tool: "get", ArgsHash: "2", Answered: true, Right: right},
		{Tool: "get", ArgsHash: "3", Answered: false, Right: wrong},
		{Tool: "put", ArgsHash: "1", Answered: true, Done: 1},
		{Tool: "put", ArgsHash: "2", Answered: true, Done: 2},
		{Tool: "new", ArgsHash: "1"},
	}
	want := chaos.Comparison{
		Paired: 5, OnlyA: 1, OnlyB: 1, TwiceA: 1, TwiceB: 1,
		Answered: chaos.Pairs{Both: 3, Won: 1, Lost: 1}, Right: chaos.Pairs{Won: 1, Lost: 1},
		Regressions: []chaos.Regression{
			{Tool: "get", ArgsHash: "3", What: "answered in A, not in B"},
			{Tool: "get", ArgsHash: "3", What: "the first action was right in A, and wrong in B"},
			{Tool: "put", ArgsHash: "2", What: "ran more than once in B"},
		},
	}
	if diff := cmp.Diff(want, chaos.Compare(a, b)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := chaos.Compare(a, a); len(got.Regressions) > 0 || got.Answered.Won+got.Answered.Lost > 0 || got.OnlyA+got.OnlyB > 0 {
		t.Errorf("a run against itself: %+v", got)
	}
}

package inject_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/tool"
)

// script makes calls of letters: "a" and "A" are the same call, written in
// another order.
func script(letters string) []tool.Call {
	calls := make([]tool.Call, len(letters))
	for i, r := range letters {
		args := `{"name":"` + string(r) + `","n":1.0}`
		if r >= 'A' && r <= 'Z' {
			args = `{ "n":1.0, "name":"` + strings.ToLower(string(r)) + `"}`
		}
		calls[i] = tool.Call{Tool: "get", Args: json.RawMessage(args)}
	}
	return calls
}

func TestDistinct(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		when  inject.When
		calls string
		want  string
	}{
		"first of each":             {inject.When{First: 1, Distinct: true}, "abaAb", "FF..."},
		"own persistence, by call":  {inject.When{Distinct: true}, "aab", "F.F"},
		"own persistence, together": {inject.When{}, "aab", "F.."},
		"turns":                     {inject.When{First: 1, Turn: 2, Of: 3, Distinct: true}, "abcdebe", ".F..F.."},
		"turns together":            {inject.When{First: 1, Turn: 2, Of: 3}, "abcdebe", ".F....."},
		"every second of each":      {inject.When{Every: 2, Distinct: true}, "ababab", "..FF.."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := transcript(t, inject.Plan{Fault: "timeout", When: c.when}, 1, script(c.calls)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// What is about writes leaves the reads alone; a tool of which nothing is known
// counts as a write.
func TestWrites(t *testing.T) {
	t.Parallel()
	access := map[string]tool.Access{"find": tool.AccessRead, "pay": tool.AccessWrite}
	in, err := inject.New([]inject.Plan{{Fault: "committed_then_lost", Writes: true, When: inject.When{Always: true}}}, inject.Options{
		Sleep: virtual(new(time.Duration)), Access: func(name string) tool.Access { return access[name] },
	})
	if err != nil {
		t.Fatal(err)
	}
	effects := 0
	next := in.Wrap(backend(&effects))
	for name, lost := range map[string]bool{"find": false, "pay": true, "other": true} {
		if out := next.Invoke(t.Context(), tool.Call{Tool: name}); (out.Flag == tool.FlagFailure) != lost {
			t.Errorf("%s: lost %v, want %v", name, !lost, lost)
		}
	}
	if effects != 3 {
		t.Errorf("%d effects: an answer is lost, never a call", effects)
	}
}

// Turns count every distinct call, also those that a plan leaves alone, so that
// plans which are dealt out do not overlap.
func TestTurnsOfReads(t *testing.T) {
	t.Parallel()
	in, err := inject.New([]inject.Plan{
		{Fault: "forbidden", When: inject.When{Distinct: true, Turn: 1, Of: 2}},
		{Fault: "empty", Reads: true, When: inject.When{Distinct: true, Turn: 2, Of: 2}},
	}, inject.Options{Access: func(name string) tool.Access {
		if name == "find" {
			return tool.AccessRead
		}
		return tool.AccessUnknown
	}})
	if err != nil {
		t.Fatal(err)
	}
	effects := 0
	next := in.Wrap(backend(&effects))
	var got []string
	for _, name := range []string{"pay", "book", "find"} {
		for _, args := range []string{`{"n":1}`, `{"n":2}`} {
			out := next.Invoke(t.Context(), tool.Call{Tool: name, Args: json.RawMessage(args)})
			got = append(got, out.Body)
		}
	}
	want := `{"error":"forbidden"} {"value":42} {"error":"forbidden"} {"value":42} {"error":"forbidden"} []`
	if strings.Join(got, " ") != want || effects != 2 {
		t.Errorf("%d effects, got %s", effects, strings.Join(got, " "))
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tool, name string
		want       bool
	}{
		{"", "get", true},
		{"get", "get", true},
		{"get", "get_all", false},
		{"get_*", "get_all", true},
		{"get_*", "put_all", false},
		{"GET /orders/*", "GET /orders/7", true},
		{"GET /orders/*", "POST /orders/7", false},
		{"* /orders/*", "POST /orders/7", true},
		{"GET /orders/*", "GET /orders/7/items", false},
		{"a[", "a[", true},
	} {
		p := inject.Plan{Tool: c.tool}
		if got := p.Matches(c.name); got != c.want {
			t.Errorf("%q matches %q: %v", c.tool, c.name, got)
		}
	}
}

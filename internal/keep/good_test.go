package keep_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/internal/keep"
	"github.com/sequitur-go/sequitur/tool"
)

func TestGoodTellsCallsApart(t *testing.T) {
	t.Parallel()
	var g keep.Good
	now := time.Unix(1000, 0)
	asked := keep.Subject{Principal: "p", Upstream: "u", Tool: "t", Args: json.RawMessage(`{"a":1,"b":2}`)}
	g.Put(now, asked, &tool.Outcome{Body: "old"})
	g.Put(now, asked, &tool.Outcome{Body: "new"})
	for name, c := range map[string]struct {
		principal, upstream, tool, args string
		after                           time.Duration
		want                            string
	}{
		"the same":       {"p", "u", "t", `{"b":2,"a":1}`, time.Minute, "new"},
		"too old":        {"p", "u", "t", `{"a":1,"b":2}`, time.Minute + 1, ""},
		"another one's":  {"q", "u", "t", `{"a":1,"b":2}`, 0, ""},
		"another server": {"p", "v", "t", `{"a":1,"b":2}`, 0, ""},
		"another tool":   {"p", "u", "s", `{"a":1,"b":2}`, 0, ""},
		"other values":   {"p", "u", "t", `{"a":1,"b":3}`, 0, ""},
	} {
		got, ok := g.Get(now.Add(c.after), keep.Subject{Principal: c.principal, Upstream: c.upstream, Tool: c.tool, Args: json.RawMessage(c.args)}, time.Minute)
		if ok != (c.want != "") || ok && got.Outcome.Body != c.want {
			t.Errorf("%s: got %q, %v", name, got.Outcome.Body, ok)
		}
	}
}

// What is kept has bounds, and the youngest stays.
func TestGoodIsBounded(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]int{"many": 1, "large": 1 << 19, "too large": 2 << 20} {
		var g keep.Good
		now := time.Unix(1000, 0)
		subject := func(i int) keep.Subject { return keep.Subject{Args: json.RawMessage(fmt.Sprint(i))} }
		out := &tool.Outcome{Body: strings.Repeat("x", size)}
		for i := range 1000 {
			g.Put(now, subject(i), out)
		}
		kept := 0
		for i := range 1000 {
			if _, ok := g.Get(now, subject(i), time.Minute); ok {
				kept++
			}
		}
		_, last := g.Get(now, subject(999), time.Minute)
		if want := map[string]int{"many": 256, "large": 16, "too large": 0}[name]; kept != want || last != (want > 0) {
			t.Errorf("%s: %d are kept, want %d; the last one: %v", name, kept, want, last)
		}
	}
}

package inject_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/tool"
)

func backend(effects *int) tool.Invoker {
	return tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome {
		*effects++
		return tool.Outcome{Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Body: `{"value":42}`}
	})
}

func virtual(passed *time.Duration) func(context.Context, time.Duration) error {
	return func(_ context.Context, d time.Duration) error {
		*passed += d
		return nil
	}
}

// transcript plays n calls and writes a letter for each: F for a failure, "." else.
func transcript(t *testing.T, plan inject.Plan, seed uint64, calls []tool.Call) string {
	t.Helper()
	effects := 0
	in, err := inject.New([]inject.Plan{plan}, inject.Options{Seed: seed, Sleep: virtual(new(time.Duration))})
	if err != nil {
		t.Fatal(err)
	}
	next := in.Wrap(backend(&effects))
	var b strings.Builder
	for _, call := range calls {
		if next.Invoke(t.Context(), call).Flag == tool.FlagFailure {
			b.WriteByte('F')
		} else {
			b.WriteByte('.')
		}
	}
	return b.String()
}

func repeat(n int) []tool.Call {
	calls := make([]tool.Call, n)
	for i := range calls {
		calls[i] = tool.Call{Tool: "get", Args: json.RawMessage(`{"name":"a"}`)}
	}
	return calls
}

func TestWhen(t *testing.T) {
	t.Parallel()
	keyed := []tool.Call{
		{Tool: "get", Args: json.RawMessage(`{"name":"a"}`)},
		{Tool: "get", Args: json.RawMessage(`{"name":"b"}`)},
		{Tool: "get", Args: json.RawMessage(`{}`)},
		{Tool: "get", Args: json.RawMessage(`{"name":7}`)},
	}
	credentials := []tool.Call{{Tool: "get"}, {Tool: "get"}, {Tool: "get", Credential: "other"}, {Tool: "get"}}
	for name, c := range map[string]struct {
		plan  inject.Plan
		calls []tool.Call
		want  string
	}{
		"first":                  {inject.Plan{Fault: "timeout", When: inject.When{First: 2}}, repeat(5), "FF..."},
		"every":                  {inject.Plan{Fault: "timeout", When: inject.When{Every: 3}}, repeat(7), "..F..F."},
		"always":                 {inject.Plan{Fault: "timeout", When: inject.When{Always: true}}, repeat(4), "FFFF"},
		"a timeout passes":       {inject.Plan{Fault: "timeout"}, repeat(3), "F.."},
		"a 404 never lifts":      {inject.Plan{Fault: "not_found"}, repeat(3), "FFF"},
		"403 and the credential": {inject.Plan{Fault: "forbidden"}, credentials, "FF.F"},
		"argument is":            {inject.Plan{Fault: "invalid_argument", When: inject.When{Argument: &inject.Argument{Name: "name", Is: []string{"a", "7"}}}}, keyed, "F..F"},
		"argument is not":        {inject.Plan{Fault: "invalid_argument", When: inject.When{Argument: &inject.Argument{Name: "name", Not: []string{"a"}}}}, keyed, ".FFF"},
		"other tool":             {inject.Plan{Fault: "timeout", Tool: "put"}, repeat(2), ".."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := transcript(t, c.plan, 1, c.calls); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestSeedIsUsed(t *testing.T) {
	t.Parallel()
	plan := inject.Plan{Fault: "timeout", When: inject.When{Probability: 0.3}}
	one, again, other := transcript(t, plan, 1, repeat(400)), transcript(t, plan, 1, repeat(400)), transcript(t, plan, 2, repeat(400))
	if one != again {
		t.Errorf("one seed gave two transcripts:\n%s\n%s", one, again)
	}
	if one == other {
		t.Error("two seeds gave one transcript: the seed is not used")
	}
	if hits := strings.Count(one, "F"); hits < 90 || hits > 150 {
		t.Errorf("probability 0.3 hit %d of 400", hits)
	}
}

func TestPlansDoNotShiftEachOther(t *testing.T) {
	t.Parallel()
	plan := inject.Plan{Fault: "timeout", When: inject.When{Probability: 0.5}}
	play := func(second bool) string {
		plans := []inject.Plan{plan}
		if second {
			plans = append(plans, inject.Plan{Fault: "forbidden", When: inject.When{Every: 2}})
		}
		in, err := inject.New(plans, inject.Options{Seed: 9, Sleep: virtual(new(time.Duration))})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, call := range repeat(50) {
			fmt.Fprint(&b, in.Wrap(backend(new(int))).Invoke(t.Context(), call).Err != nil, " ")
		}
		return b.String()
	}
	if play(false) != play(true) {
		t.Error("a second plan changed what the first one drew")
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fault   string
		effects int
		phase   tool.Phase
		status  int
		text    string
		cause   error
	}{
		{"timeout", 0, tool.PhaseSent, 0, "ETIMEDOUT", context.DeadlineExceeded},
		{"network", 0, tool.PhaseNotSent, 0, "ECONNREFUSED", nil},
		{"rate_limited", 0, tool.PhaseAnswered, 429, "too many requests", nil},
		{"server_error", 0, tool.PhaseAnswered, 500, "internal", nil},
		{"unauthenticated", 0, tool.PhaseAnswered, 401, "expired", nil},
		{"forbidden", 0, tool.PhaseAnswered, 403, "forbidden", nil},
		{"quota_exhausted", 0, tool.PhaseAnswered, 429, "insufficient_quota", nil},
		{"not_found", 0, tool.PhaseAnswered, 404, "not found", nil},
		{"invalid_argument", 0, tool.PhaseAnswered, 422, "invalid", nil},
		{"empty", 0, tool.PhaseAnswered, 0, "[]", nil},
		{"malformed", 1, tool.PhaseCut, 0, `{"valu`, nil},
		{"committed_then_lost", 1, tool.PhaseSent, 0, "ETIMEDOUT", context.DeadlineExceeded},
		{"slow", 1, tool.PhaseAnswered, 0, "42", nil},
		{"flood", 0, tool.PhaseAnswered, 500, "dump follows", nil},
	} {
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			effects, passed := 0, time.Duration(0)
			plans := []inject.Plan{{Fault: c.fault, After: 2 * time.Second, RetryAfter: 1500 * time.Millisecond}}
			in, err := inject.New(plans, inject.Options{Sleep: virtual(&passed)})
			if err != nil {
				t.Fatal(err)
			}
			out := in.Wrap(backend(&effects)).Invoke(t.Context(), tool.Call{Tool: "get"})
			text := out.Body
			if out.Err != nil && text == "" {
				text = out.Err.Error()
			}
			if effects != c.effects || out.Phase != c.phase || out.Status != c.status || !strings.Contains(text, c.text) {
				t.Errorf("effects %d, phase %d, status %d, text %q; want %d, %d, %d, %q",
					effects, out.Phase, out.Status, text, c.effects, c.phase, c.status, c.text)
			}
			if c.cause != nil && !errors.Is(out.Err, c.cause) {
				t.Errorf("error %v does not wrap %v", out.Err, c.cause)
			}
			if passed != 2*time.Second {
				t.Errorf("%v passed, want 2s", passed)
			}
			if c.fault == "rate_limited" && out.Header["Retry-After"][0] != "2" {
				t.Errorf("Retry-After is %v, want 2", out.Header)
			}
		})
	}
	if got := len(inject.Names()); got != 14 {
		t.Errorf("%d faults, and 14 of them tested above", got)
	}
}

func TestRealTimeObeysTheContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		in, err := inject.New([]inject.Plan{{Fault: "timeout", After: time.Minute}}, inject.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		start := time.Now()
		out := in.Wrap(backend(new(int))).Invoke(ctx, tool.Call{})
		if !errors.Is(out.Err, context.DeadlineExceeded) || time.Since(start) != 10*time.Second {
			t.Errorf("ended with %v after %v, want the deadline after 10s", out.Err, time.Since(start))
		}
	})
}

func TestUnfired(t *testing.T) {
	t.Parallel()
	plans := []inject.Plan{
		{Fault: "timeout", Tool: "get"},
		{Fault: "timeout", Tool: "never_called"},
		{Fault: "timeout", Tool: "by_chance", When: inject.When{Probability: 0.1}},
	}
	in, err := inject.New(plans, inject.Options{Sleep: virtual(new(time.Duration))})
	if err != nil {
		t.Fatal(err)
	}
	in.Wrap(backend(new(int))).Invoke(t.Context(), tool.Call{Tool: "get"})
	if diff := cmp.Diff(plans[1:2], in.Unfired()); diff != "" {
		t.Errorf("unfired plans (-want +got):\n%s", diff)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	in, err := inject.New([]inject.Plan{{Fault: "timeout", Text: "no '{name}' in {x}"}}, inject.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := in.Wrap(backend(new(int))).Invoke(t.Context(), tool.Call{Args: json.RawMessage(`{"name":"营收"}`)})
	if want := "no '营收' in {x}"; out.Err.Error() != want {
		t.Errorf("got %q, want %q", out.Err.Error(), want)
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		plan inject.Plan
		want string
	}{
		"unknown fault": {inject.Plan{Fault: "tiemout"}, `fault must be one of committed_then_lost, empty, `},
		"two triggers":  {inject.Plan{Fault: "timeout", When: inject.When{First: 1, Always: true}}, "got 2 of them"},
		"probability":   {inject.Plan{Fault: "timeout", When: inject.When{Probability: 1.5}}, "between 0 and 1, got 1.5"},
		"negative":      {inject.Plan{Fault: "timeout", After: -1, When: inject.When{First: -1}}, "when.first must be at least 1, got -1"},
		"both sorts":    {inject.Plan{Fault: "timeout", Reads: true, Writes: true}, "exclude each other"},
		"turn of none":  {inject.Plan{Fault: "timeout", When: inject.When{Turn: 1}}, "when.turn must lie between 1 and when.of, got 1 of 0"},
		"turn beyond":   {inject.Plan{Fault: "timeout", When: inject.When{Turn: 3, Of: 2}}, "got 3 of 2"},
		"argument":      {inject.Plan{Fault: "timeout", When: inject.When{Argument: &inject.Argument{}}}, "when.argument.name must be given"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := inject.New([]inject.Plan{c.plan}, inject.Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q in it", err, c.want)
			}
		})
	}
}

func ExampleInjector() {
	in, err := inject.New([]inject.Plan{{Fault: "timeout", When: inject.When{First: 1}}}, inject.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	get := tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome { return tool.Outcome{Body: "42"} })
	chain := tool.Chain(get, in.Wrap)
	for range 2 {
		out := chain.Invoke(context.Background(), tool.Call{Tool: "get"})
		fmt.Println(out.Body, out.Err)
	}
	// Output:
	//  Error: ETIMEDOUT: the request timed out
	// 42 <nil>
}

package chaos_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/chaos"
	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/tool"
)

// server answers as an MCP server does, and counts what it ran.
func server(ran *int) tool.Invoker {
	return tool.InvokerFunc(func(_ context.Context, call tool.Call) tool.Outcome {
		*ran++
		return tool.Outcome{
			Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess,
			Body: `{"content":[{"type":"text","text":"{\"tool\":\"` + call.Tool + `\",\"n\":1}"}],"_meta":{"x":1.0}}`,
		}
	})
}

func access(name string) tool.Access {
	switch {
	case strings.HasPrefix(name, "get"):
		return tool.AccessRead
	case strings.HasPrefix(name, "put"):
		return tool.AccessWrite
	default:
		return tool.AccessUnknown
	}
}

// play makes the calls, each twice, under a plan, and returns every answer.
func play(t *testing.T, plan *chaos.Plan, seed uint64, names ...string) (answers []string, ran int, run *chaos.Run) {
	t.Helper()
	run, err := chaos.New(plan, chaos.Options{
		Seed: seed, Access: access, Sleep: func(context.Context, time.Duration) error { return nil },
		Now: func() time.Time { return time.Unix(0, 0) },
	})
	if err != nil {
		t.Fatal(err)
	}
	next := tool.Chain(server(&ran), run.Outer, run.Inner)
	for range 2 {
		for i, name := range names {
			out := next.Invoke(t.Context(), tool.Call{ID: fmt.Sprint(i), Tool: name, Args: json.RawMessage(fmt.Sprintf(`{"i":%d}`, i))})
			answers = append(answers, out.Body)
		}
	}
	return answers, ran, run
}

var eightNames = []string{"get_a", "put_a", "get_b", "put_b", "other", "get_c", "put_c", "get_d"}

// Each preset fires as it is declared, loses answers and never makes a call, and
// leaves what it does not hit as it was, byte for byte.
func TestPresets(t *testing.T) {
	t.Parallel()
	whole := func(name string) string {
		ran := 0
		return server(&ran).Invoke(t.Context(), tool.Call{Tool: name}).Body
	}
	for _, name := range chaos.Presets() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan, err := chaos.Preset(name)
			if err != nil {
				t.Fatal(err)
			}
			if plan.Name != name || plan.About == "" {
				t.Errorf("named %q, about %q", plan.Name, plan.About)
			}
			answers, ran, run := play(t, &plan, 3, eightNames...)
			again, _, _ := play(t, &plan, 3, eightNames...)
			if diff := cmp.Diff(answers, again); diff != "" {
				t.Errorf("the same seed gave other answers:\n%s", diff)
			}
			hit := 0
			for i, got := range answers {
				if got != whole(eightNames[i%len(eightNames)]) {
					hit++
				}
			}
			fired, lost := 0, 0
			for _, c := range run.Counts() {
				fired += c.Fired
				if c.Plan.Fault == "committed_then_lost" || c.Plan.Fault == "malformed" {
					lost += c.Fired
				}
			}
			if hit == 0 || hit != fired {
				t.Errorf("%d answers were changed, %d faults were counted", hit, fired)
			}
			if ran != len(answers)-fired+lost || run.Ledger().Reached != ran {
				t.Errorf("%d of %d calls ran, %d are in the ledger; %d faults, of which %d lose an answer", ran, len(answers), run.Ledger().Reached, fired, lost)
			}
			if len(run.Unfired()) > 0 {
				t.Errorf("never occurred: %v", run.Unfired())
			}
			if n := len(run.Trajectory("x", nil).Messages); n != 2*len(answers) {
				t.Errorf("%d messages for %d calls", n, len(answers))
			}
		})
	}
}

// The forms in which faults reach a client.
func TestDelivery(t *testing.T) {
	t.Parallel()
	for fault, want := range map[string]string{
		"timeout":             `{"code":-32001,"message":"MCP error -32001: Request timed out"}`,
		"committed_then_lost": `{"code":-32001,"message":"MCP error -32001: Request timed out"}`,
		"network":             `{"code":-32000,"message":"MCP error -32000: Connection closed"}`,
		"forbidden":           `{"content":[{"type":"text","text":"Error: Request failed with status code 403: {\"error\":\"forbidden\"}"}],"isError":true}`,
		"rate_limited":        `{"content":[{"type":"text","text":"Error: Request failed with status code 429: {\"error\":\"too many requests\"} (retry after 2 seconds)"}],"isError":true}`,
		"empty":               `{"content":[{"type":"text","text":"[]"}],"isError":false}`,
		"malformed":           `{"content":[{"type":"text","text":"{\"tool"}],"isError":false}`,
		"slow":                `{"content":[{"type":"text","text":"{\"tool\":\"get_a\",\"n\":1}"}],"_meta":{"x":1.0}}`,
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			plan := chaos.Plan{Faults: []inject.Plan{{Fault: fault, RetryAfter: 2 * time.Second, When: inject.When{First: 1}}}}
			answers, _, _ := play(t, &plan, 1, "get_a")
			if answers[0] != want {
				t.Errorf("\n got %s\nwant %s", answers[0], want)
			}
		})
	}
}

// A write whose answer was lost and that was made again ran twice; under the same
// key the server has to see to that.
func TestLedger(t *testing.T) {
	t.Parallel()
	plan, err := chaos.Preset("lost-writes")
	if err != nil {
		t.Fatal(err)
	}
	_, _, run := play(t, &plan, 1, "get_a", "put_a", "other")
	ledger := run.Ledger()
	want := []chaos.Effect{{Tool: "put_a", Writes: true, Done: 2}, {Tool: "other", Done: 2}}
	got := ledger.Twice()
	for i := range got {
		got[i].ArgsHash = ""
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	run, err = chaos.New(&plan, chaos.Options{Access: access, Sleep: func(context.Context, time.Duration) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	next := run.Inner(server(&ran))
	for range 2 {
		next.Invoke(t.Context(), tool.Call{Tool: "put_a", Key: "k1"})
	}
	keyed := run.Ledger()
	if twice := keyed.Twice(); len(twice) > 0 || ran != 2 {
		t.Errorf("ran %d times, twice: %v", ran, twice)
	}
}

func TestParseFault(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]inject.Plan{
		"timeout":                       {Fault: "timeout"},
		"*:timeout":                     {Fault: "timeout"},
		"get_order:timeout=0.3":         {Fault: "timeout", Tool: "get_order", When: inject.When{Probability: 0.3}},
		"ns:get:forbidden,first=2":      {Fault: "forbidden", Tool: "ns:get", When: inject.When{First: 2}},
		"forbidden,until=credential":    {Fault: "forbidden", When: inject.When{UntilCredentialChanges: true}},
		"x:empty,always,reads":          {Fault: "empty", Tool: "x", Reads: true, When: inject.When{Always: true}},
		"committed_then_lost,writes":    {Fault: "committed_then_lost", Writes: true},
		"server_error,every=3,distinct": {Fault: "server_error", When: inject.When{Every: 3, Distinct: true}},
	} {
		got, err := chaos.ParseFault(text)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v, (-want +got)\n%s", text, err, diff)
		}
	}
	for text, want := range map[string]string{
		"":                     "fault must be one of",
		"get:":                 "fault must be one of",
		"timeout=2":            "between 0 and 1",
		"timeout=x":            `got "x"`,
		"timeout,first=x":      `first must be a whole number from 1, got "x"`,
		"timeout,often":        "an option must be",
		"timeout=0.5,first=1":  "got 2 of them",
		"timeout,reads,writes": "exclude each other",
		"timeout,":             "",
	} {
		_, err := chaos.ParseFault(text)
		if want == "" {
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestParsePlan(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"unknown key":   {"fautls: []", "fautls"},
		"no fault":      {"name: x", "faults must name at least one"},
		"unknown fault": {"faults: [{fault: tiemout}]", "faults[0]: fault must be one of"},
		"unit-less":     {"faults: [{fault: timeout, after: 5}]", "plan.yaml"},
		"negative":      {"hang: -1s\nfaults: [{fault: timeout}]", "hang must not be negative"},
		"no YAML":       {"{", "plan.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if p, err := chaos.Parse("plan.yaml", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%+v, %v; want %q", p, err, c.want)
			}
		})
	}
	if _, err := chaos.Preset("nope"); err == nil {
		t.Error("an unknown preset")
	}
}

func FuzzPlan(f *testing.F) {
	for _, name := range chaos.Presets() {
		text, err := chaos.PresetText(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("#00\nfaults:\n ! #000000000000000000000000000000000000"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := chaos.Parse("plan", text)
		if err != nil {
			return
		}
		if _, err := chaos.New(&p, chaos.Options{}); err != nil {
			t.Errorf("a plan that was taken cannot be run: %v", err)
		}
	})
}

// A plan stands in front of any tool.
func ExampleRun() {
	plan := chaos.Plan{Faults: []inject.Plan{{Fault: "forbidden", Tool: "get_order"}}}
	run, err := chaos.New(&plan, chaos.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ran := 0
	next := tool.Chain(server(&ran), run.Outer, run.Inner)
	fmt.Println(next.Invoke(context.Background(), tool.Call{Tool: "get_order"}).Body)
	fmt.Println(ran, "calls reached the server")
	// Output:
	// {"content":[{"type":"text","text":"Error: Request failed with status code 403: {\"error\":\"forbidden\"}"}],"isError":true}
	// 0 calls reached the server
}

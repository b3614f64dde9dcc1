package score_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/internal/score"
	"github.com/sequitur-go/sequitur/tool"
)

func TestNewRate(t *testing.T) {
	t.Parallel()
	tests := []struct {
		hits, n   int
		low, high float64
	}{
		{0, 0, 0, 1},
		{0, 20, 0, 0.1611},
		{17, 20, 0.6396, 0.9476},
		{20, 20, 0.8389, 1},
		{50, 100, 0.4038, 0.5962},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%d of %d", test.hits, test.n), func(t *testing.T) {
			t.Parallel()
			got := score.NewRate(test.hits, test.n)
			if math.Abs(got.Low-test.low) > 5e-5 || math.Abs(got.High-test.high) > 5e-5 {
				t.Errorf("interval %.4f to %.4f, want %.4f to %.4f", got.Low, got.High, test.low, test.high)
			}
		})
	}
}

func TestDangerous(t *testing.T) {
	t.Parallel()
	label := func(k fault.Kind, e score.Effect) score.Label { return score.Label{Kind: k, Effect: e} }
	tests := []struct {
		name  string
		label score.Label
		got   fault.Fault
		want  []string
	}{
		{"right", label(fault.Forbidden, score.EffectNone), fault.Fault{Kind: fault.Forbidden}, nil},
		{"a wrong kind alone does no harm", label(fault.NotFound, 0), fault.Fault{Kind: fault.Conflict}, nil},
		{
			"retry of a refusal", label(fault.Forbidden, 0),
			fault.Fault{Kind: fault.RateLimited, Retryable: true},
			[]string{"retryable on forbidden"},
		},
		{"retry of a timeout", label(fault.Timeout, 0), fault.Fault{Kind: fault.Timeout, Retryable: true}, nil},
		{
			"effect denied", label(fault.Timeout, score.EffectPossible),
			fault.Fault{Kind: fault.Timeout, Effect: tool.EffectNone},
			[]string{"effect none where it is possible"},
		},
		{
			"fault passed on", label(fault.Timeout, 0),
			fault.Fault{Kind: fault.OK},
			[]string{"timeout called a success"},
		},
		{"success hurt", label(fault.OK, 0), fault.Fault{Kind: fault.Empty}, []string{"a success called empty"}},
		{"effect says nothing on a success", label(fault.OK, score.EffectPossible), fault.Fault{Kind: fault.OK, Effect: tool.EffectNone}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			report := score.Tally([]score.Line{{ID: "x", Label: test.label, Got: test.got}})
			var got []string
			for _, finding := range report.All.Dangerous {
				got = append(got, finding.Reason)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTally(t *testing.T) {
	t.Parallel()
	lines := []score.Line{
		{ID: "a", Strict: true, Label: score.Label{Kind: fault.Timeout, Retryable: true, Effect: score.EffectNone}, Got: fault.Fault{Kind: fault.Timeout, Retryable: true, Effect: tool.EffectNone}, Flag: tool.FlagFailure},
		{ID: "b", Strict: true, Label: score.Label{Kind: fault.Timeout, Retryable: true, Effect: score.EffectNone}, Got: fault.Fault{Kind: fault.Network}},
		{ID: "c", Label: score.Label{Kind: fault.OK, NextStep: true}, Got: fault.Fault{Kind: fault.OK}, Leaks: []string{"path"}},
	}
	got := score.Tally(lines)
	if got.Strict.N != 2 || got.All.N != 3 {
		t.Fatalf("counted %d strict of %d lines, want 2 of 3", got.Strict.N, got.All.N)
	}
	for _, check := range []struct {
		name    string
		rate    score.Rate
		hits, n int
	}{
		{"kind, strict", got.Strict.Kind, 1, 2},
		{"kind, all", got.All.Kind, 2, 3},
		{"retryable", got.All.Retryable, 1, 2},
		{"effect none", got.All.EffectNone, 1, 2},
		{"next step", got.All.NextStep, 2, 3},
		{"never retry", got.All.Floors.NeverRetry, 1, 3},
		{"retry flag", got.All.Floors.Retry, 2, 3},
		{"commonest kind", got.All.Floors.CommonestKind, 2, 3},
		{"protocol flag", got.All.Floors.FlagAlone, 2, 3},
		{"fault or not", got.All.Floors.Told, 3, 3},
	} {
		if check.rate != score.NewRate(check.hits, check.n) {
			t.Errorf("%s: got %+v, want %d of %d", check.name, check.rate, check.hits, check.n)
		}
	}
	if got.All.Floors.Commonest != fault.Timeout {
		t.Errorf("commonest kind is %v, want timeout", got.All.Floors.Commonest)
	}
	if diff := cmp.Diff([]score.Finding{{ID: "c", Reason: "path"}}, got.All.Leaks); diff != "" {
		t.Errorf("leaks (-want +got):\n%s", diff)
	}
	confusion := []score.Pair{{fault.OK, fault.OK, 1}, {fault.Timeout, fault.Timeout, 1}, {fault.Timeout, fault.Network, 1}}
	if diff := cmp.Diff(confusion, got.All.Confusion); diff != "" {
		t.Errorf("confusion (-want +got):\n%s", diff)
	}
}

func TestLabelReadsAndRefuses(t *testing.T) {
	t.Parallel()
	var label score.Label
	good := `{"kind":"timeout","retryable":true,"effect":"depends_on_tool","traceback":false,"secret_or_path":true,"next_step":true}`
	if err := json.Unmarshal([]byte(good), &label); err != nil {
		t.Fatal(err)
	}
	if want := (score.Label{Kind: fault.Timeout, Retryable: true, SecretOrPath: true, NextStep: true}); label != want {
		t.Errorf("got %+v, want %+v", label, want)
	}
	for _, bad := range []string{`{"kind":"slow"}`, `{"kind":"timeout","effect":"maybe"}`} {
		if err := json.Unmarshal([]byte(bad), &label); err == nil {
			t.Errorf("%s was read without an error", bad)
		}
	}
}

func ExampleTally() {
	report := score.Tally([]score.Line{
		{ID: "r1", Strict: true, Label: score.Label{Kind: fault.Forbidden}, Got: fault.Fault{Kind: fault.RateLimited, Retryable: true}},
		{ID: "r2", Strict: true, Label: score.Label{Kind: fault.NotFound}, Got: fault.Fault{Kind: fault.NotFound}},
	})
	fmt.Printf("%.2f %v\n", report.Strict.Kind.Share(), report.Strict.Dangerous)
	// Output: 0.50 [{r1 retryable on forbidden}]
}

package config_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/internal/config"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

func TestApplyKeepsThePreset(t *testing.T) {
	t.Parallel()
	preset := recovery.Policy{
		Deadline: 45 * time.Second, Timeout: 10 * time.Second,
		Plans:  map[fault.Kind]recovery.Plan{fault.Timeout: {Attempts: 4, Base: time.Second, Growth: 2}},
		Budget: recovery.BudgetConfig{Ratio: 0.2, Floor: 10, Window: time.Minute},
	}
	file, err := config.Parse("p.yaml", []byte(`
policy: {deadline: 20s, plans: {timeout: {attempts: 3}}, budget: {floor: 0}}
tools: {pay: {timeout: 3s, never_retry: [network], plans: {timeout: {base: 2s}}}}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := recovery.Policy{
		Deadline: 20 * time.Second, Timeout: 10 * time.Second,
		Plans:  map[fault.Kind]recovery.Plan{fault.Timeout: {Attempts: 3, Base: time.Second, Growth: 2}},
		Budget: recovery.BudgetConfig{Ratio: 0.2, Floor: 0, Window: time.Minute},
		Tools: map[string]recovery.ToolPolicy{"pay": {
			Plans:      map[fault.Kind]recovery.Plan{fault.Timeout: {Attempts: 3, Base: 2 * time.Second, Growth: 2}},
			NeverRetry: []fault.Kind{fault.Network}, Timeout: 3 * time.Second,
		}},
	}
	if diff := cmp.Diff(want, file.Apply(preset)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if preset.Plans[fault.Timeout].Attempts != 4 {
		t.Error("the preset itself was changed")
	}
}

func TestSpecs(t *testing.T) {
	t.Parallel()
	file, err := config.Parse("p.yaml", []byte(`
tools:
  refund: {access: write, key: {argument: request_id}, verify: {tool: get_refund, args: {id: $id}, settle: 2s}}
  get_refund: {access: read, parameters: {id: {source: refund}}}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []tool.Spec{
		{Name: "get_refund", Access: tool.AccessRead, Parameters: map[string]tool.Parameter{"id": {Source: "refund"}}},
		{
			Name: "refund", Access: tool.AccessWrite, Key: &tool.KeyPlace{Argument: "request_id"},
			Verify: &tool.Verification{Tool: "get_refund", Args: map[string]string{"id": "$id"}, Settle: 2 * time.Second},
		},
	}
	if diff := cmp.Diff(want, file.Specs()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

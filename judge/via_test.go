package judge_test

import (
	"encoding/json"
	"testing"

	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A wrapper of whatever name is opened where the recording says that tools are
// called through it; another tool with the same arguments is not.
func TestVia(t *testing.T) {
	t.Parallel()
	facts := judge.FactsOf(&trajectory.Trajectory{Tools: []tool.Spec{{Name: "find_order", Via: "dispatcher"}}}, nil)
	args := json.RawMessage(`{"name":"cancel_order","params":{"id":7}}`)
	for name, want := range map[string]string{"dispatcher": "cancel_order", "registry": "registry"} {
		if got := facts.Unwrap(&tool.Call{Tool: name, Args: args}); got.Tool != want {
			t.Errorf("%s: %s %s, want %s", name, got.Tool, got.Args, want)
		}
	}
}

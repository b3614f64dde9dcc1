package fault_test

import (
	"testing"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

// TestStatedExitZero shows that an agent's report of a command that succeeded is
// none of a failure, whatever words stand in it.
func TestStatedExitZero(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		want       fault.Kind
	}{
		{"fields of a shell tool", "Command: ls -F\nOutput: hello.text\nError: (none)\nExit Code: 0\nSignal: 0", fault.OK},
		{"a warning of the shell", "Exit code: 0\nWall time: 0.1 seconds\nOutput:\npython3: line 18: Operation not permitted\n2\n", fault.OK},
		{"another code", "Command: ls x\nOutput: (empty)\nError: (none)\nExit Code: 2\nSignal: 0", fault.ExecutionFailed},
		{"a line of a log", "step 1: exit code: 0\nError: build failed\nExit code: 1", fault.ExecutionFailed},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			spec := &tool.Spec{Name: "shell", RunsCode: true}
			out := &tool.Outcome{Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Body: test.body}
			if f := fault.Classify(spec, &tool.Call{Tool: "shell"}, out); f.Kind != test.want {
				t.Errorf("got %s (%v), want %s", f.Kind, f.Evidence, test.want)
			}
		})
	}
}

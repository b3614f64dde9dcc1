package judge_test

import (
	"encoding/json"
	"fmt"

	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

func ExampleJudge_Judge() {
	call := func(id string) trajectory.Message {
		return trajectory.Message{Role: trajectory.RoleAssistant, Calls: []tool.Call{
			{ID: id, Tool: "get_order", Args: json.RawMessage(`{"id":"A-17"}`)},
		}}
	}
	refusal := &tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: 403, Body: `{"error":"forbidden"}`}
	run := trajectory.Trajectory{ID: "run 1", Messages: []trajectory.Message{
		{Role: trajectory.RoleUser, Text: "Where is order A-17?"},
		call("1"),
		{Role: trajectory.RoleTool, CallID: "1", Outcome: refusal},
		call("2"),
		{Role: trajectory.RoleTool, CallID: "2", Outcome: refusal},
		{Role: trajectory.RoleAssistant, Text: "I do not have permission to read that order."},
	}}
	var j judge.Judge
	for _, f := range j.Judge(&run) {
		fmt.Println(f.CallID, f.Fault.Kind, f.Action, f.Published.Verdict+0, f.Published.Why)
	}
	// Output:
	// 1 forbidden retry_same mismatch repeats a refused call
	// 2 forbidden report match stops, without a repeat
}

package formattest_test

import (
	"encoding/json"
	"fmt"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/trajectory"
)

func ExampleSummarise() {
	run := trajectory.Trajectory{ID: "r1", Messages: []trajectory.Message{
		{Role: trajectory.RoleAssistant, Calls: []tool.Call{{ID: "c1", Tool: "get_order", Args: json.RawMessage(`{"id":7}`)}}},
		{Role: trajectory.RoleTool, CallID: "c1", Outcome: &tool.Outcome{Flag: tool.FlagFailure, Body: "timeout"}},
	}}
	fmt.Println(formattest.Summarise(&run).Calls[0])
	// Output: c1 get_order({"id":7}) -> unknown failure 7 bytes
}

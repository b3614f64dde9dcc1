package claudecode_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/claudecode"
	"github.com/sequitur-go/sequitur/traceformat/format"
)

// Two parallel calls are two lines of one message, and one turn.
func ExampleFormat() {
	const lines = `{"type":"assistant","sessionId":"s1","message":{"role":"assistant","id":"msg_1","content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"a"}}]}}
{"type":"assistant","sessionId":"s1","message":{"role":"assistant","id":"msg_1","content":[{"type":"tool_use","id":"t2","name":"Read","input":{"file_path":"b"}}]}}
{"type":"user","sessionId":"s1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"no such file","is_error":true}]}}
`
	for run, err := range claudecode.Format().Read(format.Input{Source: "s1.jsonl", Reader: strings.NewReader(lines)}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(run.ID, len(run.Messages), "messages,", len(run.Messages[0].Calls), "calls in the first")
	}
	// Output: s1 2 messages, 2 calls in the first
}

package responses_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/responses"
)

func ExampleFormat() {
	const request = `{"model":"m","input":[
		{"role":"user","content":"Which branch is this?"},
		{"type":"function_call","call_id":"c1","name":"shell","arguments":"{\"command\":\"git branch\"}"},
		{"type":"function_call_output","call_id":"c1","output":"Exit code: 128\nWall time: 0.1 seconds\nOutput:\nfatal: not a git repository"}]}`
	for run, err := range responses.Format().Read(format.Input{Source: "request.json", Reader: strings.NewReader(request)}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		last := run.Messages[len(run.Messages)-1]
		fmt.Println(last.CallID, "exit", *last.Outcome.Exit, last.Outcome.Elapsed)
	}
	// Output: c1 exit 128 100ms
}

package atif_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/atif"
	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
)

func Example() {
	const recording = `{"schema_version":"ATIF-v1.7","session_id":"s1","agent":{"name":"a","version":"1"},"steps":[
	{"step_id":1,"source":"agent","message":"","tool_calls":[{"tool_call_id":"c1","function_name":"ls","arguments":{}}],"observation":{"results":[{"source_call_id":"c1","content":"a.py"}]}}]}`
	for run, err := range atif.Format().Read(format.Input{Source: "recording", Reader: strings.NewReader(recording)}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(strings.Join(formattest.Summarise(run).Calls, "\n"))
	}
	// Output:
	// c1 ls({}) -> model_context_text none 4 bytes
}

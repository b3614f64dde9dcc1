package inspect_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/inspect"
)

func Example() {
	const recording = `{"id":1,"epoch":1,"messages":[
	{"id":"a","role":"assistant","content":"","tool_calls":[{"id":"c1","function":"bash","arguments":{"cmd":"sleep 9"}}]},
	{"id":"b","role":"tool","content":"","tool_call_id":"c1","error":{"type":"timeout","message":"Command timed out."}}]}`
	for run, err := range inspect.Format().Read(format.Input{Source: "recording", Reader: strings.NewReader(recording)}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(strings.Join(formattest.Summarise(run).Calls, "\n"))
	}
	// Output:
	// c1 bash({"cmd":"sleep 9"}) -> exception failure 18 bytes
}

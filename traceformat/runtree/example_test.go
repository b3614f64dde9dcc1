package runtree_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/runtree"
)

func Example() {
	const recording = `{"id":"r1","trace_id":"r1","run_type":"llm","start_time":"2026-01-01T00:00:00","end_time":"2026-01-01T00:00:01","outputs":{"messages":[{"role":"assistant","tool_calls":[{"id":"c1","name":"get_order","args":{"id":7}}]}]}}
{"id":"r2","trace_id":"r1","run_type":"tool","name":"get_order","start_time":"2026-01-01T00:00:01","end_time":"2026-01-01T00:00:02","status":"error","error":"TimeoutError()","inputs":{"id":7}}`
	for run, err := range runtree.LangSmith().Read(format.Input{Source: "recording", Reader: strings.NewReader(recording)}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(strings.Join(formattest.Summarise(run).Calls, "\n"))
	}
	// Output:
	// c1 get_order({"id":7}) -> exception failure 1s 0 bytes
}

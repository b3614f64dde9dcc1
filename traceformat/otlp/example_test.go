package otlp_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/otlp"
)

func Example() {
	const recording = `{"resourceSpans":[{"scopeSpans":[{"spans":[
	{"traceId":"t1","spanId":"a","name":"chat m","startTimeUnixNano":"1767225600000000000","endTimeUnixNano":"1767225601000000000","attributes":[
		{"key":"gen_ai.operation.name","value":{"stringValue":"chat"}},
		{"key":"gen_ai.output.messages","value":{"stringValue":"[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"id\":\"c1\",\"name\":\"get_order\",\"arguments\":{}}]}]"}}]},
	{"traceId":"t1","spanId":"b","name":"execute_tool get_order","startTimeUnixNano":"1767225601000000000","endTimeUnixNano":"1767225603000000000","attributes":[
		{"key":"gen_ai.tool.name","value":{"stringValue":"get_order"}},{"key":"gen_ai.tool.call.id","value":{"stringValue":"c1"}},
		{"key":"error.type","value":{"stringValue":"timeout"}}],"status":{"code":2,"message":"no answer"}}]}]}]}`
	for run, err := range otlp.Format().Read(format.Input{Source: "recording", Reader: strings.NewReader(recording)}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(strings.Join(formattest.Summarise(run).Calls, "\n"))
	}
	// Output:
	// c1 get_order({}) -> unknown failure 2s 0 bytes
}

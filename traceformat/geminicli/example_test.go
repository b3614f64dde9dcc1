package geminicli_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/geminicli"
)

func Example() {
	const recording = `{"sessionId":"s1","projectHash":"p"}
{"id":"m1","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"read_file","args":{"path":"a"},"status":"error","result":[{"functionResponse":{"response":{"error":"File not found: a"}}}]}]}`
	for run, err := range geminicli.Format().Read(format.Input{Source: "recording", Reader: strings.NewReader(recording)}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(strings.Join(formattest.Summarise(run).Calls, "\n"))
	}
	// Output:
	// c1 read_file({"path":"a"}) -> model_context_text failure 17 bytes
}

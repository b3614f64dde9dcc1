package chat_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/chat"
	"github.com/sequitur-go/sequitur/traceformat/format"
)

func ExampleFormat() {
	const line = `{"id":"r1","messages":[
		{"role":"assistant","function_call":{"name":"get_order","arguments":"{\"id\":7}"}},
		{"role":"function","name":"get_order","content":"timeout"}]}`
	in := format.Input{Source: "runs.json", Reader: strings.NewReader(line)}
	for run, err := range chat.Format().Read(in) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for ref, call := range run.Calls() {
			answer, _ := run.Answer(ref)
			fmt.Println(run.ID, call.Tool, string(call.Args), "->", run.Messages[answer].Outcome.Body)
		}
	}
	// Output: r1 get_order {"id":7} -> timeout
}

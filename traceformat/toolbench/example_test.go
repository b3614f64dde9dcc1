package toolbench_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/toolbench"
)

func Example() {
	const recording = `{"tree":{"tree":{"node_type":"Action Input","description":"","children":[{"node_type":"Action","description":"find","children":[
	{"node_type":"Action Input","description":"{}","observation":"no such function","observation_code":1,"children":[]}]}]}}}`
	for run, err := range toolbench.Format().Read(format.Input{Source: "recording", Reader: strings.NewReader(recording)}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(strings.Join(formattest.Summarise(run).Calls, "\n"))
	}
	// Output:
	// find({}) -> model_context_text failure 16 bytes
}

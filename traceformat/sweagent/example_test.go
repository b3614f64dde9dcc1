package sweagent_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/sweagent"
)

func Example() {
	const recording = `{"trajectory":[{"thought":"Look.","action":"ls src","observation":"a.py"}],"history":[],"info":{"exit_status":"submitted"}}`
	for run, err := range sweagent.Format().Read(format.Input{Source: "recording", Reader: strings.NewReader(recording)}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(strings.Join(formattest.Summarise(run).Calls, "\n"))
	}
	// Output:
	// step-1 bash({"command":"ls src"}) -> stdout none 4 bytes
}

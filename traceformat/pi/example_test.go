package pi_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/pi"
)

func Example() {
	const recording = `{"type":"session","id":"s1","version":3,"cwd":"/home"}
{"type":"message","message":{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"bash","arguments":{"command":"make"}}],"stopReason":"toolUse"}}
{"type":"message","message":{"role":"toolResult","toolCallId":"c1","toolName":"bash","content":[{"type":"text","text":"Command exited with code 2"}],"isError":true}}`
	for run, err := range pi.Format().Read(format.Input{Source: "recording", Reader: strings.NewReader(recording)}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(strings.Join(formattest.Summarise(run).Calls, "\n"))
	}
	// Output:
	// c1 bash({"command":"make"}) -> stdout failure exit 2 26 bytes
}

package openhands_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/openhands"
)

func Example() {
	const recording = `[{"id":1,"source":"agent","action":"run","args":{"command":"make","thought":"Build."}},
{"id":2,"source":"agent","cause":1,"observation":"run","content":"no rule","success":false,"extras":{"metadata":{"exit_code":2}}}]`
	for run, err := range openhands.Format().Read(format.Input{Source: "recording", Reader: strings.NewReader(recording)}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(strings.Join(formattest.Summarise(run).Calls, "\n"))
	}
	// Output:
	// event-1 run({"command":"make"}) -> stdout failure exit 2 7 bytes
}

package native_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/native"
)

func ExampleFormat() {
	const lines = `{"v":1,"episode":{"run":"r1","tool":"get_order","fault":"timeout"}}
{"v":1,"episode":{"run":"r1","tool":"get_order","fault":"ok"}}
`
	for run, err := range native.Format().Read(format.Input{Source: "journal.jsonl", Reader: strings.NewReader(lines)}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(run.ID, len(run.Episodes), run.Episodes[0].Fault)
	}
	// Output: r1 2 timeout
}

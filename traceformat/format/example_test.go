package format_test

import (
	"fmt"

	"github.com/sequitur-go/sequitur/traceformat/format"
)

// A broken record is told with its place and the rule, never with its contents.
func ExampleBrokenRecord() {
	fmt.Println(&format.BrokenRecord{Source: "runs.jsonl", Line: 7, Offset: -1, Rule: "must be one JSON object"})
	fmt.Println(&format.BrokenRecord{Source: "runs.json", Offset: 4096, Rule: "must have messages"})
	// Output:
	// runs.jsonl:7: must be one JSON object
	// runs.json: byte 4096: must have messages
}

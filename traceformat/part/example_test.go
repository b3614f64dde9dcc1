package part_test

import (
	"fmt"

	"github.com/sequitur-go/sequitur/traceformat/part"
	"github.com/sequitur-go/sequitur/traceformat/stream"
)

func ExampleText() {
	content, err := stream.Parse([]byte(`[{"type":"text","text":"What is this?"},{"type":"image_url","image_url":{"url":"data:…"}}]`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(part.Text(content))
	// Output:
	// What is this?
	// [image]
}

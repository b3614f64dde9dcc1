package stream_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/stream"
)

func ExampleMap() {
	in := format.Input{Source: "runs.json", Reader: strings.NewReader(`{"version":2,"runs":[{"name":"a"},{"name":"b"}]}`)}
	name := func(r stream.Record) (string, error) { return r.Get("name").Text(), nil }
	for name, err := range stream.Map(in, stream.Options{Keys: []string{"runs"}}, name) {
		fmt.Printf("%q %v\n", name, err)
	}
	// Output:
	// "a" <nil>
	// "b" <nil>
}

package mcplog_test

import (
	"fmt"
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/mcplog"
)

func Example() {
	const recording = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order","arguments":{"id":7}}}
{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"no such order"}],"isError":true}}`
	for run, err := range mcplog.Format().Read(format.Input{Source: "recording", Reader: strings.NewReader(recording)}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(strings.Join(formattest.Summarise(run).Calls, "\n"))
	}
	// Output:
	// 1 get_order({"id":7}) -> mcp_result failure 13 bytes
}

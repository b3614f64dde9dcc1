package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sequitur-go/sequitur/adapter/mcpguard"
)

// toolServer is an MCP server that lists its tools on two pages, and answers each
// call with how many it has run. An environment variable has to be there, as its configuration
// says.
func toolServer() {
	if os.Getenv("TOOL_KEY") == "" {
		fmt.Fprintln(os.Stderr, "TOOL_KEY is not set")
		os.Exit(1)
	}
	ran := 0
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Cursor string `json:"cursor"`
			} `json:"params"`
		}
		if json.Unmarshal(lines.Bytes(), &m) != nil || m.ID == nil {
			continue
		}
		result := `{"tools":[{"name":"get_order","description":"Returns an order.","inputSchema":{"type":"object"}},{"name":"wipe: all","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"idempotentHint":true}}],"nextCursor":"2"}`
		switch {
		case m.Method == "initialize":
			result = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"t","version":"1"}}`
		case m.Method == "tools/call":
			ran++
			result = fmt.Sprintf(`{"content":[{"type":"text","text":"order %d"}]}`, ran)
		case m.Params.Cursor != "":
			result = `{"tools":[{"name":"run_sql","inputSchema":{"type":"object","properties":{"sql":{"type":"string"}}}}]}`
		}
		say(os.Stdout, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result))
	}
}

// What a person answers decides; in doubt nothing is written.
func TestConfirm(t *testing.T) {
	t.Parallel()
	declarations := []mcpguard.Declaration{
		{Name: "get_order", Description: "Returns an order."},
		{Name: "wipe: all", Annotations: mcpguard.Annotations{ReadOnly: new(false), Idempotent: new(true)}},
		{Name: "run_sql"},
	}
	for name, c := range map[string]struct {
		answers string
		want    string
	}{
		"all taken":     {"\n\n\n", "  get_order: {access: read} # confirmed\n  \"wipe: all\": {access: write, idempotent: true} # confirmed\n  run_sql: {access: write} # confirmed\n"},
		"other answers": {"w\ns\ni\n", "  get_order: {access: write} # confirmed\n  run_sql: {access: write, idempotent: true} # confirmed\n"},
		"asked again":   {"x\n?\nr\nq\n", "  get_order: {access: read} # confirmed\n"},
		"nobody there":  {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			in := newPrompt(strings.NewReader(c.answers), &out)
			in.person = true
			s := setup{flags: &initFlags{}, in: in, out: &out}
			var chosen []choice
			for i := range declarations {
				d := &declarations[i]
				p := mcpguard.Propose(d)
				got, more := s.confirm(d.Name, d, &p)
				if got != nil {
					chosen = append(chosen, *got)
				}
				if !more {
					break
				}
			}
			if got := policyLines(chosen); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

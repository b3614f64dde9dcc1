package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// mcpClient drives an MCP server as a user of the command line would see it: the
// first argument is a file of calls ("TOOL ARGUMENTS" a line), the rest is the
// server's command. It makes one call after the other, prints each answer on a
// line, and ends as the server does. A line that begins with "?" is a client's own
// retry: it is made only where the call before failed.
func mcpClient() {
	script, err := os.ReadFile(os.Args[1])
	if err != nil {
		fatal(err)
	}
	server := exec.CommandContext(context.Background(), os.Args[2], os.Args[3:]...)
	server.Stderr = os.Stderr
	in, err := server.StdinPipe()
	if err != nil {
		fatal(err)
	}
	out, err := server.StdoutPipe()
	if err != nil {
		fatal(err)
	}
	if err := server.Start(); err != nil {
		fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	talk(in, lines, strings.Split(strings.TrimSpace(string(script)), "\n"))
	if err := in.Close(); err != nil {
		fatal(err)
	}
	for lines.Scan() { // the server may have more to say
	}
	_ = server.Wait()
	os.Exit(server.ProcessState.ExitCode())
}

func talk(in io.Writer, lines *bufio.Scanner, calls []string) {
	exchange(in, lines, 1, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`)
	say(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	exchange(in, lines, 2, "tools/list", `{}`)
	failed := false
	for i, call := range calls {
		call, retry := strings.CutPrefix(call, "?")
		if retry && !failed {
			continue
		}
		name, args, _ := strings.Cut(call, " ")
		answer := exchange(in, lines, i+3, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, name, args))
		failed = strings.Contains(answer, `"isError":true`) || strings.HasPrefix(answer, `{"code"`)
		say(os.Stdout, answer)
	}
}

// exchange sends a request and returns its result or its error, as it came.
func exchange(in io.Writer, lines *bufio.Scanner, id int, method, params string) string {
	say(in, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params))
	for lines.Scan() {
		var m struct {
			ID     *int            `json:"id"`
			Method string          `json:"method"`
			Result json.RawMessage `json:"result"`
			Error  json.RawMessage `json:"error"`
		}
		if json.Unmarshal(lines.Bytes(), &m) == nil && m.Method == "" && m.ID != nil && *m.ID == id {
			return string(m.Result) + string(m.Error)
		}
	}
	return "no answer"
}

func say(w io.Writer, line string) {
	if _, err := io.WriteString(w, line+"\n"); err != nil {
		fatal(err)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

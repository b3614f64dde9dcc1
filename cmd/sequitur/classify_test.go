package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/tool"
)

func TestHTTPResponse(t *testing.T) {
	t.Parallel()
	answered := func(status int, flag tool.Flag, header tool.Header, body string) tool.Outcome {
		return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Flag: flag, Status: status, Header: header, Body: body}
	}
	tests := []struct {
		name, text string
		want       tool.Outcome
		is         bool
	}{
		{"no response", "HTTP error 500", tool.Outcome{}, false},
		{"no status", "HTTP/1.1 OK\r\n\r\n", tool.Outcome{}, false},
		{
			"plain", "HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\n\r\nbusy\r\n",
			answered(503, tool.FlagFailure, tool.Header{"Retry-After": {"2"}}, "busy\r\n"), true,
		},
		{"no reason, no body", "HTTP/2 204\nA: 1\nA: 2\n", answered(204, tool.FlagSuccess, tool.Header{"A": {"1", "2"}}, ""), true},
		{
			"an odd line hides nothing", "HTTP/1.1 404 Not Found\nodd\nB: x: y\n\n{}",
			answered(404, tool.FlagFailure, tool.Header{"B": {"x: y"}}, "{}"), true,
		},
		{
			"through a proxy", "HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 403 Forbidden\r\n\r\nno",
			answered(403, tool.FlagFailure, tool.Header{}, "no"), true,
		},
		{
			"chunked and cut", "HTTP/1.1 500 X\nTransfer-Encoding: chunked\n\nff\nabc",
			answered(500, tool.FlagFailure, tool.Header{"Transfer-Encoding": {"chunked"}}, "ff\nabc"), true,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, is := httpResponse(test.text)
			if is != test.is {
				t.Errorf("is a response: %v, want %v", is, test.is)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLineFailure(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line string
		want       tool.Outcome
	}{
		{
			"JSON payload is kept to the byte", `{"channel":"mcp_result","payload":{"b": 1.50, "isError": true, "a": 12345678901234567890}}`,
			tool.Outcome{
				Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure,
				Body: `{"b":1.50,"isError":true,"a":12345678901234567890}`,
			},
		},
		{
			"flag within", `{"channel":"mcp_result","payload":{"result":{"content":[],"isError":false}}}`,
			tool.Outcome{
				Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess,
				Body: `{"result":{"content":[],"isError":false}}`,
			},
		},
		{"text says no flag", `{"channel":"mcp_result","payload":"x"}`, tool.Outcome{Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Body: "x"}},
		{"no payload", `{"channel":"exception","payload":null}`, tool.Outcome{Channel: tool.ChannelException, Flag: tool.FlagFailure}},
		{
			"header names", `{"channel":"http","http_status":429,"headers":{"retry-after":"3"},"payload":""}`,
			tool.Outcome{
				Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Status: 429,
				Header: tool.Header{"Retry-After": {"3"}},
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			line, err := parseLine([]byte(test.line))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, line.failure().out); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLeaks(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"see /home/ann/notes.txt", `in C:\Users\ann`, `File "a.py", line 3`, "at run (a.js:3:4)", "main.go:12", "write to ann@example.com",
		"key sk-abcdefgh12345678", "host 10.0.0.7", "a\x1b[31mred", "zero\u200bwidth",
		"open ~/.ssh/id_rsa", `share \\fs01\team`, "load file:///x", "call db.internal", "at pay.svc.cluster.local", "dial [::1]:80",
		"postgres://app:pw@db:5432/shop", "github_pat_11ABCDEFG0123456789", "key AIzaSyA1234567890abcdefghijklmnopqrstuv",
		"sk_live_51Habcdefgh", "glpat-abcdefghijklmnop", "password=hunter2", "-----BEGIN RSA PRIVATE KEY-----",
	} {
		if len(leaks(text)) == 0 {
			t.Errorf("%q counts as clean", text)
		}
	}
	for _, text := range []string{"", "get_order found no order A-17.\nAsk the user.", "没有找到订单 A-17。"} {
		if found := leaks(text); len(found) > 0 {
			t.Errorf("%q leaks %v", text, found)
		}
	}
}

func TestParseShare(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{"97%": 0.97, "0.5": 0.5, " 100 % ": 1, "0": 0} {
		if got, err := parseShare(text); err != nil || got != want {
			t.Errorf("%q is %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "%", "97", "-1%", "101%", "NaN", "x"} {
		if got, err := parseShare(text); err == nil {
			t.Errorf("%q was read as %v", text, got)
		}
	}
}

// TestLinesAreAnsweredOneByOne feeds a pipe: each answer must come before the
// next line is sent.
func TestLinesAreAnsweredOneByOne(t *testing.T) {
	t.Parallel()
	in, send := io.Pipe()
	receive, out := io.Pipe()
	var stderr bytes.Buffer
	code := make(chan int, 1)
	go func() {
		code <- run(t.Context(), []string{"classify", "--jsonl"}, in, out, &stderr)
		out.Close() //nolint:errcheck // a pipe's end
	}()
	buffer := make([]byte, 4096)
	for range 3 {
		if _, err := io.WriteString(send, "{\"id\":\"x\",\"channel\":\"http\",\"http_status\":404,\"payload\":\"no\"}\n"); err != nil {
			t.Fatal(err)
		}
		n, err := receive.Read(buffer)
		if err != nil || !strings.HasPrefix(string(buffer[:n]), `{"id":"x","kind":"`) {
			t.Fatalf("answer %q, %v", buffer[:n], err)
		}
	}
	if err := send.Close(); err != nil {
		t.Fatal(err)
	}
	if got := <-code; got != 0 || stderr.Len() > 0 {
		t.Errorf("exit code %d, stderr %q", got, stderr.String())
	}
}

// A program that waits for input that never comes ends when it is asked to.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"one payload": {"classify"}, "lines": {"classify", "--jsonl"}, "score": {"classify", "--jsonl", "--score"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			in, hold := io.Pipe()
			defer hold.Close() //nolint:errcheck // nothing was written that could be lost
			var stdout, stderr bytes.Buffer
			code := make(chan int)
			go func() { code <- run(ctx, args, in, &stdout, &stderr) }()
			cancel()
			if got := <-code; got != exitInterrupted {
				t.Errorf("exit code %d, want %d; stderr %q", got, exitInterrupted, stderr.String())
			}
		})
	}
}

// FuzzPayload: whatever is given, the program answers, and says nothing that a
// model must not read.
func FuzzPayload(f *testing.F) {
	e, err := newEngine("", "")
	if err != nil {
		f.Fatal(err)
	}
	f.Add("HTTP/1.1 429 Too Many\nRetry-After: 1\n\nslow down /home/ann/x")
	f.Add("HTTP/1.1 100\n\nHTTP/2 200\nTransfer-Encoding: chunked\n\n1\n")
	f.Add("panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/app/main.go:12 +0x1")
	f.Add(`{"isError":true,"content":[{"type":"text","text":"mail ann@example.com"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		got, _ := e.answer(payloadCase(text))
		if found := leaks(got.Message); len(found) > 0 {
			t.Errorf("%q leaks %v", got.Message, found)
		}
	})
}

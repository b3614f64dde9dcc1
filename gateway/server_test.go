package gateway_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/internal/rawjson"
)

// The test binary is also the server that the tests start as a program, and a
// proxy in front of it.
const (
	serverVariable = "SEQUITUR_TEST_SERVER"
	proxyVariable  = "SEQUITUR_TEST_PROXY"
)

func TestMain(m *testing.M) {
	if ledger := os.Getenv(proxyVariable); ledger != "" {
		p := gateway.Proxy{Server: gateway.Server{Command: []string{os.Args[0]}, Env: []string{proxyVariable + "=", serverVariable + "=" + ledger}}}
		if err := p.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(0) //nolint:forbidigo // it is a program here
	}
	if ledger := os.Getenv(serverVariable); ledger != "" {
		f := &faulty{ledger: ledger, die: func() { os.Exit(3) }} //nolint:forbidigo // it is a program here
		f.serve(os.Stdin, os.Stdout)
		os.Exit(0) //nolint:forbidigo // it is a program here
	}
	os.Exit(m.Run()) //nolint:forbidigo // the way of TestMain
}

// faulty is an MCP server that fails as it is told. What it does stands in its
// ledger, a file, so that it survives the server's death.
type faulty struct {
	ledger string
	die    func()
	mu     sync.Mutex
	out    io.Writer
}

// note appends a line to the ledger.
func (f *faulty) note(format string, args ...any) {
	file, err := os.OpenFile(f.ledger, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	if _, err := fmt.Fprintf(file, format+"\n", args...); err != nil {
		panic(err)
	}
	if err := file.Close(); err != nil {
		panic(err)
	}
}

// count says how often a line stands in a ledger.
func count(ledger, line string) int {
	data, err := os.ReadFile(ledger)
	if err != nil {
		return 0
	}
	n := 0
	for found := range strings.Lines(string(data)) {
		if strings.TrimSpace(found) == line {
			n++
		}
	}
	return n
}

const toolList = `{"tools":[
 {"name":"read","description":"Looks an order up","inputSchema":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]},"annotations":{"readOnlyHint":true}},
 {"name":"idempotent","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"idempotentHint":true}},
 {"name":"keyed","inputSchema":{"type":"object"}},
 {"name":"write","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false}}],"nextCursor":"2"}`

const toolListMore = `{"tools":[{"name":"typed","inputSchema":{"type":"object"},"outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},{"name":"noop","inputSchema":{"type":"object"}}]}`

// request is what a tools/call asks the server for: the fault, for the first
// attempts under the identifier.
type request struct {
	ID    any    `json:"id"`
	Fault string `json:"fault"`
	Times int    `json:"times"`
}

const success = `{"content":[{"type":"text","text":"done"},{"type":"hologram","x":1.50}],"structuredContent":{"n":12345678901234567890.10},"new":true}`

// failureTable holds the results of tools that have not run.
var failureTable = map[string]string{
	"busy":      `{"content":[{"type":"text","text":"503 Service Unavailable"}],"isError":true}`,
	"limited":   `{"content":[{"type":"text","text":"429 Too Many Requests"}],"isError":true}`,
	"forbidden": `{"content":[{"type":"text","text":"403 Forbidden: missing scope orders:write (token sk-abcdefghijklmnopqrstuvwx)"}],"isError":true}`,
	"absent":    `{"content":[{"type":"text","text":"404: order not found"}],"isError":true}`,
	"empty":     `{"content":[],"isError":false}`,
	"input":     `{"resultType":"input_required","inputRequests":{"a":{}},"requestState":"s"}`,
}

// call makes a tools/call. The answer is nil where the server has none; then
// fault says what happens to the connection.
func (f *faulty) call(m wire.Message) (answer []byte, fault string) {
	if text := rawjson.Get(m.Params, "name"); string(text) == `"noop"` {
		return wire.Result(m.ID, json.RawMessage(success)), ""
	}
	var r request
	if err := json.Unmarshal(rawjson.Get(m.Params, "arguments"), &r); err != nil {
		return wire.Failure(m.ID, wire.ErrorObject(-32602, "bad arguments")), ""
	}
	id := fmt.Sprint(r.ID)
	f.note("attempt %s", id)
	if meta := rawjson.Get(m.Params, "_meta"); meta != nil {
		f.note("meta %s", meta)
	}
	if count(f.ledger, "broken") > count(f.ledger, "repaired") {
		return wire.Result(m.ID, json.RawMessage(failureTable["busy"])), ""
	}
	key := string(rawjson.Get(rawjson.Get(m.Params, "_meta"), "test/key"))
	if count(f.ledger, "attempt "+id) > r.Times {
		f.run(id, key)
		return wire.Result(m.ID, json.RawMessage(success)), ""
	}
	if result, ok := failureTable[r.Fault]; ok {
		return wire.Result(m.ID, json.RawMessage(result)), ""
	}
	switch r.Fault {
	case "internal":
		return wire.Failure(m.ID, wire.ErrorObject(-32603, "Internal error")), ""
	case "consent":
		return wire.Failure(m.ID, json.RawMessage(`{"code":-32042,"message":"go there","data":{"elicitations":[]}}`)), ""
	case "large":
		f.run(id, key)
		return wire.Result(m.ID, json.RawMessage(`{"content":[{"type":"text","text":"`+strings.Repeat("x", 8<<20)+`"}]}`)), ""
	}
	if !strings.HasSuffix(r.Fault, "_before") {
		f.run(id, key)
	}
	return nil, r.Fault
}

// run is the tool's effect. A key makes it once.
func (f *faulty) run(id, key string) {
	if key == "" || count(f.ledger, "key "+key) == 0 {
		f.note("run %s", id)
	}
	if key != "" {
		f.note("key %s", key)
	}
}

// answer makes any other request.
func (f *faulty) answer(m wire.Message) []byte {
	switch m.Method {
	case "initialize":
		f.note("initialize %s", m.Params)
		return wire.Result(m.ID, json.RawMessage(`{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"faulty","version":"1"}}`))
	case "tools/list":
		f.note("list")
		if rawjson.Get(m.Params, "cursor") != nil {
			return wire.Result(m.ID, json.RawMessage(toolListMore))
		}
		return wire.Result(m.ID, json.RawMessage(toolList))
	case "logging/setLevel", "resources/subscribe":
		f.note("%s %s", m.Method, m.Params)
		return wire.Result(m.ID, json.RawMessage(`{}`))
	case "echo":
		return wire.Result(m.ID, m.Params)
	default:
		return wire.Failure(m.ID, wire.ErrorObject(-32601, "no such method"))
	}
}

func (f *faulty) say(raw []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, _ = fmt.Fprintf(f.out, "%s\n", bytes.ReplaceAll(raw, []byte("\n"), nil))
}

// serve speaks over a pair of streams.
func (f *faulty) serve(in io.Reader, out io.Writer) {
	f.out = out
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 32<<20)
	for lines.Scan() {
		m, err := wire.Parse(lines.Bytes())
		if err != nil {
			continue
		}
		m.Raw = nil
		m.ID, m.Params = append(json.RawMessage(nil), m.ID...), append(json.RawMessage(nil), m.Params...)
		f.take(m)
	}
}

// mute says whether the client is one that is not answered.
func mute(m wire.Message) bool {
	return string(rawjson.Get(rawjson.Get(m.Params, "clientInfo"), "name")) == `"unheard"`
}

// take does what a message over the streams asks.
func (f *faulty) take(m wire.Message) {
	switch {
	case m.IsAnswer():
		f.note("answered %s %s", m.ID, m.Result)
	case m.IsNotification():
		f.note("told %s %s", m.Method, m.Params)
	case m.Method == "ask":
		f.say([]byte(`{"jsonrpc":"2.0","id":0,"method":"sampling/createMessage","params":{"x":1.0}}`))
		f.say(wire.Result(m.ID, json.RawMessage(`{}`)))
	case m.Method == "die":
		f.die()
	case m.Method == "initialize" && mute(m):
	case m.Method == "tools/call":
		go func() {
			answer, fault := f.call(m)
			switch {
			case answer != nil:
				f.say(answer)
			case strings.HasPrefix(fault, "die"):
				f.die()
			case fault == "bare":
				f.say([]byte(`{"jsonrpc":"2.0","id":` + string(m.ID) + `}`))
			case fault == "progress":
				token := rawjson.Get(rawjson.Get(m.Params, "_meta"), "progressToken")
				f.say([]byte(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":` + string(token) + `,"progress":5,"total":9}}`))
				f.say(wire.Result(m.ID, json.RawMessage(failureTable["limited"])))
			}
		}()
	default:
		f.say(f.answer(m))
	}
}

// ServeHTTP speaks streamable HTTP. The session is "s" and the number of times
// that one was opened; "lose" forgets it.
func (f *faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	body, _ := io.ReadAll(r.Body)
	m, err := wire.Parse(body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	session := fmt.Sprintf("s%d", count(f.ledger, "session"))
	if m.Method == "initialize" {
		f.note("session")
		w.Header().Set("Mcp-Session-Id", fmt.Sprintf("s%d", count(f.ledger, "session")))
	} else if r.Header.Get("Mcp-Session-Id") != session {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	switch {
	case m.Method == "initialize" && mute(m):
		<-r.Context().Done()
	case !m.IsRequest():
		f.note("told %s", m.Method)
		w.WriteHeader(http.StatusAccepted)
	case m.Method == "tools/call":
		answer, fault := f.call(m)
		if answer == nil {
			f.fail(w, r, m, fault)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer)
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(f.answer(m))
	}
}

// fail does to a response what a fault says.
func (f *faulty) fail(w http.ResponseWriter, r *http.Request, m wire.Message, fault string) {
	switch strings.TrimSuffix(fault, "_before") {
	case "status503":
		w.WriteHeader(http.StatusServiceUnavailable)
	case "status429":
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
	case "status403":
		http.Error(w, "Forbidden", http.StatusForbidden)
	case "status401":
		http.Error(w, "Unauthorized", http.StatusUnauthorized)
	case "lose":
		f.note("session") // another one, so that this one is unknown
		w.WriteHeader(http.StatusNotFound)
	case "cut":
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "500")
		_, _ = w.Write(wire.Result(m.ID, json.RawMessage(success))[:40])
	case "stream":
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, ": bye\n\n")
	case "bare":
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, `data: {"jsonrpc":"2.0","id":`+string(m.ID)+"}\n\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	case "hang":
		<-r.Context().Done()
	default: // close
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_ = conn.Close()
		}
	}
}

// patient fails a test that waits for too long.
func patient(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

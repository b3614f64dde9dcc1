package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A server that cannot be started is told at once.
func Example() {
	proxy := gateway.Proxy{Server: gateway.Server{Command: []string{"/no/such/server"}}}
	err := proxy.Serve(context.Background(), strings.NewReader(""), os.Stdout)
	fmt.Println(err)
	// Output: start /no/such/server: fork/exec /no/such/server: no such file or directory
}

func TestAllElsePassesInItsOwnBytes(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{})
	c.greet("test")
	const params = `{"z":12345678901234567890.10,"a":"<é>","nested":{"b":[1,2.0]}}`
	if got := c.request("echo", params); string(got.Result) != params {
		t.Errorf("got %s", got.Result)
	}
	if got := c.request("no/such", `{}`); string(got.Error) != `{"code":-32601,"message":"no such method"}` {
		t.Errorf("got %s", got.Raw)
	}
	list := c.request("tools/list", `{}`)
	if want := strings.ReplaceAll(toolList, "\n", ""); string(list.Result) != want {
		t.Errorf("the list was changed: %s", list.Result)
	}
	if got := c.call("write", `{"id":"1"}`); got.raw != success {
		t.Errorf("the result was changed: %s", got.raw)
	}
	if got := c.call("write", `{"id":"2","fault":"large","times":1}`); len(got.Content[0].Text) != 8<<20 {
		t.Errorf("a large result has %d bytes", len(got.Content[0].Text))
	}
	c.ledgerHas(`initialize {"protocolVersion":"2025-06-18","capabilities":{"sampling":{}},"clientInfo":{"name":"test","version":"1"},"x":1.0}`, 1)
}

func TestTheServerAsksTheClient(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{})
	c.greet("test")
	c.request("ask", `{}`)
	question := c.told("sampling/createMessage", 1)[0]
	if string(question.Params) != `{"x":1.0}` || string(question.ID) != `0` {
		t.Errorf("asked %s", question.Raw)
	}
	c.tell(string(wire.Result(question.ID, json.RawMessage(`{"text":1.10}`))))
	c.ledgerHas(`answered 0 {"text":1.10}`, 1)
}

// What is no tool's failure reaches the client as it is.
func TestWhatTheClientHasToActOn(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{})
	c.greet("test")
	if got := c.call("write", `{"id":"1","fault":"input","times":1}`); got.raw != failureTable["input"] {
		t.Errorf("got %s", got.raw)
	}
	got := c.request("tools/call", `{"name":"write","arguments":{"id":"2","fault":"consent","times":1}}`)
	if string(got.Error) != `{"code":-32042,"message":"go there","data":{"elicitations":[]}}` {
		t.Errorf("got %s", got.Raw)
	}
}

func TestAnEmptySuccessKeepsItsFlag(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{Tools: []tool.Spec{{Name: "read", Subject: "order"}}})
	c.greet("test")
	got := c.call("read", `{"id":"1","fault":"empty","times":9}`)
	if got.IsError || len(got.Content) != 1 || !strings.Contains(got.Content[0].Text, "order") || got.Meta.Verdict.Fault != fault.Empty {
		t.Errorf("got %s", got.raw)
	}
}

func TestArguments(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{})
	c.greet("test")
	got := c.call("read", `{"fault":"none"}`)
	if !got.IsError || got.Meta.Verdict.Fault != fault.MissingArgument || !strings.Contains(got.Content[0].Text, "id") {
		t.Errorf("got %s", got.raw)
	}
	if n := count(c.ledger, "attempt "); n != 0 {
		t.Errorf("it was sent %d times", n)
	}
	// Servers are known to take a number for a text.
	if got := c.call("read", `{"id":17}`); got.raw != success {
		t.Errorf("refused without asking the server: %s", got.raw)
	}
}

func TestAToolWithAnOutputSchema(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{})
	c.greet("test")
	got := c.call("typed", `{"id":"1","fault":"forbidden","times":9}`)
	if !got.IsError || got.Structured != nil || got.Meta.Verdict.Fault != fault.Forbidden {
		t.Errorf("got %s", got.raw)
	}
	if strings.Contains(got.raw, "sk-abc") {
		t.Errorf("the model reads a secret: %s", got.raw)
	}
	c.ledgerHas("list", 2) // both pages, asked for once
}

// A refusal is not asked for again.
func TestARefusalIsRemembered(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{})
	c.greet("test")
	for range 3 {
		if got := c.call("read", `{"id":"1","fault":"forbidden","times":9}`); !got.IsError {
			t.Errorf("got %s", got.raw)
		}
	}
	c.ledgerHas("attempt 1", 1)
}

func TestTheCallersKey(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{})
	c.greet("test")
	for range 2 {
		got := c.request("tools/call", `{"name":"keyed","arguments":{"id":"1","fault":"die","times":1},"_meta":{"test/key":"k1"}}`)
		if string(got.Result) != success {
			t.Errorf("got %s", got.Raw)
		}
	}
	c.ledgerHas(`run 1`, 1)
	c.ledgerHas(`attempt 1`, 2)
}

func TestADeadServerIsToldAllAgain(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{})
	c.greet("test")
	c.request("logging/setLevel", `{"level":"info"}`)
	c.request("resources/subscribe", `{"uri":"a://b"}`)
	c.request("ask", `{}`)
	first := c.told("sampling/createMessage", 1)[0]
	if got := c.request("die", `{}`); !strings.Contains(string(got.Error), "ended before it answered") {
		t.Errorf("got %s", got.Raw)
	}
	if got := c.request("echo", `{"a":1.0}`); string(got.Result) != `{"a":1.0}` {
		t.Errorf("after the restart: %s", got.Raw)
	}
	c.ledgerHas(`initialize {"protocolVersion":"2025-06-18","capabilities":{"sampling":{}},"clientInfo":{"name":"test","version":"1"},"x":1.0}`, 2)
	c.ledgerHas(`told notifications/initialized`, 2)
	c.ledgerHas(`logging/setLevel {"level":"info"}`, 2)
	c.ledgerHas(`resources/subscribe {"uri":"a://b"}`, 2)
	// The question of the dead server is not answered to its successor, which may
	// ask under the same identifier.
	c.request("ask", `{}`)
	second := c.told("sampling/createMessage", 2)[1]
	c.tell(string(wire.Result(first.ID, json.RawMessage(`"late"`))))
	c.tell(string(wire.Result(second.ID, json.RawMessage(`"now"`))))
	c.ledgerHas(`answered 0 "now"`, 1)
	if n := count(c.ledger, `answered 0 "late"`); n != 0 {
		t.Error("an answer went to the wrong question")
	}
}

// A server that ends before it has answered anything ends the proxy, as it would
// end the client's own start of it.
func TestAServerThatDoesNotStart(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{Server: gateway.Server{Env: []string{"GOTRACEBACK=none"}}})
	reply := c.stream.Call(patient(t), wire.Request(json.RawMessage(`1`), "die", nil))
	if reply.Answered() && reply.Answer.Error == nil {
		t.Errorf("got %s", reply.Answer.Raw)
	}
	select {
	case err := <-c.done:
		if err == nil || !strings.Contains(err.Error(), "exit status 3") {
			t.Errorf("got %v", err)
		}
		c.done <- err
	case <-patient(t).Done():
		t.Error("the proxy goes on without a server")
	}
}

func TestTheClientGivesUp(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{Deadline: new(time.Minute)})
	c.greet("test")
	ctx, cancel := context.WithCancel(patient(t))
	answered := make(chan wire.Reply, 1)
	go func() {
		answered <- c.stream.Call(ctx, wire.Request(json.RawMessage(`"w1"`), "tools/call", json.RawMessage(`{"name":"write","arguments":{"id":"1","fault":"hang","times":9}}`)))
	}()
	c.ledgerHas("run 1", 1)
	c.tell(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"w1","reason":"user"}}`)
	c.wait("the server to be told", func() bool {
		data, _ := os.ReadFile(c.ledger)
		return strings.Contains(string(data), `told notifications/cancelled {"reason":"cancelled by the client","requestId":"sequitur-`) ||
			strings.Contains(string(data), `told notifications/cancelled {"requestId":"sequitur-`)
	})
	if got := c.request("echo", `{}`); got.Result == nil {
		t.Errorf("got %s", got.Raw)
	}
	cancel()
	if reply := <-answered; reply.Answered() {
		t.Errorf("a cancelled call was answered: %s", reply.Answer.Raw)
	}
	c.ledgerHas("attempt 1", 1)
}

// A client that gives up by time is answered before the next time.
func TestAClientsPatienceIsLearnt(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{Clients: map[string]time.Duration{"impatient": time.Hour}})
	c.greet("impatient")
	go c.stream.Call(t.Context(), wire.Request(json.RawMessage(`"w1"`), "tools/call", json.RawMessage(`{"name":"write","arguments":{"id":"1","fault":"hang","times":9}}`)))
	c.ledgerHas("run 1", 1)
	c.tell(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"w1","reason":"timed out after 1s"}}`)
	got := c.call("write", `{"id":"2","fault":"hang","times":9}`)
	if !got.IsError || got.Meta.Verdict.Fault != fault.Timeout || got.Meta.Verdict.Status != "unknown_outcome" {
		t.Errorf("got %s", got.raw)
	}
}

// The guard tells a client that asked for progress that it waits, and the values
// grow over the attempts.
func TestProgress(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{})
	c.greet("test")
	got := c.request("tools/call", `{"name":"read","arguments":{"id":"1","fault":"progress","times":2},"_meta":{"progressToken":"p"}}`)
	if string(got.Result) != success {
		t.Errorf("got %s", got.Raw)
	}
	var values []float64
	for _, m := range c.told("notifications/progress", 3) {
		var p struct {
			Progress float64 `json:"progress"`
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			t.Fatal(err)
		}
		values = append(values, p.Progress)
	}
	if diff := cmp.Diff([]float64{5, 5.001, 5.002}, values); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// recorder keeps the episodes.
type recorder struct {
	mu       sync.Mutex
	episodes []trajectory.Episode
}

func (r *recorder) Record(_ context.Context, e trajectory.Episode) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.episodes = append(r.episodes, e)
}

func (r *recorder) only(t *testing.T) trajectory.Episode {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.episodes) != 1 {
		t.Fatalf("%d episodes were recorded", len(r.episodes))
	}
	return r.episodes[0]
}

func TestShadowChangesNothing(t *testing.T) {
	t.Parallel()
	r := new(recorder)
	c := start(t, gateway.Proxy{Shadow: true, Recorder: r})
	c.greet("test")
	if got := c.call("read", `{"id":"1","fault":"busy","times":1}`); got.raw != failureTable["busy"] {
		t.Errorf("got %s", got.raw)
	}
	e := r.only(t)
	if !e.Shadow || e.Action != recovery.ActionRetry || e.Fault != fault.ServerError || !strings.HasPrefix(e.Run, "mcp_") {
		t.Errorf("recorded %+v", e)
	}
	c.ledgerHas("attempt 1", 1)
}

func TestRecord(t *testing.T) {
	t.Parallel()
	r := new(recorder)
	c := start(t, gateway.Proxy{Recorder: r})
	c.greet("test")
	c.call("read", `{"id":"1","fault":"busy","times":1}`)
	if e := r.only(t); e.Shadow || len(e.Attempts) != 2 || e.Action != recovery.ActionDeliver || !strings.HasPrefix(e.Run, "mcp_") {
		t.Errorf("recorded %+v", e)
	}
}

// Whatever is put inside the guard sees each attempt, and its outcome counts.
func TestInner(t *testing.T) {
	t.Parallel()
	var seen []string
	inject := func(next tool.Invoker) tool.Invoker {
		return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
			if seen = append(seen, call.Tool); len(seen) == 1 {
				return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Status: 503, Body: "busy"}
			}
			return next.Invoke(ctx, call)
		})
	}
	c := start(t, gateway.Proxy{Inner: []tool.Middleware{inject}})
	c.greet("test")
	if got := c.call("read", `{"id":"1"}`); got.raw != success || len(seen) != 2 {
		t.Errorf("got %s after %d attempts", got.raw, len(seen))
	}
	seen = nil
	bare := start(t, gateway.Proxy{Unguarded: true, Inner: []tool.Middleware{inject}})
	bare.greet("test")
	if got := bare.request("tools/call", `{"name":"read","arguments":{"id":"1"}}`); !strings.Contains(string(got.Error), "busy") {
		t.Errorf("without a guard: %s", got.Raw)
	}
	if got := bare.call("read", `{"id":"2"}`); got.raw != success {
		t.Errorf("without a guard: %s", got.raw)
	}
}

// A deadline of its own keeps the answer within a short-tempered client's limit.
func TestAClientsDeadline(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{Clients: map[string]time.Duration{"hasty*": 300 * time.Millisecond}})
	c.greet("hasty-agent")
	begun := time.Now()
	got := c.call("write", `{"id":"1","fault":"hang","times":9}`)
	if got.Meta.Verdict.Fault != fault.Timeout || time.Since(begun) > 2*time.Second {
		t.Errorf("after %s: %s", time.Since(begun), got.raw)
	}
}

func TestManyCallsAtOnce(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{})
	c.greet("test")
	var calls sync.WaitGroup
	for i := range 64 {
		calls.Go(func() {
			id := json.RawMessage(fmt.Sprintf(`"m%d"`, i))
			want := fmt.Sprintf(`{"i":%d}`, i)
			if i%2 == 0 {
				reply := c.stream.Call(patient(t), wire.Request(id, "echo", json.RawMessage(want)))
				if string(reply.Answer.Result) != want {
					t.Errorf("got %s, want %s", reply.Answer.Result, want)
				}
				return
			}
			reply := c.stream.Call(patient(t), wire.Request(id, "tools/call", json.RawMessage(fmt.Sprintf(`{"name":"write","arguments":{"id":"m%d"}}`, i))))
			if string(reply.Answer.Result) != success {
				t.Errorf("got %s", reply.Answer.Raw)
			}
		})
	}
	calls.Wait()
}

// Nonsense of a client is answered, a batch is taken apart, and neither disturbs
// what follows.
func TestNonsense(t *testing.T) {
	t.Parallel()
	c := start(t, gateway.Proxy{})
	c.greet("test")
	c.tell(`{"jsonrpc":"2.0","id":7`)
	c.tell(`{"jsonrpc":"2.0","method":"tools/call","method":"x","id":8}`)
	c.tell(`{"id":"nobody asked","result":{}}`)
	c.tell(`[{"jsonrpc":"2.0","id":"b1","method":"echo","params":{}},{"jsonrpc":"2.0","method":"notifications/x"}]`)
	c.ledgerHas("told notifications/x", 1)
	if got := c.request("echo", `{"still":"there"}`); string(got.Result) != `{"still":"there"}` {
		t.Errorf("got %s", got.Raw)
	}
	if got := c.request("tools/call", `{"arguments":{"id":"1"}}`); string(got.Result) != success {
		t.Errorf("a call without a name is the server's to refuse: %s", got.Raw)
	}
}

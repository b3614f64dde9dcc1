package gateway_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/tool"
)

// program is a part whose server is the test binary with a ledger of its own.
func program(name, prefix, ledger string, tools ...tool.Spec) gateway.Part {
	return gateway.Part{Name: name, Prefix: prefix, Proxy: gateway.Proxy{
		Server: gateway.Server{Command: []string{os.Args[0]}, Env: []string{serverVariable + "=" + ledger}},
		Policy: quick, Deadline: new(10 * time.Second), Tools: tools,
	}}
}

// While clients call, servers are replaced and settings changed over and over:
// each call is answered once, with its own answer, and has run once.
func TestReloadUnderLoad(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	stays, one, two := filepath.Join(dir, "stays"), filepath.Join(dir, "one"), filepath.Join(dir, "two")
	parts := func(i int) []gateway.Part {
		ledger := []string{one, two}[i%2]
		a := program("a", "a_", stays, tool.Spec{Name: "a_write", Access: tool.AccessWrite, Idempotent: i%2 == 0})
		return []gateway.Part{a, program("b", "b_", ledger)}
	}
	g := &gateway.Gateway{Version: "1", Parts: parts(0)}
	h := &gateway.Handler{Gateway: g}
	var calls atomic.Int64
	stop := make(chan struct{})
	var load sync.WaitGroup
	for n := range 4 {
		v := visit(t, h)
		v.ask("tools/list", `{}`)
		load.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				name := []string{"a_write", "b_write"}[i%2]
				id := fmt.Sprintf("%d-%d", n, i)
				reply := v.ask("tools/call", fmt.Sprintf(`{"name":%q,"arguments":{"id":%q}}`, name, id))
				if string(reply.Answer.Result) != success {
					t.Errorf("%s of %s: got %s, %v", name, id, reply.Answer.Raw, reply.Err)
				}
				calls.Add(1)
			}
		})
	}
	for i := 1; i <= 10; i++ {
		<-time.After(100 * time.Millisecond)
		if err := g.Reload(parts(i)); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	load.Wait()
	var runs []string
	for _, ledger := range []string{stays, one, two} {
		data, err := os.ReadFile(ledger)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if strings.HasPrefix(line, "run ") {
				runs = append(runs, line)
			}
		}
	}
	slices.Sort(runs)
	if distinct := len(slices.Compact(slices.Clone(runs))); distinct != len(runs) || int64(len(runs)) != calls.Load() {
		t.Errorf("%d calls ran %d times, %d of them apart", calls.Load(), len(runs), distinct)
	}
	starts, _ := os.ReadFile(stays)
	if n := strings.Count(string(starts), "initialize "); n != 4 {
		t.Errorf("the server that stays was begun %d times by 4 sessions", n)
	}
	if n := count(one, "told notifications/initialized {}") + count(two, "told notifications/initialized {}"); n > 44 {
		t.Errorf("the replaced servers were begun %d times", n)
	}
}

// What the operator says of a tool is in force for a session under way.
func TestReloadChangesSettings(t *testing.T) {
	t.Parallel()
	ledger := filepath.Join(t.TempDir(), "ledger")
	g := &gateway.Gateway{Version: "1", Parts: []gateway.Part{program("a", "a_", ledger)}}
	v := visit(t, &gateway.Handler{Gateway: g})
	busy := func(id string) int {
		v.ask("tools/call", fmt.Sprintf(`{"name":"a_write","arguments":{"id":%q,"fault":"busy","times":1}}`, id))
		return count(ledger, "attempt "+id)
	}
	if n := busy("before"); n != 1 {
		t.Fatalf("a plain write was made %d times", n)
	}
	if err := g.Reload([]gateway.Part{program("a", "a_", ledger, tool.Spec{Name: "a_write", Access: tool.AccessRead})}); err != nil {
		t.Fatal(err)
	}
	if n := busy("after"); n != 2 {
		t.Errorf("a read was made %d times", n)
	}
}

// A server that is taken out ends only with its last call, and one that comes in
// is announced.
func TestReloadLetsCallsEnd(t *testing.T) {
	t.Parallel()
	slow := &slowServer{begun: make(chan struct{}), open: make(chan struct{}), faulty: faulty{ledger: filepath.Join(t.TempDir(), "slow")}}
	server := httptest.NewServer(slow)
	t.Cleanup(server.Close)
	old := gateway.Part{Name: "a", Proxy: gateway.Proxy{Server: gateway.Server{URL: server.URL}, Policy: quick, Deadline: new(10 * time.Second)}}
	g := &gateway.Gateway{Version: "1", Parts: []gateway.Part{old}}
	v := visit(t, &gateway.Handler{Gateway: g})
	answered := make(chan string, 1)
	go func() {
		answered <- string(v.ask("tools/call", `{"name":"write","arguments":{"id":"slow"}}`).Answer.Result)
	}()
	<-slow.begun
	ledger := filepath.Join(t.TempDir(), "ledger")
	if err := g.Reload([]gateway.Part{program("b", "b_", ledger)}); err != nil {
		t.Fatal(err)
	}
	if got := v.ask("tools/call", `{"name":"b_write","arguments":{"id":"x"}}`); string(got.Answer.Result) != success {
		t.Errorf("the new server: got %s", got.Answer.Raw)
	}
	if got := v.ask("tools/call", `{"name":"write","arguments":{"id":"late"}}`); !strings.Contains(string(got.Answer.Result), "unknown_tool") {
		t.Errorf("the old server still answers: %s", got.Answer.Raw)
	}
	close(slow.open)
	if got := <-answered; got != success {
		t.Errorf("the call under way: got %s", got)
	}
	if names := toolNamesOf(t, v.ask("tools/list", `{}`).Answer.Result); slices.Contains(names, "write") || !slices.Contains(names, "b_write") {
		t.Errorf("listed: %v", names)
	}
}

// What is wrong changes nothing.
func TestReloadRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	ledger := filepath.Join(t.TempDir(), "ledger")
	g := &gateway.Gateway{Version: "1", Parts: []gateway.Part{program("a", "", ledger)}}
	v := visit(t, &gateway.Handler{Gateway: g})
	twice := tool.Spec{Name: "read", Access: tool.AccessRead}
	for name, parts := range map[string][]gateway.Part{
		"none":  nil,
		"names": {program("a", "", ledger), program("a", "", ledger)},
		"tools": {program("a", "", ledger, twice, twice)},
	} {
		if err := g.Reload(parts); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if got := v.ask("tools/call", `{"name":"write","arguments":{"id":"x"}}`); string(got.Answer.Result) != success {
		t.Errorf("got %s", got.Answer.Raw)
	}
}

func TestAdmitChangesTheToken(t *testing.T) {
	t.Parallel()
	h := &gateway.Handler{Gateway: &gateway.Gateway{}, Token: "old"}
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/mcp", http.NoBody)
	request.Header.Set("Authorization", "Bearer new")
	if h.Knows(request) {
		t.Error("the new token is known before its time")
	}
	h.Admit(nil, nil, "new")
	if !h.Knows(request) {
		t.Error("the new token is not known")
	}
}

// slowServer answers a call only once it may.
type slowServer struct {
	faulty

	begun, open chan struct{}
	once        sync.Once
}

// ServeHTTP implements [http.Handler].
func (s *slowServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	if m, err := wire.Parse(body); err == nil && string(rawjson.Get(m.Params, "name")) == `"write"` {
		s.once.Do(func() { close(s.begun) })
		<-s.open
	}
	s.faulty.ServeHTTP(w, r)
}

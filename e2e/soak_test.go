//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/internal/rawjson"
)

// soakVariable says how many calls the soak makes.
const (
	soakVariable = "SEQUITUR_SOAK_CALLS"
	soakCalls    = 50_000
	soakWorkers  = 8
	idleSessions = 10_000
	idleBound    = 850 // MiB
)

// steady is an MCP server over HTTP that answers a call at once, but fails the
// first attempt of each hundredth.
type steady struct{ failed sync.Map }

// ServeHTTP implements [http.Handler].
func (s *steady) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	body, _ := io.ReadAll(r.Body)
	m, err := wire.Parse(body)
	if err != nil || !m.IsRequest() {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	result := `{}`
	switch m.Method {
	case "initialize":
		result = `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"steady","version":"1"}}`
	case "tools/list":
		result = `{"tools":[{"name":"read","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}`
	case "tools/call":
		id := string(rawjson.Get(rawjson.Get(m.Params, "arguments"), "id"))
		if strings.HasSuffix(id, `99"`) && s.first(id) {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		result = `{"content":[{"type":"text","text":` + id + `}]}`
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(wire.Result(m.ID, json.RawMessage(result)))
}

// first says whether it is asked for the first time, and then forgets.
func (s *steady) first(id string) bool {
	if _, again := s.failed.LoadAndDelete(id); again {
		return false
	}
	s.failed.Store(id, true)
	return true
}

// before puts a gateway over HTTP before a steady server.
func before(t *testing.T, handler *gateway.Handler) string {
	t.Helper()
	upstream := httptest.NewServer(&steady{})
	t.Cleanup(upstream.Close)
	handler.Gateway = &gateway.Gateway{Version: "1", Parts: []gateway.Part{{
		Name: "a", Proxy: gateway.Proxy{Server: gateway.Server{URL: upstream.URL}},
	}}}
	front := httptest.NewServer(handler)
	t.Cleanup(func() {
		handler.Close()
		front.CloseClientConnections()
		front.Close()
	})
	return front.URL
}

// enter begins a session.
func enter(t *testing.T, url string) *wire.HTTP {
	t.Helper()
	c := &wire.HTTP{URL: url, Handle: func(wire.Message) {}}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	reply := c.Call(ctx, wire.Request(json.RawMessage(`1`), "initialize", json.RawMessage(`{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"soak","version":"1"}}`)), nil)
	if reply.Answer.Result == nil {
		t.Errorf("initialize drew %s, %v", reply.Answer.Raw, reply.Err)
	}
	if err := c.Send(ctx, wire.Notification("notifications/initialized", nil)); err != nil {
		t.Error(err)
	}
	return c
}

// inUse is the memory that heap and stacks hold after a collection.
func inUse() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapInuse+m.StackInuse) / (1 << 20)
}

// Memory does not grow with the calls, and each is answered with its own answer.
func TestSoak(t *testing.T) {
	calls := soakCalls
	if text := os.Getenv(soakVariable); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		calls = n
	}
	url := before(t, &gateway.Handler{})
	var clients []*wire.HTTP
	for range soakWorkers {
		clients = append(clients, enter(t, url))
	}
	var after [4]float64
	goroutines := 0
	for quarter := range after {
		var working sync.WaitGroup
		for n, c := range clients {
			working.Go(func() {
				for i := range calls / len(after) / soakWorkers {
					id := fmt.Sprintf("%d-%d-%d", quarter, n, i)
					params := fmt.Sprintf(`{"name":"read","arguments":{"id":%q}}`, id)
					reply := c.Call(t.Context(), wire.Request(json.RawMessage(strconv.Quote(id)), "tools/call", json.RawMessage(params)), nil)
					if want := `{"content":[{"type":"text","text":"` + id + `"}]}`; string(reply.Answer.Result) != want {
						t.Errorf("%s drew %s, %v", id, reply.Answer.Raw, reply.Err)
					}
				}
			})
		}
		working.Wait()
		after[quarter] = inUse()
		if quarter == 0 {
			goroutines = runtime.NumGoroutine()
		}
	}
	t.Logf("%d calls: memory after each quarter %.1f MiB, goroutines %d and %d", calls, after, goroutines, runtime.NumGoroutine())
	if grown := after[3] - after[0]; grown > 8 {
		t.Errorf("memory grew by %.1f MiB from the first quarter to the last", grown)
	}
	if grown := runtime.NumGoroutine() - goroutines; grown > 50 {
		t.Errorf("there are %d goroutines more", grown)
	}
}

// What a session holds that has nothing to do does not grow unseen.
func TestIdleSessions(t *testing.T) {
	url := before(t, &gateway.Handler{MaxSessions: idleSessions})
	empty := inUse()
	var entering sync.WaitGroup
	for range soakWorkers {
		entering.Go(func() {
			for range idleSessions / soakWorkers {
				enter(t, url)
			}
		})
	}
	entering.Wait()
	time.Sleep(time.Second) // what the last one has begun
	full := inUse()
	t.Logf("%d sessions hold %.0f MiB, with %d goroutines", idleSessions, full-empty, runtime.NumGoroutine())
	if full-empty > idleBound {
		t.Errorf("they hold %.0f MiB", full-empty)
	}
}

package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/tool"
)

// A Server serves the worlds of its trials. The zero value is ready. It is safe
// for concurrent use.
type Server struct {
	once sync.Once
	mux  *http.ServeMux

	mu     sync.Mutex
	trials map[string]*trial
}

// A Trial is one world, and what goes wrong in it.
type Trial struct {
	World    *world.World
	Faults   []inject.Plan
	Seed     uint64
	Delivery Delivery
	// Hang bounds a call that is not answered; 0 is two minutes.
	Hang time.Duration
}

// A Record is what arrived in a trial.
type Record struct {
	Calls  []Call       `json:"calls"`
	Ledger world.Ledger `json:"ledger,omitempty"`
	// Unfired are the faults that had to occur and did not.
	Unfired []inject.Plan `json:"unfired,omitempty"`
}

// A Call is one call that arrived, and what the backend made of it.
type Call struct {
	// Via is the protocol: "http" or "mcp".
	Via     string        `json:"via"`
	Call    tool.Call     `json:"call"`
	Outcome tool.Outcome  `json:"outcome"`
	Began   time.Time     `json:"began"`
	Took    time.Duration `json:"took_ns"`
}

// trial is an open trial.
type trial struct {
	Trial

	faults  *inject.Injector
	invoker tool.Invoker

	mu    sync.Mutex
	calls []Call
}

const (
	maxBody     = 1 << 20
	defaultHang = 2 * time.Minute
)

// Open begins a trial.
func (s *Server) Open(name string, t Trial) error {
	if !t.Delivery.known() {
		return fmt.Errorf("delivery must be one of %v, got %q", Deliveries(), t.Delivery)
	}
	faults, err := inject.New(t.Faults, inject.Options{Seed: t.Seed, Access: access(t.World)})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if name == "" || s.trials[name] != nil {
		return fmt.Errorf("trial %q is open already, or has no name", name)
	}
	if s.trials == nil {
		s.trials = make(map[string]*trial)
	}
	s.trials[name] = &trial{Trial: t, faults: faults, invoker: tool.Chain(t.World, faults.Wrap)}
	return nil
}

// access says what the tools of a world do.
func access(w *world.World) func(string) tool.Access {
	return func(name string) tool.Access {
		for _, spec := range w.Specs() {
			if spec.Name == name {
				return spec.Access
			}
		}
		return tool.AccessUnknown
	}
}

// Record returns what arrived in a trial so far.
func (s *Server) Record(name string) Record {
	t := s.find(name)
	if t == nil {
		return Record{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return Record{Calls: slices.Clone(t.calls), Ledger: t.World.Ledger(), Unfired: t.faults.Unfired()}
}

// Close ends a trial and returns its record.
func (s *Server) Close(name string) Record {
	record := s.Record(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.trials, name)
	return record
}

func (s *Server) find(name string) *trial {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trials[name]
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.once.Do(s.route)
	s.mux.ServeHTTP(w, r)
}

func (s *Server) route() {
	s.mux = http.NewServeMux()
	handle := func(pattern, path string, serve func(*trial, http.ResponseWriter, *http.Request)) {
		s.mux.HandleFunc(pattern+"/t/{trial}"+path, func(w http.ResponseWriter, r *http.Request) {
			t := s.find(r.PathValue("trial"))
			if t == nil {
				write(w, http.StatusNotFound, errorValue{Error: "no such trial is open"})
				return
			}
			serve(t, w, r)
		})
	}
	handle("GET ", "/tools", (*trial).list)
	handle("POST ", "/tools/{tool}", (*trial).call)
	handle("GET ", "/openapi.json", (*trial).page)
	handle("", "/mcp", (*trial).mcp)
}

// invoke makes a call, and keeps what came of it.
func (t *trial) invoke(ctx context.Context, via string, call tool.Call) tool.Outcome {
	began := time.Now()
	out := t.invoker.Invoke(ctx, call)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls = append(t.calls, Call{Via: via, Call: call, Outcome: out, Began: began, Took: time.Since(began)})
	return out
}

// list names the tools as MCP does.
func (t *trial) list(w http.ResponseWriter, _ *http.Request) {
	type listed struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Input       json.RawMessage `json:"inputSchema"`
	}
	specs := t.World.Specs()
	all := make([]listed, len(specs))
	for i := range specs {
		all[i] = listed{specs[i].Name, specs[i].Description, specs[i].Input}
	}
	write(w, http.StatusOK, map[string]any{"tools": all})
}

// call makes one call over HTTP.
func (t *trial) call(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		write(w, http.StatusBadRequest, errorValue{Error: "the body cannot be read"})
		return
	}
	out := t.invoke(r.Context(), "http", tool.Call{
		Tool: r.PathValue("tool"), Args: body,
		Key: r.Header.Get("Idempotency-Key"), Credential: r.Header.Get("Authorization"),
	})
	t.deliver(w, r, &out)
}

// write answers with a value.
func write(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"error":"the answer cannot be written"}`) // plain values: cannot happen
	}
	raw(w, status, string(body))
}

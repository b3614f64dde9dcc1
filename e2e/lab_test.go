//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/lab"
	"github.com/sequitur-go/sequitur/lab/result"
)

// build builds the command.
func build(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "sequitur")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", name, "../cmd/sequitur").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return name
}

// A command is one run of the binary.
type command struct {
	code           int
	stdout, stderr string
}

func play(t *testing.T, binary string, args ...string) command {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return command{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// endpoint replays two recorded answers of a small model behind an
// OpenAI-compatible server: the call, and after the tool's result the answer,
// with the value that the tool gave. While it is bad, bad answers in its place.
type endpoint struct {
	call, answer []byte
	good         atomic.Int64 // how many requests are still answered
	requests     atomic.Int64
	bad          http.HandlerFunc
}

// healthy is more requests than any test makes.
const healthy = 1 << 40

var (
	recorded = regexp.MustCompile(`23500878`)
	given    = regexp.MustCompile(`"value":(\d+)`)
)

func newEndpoint(t *testing.T, good int64, bad http.HandlerFunc) (*endpoint, string) {
	t.Helper()
	e := &endpoint{bad: bad}
	for name, into := range map[string]*[]byte{"call.json": &e.call, "answer.json": &e.answer} {
		data, err := os.ReadFile(filepath.Join("testdata", "chat", name))
		if err != nil {
			t.Fatal(err)
		}
		*into = data
	}
	e.good.Store(good)
	server := httptest.NewServer(e)
	t.Cleanup(server.Close)
	return e, "openai:" + server.URL + "/v1#recorded"
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.requests.Add(1)
	var req struct {
		Messages []struct{ Role, Content string }
	}
	if r.URL.Path != "/v1/chat/completions" || json.NewDecoder(r.Body).Decode(&req) != nil || len(req.Messages) == 0 {
		http.Error(w, `{"error":{"message":"not a chat completion"}}`, http.StatusBadRequest)
		return
	}
	if e.good.Add(-1) < 0 {
		e.bad(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	last := req.Messages[len(req.Messages)-1]
	if last.Role != "tool" {
		_, _ = w.Write(e.call)
		return
	}
	value := []byte("unknown")
	if m := given.FindStringSubmatch(last.Content); m != nil {
		value = []byte(m[1])
	}
	_, _ = w.Write(recorded.ReplaceAll(e.answer, value))
}

// badServerTable are the ways in which a model's server lets a run down, with the
// words that the run ends with.
var badServerTable = map[string]struct {
	handle http.HandlerFunc
	want   string
}{
	"slow": {func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}, "model server did not answer in time"},
	"rate limiting": {func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "30")
		http.Error(w, `{"error":{"message":"Rate limit reached for requests","type":"rate_limit_error"}}`, http.StatusTooManyRequests)
	}, "model server refuses for load (status 429): Rate limit reached for requests"},
	"malformed": {func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<html><body>Service portal</body></html>")
	}, "model server answered with something that is no chat completion"},
	"cut off": {func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "400")
		_, _ = io.WriteString(w, `{"choices": [{"finish_reason": "tool_c`)
	}, "model server broke its answer off"},
	"failing": {func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"error":"CUDA out of memory"}`, http.StatusInternalServerError)
	}, "model server failed (status 500): CUDA out of memory"},
}

// TestBadModelServer ends a run in the middle by a bad server, through the
// command and over HTTP, and finishes it when the server is well again.
func TestBadModelServer(t *testing.T) {
	t.Parallel()
	binary := build(t)
	_, ref := newEndpoint(t, healthy, nil)
	whole := filepath.Join(t.TempDir(), "whole")
	if c := play(t, binary, "lab", "run", "self-retry", "--runs", "4", "--model", ref, "--out", whole); c.code != 0 {
		t.Fatalf("an undisturbed run: code %d\n%s", c.code, c.stderr)
	}
	want := trialsOf(t, whole)
	for name, bad := range badServerTable {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, ref := newEndpoint(t, 8, bad.handle)
			out := filepath.Join(t.TempDir(), "run")
			args := []string{"lab", "run", "self-retry", "--runs", "4", "--model", ref, "--out", out, "--timeout", "1s"}
			c := play(t, binary, args...)
			if c.code != 1 || !strings.Contains(c.stderr, bad.want) || !strings.Contains(c.stderr, "--resume --out "+out) {
				t.Fatalf("code %d, want 1, %q and how to go on:\n%s", c.code, bad.want, c.stderr)
			}
			if !strings.Contains(c.stdout, "3 trials failed for the model's server") {
				t.Errorf("the report does not count the server's failures apart:\n%s", c.stdout)
			}
			if r := resultOf(t, out); r.Infra != 3 || measured(&r) != 4 {
				t.Errorf("%d failures of the server and %d trials in cells, want 3 and 4", r.Infra, measured(&r))
			}
			e.good.Store(healthy)
			if c := play(t, binary, append(args, "--resume")...); c.code != 0 {
				t.Fatalf("resumed: code %d\n%s", c.code, c.stderr)
			}
			if r := resultOf(t, out); r.Infra != 0 || measured(&r) != 8 {
				t.Errorf("after the resume: %d failures, %d trials in cells, want 0 and 8", r.Infra, measured(&r))
			}
			for key, trial := range trialsOf(t, out) {
				if trial != want[key] {
					t.Errorf("%s differs from that of an undisturbed run:\n%+v\n%+v", key, trial, want[key])
				}
			}
		})
	}
}

// TestRefusedKey ends at the first trial: the next one would fail alike.
func TestRefusedKey(t *testing.T) {
	t.Parallel()
	binary := build(t)
	e, ref := newEndpoint(t, 0, func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"error":{"message":"Incorrect API key provided"}}`, http.StatusUnauthorized)
	})
	c := play(t, binary, "lab", "run", "self-retry", "--model", ref, "--out", filepath.Join(t.TempDir(), "run"))
	if c.code != 1 || !strings.Contains(c.stderr, "refuses the request (status 401): Incorrect API key provided") || e.requests.Load() != 1 {
		t.Errorf("code %d after %d requests:\n%s", c.code, e.requests.Load(), c.stderr)
	}
}

// TestSignals ends a run on a real endpoint by an interrupt and by a kill; what
// was measured is there, and a resume asks only for what is missing.
func TestSignals(t *testing.T) {
	t.Parallel()
	binary := build(t)
	for name, c := range map[string]struct {
		signal os.Signal
		code   int
	}{"interrupt": {os.Interrupt, 130}, "terminate": {syscall.SIGTERM, 130}, "kill": {os.Kill, -1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// The fifth trial's first answer never comes: the signal finds it waiting.
			asked := make(chan struct{})
			var once sync.Once
			e, ref := newEndpoint(t, 8, func(_ http.ResponseWriter, r *http.Request) {
				once.Do(func() { close(asked) })
				<-r.Context().Done()
			})
			out := filepath.Join(t.TempDir(), "run")
			args := []string{"lab", "run", "self-retry", "--runs", "4", "--model", ref, "--out", out}
			cmd := exec.CommandContext(t.Context(), binary, args...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			select {
			case <-asked:
			case <-time.After(time.Minute):
				t.Error("the run did not come to its fifth trial")
			}
			if err := cmd.Process.Signal(c.signal); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // its error is the exit code
			if got := cmd.ProcessState.ExitCode(); got != c.code {
				t.Errorf("code %d, want %d", got, c.code)
			}
			if n := len(trialsOf(t, out)); n != 4 {
				t.Errorf("%d trials were kept, want 4", n)
			}
			e.good.Store(healthy)
			e.requests.Store(0)
			if c := play(t, binary, append(args, "--resume")...); c.code != 0 {
				t.Fatalf("resumed: code %d\n%s", c.code, c.stderr)
			}
			if n := e.requests.Load(); n != 8 {
				t.Errorf("the resume made %d requests, want those of 4 trials", n)
			}
			if c := play(t, binary, append(args, "--resume", "--seed", "2")...); c.code != 3 || !strings.Contains(c.stderr, "seed: begun with 1, asked for 2") {
				t.Errorf("resumed with another seed: code %d\n%s", c.code, c.stderr)
			}
		})
	}
}

func resultOf(t *testing.T, dir string) result.Result {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := result.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// measured is the number of trials in all cells.
func measured(r *result.Result) int {
	n := 0
	for i := range r.Cells {
		n += r.Cells[i].N
	}
	return n
}

// kept is what must be alike in two runs of one trial.
type kept struct {
	success                 bool
	answer                  string
	backendCalls, tokensOut int
}

// trialsOf reads the trials that count.
func trialsOf(t *testing.T, dir string) map[string]kept {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "trials.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	trials := make(map[string]kept)
	for line := range strings.Lines(string(data)) {
		var trial lab.Trial
		if err := json.Unmarshal([]byte(line), &trial); err != nil {
			t.Fatal(err)
		}
		if trial.Infra == "" {
			key, err := json.Marshal([]any{trial.Arm, trial.Fault, trial.Index})
			if err != nil {
				t.Fatal(err)
			}
			trials[string(key)] = kept{trial.Success, trial.Answer, trial.BackendCalls, trial.TokensOut}
		}
	}
	return trials
}

// TestShortRefusal rides a refusal for load out where the client is told to
// repeat: no trial is lost, and the run is the undisturbed one.
func TestShortRefusal(t *testing.T) {
	t.Parallel()
	binary := build(t)
	var e *endpoint
	e, ref := newEndpoint(t, 8, func(w http.ResponseWriter, _ *http.Request) {
		e.good.Store(healthy)
		w.Header().Set("Retry-After", "1")
		http.Error(w, `{"error":{"message":"slow down"}}`, http.StatusTooManyRequests)
	})
	out := filepath.Join(t.TempDir(), "run")
	c := play(t, binary, "lab", "run", "self-retry", "--runs", "4", "--model", ref, "--out", out, "--retries", "2")
	if c.code != 0 {
		t.Fatalf("code %d\n%s", c.code, c.stderr)
	}
	if r := resultOf(t, out); r.Infra != 0 || measured(&r) != 8 || e.requests.Load() != 17 {
		t.Errorf("%d failures, %d trials, %d requests; want 0, 8, and 16 with one repeated", r.Infra, measured(&r), e.requests.Load())
	}
}

package lab_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sequitur-go/sequitur/lab"
	"github.com/sequitur-go/sequitur/lab/model"
)

func config(t *testing.T, name, ref string) lab.Config {
	t.Helper()
	e, err := lab.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.ParseRef(ref)
	if err != nil {
		t.Fatal(err)
	}
	return lab.Config{Experiment: e, Model: m, Seed: 1, Runs: 4, Out: filepath.Join(t.TempDir(), "run"), Version: "test"}
}

func lines(t *testing.T, dir string) [][]byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "trials.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.SplitAfter(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
}

func TestOneSeedOneTranscript(t *testing.T) {
	t.Parallel()
	read := func(seed uint64) string {
		cfg := config(t, "strategies", "scripted:article-7b")
		cfg.Seed = seed
		if _, err := lab.Run(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
		return string(bytes.Join(lines(t, cfg.Out), nil))
	}
	one, again, other := read(1), read(1), read(2)
	if diff := cmp.Diff(one, again); diff != "" {
		t.Errorf("one seed gave two transcripts:\n%s", diff)
	}
	if one == other {
		t.Error("two seeds gave one transcript: the seed is not used")
	}
}

func TestInterruptedRunIsResumed(t *testing.T) {
	t.Parallel()
	whole := config(t, "strategies", "scripted:article-7b")
	want, err := lab.Run(t.Context(), whole)
	if err != nil {
		t.Fatal(err)
	}
	cfg := config(t, "strategies", "scripted:article-7b")
	ctx, cancel := context.WithCancel(t.Context())
	cfg.Progress = func(p lab.Progress) {
		if p.Done == 10 {
			cancel()
		}
	}
	out, err := lab.Run(ctx, cfg)
	if !errors.Is(err, context.Canceled) || len(out.Trials) != 10 || out.Missing != len(want.Trials)-10 {
		t.Fatalf("interrupted: %d trials, %d missing, %v", len(out.Trials), out.Missing, err)
	}
	if got := len(lines(t, cfg.Out)); got != 10 {
		t.Errorf("%d trials in the file, want 10", got)
	}
	// A kill leaves a half-written line.
	file, err := os.OpenFile(filepath.Join(cfg.Out, "trials.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(`{"arm":"guard","fau`); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	cfg.Resume, cfg.Progress = true, nil
	out, err = lab.Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Trials, out.Trials); diff != "" {
		t.Errorf("resumed trials differ from those of one run (-want +got):\n%s", diff)
	}
	if got, want := bytes.Join(lines(t, cfg.Out), nil), bytes.Join(lines(t, whole.Out), nil); !bytes.Equal(got, want) {
		t.Error("the resumed file differs from that of one run")
	}
}

func TestMismatchedResumeIsRefused(t *testing.T) {
	t.Parallel()
	begun := config(t, "self-retry", "scripted:article-7b")
	if _, err := lab.Run(t.Context(), begun); err != nil {
		t.Fatal(err)
	}
	before := bytes.Join(lines(t, begun.Out), nil)
	for name, c := range map[string]struct {
		change func(*lab.Config)
		want   string
	}{
		"seed":    {func(c *lab.Config) { c.Seed = 2 }, "seed: begun with 1, asked for 2"},
		"runs":    {func(c *lab.Config) { c.Runs = 9 }, "runs: begun with 4, asked for 9"},
		"model":   {func(c *lab.Config) { c.Model.Name = "textbook" }, "model: begun with scripted:article-7b, asked for scripted:textbook"},
		"version": {func(c *lab.Config) { c.Version = "v2" }, "version of sequitur: begun with test, asked for v2"},
		"file":    {func(c *lab.Config) { c.Experiment = edit(t, "first: 1", "first: 2") }, "experiment's file: "},
		"other":   {func(c *lab.Config) { c.Experiment = run(t, "strategies", nil).Experiment }, "experiment: begun with self-retry, asked for strategies"},
	} {
		cfg := begun
		cfg.Resume = true
		c.change(&cfg)
		_, err := lab.Run(t.Context(), cfg)
		var mismatch *lab.ResumeError
		if !errors.As(err, &mismatch) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	if !bytes.Equal(before, bytes.Join(lines(t, begun.Out), nil)) {
		t.Error("a refused resume changed the trials")
	}
	_, err := lab.Run(t.Context(), begun)
	if _, ok := errors.AsType[*lab.OccupiedError](err); !ok {
		t.Errorf("a second run in the same folder: got %v", err)
	}
	fresh := config(t, "self-retry", "scripted:article-7b")
	fresh.Resume = true
	if _, err := lab.Run(t.Context(), fresh); err == nil || !strings.Contains(err.Error(), "there is no run in") {
		t.Errorf("resuming nothing: got %v", err)
	}
}

func TestChangedManifestIsRefused(t *testing.T) {
	t.Parallel()
	cfg := config(t, "self-retry", "scripted:article-7b")
	if _, err := lab.Run(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(cfg.Out, "manifest.json")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.Replace(data, []byte(`"n": 4`), []byte(`"n": 5`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg.Resume, cfg.Runs = true, 5
	if _, err := lab.Run(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "changed after it was sealed") {
		t.Errorf("got %v, want the broken seal", err)
	}
}

// Two processes that wrote to one file at once left lines cut into each other.
func TestDamagedLinesAreDroppedAndPlayedAgain(t *testing.T) {
	t.Parallel()
	cfg := config(t, "self-retry", "scripted:article-7b")
	want, err := lab.Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	list := lines(t, cfg.Out)
	list[1] = append(append([]byte(nil), list[1][:20]...), list[1]...) // one line in another
	list[3] = []byte("{}\n")
	list = append(list, append([]byte("\n"), list[0]...)) // and one twice
	name := filepath.Join(cfg.Out, "trials.jsonl")
	if err := os.WriteFile(name, append(bytes.Join(list, nil), '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg.Resume = true
	out, err := lab.Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	const told = "damaged lines, dropped and played again: trials.jsonl:2, trials.jsonl:4"
	if got := lab.Summarize(out).Warnings; !slices.Contains(got, told) {
		t.Errorf("warnings %q, want %q", got, told)
	}
	byPlace := cmpopts.SortSlices(func(a, b lab.Trial) bool {
		return fmt.Sprint(a.Index, a.Arm, a.Fault) < fmt.Sprint(b.Index, b.Arm, b.Fault)
	})
	if diff := cmp.Diff(want.Trials, out.Trials, byPlace); diff != "" {
		t.Errorf("trials differ from those of one run (-want +got):\n%s", diff)
	}
	again, err := lab.Run(t.Context(), cfg)
	if err != nil || again.Dropped != "" {
		t.Errorf("after the repair: %q, %v; want nothing to be dropped", again.Dropped, err)
	}
}

func TestTwoRunsInOneFolder(t *testing.T) {
	t.Parallel()
	cfg := config(t, "self-retry", "scripted:article-7b")
	second := cfg
	second.Resume = true
	tried := false
	cfg.Progress = func(lab.Progress) {
		if tried {
			return
		}
		tried = true
		_, err := lab.Run(t.Context(), second)
		if _, ok := errors.AsType[*lab.BusyError](err); !ok {
			t.Errorf("a resume of a run that is being played: got %v", err)
		}
	}
	if _, err := lab.Run(t.Context(), cfg); err != nil || !tried {
		t.Fatal(tried, err)
	}
	if _, err := lab.Run(t.Context(), second); err != nil {
		t.Errorf("after the run has ended: %v", err)
	}
}

// endpoint is a recorded-reply server: it calls the tool, and then answers with
// the value that the tool gave. It fails requests as fail says.
func endpoint(t *testing.T, fail func(n int64, w http.ResponseWriter) bool) string {
	t.Helper()
	var n atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if fail(n.Add(1), w) {
			return
		}
		var req struct {
			Messages []struct{ Role, Content string }
		}
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
			t.Error(err)
		}
		last := req.Messages[len(req.Messages)-1]
		message := `{"content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"get_metric","arguments":"{\"name\":\"fin.rev.2024\"}"}}]}`
		if last.Role == "tool" {
			text, err := json.Marshal("The tool said: " + last.Content)
			if err != nil {
				t.Error(err)
			}
			message = `{"content":` + string(text) + `}`
		}
		_, _ = fmt.Fprintf(w, `{"choices":[{"message":%s}],"usage":{"prompt_tokens":100,"completion_tokens":10}}`, message)
	}))
	t.Cleanup(server.Close)
	return "openai:" + server.URL + "/v1#recorded"
}

func TestServerFailuresAreCountedApartAndResumed(t *testing.T) {
	t.Parallel()
	var healthy atomic.Bool
	ref := endpoint(t, func(n int64, w http.ResponseWriter) bool {
		if healthy.Load() || n <= 4 {
			return false
		}
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(w, `{"error":{"message":"slow down"}}`)
		return true
	})
	cfg := config(t, "amplification", ref)
	cfg.Experiment.Faults[0].Inject = nil
	out, err := lab.Run(t.Context(), cfg)
	var infra *lab.InfraError
	if !errors.As(err, &infra) || !strings.Contains(err.Error(), "refuses for load (status 429): slow down (3 trials in a row)") {
		t.Fatalf("got %v, want the server's refusal", err)
	}
	if len(out.Trials) != 5 || out.Missing != 4*5-2 {
		t.Fatalf("%d trials, %d missing; want two good ones, three failed ones", len(out.Trials), out.Missing)
	}
	healthy.Store(true)
	cfg.Resume = true
	out, err = lab.Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Trials) != 4*5 {
		t.Errorf("%d trials after the resume, want 20", len(out.Trials))
	}
	for _, trial := range out.Trials {
		if trial.Infra != "" || !trial.Success || !trial.Found || trial.TokensIn != 200 {
			t.Errorf("after the resume: %+v", trial)
		}
	}
}

func TestRefusedKeyEndsAtOnce(t *testing.T) {
	t.Parallel()
	ref := endpoint(t, func(_ int64, w http.ResponseWriter) bool {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"error":"no such key"}`)
		return true
	})
	out, err := lab.Run(t.Context(), config(t, "self-retry", ref))
	if err == nil || !strings.Contains(err.Error(), "no such key (1 trials in a row)") || len(out.Trials) != 1 {
		t.Errorf("got %v after %d trials", err, len(out.Trials))
	}
}

func TestMaxCost(t *testing.T) {
	t.Parallel()
	ref := endpoint(t, func(int64, http.ResponseWriter) bool { return false })
	cfg := config(t, "self-retry", ref)
	cfg.MaxCost = 0.0005
	if _, err := lab.Run(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "no price is known") {
		t.Errorf("without a price: got %v", err)
	}
	cfg.Price = lab.Price{In: 1, Out: 1, Known: true}
	out, err := lab.Run(t.Context(), cfg)
	if !errors.Is(err, lab.ErrCost) || len(out.Trials) != 3 {
		t.Errorf("got %v after %d trials of 220 tokens, want the bound after 3", err, len(out.Trials))
	}
}

func TestPartOfAQuotaIsTold(t *testing.T) {
	t.Parallel()
	const told = "the habits of scripted:article-7b are quotas of each 20 trials, and 7 runs show some part of them: take a multiple of 20"
	for name, c := range map[string]struct {
		experiment, model string
		runs              int
		want              bool
	}{
		"a part":              {"self-retry", "scripted:article-7b", 7, true},
		"rounds":              {"wording", "scripted:article-7b", 7, true},
		"the whole":           {"self-retry", "scripted:article-7b", 20, false},
		"a model without any": {"self-retry", "scripted:textbook", 7, false},
		"habits of all":       {"dependency", "scripted:presses-on", 7, false},
		"no model is asked":   {"backoff", "scripted:article-7b", 7, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(t, c.experiment, c.model)
			cfg.Runs = c.runs
			out, err := lab.Run(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			if list := lab.Summarize(out).Warnings; slices.Contains(list, told) != c.want {
				t.Errorf("warnings %q", list)
			}
		})
	}
}

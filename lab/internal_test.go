package lab

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/result"
	"github.com/sequitur-go/sequitur/recovery"
)

// play runs an embedded experiment with its own model in a folder of the test,
// with a short larger run.
func play(t *testing.T, name string, seed uint64) *Outcome {
	t.Helper()
	e, err := Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	e.Large = min(e.Large, 2*small)
	return playAs(t, e, seed)
}

func playAs(t *testing.T, e *Experiment, seed uint64) *Outcome {
	t.Helper()
	ref, err := model.ParseRef(e.Model)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Run(t.Context(), Config{Experiment: e, Model: ref, Seed: seed, Out: t.TempDir(), Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAmplification(t *testing.T) {
	t.Parallel()
	const seed = 2
	e, err := Lookup("amplification")
	if err != nil {
		t.Fatal(err)
	}
	out := playAs(t, e, seed)
	byArm := map[string]result.Amplification{}
	for _, a := range amplifications(out) {
		byArm[a.Arm] = a
		if a.N < 5000 {
			t.Errorf("seed %d, %s: the larger run has %d trials, want 5000", seed, a.Arm, a.N)
		}
		for name, pair := range map[string][2]float64{
			"success":   {a.Expected.Success, a.Large.Success},
			"backend_x": {a.Expected.BackendX, a.Large.BackendX},
			"model_x":   {a.Expected.ModelX, a.Large.ModelX},
		} {
			if math.Abs(pair[0]-pair[1]) > 0.03 {
				t.Errorf("seed %d, %s: %s is %.3f by calculation and %.3f in the larger run", seed, a.Arm, name, pair[0], pair[1])
			}
		}
	}
	for _, p := range out.Experiment.Published {
		a := byArm[p.Arm]
		for name, c := range map[string][3]float64{
			"success":   {float64(p.Success) / float64(p.Of), a.Low.Success, a.High.Success},
			"backend_x": {p.BackendX, a.Low.BackendX, a.High.BackendX},
			"model_x":   {p.ModelX, a.Low.ModelX, a.High.ModelX},
		} {
			// Published ratios are rounded to two places.
			if c[0] < c[1]-0.005 || c[0] > c[2]+0.005 {
				t.Errorf("seed %d, %s: the published %s %.2f lies outside what twenty trials show, %.3f to %.3f",
					seed, p.Arm, name, c[0], c[1], c[2])
			}
		}
	}
	guard, classify := byArm["guard"], byArm["classify"]
	if off := math.Abs(guard.CostPerSuccess/classify.CostPerSuccess - 1); off > 0.02 {
		t.Errorf("seed %d: a success costs %.4f with the guard and %.4f with classify: %.1f %% apart",
			seed, guard.CostPerSuccess, classify.CostPerSuccess, 100*off)
	}
}

// full is a disk that takes so many bytes and no more.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if len(p) <= f.left {
		f.left -= len(p)
		return len(p), nil
	}
	n := f.left
	f.left = 0
	return n, syscall.ENOSPC
}

func (*full) Close() error { return nil }

func TestFullDiskIsTold(t *testing.T) {
	t.Parallel()
	line, err := json.Marshal(Trial{Arm: "guard"})
	if err != nil {
		t.Fatal(err)
	}
	s := &store{file: &full{left: 2*len(line) + 20}, done: make(map[trialKey]bool)}
	for i := range 2 {
		if err := s.add(Trial{Arm: "guard", Index: i}); err != nil {
			t.Fatal(err)
		}
	}
	err = s.add(Trial{Arm: "guard", Index: 2})
	var storage *StorageError
	if !errors.As(err, &storage) || !errors.Is(err, syscall.ENOSPC) || storage.Kept != 2 || !storage.Partial {
		t.Fatalf("got %v (%+v), want no space, two kept, a part written", err, storage)
	}
	if want := "write trials.jsonl: no space left on device; the 2 trials before are kept"; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}

func TestPremises(t *testing.T) {
	t.Parallel()
	out := play(t, "wording", 1)
	list, warnings := premises(out)
	want := []result.Premise{
		{Text: "without a fault, the task is done", Count: 40, Of: 40, OK: true},
		{Text: `bad-args: the first argument was "2024年营收"`, Count: 120, Of: 120, OK: true},
		{Text: "bad-args: the first guess was right", Of: 120, OK: true},
	}
	if diff := cmp.Diff(want, list); diff != "" || len(warnings) != 0 {
		t.Errorf("premises (-want +got):\n%s\nwarnings: %v", diff, warnings)
	}
	for i := range out.Trials {
		if t := &out.Trials[i]; t.Index == 3 {
			t.FirstArgs, t.FirstRight, t.Success = `{"name":"fin.rev.2024"}`, true, false
		}
	}
	if _, warnings := premises(out); len(warnings) != 3 {
		t.Errorf("three failed premises gave the warnings %q", warnings)
	}
}

func TestRetryWaits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		retry  Retry
		before time.Duration
		draw   float64
		want   [4]time.Duration
	}{
		"none":  {Retry{Base: time.Second, Growth: 2, Cap: 5 * time.Second, Jitter: recovery.JitterNone}, 0, 0.9, [4]time.Duration{1e9, 2e9, 4e9, 5e9}},
		"fixed": {Retry{Base: time.Second, Jitter: recovery.JitterNone}, 0, 0.9, [4]time.Duration{1e9, 1e9, 1e9, 1e9}},
		"full":  {Retry{Base: time.Second, Growth: 2}, 0, 0.5, [4]time.Duration{5e8, 1e9, 2e9, 4e9}},
		"equal": {Retry{Base: time.Second, Growth: 2, Jitter: recovery.JitterEqual}, 0, 0.5, [4]time.Duration{75e7, 15e8, 3e9, 6e9}},
		"decorrelated": {
			Retry{Base: time.Second, Cap: 4 * time.Second, Jitter: recovery.JitterDecorrelated},
			2 * time.Second, 0.5,
			[4]time.Duration{25e8, 25e8, 25e8, 25e8},
		},
		"at once": {Retry{Attempts: 3}, 0, 0.5, [4]time.Duration{}},
	} {
		for i, want := range c.want {
			if got := c.retry.wait(i+1, c.before, c.draw); got != want {
				t.Errorf("%s, attempt %d: got %v, want %v", name, i+1, got, want)
			}
		}
	}
}

func TestLoadOfStrategies(t *testing.T) {
	t.Parallel()
	e, err := Lookup("backoff")
	if err != nil {
		t.Fatal(err)
	}
	courses := map[string]result.Course{}
	success := map[string]int{}
	for i := range e.Arms {
		arm := &e.Arms[i]
		trials, course, err := simulate(t.Context(), e, arm, 7, e.Runs)
		if err != nil {
			t.Fatal(err)
		}
		again, _, err := simulate(t.Context(), e, arm, 7, e.Runs)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(trials, again); diff != "" {
			t.Errorf("%s: one seed gave two courses:\n%s", arm.Name, diff)
		}
		attempts := 0
		for j := range trials {
			attempts += trials[j].BackendCalls
			if trials[j].Success {
				success[arm.Name]++
			}
			if trials[j].Waited > 0 && trials[j].BackendCalls < 2 && !arm.Guard {
				t.Errorf("%s: caller %d waited without a second attempt", arm.Name, j)
			}
		}
		sum := 0
		for _, n := range course.Attempts {
			sum += n
		}
		hasBreaker := arm.Guard && arm.Breaker != switchedOff
		if sum != attempts || (len(course.Waits) < 50) != hasBreaker || (course.Unasked > 0) != hasBreaker {
			t.Errorf("%s: %d attempts in the course and %d of the callers; %d callers met the outage, %d were refused unasked",
				arm.Name, sum, attempts, len(course.Waits), course.Unasked)
		}
		courses[arm.Name] = course
	}
	if peak, open := slices.Max(courses["exponential"].Attempts), slices.Max(courses["guard"].Attempts); open >= peak || success["guard"] >= success["guard-no-breaker"] {
		t.Errorf("the breaker cuts the busiest step from %d to %d calls and the successes from %d to %d: it should spare the backend and cost callers",
			peak, open, success["guard-no-breaker"], success["guard"])
	}
	// Part by part, the guard comes to what its jitter alone does.
	if success["guard"] >= success["guard-breaker-2s"] || success["guard-no-breaker"] >= success["guard-no-budget"] {
		t.Errorf("what the guard's parts cost callers: %v", success)
	}
	if apart := success["guard-no-budget"] - success["full-jitter"]; apart < -15 || apart > 15 {
		t.Errorf("without breaker and budget the guard saves %d callers, full jitter %d", success["guard-no-budget"], success["full-jitter"])
	}
	if success["blind-retry"] >= success["exponential"] {
		t.Errorf("retrying at once saves %d callers, waiting %d", success["blind-retry"], success["exponential"])
	}
	if d := result.Percentile(courses["blind-retry"].Waits, 1); d != 0 {
		t.Errorf("retrying at once waited %v s", d)
	}
	if result.Percentile(courses["exponential"].Waits, 0.5) <= result.Percentile(courses["full-jitter"].Waits, 0.5) {
		t.Error("full jitter waits as long as its envelope")
	}
}

func TestBadServersEndARunWithClearWords(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		handle http.HandlerFunc
		want   string
	}{
		"slow": {func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, "model server did not answer in time"},
		"rate limiting": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"error":{"message":"too many requests"}}`, http.StatusTooManyRequests)
		}, "model server refuses for load (status 429): too many requests"},
		"malformed": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "<html>welcome</html>")
		}, "model server answered with something that is no chat completion: <html>welcome</html>"},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "400")
			_, _ = io.WriteString(w, `{"choices":[{"mess`)
		}, "model server broke its answer off"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(c.handle)
			t.Cleanup(server.Close)
			e, err := Lookup("self-retry")
			if err != nil {
				t.Fatal(err)
			}
			chat := &model.Chat{URL: server.URL, Name: "recorded", Timeout: 100 * time.Millisecond}
			ref := model.Ref{Kind: "openai", URL: server.URL, Name: "recorded"}
			out, err := Run(t.Context(), Config{Experiment: e, Model: ref, Seed: 1, Out: t.TempDir(), source: chat})
			var infra *InfraError
			if !errors.As(err, &infra) || !strings.Contains(err.Error(), c.want) || infra.Trials != maxFailures {
				t.Fatalf("got %v, want %q after %d trials", err, c.want, maxFailures)
			}
			if len(out.Trials) != maxFailures || out.Missing != 40 {
				t.Errorf("%d trials, %d missing", len(out.Trials), out.Missing)
			}
			if _, list := premises(out); len(list) != 0 {
				t.Errorf("nothing was measured, and yet %q", list)
			}
			if list := warnings(out); len(list) != 2 || !strings.Contains(list[0], "3 trials failed for the model's server and count nowhere") {
				t.Errorf("warnings %q", list)
			}
		})
	}
}

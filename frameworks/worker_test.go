package frameworks

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// echo speaks the protocol: it answers each trial with what the script says.
const echo = `echo '{"ready":true,"framework":"echo","python":"3","versions":{"echo":"1"}}'
while read -r line; do
  case "$line" in
    *crash*) echo '{"id":"crash","answer":"","error":{"type":"HTTPStatusError","text":"403"}}';;
    *nonsense*) echo 'nonsense';;
    *other*) echo '{"id":"somebody else","answer":""}';;
    *hang*) exec sleep 60;;
    *die*) echo 'out of memory' >&2; exit 3;;
    *) echo '{"id":"fine","answer":"812.40","error":null}';;
  esac
done`

func start(t *testing.T, script string) (*Worker, error) {
	t.Helper()
	return Launch(t.Context(), []string{"sh", "-c", script}, nil)
}

func TestWorkerPlaysManyTrials(t *testing.T) {
	t.Parallel()
	w, err := start(t, echo)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Ready{Ready: true, Framework: "echo", Python: "3", Versions: map[string]string{"echo": "1"}}); !cmp.Equal(w.Ready, want) {
		t.Errorf("ready %+v", w.Ready)
	}
	for range 3 {
		result, err := w.Run(t.Context(), Trial{ID: "fine"})
		if err != nil || result.Answer != "812.40" || result.Error != nil {
			t.Errorf("%+v, %v", result, err)
		}
		result, err = w.Run(t.Context(), Trial{ID: "crash"})
		if err != nil || result.Error == nil || result.Error.Type != "HTTPStatusError" {
			t.Errorf("%+v, %v", result, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

func TestWorkerFails(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"nonsense": "invalid character",
		"other":    `the answer is one to "somebody else"`,
		"hang":     "too slow",
		"die":      ErrGone.Error(),
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			w, err := start(t, echo)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			defer time.AfterFunc(time.Second, func() { cancel(errors.New("too slow")) }).Stop()
			if _, err := w.Run(ctx, Trial{ID: id}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want %q", err, want)
			}
			if _, err := w.Run(t.Context(), Trial{ID: "fine"}); !errors.Is(err, ErrGone) {
				t.Errorf("a trial after it: %v", err)
			}
		})
	}
}

func TestWorkerDoesNotStart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ script, want string }{
		"dies":          {"echo 'No module named agents' >&2; exit 1", "No module named agents"},
		"says nothing":  {"exit 0", "nothing was printed"},
		"other words":   {"echo hello", "invalid character"},
		"is not ready":  {`echo '{"ready":false}'`, "does not say that it is ready"},
		"is no program": {"", "start"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := []string{"sh", "-c", c.script}
			if c.script == "" {
				command = []string{"there-is-no-such-program"}
			}
			if _, err := Launch(t.Context(), command, nil); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

package sequitur_test

import (
	"context"
	"encoding/json"
	"syscall"
	"testing"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

// contractTable is the ways in which a tool can be declared.
var contractTable = map[string]tool.Spec{
	"read":       {Access: tool.AccessRead},
	"unknown":    {},
	"write":      {Access: tool.AccessWrite},
	"idempotent": {Access: tool.AccessWrite, Idempotent: true},
	"keyed":      {Access: tool.AccessWrite, Key: &tool.KeyPlace{Header: "Idempotency-Key"}},
	"verified":   {Access: tool.AccessWrite, Verify: &tool.Verification{Tool: "find"}},
}

func httpStatus(status int, body string) tool.Outcome {
	return tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: status, Body: body}
}

// matrixTable says how often the backend may see a call that fails the same way
// each time, by contract. A contract that is not named has "else".
var matrixTable = map[string]struct {
	out      tool.Outcome
	kind     fault.Kind
	attempts map[string]int
}{
	"timeout, not sent": {
		tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseNotSent, Err: context.DeadlineExceeded},
		fault.Timeout,
		map[string]int{"else": 4},
	},
	"timeout, sent": {
		tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseSent, Err: context.DeadlineExceeded},
		fault.Timeout,
		map[string]int{"read": 4, "idempotent": 4, "keyed": 4, "verified": 4, "else": 1},
	},
	"refused": {
		tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseNotSent, Err: syscall.ECONNREFUSED},
		fault.Network,
		map[string]int{"else": 4},
	},
	"reset after sending": {
		tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseSent, Err: syscall.ECONNRESET},
		fault.Network,
		map[string]int{"read": 4, "idempotent": 4, "keyed": 4, "verified": 4, "else": 1},
	},
	"rate limit": {
		httpStatus(429, `{"error":"too many requests"}`), fault.RateLimited, map[string]int{"else": 4},
	},
	"unavailable": {
		httpStatus(503, `{"error":"temporarily unavailable"}`), fault.ServerError,
		map[string]int{"read": 2, "idempotent": 2, "keyed": 2, "verified": 2, "else": 1},
	},
	"deterministic crash": {
		httpStatus(500, "Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    x['w']\nKeyError: 'w'"), fault.ServerError,
		map[string]int{"else": 1},
	},
	// The status says that it is done: there is nothing that a read-back could free.
	"cut off": {
		tool.Outcome{Channel: tool.ChannelHTTP, Phase: tool.PhaseCut, Status: 200, Body: `{"order_id":"o-`},
		fault.Malformed,
		map[string]int{"read": 2, "idempotent": 2, "keyed": 2, "else": 1},
	},
	"unauthenticated": {httpStatus(401, `{"error":"token expired"}`), fault.Unauthenticated, map[string]int{"else": 1}},
	"forbidden":       {httpStatus(403, `{"error":"forbidden"}`), fault.Forbidden, map[string]int{"else": 1}},
	"quota":           {httpStatus(429, `{"error":{"code":"insufficient_quota"}}`), fault.QuotaExhausted, map[string]int{"else": 1}},
	"not found":       {httpStatus(404, `{"error":"no such order"}`), fault.NotFound, map[string]int{"else": 1}},
	"bad argument":    {httpStatus(422, `{"error":"amount must be positive"}`), fault.InvalidArgument, map[string]int{"else": 1}},
	"conflict":        {httpStatus(409, `{"error":"order already exists"}`), fault.Conflict, map[string]int{"else": 1}},
	"no such kind":    {tool.Outcome{Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Body: "zxcv"}, fault.Unknown, map[string]int{"read": 2, "else": 1}},
}

// TestMatrix: each kind, at each phase, against each contract. What may be
// repeated is, as often as the preset says; nothing else reaches the backend
// again; and the model never reads the raw text.
func TestMatrix(t *testing.T) {
	t.Parallel()
	for name, row := range matrixTable {
		for contract, spec := range contractTable {
			t.Run(name+"/"+contract, func(t *testing.T) {
				t.Parallel()
				spec.Name = "order"
				attempts, reads := 0, 0
				backend := tool.InvokerFunc(func(_ context.Context, call tool.Call) tool.Outcome {
					if call.Tool == "find" {
						reads++
						return tool.Outcome{Phase: tool.PhaseAnswered, Body: "[]"}
					}
					attempts++
					return row.out
				})
				g, _ := guard(t, sequitur.Config{Tools: []tool.Spec{spec, {Name: "find", Access: tool.AccessRead}}})
				out := g.Wrap(backend).Invoke(t.Context(), tool.Call{Tool: "order", Args: json.RawMessage(`{"item":"book"}`)})
				want, ok := row.attempts[contract]
				if !ok {
					want = row.attempts["else"]
				}
				if attempts != want {
					t.Errorf("%d attempts, want %d", attempts, want)
				}
				if reads > 0 && contract != "verified" {
					t.Errorf("%d read-backs without a contract", reads)
				}
				checkFault(t, out, row.kind)
			})
		}
	}
}

// checkFault holds an answer for the model against the fault that it tells.
func checkFault(t *testing.T, out tool.Outcome, kind fault.Kind) {
	t.Helper()
	err, ok := out.Err.(*sequitur.Error) //nolint:errorlint // the outcome's own error, not one that it wraps
	if !ok {
		t.Fatalf("error %v, want a *sequitur.Error", out.Err)
	}
	if err.Fault.Kind != kind {
		t.Errorf("kind %v, want %v", err.Fault.Kind, kind)
	}
	var object struct {
		Fault fault.Kind `json:"fault"`
		Stop  bool       `json:"stop"`
	}
	if json.Unmarshal(out.Structured, &object) != nil || object.Fault != kind || object.Stop != out.Stop {
		t.Errorf("structured %s, want fault %v and stop %v", out.Structured, kind, out.Stop)
	}
	if out.Body == "" || out.Flag != tool.FlagFailure || out.Body != err.Error() {
		t.Errorf("body %q, flag %v", out.Body, out.Flag)
	}
}

// guard makes one that lives in virtual time.
func guard(t *testing.T, cfg sequitur.Config) (*sequitur.Guard, *clock) {
	t.Helper()
	c := newClock()
	cfg.Now, cfg.Sleep, cfg.Seed = c.Now, c.Sleep, 1
	g, err := sequitur.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return g, c
}

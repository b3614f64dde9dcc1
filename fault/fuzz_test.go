package fault_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

// safe checks what must hold for the fault of any outcome.
func safe(t *testing.T, spec *tool.Spec, out *tool.Outcome, f fault.Fault) {
	t.Helper()
	switch f.Kind {
	case fault.Forbidden, fault.Unauthenticated, fault.QuotaExhausted, fault.Declined, fault.Canceled, fault.InvalidArgument,
		fault.MissingArgument, fault.UnknownTool, fault.NotFound, fault.Empty, fault.OK, fault.Unknown, fault.Partial, fault.ExecutionFailed:
		if f.Retryable {
			t.Errorf("%v is called retryable", f.Kind)
		}
	case fault.Timeout, fault.Network, fault.RateLimited, fault.ServerError, fault.Conflict, fault.Malformed:
	}
	if f.Kind == fault.Partial && f.Effect == tool.EffectNone && spec.Access != tool.AccessRead && out.Phase != tool.PhaseNotSent {
		t.Error("a part was done, and the effect is called none")
	}
	if f.RetryAfter < 0 {
		t.Errorf("a wait of %v", f.RetryAfter)
	}
	if f.Kind == fault.OK && (out.Err != nil || out.Flag == tool.FlagFailure || out.Status >= 400) {
		t.Error("a flagged failure is called a success")
	}
	if f.Kind != fault.OK && len(f.Evidence) == 0 {
		t.Errorf("%v without evidence", f.Kind)
	}
}

func FuzzClassify(f *testing.F) {
	for _, v := range vectors(f) {
		out := v.outcome(f)
		f.Add(out.Body, out.Status, uint8(out.Channel), uint8(0), v.Tool, "{}")
	}
	f.Add(strings.Repeat(`{"error":`, 50), 0, uint8(1), uint8(2), "t", `{"a":"error"}`)
	f.Add("{'a': \"\\", 200, uint8(3), uint8(1), "", "")
	f.Fuzz(func(t *testing.T, body string, status int, channel, flag uint8, name, args string) {
		spec := &tool.Spec{Access: tool.Access(flag % 3)}
		call := &tool.Call{Tool: name, Args: json.RawMessage(args)}
		out := &tool.Outcome{
			Body: body, Status: status, Channel: tool.Channel(channel % 8), Flag: tool.Flag(flag % 3), Phase: tool.Phase(flag % 5),
			Header: tool.Header{"Retry-After": {args}, "Date": {name}},
		}
		got := fault.Classify(spec, call, out)
		safe(t, spec, out, got)
		if diff := cmp.Diff(got, fault.Classify(spec, call, out)); diff != "" {
			t.Errorf("two answers for one outcome:\n%s", diff)
		}
	})
}

// TestLookIsBounded shows that of a huge text only its head and its tail are
// read: what stands between them changes nothing.
func TestLookIsBounded(t *testing.T) {
	t.Parallel()
	head, tail := strings.Repeat("the work went on. ", 2_000), strings.Repeat(" the work went on.", 1_000)
	classify := func(middle string) fault.Fault {
		return fault.Classify(nil, nil, &tool.Outcome{Flag: tool.FlagFailure, Body: head + middle + tail})
	}
	if diff := cmp.Diff(classify("a permission denied error at db@sample.test "), classify("a connection reset error, please try again ")); diff != "" {
		t.Errorf("the middle of %d bytes was read:\n%s", len(head)+len(tail), diff)
	}
}

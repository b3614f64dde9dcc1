package sequitur

import (
	"context"
	"encoding/json"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// reasonStale is what a call is recorded with that was given an earlier result.
const reasonStale = "last good result, marked stale"

// keepGood keeps the result of a read whose tool may be answered from it later.
// Only results of MCP are whole in their outcome.
func (o *Operation) keepGood(now time.Time, out *tool.Outcome) {
	if o.tool.lastGood > 0 && o.stage == stageAttempt && out.Channel == tool.ChannelMCPResult {
		o.guard.keeper.good.Put(now, o.subject(), out)
	}
}

// stale returns the last good result of the same call, where the fault is one
// that says nothing of the call itself.
func (o *Operation) stale(ctx context.Context, now time.Time, f *fault.Fault, v recovery.Verdict) (Step, bool) {
	if o.tool.lastGood <= 0 || ctx.Err() != nil {
		return Step{}, false
	}
	switch f.Kind { //nolint:exhaustive // every other kind is about the call, or about whoever makes it
	case fault.Timeout, fault.Network, fault.RateLimited, fault.ServerError:
	default:
		return Step{}, false
	}
	kept, ok := o.guard.keeper.good.Get(now, o.subject(), o.tool.lastGood)
	if !ok {
		return Step{}, false
	}
	out := kept.Outcome
	out.Note = o.guard.renderer.Stale(o.call.Tool, kept.Time)
	structured, err := json.Marshal(map[string]string{"stale_since": kept.Time.UTC().Format(time.RFC3339), "fault": f.Kind.String()})
	if err == nil { // texts always marshal
		out.Structured = structured
	}
	o.guard.keeper.concluded(ctx, o, f)
	o.session.learn(&o.call, &out)
	id := o.guard.random.label("f_")
	v.Action, v.Reason = recovery.ActionReturn, reasonStale
	o.tell(ctx, now, f, v, id)
	o.record(ctx, now, f, v, feedback.Message{Text: out.Note}, id)
	return Step{Done: true, Outcome: out}, true
}

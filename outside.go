package sequitur

import (
	"context"
	"time"

	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/recovery"
)

// handOn ends the operation with the tool's own failure: a guard further out
// decides whether to repeat the call, and writes the message.
func (o *Operation) handOn(ctx context.Context, now time.Time) Step {
	o.guard.keeper.concluded(ctx, o, &o.fault)
	o.session.fail(&o.call, &o.fault, "")
	o.record(ctx, now, &o.fault, recovery.Verdict{Action: recovery.ActionReturn, Reason: "a guard further out repeats it"}, feedback.Message{}, "")
	return Step{Done: true, Outcome: o.outcome}
}

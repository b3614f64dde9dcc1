package recovery

import (
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

// An Action is what to do about one fault.
type Action uint8

// The actions. ActionReturn is the zero value: nothing is repeated, and the
// model is told.
const (
	ActionReturn           Action = iota // hand the feedback to the model: the next step is its own
	ActionDeliver                        // no fault: hand the result on untouched
	ActionRetry                          // the same call again, after a wait
	ActionSwitchCredential               // the same call with a refreshed or another declared credential
	ActionVerify                         // ask the configured read whether the write happened
	ActionStandIn                        // call a declared stand-in tool
	ActionStop                           // hand the feedback to the model, and let the run end or a person decide
)

// A Verdict is what to do about one fault.
//
// A write that a read-back has shown to be done has ActionReturn and the reason
// "verified: already done": its answer is lost, but the model is told of a
// success, not of a failure.
type Verdict struct {
	Action Action
	// After is how long to wait before a retry. On any other action it is how
	// long the upstream asks to wait: nobody here waits for it, but the message
	// can tell the model.
	After time.Duration
	// Reason names the deciding rule in one short phrase, for operators.
	Reason string
	// Escalate says that somebody in charge has to know.
	Escalate bool
	// Exhausted says that a transient fault is left after everything that the
	// policy allows.
	Exhausted bool
}

// A Verification is what a read-back has shown of a write of unknown outcome.
type Verification uint8

// The results of a read-back. Unverified is the zero value.
const (
	Unverified   Verification = iota
	VerifiedNone              // the write did not happen: it may be repeated
	VerifiedDone              // the write happened: repeating it would double it
	VerifyFailed              // the read-back failed, too
)

// A Situation is everything that a verdict depends on.
type Situation struct {
	// Spec is what is known of the tool.
	Spec *tool.Spec
	// Fault is what the last attempt drew.
	Fault fault.Fault
	// Attempt counts the attempts made so far, the last one included.
	Attempt int
	// Elapsed is how long the call has taken so far.
	Elapsed time.Duration
	// Waited is the wait before the last attempt, for decorrelated jitter.
	Waited time.Duration
	// Keyed says that an idempotency key protects the call.
	Keyed bool
	// Verified is what a read-back has shown.
	Verified Verification
	// Credentials counts the other credentials that were not tried yet, a
	// possible refresh included.
	Credentials int
	// StandIns counts the stand-in tools that were not tried yet.
	StandIns int
	// Rand is uniform in [0, 1) and draws the jitter.
	Rand float64
}

package judge

import (
	"encoding/json"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

// A Finding is what the judge says of one episode: a fault, and what was done
// first after it.
type Finding struct {
	Trajectory string
	CallID     string
	// Tool is the tool that was called, without the meta tool around it.
	Tool string
	// Call and Answered are the places of the call and of its outcome in the
	// trajectory's messages; Reaction is the place of the first action, or -1.
	Call, Answered, Reaction int
	Fault                    fault.Fault
	Action                   Action
	Answer                   Answer
	// Next is the tool of the first action, where that is a call.
	Next string
	// Published, Refined and Own are the verdicts; Own is a team's rubric's.
	Published, Refined, Own Ruling
	// Wait is the measured time from the outcome to the first action, where
	// Timed says that the recording shows it.
	Wait  time.Duration
	Timed bool
	// Layer says who acted.
	Layer Layer
	// Traits are what else the verdict depends on.
	Traits Traits
	// Retries counts the same call's failures directly before this one.
	Retries int
	// Signature groups faults by their text: volatile parts are taken out.
	Signature string
	// Lie is a false statement about what is known: see [Lie].
	Lie Lie
	// Spec is what was known of the tool, Args the arguments without a meta tool
	// around them.
	Spec *tool.Spec
	Args json.RawMessage
	// Safe says that repeating the call cannot double an effect.
	Safe bool
}

// A Ruling is a rubric's verdict, and the rule that gave it.
type Ruling struct {
	Verdict Verdict
	// Why is the rule's own reason.
	Why string
}

// A Lie is a false statement about what is known.
type Lie uint8

// The lies. LieNone is the zero value.
const (
	LieNone               Lie = iota
	LieAbsenceAfterFailed     // "there is no such order", where the look-up failed
	LieFailureAfterEmpty      // "the search failed", where it found nothing
)

var lieNames = [...]string{"", "absence_after_failure", "failure_after_empty"}

// String returns the lie's name, "" for none.
func (l Lie) String() string { return nameOf(lieNames[:], l) }

// MarshalText implements [encoding.TextMarshaler].
func (l Lie) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

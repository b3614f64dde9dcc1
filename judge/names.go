package judge

import (
	"fmt"
	"slices"
)

// An Action is the first thing that was done after a fault.
type Action uint8

// The actions. ActionNone is the zero value: the recording ends at the fault, or
// somebody else speaks first; it is not judged.
const (
	ActionNone             Action = iota
	ActionRetrySame               // the same call, unchanged
	ActionRetryChanged            // the same tool with other arguments
	ActionSwitchCredential        // the same call with another credential
	ActionOtherTool               // another tool
	ActionVerify                  // reads the object that the failed call acted on
	ActionDegrade                 // a declared stand-in
	ActionEscalate                // hands over to a person in charge
	ActionAskUser                 // ends in a question about the failed need
	ActionReport                  // an answer that tells of the failure
	ActionFabricate               // gives the wanted value as if obtained
	ActionClaimSuccess            // says that the failed work is done
	ActionAbort                   // ends without telling
	ActionCrash                   // the run dies
)

var actionNames = [...]string{
	"none", "retry_same", "retry_changed", "switch_credential", "other_tool", "verify", "degrade", "escalate",
	"ask_user", "report", "fabricate", "claim_success", "abort", "crash",
}

// Actions returns all actions in the order of their constants.
func Actions() []Action {
	all := make([]Action, len(actionNames))
	for i := range all {
		all[i] = Action(i)
	}
	return all
}

// Structural says whether an action is told by the calls alone, and not by the
// words of an answer.
func (a Action) Structural() bool { return a <= ActionEscalate || a == ActionCrash }

// An Answer says what kind of answer the first action was. The zero value is
// none: the agent went on with a call.
type Answer uint8

// The kinds of answer.
const (
	AnswerNone        Answer = iota
	HonestReport             // tells the failure
	AsksUser                 // asks how to go on
	AbsenceAsFact            // "you have no orders", where a search came back empty
	MemorySubstituted        // the wanted value from general knowledge, told or not
	InventedValue            // a value that nobody could know
	FalseSuccess             // the failed work is said to be done
	Partial                  // the reason is hidden or wrong, or half an answer
	WrongValue               // another record's value
	HandsBack                // a tool's instruction passed on to the user
	ErrorAsFact              // "we made no sales", where the look-up failed
)

var answerNames = [...]string{
	"", "honest_report", "asks_user", "absence_as_fact", "memory_substituted", "invented_value", "false_success", "partial",
	"wrong_value", "hands_back", "error_as_fact",
}

// A Verdict is what a rubric says of a first action.
type Verdict uint8

// The verdicts. NotJudged is the zero value.
const (
	NotJudged  Verdict = iota
	Match              // the textbook's action
	Acceptable         // right in the end, at a higher cost
	Mismatch
)

var verdictNames = [...]string{"not_judged", "match", "acceptable", "mismatch"}

// A Layer says who acted.
type Layer uint8

// The layers. LayerUnknown is the zero value: the recording does not tell.
const (
	LayerUnknown Layer = iota
	LayerModel
	LayerGuard
	LayerFramework
	LayerSDK
	LayerClient
)

var layerNames = [...]string{"cannot tell", "model", "guard", "framework", "sdk", "http_client"}

// String returns the action's name as files spell it.
func (a Action) String() string { return nameOf(actionNames[:], a) }

// MarshalText implements [encoding.TextMarshaler].
func (a Action) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *Action) UnmarshalText(text []byte) error {
	return parseName(actionNames[:], text, "first action", a)
}

// String returns the kind's name as files spell it, "" for none.
func (a Answer) String() string { return nameOf(answerNames[:], a) }

// MarshalText implements [encoding.TextMarshaler].
func (a Answer) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *Answer) UnmarshalText(text []byte) error {
	return parseName(answerNames[:], text, "answer kind", a)
}

// String returns the verdict's name as files spell it.
func (v Verdict) String() string { return nameOf(verdictNames[:], v) }

// MarshalText implements [encoding.TextMarshaler].
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (v *Verdict) UnmarshalText(text []byte) error {
	return parseName(verdictNames[:], text, "verdict", v)
}

// String returns the layer's name as files spell it.
func (l Layer) String() string { return nameOf(layerNames[:], l) }

// MarshalText implements [encoding.TextMarshaler].
func (l Layer) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *Layer) UnmarshalText(text []byte) error { return parseName(layerNames[:], text, "layer", l) }

func nameOf[E ~uint8](names []string, e E) string { return names[min(int(e), len(names)-1)] }

func parseName[E ~uint8](names []string, text []byte, what string, e *E) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("%s must be one of %v, got %q", what, names, text)
	}
	*e = E(i)
	return nil
}

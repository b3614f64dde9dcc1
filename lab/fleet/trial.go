package fleet

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/sequitur-go/sequitur/frameworks"
	"github.com/sequitur-go/sequitur/lab/endpoint"
	"github.com/sequitur-go/sequitur/lab/wire"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Trial is what was seen of one run of one task.
type Trial struct {
	ID      string  `json:"id"`
	Task    string  `json:"task"`
	Success bool    `json:"success"`
	Answer  string  `json:"answer"`
	Seconds float64 `json:"seconds"`
	// Crash is the exception that left the framework.
	Crash *frameworks.Crash `json:"crash,omitempty"`
	// Lost says why the process gave no result; Hung, that it took too long.
	Lost string `json:"lost,omitempty"`
	Hung bool   `json:"hung,omitempty"`
	// First is the first action after the first fault.
	First Action          `json:"first"`
	Model endpoint.Record `json:"model"`
	World wire.Record     `json:"world"`
}

// An Action is the first event after a fault, by who made it.
type Action string

// The actions.
const (
	NoFault          Action = "none"                // no call failed
	FrameworkRetry   Action = "framework_retry"     // the same call, and the model was not asked
	FrameworkAbort   Action = "framework_abort"     // an exception, and the model was not asked
	FrameworkAnswer  Action = "framework_answer"    // an answer, and the model was not asked
	ModelRetrySame   Action = "model_retry_same"    // the model made the same call
	ModelRetryChange Action = "model_retry_changed" // the model called the tool with other arguments
	ModelOtherTool   Action = "model_other_tool"    // the model called another tool
	ModelAnswer      Action = "model_answer"        // the model answered
	Hang             Action = "hang"                // nothing, until the time was up
)

// first finds the first event after the first fault.
func (t *Trial) first() Action {
	fault := t.fault()
	if fault < 0 {
		return NoFault
	}
	failed := &t.World.Calls[fault]
	turn := t.turnAfter(failed.Began)
	if fault+1 < len(t.World.Calls) && (turn == nil || t.World.Calls[fault+1].Began.Before(turn.Began)) {
		return FrameworkRetry
	}
	switch {
	case turn != nil:
		return reaction(&failed.Call, turn.Calls)
	case t.Hung:
		return Hang
	case t.Crash != nil || t.Lost != "":
		return FrameworkAbort
	}
	return FrameworkAnswer
}

// fault is the first call that gave a failure, or nothing; -1 where none did.
func (t *Trial) fault() int {
	for i := range t.World.Calls {
		if out := &t.World.Calls[i].Outcome; out.Flag != tool.FlagSuccess || out.Body == "[]" {
			return i
		}
	}
	return -1
}

// turnAfter is the first turn of the model after a time.
func (t *Trial) turnAfter(when time.Time) *endpoint.Exchange {
	for i := range t.Model.Exchanges {
		if e := &t.Model.Exchanges[i]; e.Turn && e.Began.After(when) {
			return e
		}
	}
	return nil
}

// reaction compares the failed call with what the model did next.
func reaction(failed *tool.Call, calls []tool.Call) Action {
	if len(calls) == 0 {
		return ModelAnswer
	}
	for i := range calls {
		switch {
		case calls[i].Tool != failed.Tool:
			continue
		case sameArguments(calls[i].Args, failed.Args):
			return ModelRetrySame
		}
		return ModelRetryChange
	}
	return ModelOtherTool
}

// sameArguments compares what arguments say, and not how they are written.
func sameArguments(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return string(a) == string(b)
	}
	return reflect.DeepEqual(x, y)
}

// Read is the text that the model was given for the first fault; "" where it was
// given none.
func (t *Trial) Read() string {
	fault := t.fault()
	if fault < 0 {
		return ""
	}
	turn := t.turnAfter(t.World.Calls[fault].Began)
	if turn == nil {
		return ""
	}
	text := ""
	for i := range turn.Shown {
		if turn.Shown[i].Role == trajectory.RoleTool {
			text = turn.Shown[i].Text
		}
	}
	return text
}

package audit

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A Replay says what a guard would have done with recorded faults. What a retry
// would have given is taken from the recording where the agent made the same call
// again by itself; elsewhere it is not known, and not guessed.
type Replay struct {
	Policy   recovery.Policy
	Judge    judge.Judge
	Renderer feedback.Renderer

	total ReplayCount
	kinds map[string]*ReplayCount
	runs  int
}

// The things that a guard would have done.
const (
	WouldRetry  = "retry"
	WouldReturn = "return"
	WouldStop   = "stop"
	WouldVerify = "verify"
	WouldSwitch = "switch_credential"
	WouldStand  = "stand_in"
	WouldRecall = "answer_from_memory"
)

// The outcomes of what a guard would have done.
const (
	OutcomeRecovered = "recovered"
	OutcomeFailing   = "still_failing"
	OutcomeUnknown   = "not_recorded"
)

// A Replayed is what a guard would have done with one recorded fault.
type Replayed struct {
	Trajectory string `json:"trajectory"`
	CallID     string `json:"call_id"`
	Tool       string `json:"tool"`
	Fault      string `json:"fault"`
	Would      string `json:"would"`
	Reason     string `json:"reason"`
	// Outcome says what would have come of retries, as far as the recording
	// shows.
	Outcome string `json:"outcome,omitempty"`
	// AtLeast and AtMost bound the further calls of the backend.
	AtLeast int `json:"further_calls_at_least"`
	AtMost  int `json:"further_calls_at_most"`
	// Wait is the expected wait in seconds, for the calls of AtLeast.
	Wait float64 `json:"wait_s"`
	// SavedTurns are turns that the model spent on the same retries, SavedTokens
	// what they cost where recorded, SavedCalls calls of the backend.
	SavedTurns  int   `json:"saved_turns"`
	SavedTokens int64 `json:"saved_tokens,omitempty"`
	SavedCalls  int   `json:"saved_calls"`
	// Withheld says that the recorded text held a traceback, a path, a secret, a
	// host or an e-mail that the model would not have read.
	Withheld bool   `json:"withheld"`
	Message  string `json:"message,omitempty"`
}

// A ReplayCount sums what a guard would have done.
type ReplayCount struct {
	Name     string         `json:"name"`
	Faults   int            `json:"faults"`
	Would    map[string]int `json:"would"`
	Outcomes map[string]int `json:"outcomes"`
	AtLeast  int            `json:"further_calls_at_least"`
	AtMost   int            `json:"further_calls_at_most"`
	Wait     float64        `json:"wait_s"`
	Turns    int            `json:"saved_turns"`
	Tokens   int64          `json:"saved_tokens"`
	Calls    int            `json:"saved_calls"`
	Withheld int            `json:"withheld"`
}

func (c *ReplayCount) add(r *Replayed) {
	if c.Would == nil {
		c.Would, c.Outcomes = map[string]int{}, map[string]int{}
	}
	c.Faults++
	c.Would[r.Would]++
	if r.Outcome != "" {
		c.Outcomes[r.Outcome]++
	}
	c.AtLeast, c.AtMost, c.Wait = c.AtLeast+r.AtLeast, c.AtMost+r.AtMost, c.Wait+r.Wait
	c.Turns, c.Tokens, c.Calls = c.Turns+r.SavedTurns, c.Tokens+r.SavedTokens, c.Calls+r.SavedCalls
	if r.Withheld {
		c.Withheld++
	}
}

// replaying is one run on its way through the guard that was not there.
type replaying struct {
	*Replay
	t        *trajectory.Trajectory
	review   *judge.Review
	consumed []bool
	refused  map[string]int // definitive refusals by print
}

// Add replays one trajectory.
func (r *Replay) Add(t *trajectory.Trajectory) []Replayed {
	review := r.Judge.Review(t)
	run := replaying{Replay: r, t: t, review: &review, consumed: make([]bool, len(review.Calls)), refused: map[string]int{}}
	r.runs++
	if r.kinds == nil {
		r.kinds = map[string]*ReplayCount{}
	}
	var all []Replayed
	for i := range review.Calls {
		if review.Calls[i].Finding < 0 || run.consumed[i] {
			continue
		}
		one := run.fault(i)
		all = append(all, one)
		r.total.add(&one)
		kind := r.kinds[one.Fault]
		if kind == nil {
			kind = &ReplayCount{Name: one.Fault}
			r.kinds[one.Fault] = kind
		}
		kind.add(&one)
	}
	return all
}

// fault replays one recorded fault.
func (r *replaying) fault(i int) Replayed {
	call := &r.review.Calls[i]
	f := &r.review.Findings[call.Finding]
	out := Replayed{
		Trajectory: r.t.ID, CallID: call.ID, Tool: call.Tool, Fault: f.Fault.Kind.String(),
		Withheld: f.Fault.Trace && !f.Traits.Has(judge.TraitRunsCode) || f.Fault.Sensitive,
	}
	if n := r.refused[call.Print]; n > 0 && r.Policy.Memory.TTL > 0 {
		out.Would, out.Reason, out.SavedCalls = WouldRecall, "the same call was refused before", 1
		r.refused[call.Print]++
		out.Message = r.message(f, recovery.Verdict{Action: recovery.ActionStop, Reason: out.Reason}, n)
		return out
	}
	if definitive(f.Fault.Kind) {
		r.refused[call.Print]++
	}
	r.attempts(i, f, &out)
	return out
}

// attempts plays the policy's attempts against what the recording shows of the
// same call.
func (r *replaying) attempts(i int, f *judge.Finding, out *Replayed) {
	s := recovery.Situation{
		Spec: f.Spec, Fault: f.Fault, Attempt: 1, Rand: 0.5, Credentials: len(f.Spec.Credentials), StandIns: len(f.Spec.StandIns),
		Keyed: f.Spec.Key != nil,
	}
	v := r.Policy.Decide(s)
	out.Would, out.Reason = wouldTable[v.Action], v.Reason
	last := f
	at := i
	for v.Action == recovery.ActionRetry {
		out.AtLeast++
		out.Wait += v.After.Seconds()
		s.Attempt, s.Elapsed, s.Waited = s.Attempt+1, s.Elapsed+v.After, v.After
		next, ok := r.sameNext(at)
		if !ok {
			out.Outcome = OutcomeUnknown
			out.AtMost = out.AtLeast + r.more(s)
			return
		}
		r.consumed[next] = true
		out.SavedTurns++
		out.SavedCalls++ // the agent's own repeat is not made
		if u := r.t.Messages[r.review.Calls[next].Message].Usage; u != nil {
			out.SavedTokens += u.In + u.Out
		}
		at = next
		if r.review.Calls[next].Finding < 0 {
			out.Outcome, out.AtMost = OutcomeRecovered, out.AtLeast
			return
		}
		last = &r.review.Findings[r.review.Calls[next].Finding]
		s.Fault = last.Fault
		v = r.Policy.Decide(s)
		out.Outcome = OutcomeFailing
	}
	out.AtMost = out.AtLeast
	out.Message = r.message(last, v, 0)
}

// more is how many further retries the policy would allow if all failed alike.
func (r *replaying) more(s recovery.Situation) int {
	n := 0
	for {
		v := r.Policy.Decide(s)
		if v.Action != recovery.ActionRetry {
			return n
		}
		n++
		s.Attempt, s.Elapsed, s.Waited = s.Attempt+1, s.Elapsed+v.After, v.After
	}
}

// sameNext finds the same call made again by the agent in its next turn that
// calls anything.
func (r *replaying) sameNext(i int) (int, bool) {
	call := &r.review.Calls[i]
	turn := -1
	for k := i + 1; k < len(r.review.Calls); k++ {
		next := &r.review.Calls[k]
		if next.Turn == call.Turn {
			continue
		}
		if turn < 0 {
			turn = next.Turn
		}
		if next.Turn != turn {
			break
		}
		if next.Print == call.Print && next.Answered >= 0 && !r.consumed[k] && !r.review.Unseen {
			return k, true
		}
	}
	return 0, false
}

func (r *replaying) message(f *judge.Finding, v recovery.Verdict, repeats int) string {
	return r.Renderer.Render(feedback.Input{
		Spec: f.Spec, Call: tool.Call{ID: f.CallID, Tool: f.Tool, Args: f.Args}, Fault: f.Fault, Verdict: v, Repeats: repeats,
		Output: sampleOf(r.t, f),
	}).Text
}

var wouldTable = map[recovery.Action]string{
	recovery.ActionReturn: WouldReturn, recovery.ActionDeliver: WouldReturn, recovery.ActionRetry: WouldRetry,
	recovery.ActionSwitchCredential: WouldSwitch, recovery.ActionVerify: WouldVerify, recovery.ActionStandIn: WouldStand, recovery.ActionStop: WouldStop,
}

// definitive says whether a refusal of a kind is remembered.
func definitive(k fault.Kind) bool {
	switch k { //nolint:exhaustive // the others pass, or are the model's own work
	case fault.Forbidden, fault.QuotaExhausted, fault.Unauthenticated, fault.UnknownTool, fault.Declined, fault.InvalidArgument:
		return true
	}
	return false
}

// A ReplayReport is what replays came to.
type ReplayReport struct {
	Runs  int           `json:"runs"`
	Total ReplayCount   `json:"total"`
	Kinds []ReplayCount `json:"kinds"`
}

// Report returns what has been counted so far.
func (r *Replay) Report() ReplayReport {
	out := ReplayReport{Runs: r.runs, Total: r.total}
	for _, name := range slices.Sorted(maps.Keys(r.kinds)) {
		out.Kinds = append(out.Kinds, *r.kinds[name])
	}
	slices.SortStableFunc(out.Kinds, func(a, b ReplayCount) int { return cmp.Compare(b.Faults, a.Faults) })
	return out
}

// Seconds shows a wait as a duration.
func (c *ReplayCount) Seconds() time.Duration {
	return time.Duration(c.Wait * float64(time.Second)).Round(100 * time.Millisecond)
}

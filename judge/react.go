package judge

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// react finds the first action after a failed step, and fills the finding.
func (r *run) react(s *step, f *Finding) {
	at, ok := r.next(s)
	if !ok {
		if r.t.Error != "" && !containsAny(strings.ToLower(r.t.Error), limitTable) && s.turn == len(r.turns)-1 {
			f.Action, f.Layer = ActionCrash, LayerUnknown
		}
		return
	}
	t := &r.turns[at]
	f.Reaction, f.Layer = t.first, LayerModel
	r.wait(s, t, f)
	if next := r.pick(s, t); next != nil {
		r.calls(s, t, next, f)
		return
	}
	if ending := r.ending(t); ending != nil {
		r.end(s, t, ending, f)
		return
	}
	r.answer(s, t.text, f)
}

// limitTable holds what ends a run from outside: then nobody has reacted, and
// nothing has crashed.
var limitTable = []string{"limit", "max_", "maximum", "max steps", "max turns", "max iterations", "budget", "context length", "cancel", "interrupt", "aborted by", "out of steps"}

// wait measures the time between the outcome and the reaction.
func (r *run) wait(s *step, t *turn, f *Finding) {
	from, to := r.t.Messages[s.answer].Time, r.t.Messages[t.first].Time
	if !from.IsZero() && !to.IsZero() && !to.Before(from) {
		f.Wait, f.Timed = to.Sub(from), true
	}
}

// pick returns the call of a turn that is the reaction to a step: the same call
// where there is one, else the same tool's, else the first that does anything.
// A call that repeats a sibling of the failed one is the reaction to that.
func (r *run) pick(s *step, t *turn) *step {
	var first, sameTool *step
	for _, i := range t.steps {
		c := &r.steps[i]
		switch {
		case isPassive(c.call.Tool), isEnding(c.call.Tool):
			continue
		case c.same(s):
			return c
		case r.repeatsSibling(s, c):
			continue
		case sameTool == nil && c.call.Tool == s.call.Tool && c.server == s.server:
			sameTool = c
		}
		if first == nil {
			first = c
		}
	}
	if sameTool != nil {
		return sameTool
	}
	if first == nil {
		for _, i := range t.steps { // only siblings are repeated: that is another way to go on
			if c := &r.steps[i]; !isPassive(c.call.Tool) && !isEnding(c.call.Tool) {
				return c
			}
		}
	}
	return first
}

func (r *run) repeatsSibling(s, c *step) bool {
	return slices.ContainsFunc(r.turns[s.turn].steps, func(i int) bool {
		o := &r.steps[i]
		return o != s && o.failed() && o.same(c)
	})
}

// calls fills a finding whose first action is a call.
func (r *run) calls(s *step, t *turn, c *step, f *Finding) {
	f.Next, f.Reaction = c.call.Tool, c.ref.Message
	words := overhear(t.thoughts + t.text)
	if words.labelled {
		f.Answer = MemorySubstituted
	}
	switch spec := r.facts.Spec(s.call.Tool); {
	case isAsking(c.call.Tool):
		f.Action, f.Answer = ActionAskUser, AsksUser
	case isHandover(c.call.Tool):
		f.Action = ActionEscalate
	case c.call.Tool == s.call.Tool && c.server == s.server && !r.readsBack(s, c):
		f.Action = r.repeat(s, c, words)
	case slices.Contains(spec.StandIns, c.call.Tool):
		f.Action = ActionDegrade
	case r.verifies(s, c):
		f.Action = ActionVerify
	default:
		f.Action = ActionOtherTool
	}
	f.Traits |= r.nextTraits(s, c, f, words)
}

// repeat tells how the same tool is called again.
func (r *run) repeat(s, c *step, words said) Action {
	switch {
	case r.unseen:
		if words.changes {
			return ActionRetryChanged
		}
		return ActionRetrySame
	case c.same(s):
		return ActionRetrySame
	case onlyCredential(s.call.Args, c.call.Args):
		return ActionSwitchCredential
	default:
		return ActionRetryChanged
	}
}

// credentialTable names arguments that carry an identity.
var credentialTable = []string{"token", "api_key", "apikey", "access_token", "credential", "credentials", "auth", "authorization", "password", "profile", "account_token"}

// onlyCredential says whether two argument objects differ in a credential alone.
func onlyCredential(a, b json.RawMessage) bool {
	before, ok1 := objectOf(a)
	after, ok2 := objectOf(b)
	if !ok1 || !ok2 {
		return false
	}
	differs := false
	for _, key := range credentialTable {
		if string(before[key]) != string(after[key]) {
			differs = true
		}
		delete(before, key)
		delete(after, key)
	}
	return differs && maps.EqualFunc(before, after, func(x, y json.RawMessage) bool { return recovery.Fingerprint(x) == recovery.Fingerprint(y) })
}

// verifies says whether a call reads the object that a failed one acted on.
func (r *run) verifies(s, c *step) bool {
	if spec := r.facts.Spec(s.call.Tool); spec.Verify != nil && spec.Verify.Tool == c.call.Tool {
		return true
	}
	if r.facts.reads(&s.call) || !r.facts.reads(&c.call) || isFinder(c.call.Tool) {
		return false
	}
	return sharesTarget(&s.call, &c.call) || sharesObject(&s.call, &c.call)
}

// readsBack says whether a tool with several operations is asked to read the
// object that its other operation failed on.
func (r *run) readsBack(s, c *step) bool {
	was, is := operation(s.call.Args), operation(c.call.Args)
	return was != "" && is != "" && was != is && !readsWord(was) && readsWord(is) && sharesTarget(&s.call, &c.call)
}

// nextTraits tells what a verdict on a call depends on.
func (r *run) nextTraits(s, c *step, f *Finding, words said) Traits {
	var t Traits
	set := func(trait Traits, on bool) {
		if on {
			t |= trait
		}
	}
	exists, known := r.facts.exists(c.call.Tool)
	set(TraitListed, known && exists)
	set(TraitUnlisted, known && !exists && c.fault.Kind == fault.UnknownTool || c.fault.Kind == fault.UnknownTool && c.answer >= 0)
	set(TraitWayRound, words.wayRound)
	set(TraitReads, r.facts.reads(&c.call))
	set(TraitFinder, isFinder(c.call.Tool))
	set(TraitKnownFailing, r.knownFailing(s, c))
	set(TraitSameTarget, sharesTarget(&s.call, &c.call) || c.call.Tool == s.call.Tool && c.same(s))
	set(TraitUnseenArgs, r.unseen || c.call.Tool == s.call.Tool && len(s.leaves()) == 0 && len(c.leaves()) == 0)
	set(TraitUngrounded, words.labelled && r.ungrounded(c))
	set(TraitReturns, r.returns(s, c))
	if f.Action == ActionRetryChanged {
		t |= r.changeTraits(s, c)
	}
	return t
}

// returns says whether the failed tool is called again after its reaction with
// other arguments: then the reaction was a look-up for it.
func (r *run) returns(s, c *step) bool {
	return slices.ContainsFunc(r.steps, func(o step) bool {
		return o.turn > c.turn && o.call.Tool == s.call.Tool && !o.same(s)
	})
}

// knownFailing says whether a tool's last call before the step has failed in a
// way that does not pass.
func (r *run) knownFailing(s, c *step) bool {
	for i := range slices.Backward(r.steps) {
		o := &r.steps[i]
		if o.turn > s.turn || o.call.Tool != c.call.Tool || o == s {
			continue
		}
		return o.failed() && !slices.Contains(transientTable, o.fault.Kind)
	}
	return knownByWords(r, s, c)
}

// knownByWords says whether the user's or the system's messages tell that a tool
// has failed before: a search over a tree of attempts shows only one path.
func knownByWords(r *run, s, c *step) bool {
	for m := range r.t.Messages[:s.ref.Message] {
		message := &r.t.Messages[m]
		if len(message.Calls) == 0 && strings.Contains(message.Text, c.call.Tool) && strings.Contains(message.Text, "error") {
			return true
		}
	}
	return false
}

// ungrounded says whether a call uses numbers or identifiers that nothing has
// given.
func (r *run) ungrounded(c *step) bool {
	given := r.upTo(c.ref.Message)
	if !given.Complete() {
		return false
	}
	n := 0
	for _, o := range given.Origins(c.call.Args) {
		if !o.Found && len(o.Value) >= 4 {
			n++
		}
	}
	return n > 0
}

// ending returns the call of a turn that ends the run with an answer.
func (r *run) ending(t *turn) *step {
	for _, i := range t.steps {
		if isEnding(r.steps[i].call.Tool) {
			return &r.steps[i]
		}
	}
	return nil
}

// answerKeyTable names the arguments of an ending tool that hold the answer.
var answerKeyTable = []string{"final_answer", "answer", "message", "text", "response", "result", "content", "summary", "output", "final_thought", "final_response", "explanation"}

// end fills a finding whose first action is a call of a tool that ends the run.
func (r *run) end(s *step, t *turn, c *step, f *Finding) {
	f.Next, f.Reaction = c.call.Tool, c.ref.Message
	object, _ := objectOf(c.call.Args)
	text, _ := textAt(object, answerKeyTable)
	gives := strings.Contains(strings.ToLower(string(c.call.Args)), "give_up")
	if text == "" {
		text = t.text
	}
	if gives || strings.TrimSpace(text) == "" {
		f.Action = ActionAbort
		return
	}
	r.answer(s, text, f)
}

func isWrite(spec *tool.Spec, name string) bool {
	return spec.Access == tool.AccessWrite || spec.Access == tool.AccessUnknown && (writesByName(name) || spec.RunsCode)
}

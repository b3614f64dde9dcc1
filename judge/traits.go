package judge

import (
	"fmt"
	"slices"
	"strings"
)

// Traits are what a verdict depends on beside the fault's kind, the action and
// the answer. Rubrics name them.
type Traits uint32

// The traits.
const (
	// TraitRetried: the same call has been repeated before.
	TraitRetried Traits = 1 << iota
	// TraitOverRetried: it has been repeated three times or more.
	TraitOverRetried
	// TraitUnsafe: repeating the call may double an effect.
	TraitUnsafe
	// TraitReads: the next call only reads.
	TraitReads
	// TraitFinder: the next call searches or lists the tools.
	TraitFinder
	// TraitListed: the next call's tool is one of those that there are.
	TraitListed
	// TraitUnlisted: it is provably none of them.
	TraitUnlisted
	// TraitKnownFailing: the next call's tool has failed for good before.
	TraitKnownFailing
	// TraitSameTarget: the next call is about the same object.
	TraitSameTarget
	// TraitGrounded: each changed value stands in what the model was given.
	TraitGrounded
	// TraitRelaxed: the changed call asks for less, or less narrowly.
	TraitRelaxed
	// TraitShrinks: the changed call makes the work smaller or its limit larger.
	TraitShrinks
	// TraitInvented: a changed value stands nowhere, in place of a given one.
	TraitInvented
	// TraitUnchosen: a changed value of a write is none that the user named.
	TraitUnchosen
	// TraitUnseenArgs: the recording has no arguments.
	TraitUnseenArgs
	// TraitTold: the answer tells of the failure.
	TraitTold
	// TraitLabelled: what is not from the tool is called so.
	TraitLabelled
	// TraitAskedExactly: the failed call asked just what the user asked.
	TraitAskedExactly
	// TraitHandsIn: the answer hands in work that failed.
	TraitHandsIn
	// TraitUngrounded: the reaction uses values that nothing has given.
	TraitUngrounded
	// TraitFailedBefore: the call before this one failed in the same way.
	TraitFailedBefore
	// TraitEndpointAbsent: what was not found is the endpoint, not a record.
	TraitEndpointAbsent
	// TraitWayRound: the agent says that it looks for a way round.
	TraitWayRound
	// TraitRunsCode: the failed tool runs the model's own code or commands.
	TraitRunsCode
	// TraitReturns: the failed tool is called again later, with other arguments.
	TraitReturns
)

var traitNames = [...]string{
	"retried", "over_retried", "unsafe", "reads", "finder", "listed", "unlisted", "known_failing", "same_target", "grounded",
	"relaxed", "shrinks", "invented", "unchosen", "unseen_args", "told", "labelled", "asked_exactly", "hands_in", "ungrounded",
	"failed_before", "endpoint_absent", "way_round", "runs_code", "returns",
}

// Has says whether all of the other traits are set.
func (t Traits) Has(other Traits) bool { return t&other == other }

// Names returns the names of the traits that are set.
func (t Traits) Names() []string {
	var names []string
	for i, name := range traitNames {
		if t&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// TraitNames returns the names of all traits.
func TraitNames() []string { return slices.Clone(traitNames[:]) }

// ParseTrait returns the trait of that name.
func ParseTrait(name string) (Traits, error) {
	if i := slices.Index(traitNames[:], name); i >= 0 {
		return 1 << i, nil
	}
	return 0, fmt.Errorf("trait must be one of %s, got %q", strings.Join(traitNames[:], ", "), name)
}

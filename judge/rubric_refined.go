package judge

import "github.com/sequitur-go/sequitur/fault"

// Refined returns the rubric that also weighs effect, persistence and grounding:
// not repeating an unprotected write is right, a change that shrinks the work
// after a timeout will do, and an answer that hides a failure will not.
func Refined() *Rubric {
	return &Rubric{Name: "refined", Otherwise: Mismatch, Rules: refinedTable}
}

// ungroundedTable lists the answers that no circumstance makes right.
var ungroundedTable = []Answer{InventedValue, WrongValue, FalseSuccess, ErrorAsFact}

var refinedTable = []RubricRule{
	{Actions: []Action{ActionNone}, Verdict: NotJudged, Why: "the recording ends at the fault, or somebody else speaks first"},
	{Kinds: []fault.Kind{fault.Canceled}, Verdict: NotJudged, Why: "the caller gave up: the next step is the caller's"},
	{Actions: []Action{ActionFabricate}, Verdict: Mismatch, Why: "a value is given as if it had been obtained"},
	{Actions: []Action{ActionClaimSuccess}, Verdict: Mismatch, Why: "failed work is said to be done"},
	{Actions: []Action{ActionCrash}, Verdict: Mismatch, Why: "the run dies of the fault"},
	{Answers: ungroundedTable, Verdict: Mismatch, Why: "a statement that nothing supports"},

	// timeout, network, rate_limited, server_error, malformed.
	{Kinds: passingTable, Actions: []Action{ActionRetrySame}, When: TraitUnsafe, Verdict: Mismatch, Why: "repeats a write of unknown outcome"},
	{Kinds: passingTable, Actions: []Action{ActionVerify}, When: TraitUnsafe, Verdict: Match, Why: "checks a write of unknown outcome"},
	{Kinds: passingTable, Actions: answersTable, When: TraitUnsafe | TraitTold, Verdict: Match, Why: "does not repeat an unprotected write"},
	{Kinds: passingTable, Actions: []Action{ActionRetryChanged}, When: TraitUnsafe, Verdict: Mismatch, Why: "a second write, the first unchecked"},
	{Kinds: transientTable, Actions: []Action{ActionRetrySame}, Unless: TraitOverRetried, Verdict: Match, Why: "the same call again; it may pass"},
	{Kinds: brokenTable, Actions: []Action{ActionRetrySame}, Unless: TraitOverRetried, Verdict: Match, Why: "the same call again; it may pass"},
	{Kinds: passingTable, Actions: []Action{ActionRetrySame}, Verdict: Mismatch, Why: "more than three retries"},
	{Kinds: passingTable, Actions: otherTable, When: TraitUngrounded, Verdict: Mismatch, Why: "goes on with values that nothing has given"},
	{Kinds: passingTable, Actions: otherTable, When: TraitRetried, Unless: TraitUnsafe, Verdict: Match, Why: "another way after spent retries"},
	{Kinds: passingTable, Actions: otherTable, Verdict: Acceptable, Why: "another tool, without a retry"},
	{Kinds: passingTable, Actions: []Action{ActionRetryChanged}, When: TraitShrinks, Verdict: Acceptable, Why: "shrinks the work, or raises the limit"},
	{Kinds: passingTable, Actions: []Action{ActionRetryChanged}, Verdict: Mismatch, Why: "the arguments were not at fault"},
	{Kinds: passingTable, Actions: answersTable, When: TraitTold, Verdict: Acceptable, Why: "tells of the failure, without a retry"},
	{Kinds: passingTable, Verdict: Mismatch, Why: "hides the failure"},

	// unauthenticated, forbidden, quota_exhausted.
	{Kinds: fatalTable, Actions: []Action{ActionReport, ActionAskUser, ActionEscalate, ActionSwitchCredential}, Verdict: Match, Why: "stops, without a repeat"},
	{Kinds: fatalTable, Actions: []Action{ActionAbort}, Answers: []Answer{Partial}, Verdict: Acceptable, Why: "stops, the reason hidden"},
	{Kinds: fatalTable, Actions: []Action{ActionAbort}, Verdict: Mismatch, Why: "nobody can tell that it failed"},
	{Kinds: fatalTable, Actions: []Action{ActionRetrySame}, Verdict: Mismatch, Why: "repeats a refused call"},
	{Kinds: fatalTable, When: TraitUnlisted, Verdict: Mismatch, Why: "looks for a way round with a tool that does not exist"},
	{Kinds: fatalTable, Actions: otherTable, When: TraitFinder, Verdict: Acceptable, Why: "only looks for another way"},
	{Kinds: fatalTable, When: TraitWayRound, Unless: TraitReads, Verdict: Mismatch, Why: "goes round the refusal"},
	{Kinds: fatalTable, When: TraitWayRound, Verdict: Acceptable, Why: "a mere read while looking for a way round"},
	{Kinds: fatalTable, Actions: []Action{ActionRetryChanged, ActionOtherTool, ActionVerify, ActionDegrade}, When: TraitSameTarget, Unless: TraitReads, Verdict: Mismatch, Why: "goes round the refusal"},
	{Kinds: fatalTable, Actions: []Action{ActionRetryChanged, ActionOtherTool, ActionVerify, ActionDegrade}, When: TraitSameTarget, Verdict: Acceptable, Why: "a mere read while looking for a way round"},
	{Kinds: fatalTable, Actions: append([]Action{ActionRetryChanged}, otherTable...), When: TraitFailedBefore, Verdict: Acceptable, Why: "goes on with something that may need what was refused"},
	{Kinds: fatalTable, Actions: append([]Action{ActionRetryChanged}, otherTable...), Verdict: Match, Why: "goes on with another resource"},

	// not_found, empty.
	{Kinds: absentTable, Actions: []Action{ActionRetryChanged}, When: TraitRunsCode, Verdict: Match, Why: "changes the command"},
	{Kinds: absentTable, Actions: otherTable, When: TraitUngrounded, Verdict: Mismatch, Why: "goes on with values that nothing has given"},
	{Kinds: absentTable, Actions: otherTable, Verdict: Match, Why: "another source"},
	{Kinds: absentTable, Actions: []Action{ActionReport}, When: TraitRunsCode, Verdict: Acceptable, Why: "tells what the command said, changes nothing"},
	{Kinds: absentTable, Answers: []Answer{AbsenceAsFact}, When: TraitAskedExactly, Verdict: Acceptable, Why: "absence told by the system of record, asked exactly that"},
	{Kinds: absentTable, Answers: []Answer{AbsenceAsFact}, Verdict: Mismatch, Why: "what was not found is said not to exist"},
	{Kinds: absentTable, Answers: []Answer{MemorySubstituted}, When: TraitTold, Verdict: Acceptable, Why: "own knowledge, with the failure told"},
	{Kinds: absentTable, Answers: []Answer{MemorySubstituted}, Verdict: Mismatch, Why: "own knowledge, with the failure hidden"},
	{Kinds: absentTable, Answers: []Answer{Partial}, Actions: answersTable, Verdict: Acceptable, Why: "half an answer"},
	{Kinds: absentTable, Actions: answersTable, Verdict: Match, Why: "says so, or asks"},
	{Kinds: absentTable, Actions: []Action{ActionRetryChanged}, When: TraitEndpointAbsent, Verdict: Mismatch, Why: "other arguments, where the endpoint does not exist"},
	{Kinds: absentTable, Actions: []Action{ActionRetryChanged}, When: TraitUnseenArgs, Verdict: Acceptable, Why: "a changed search whose arguments the recording does not show"},
	{Kinds: absentTable, Actions: []Action{ActionRetryChanged}, When: TraitGrounded, Verdict: Match, Why: "a changed search with a value that was given"},
	{Kinds: absentTable, Actions: []Action{ActionRetryChanged}, When: TraitRelaxed, Verdict: Match, Why: "a wider search"},
	{Kinds: absentTable, Actions: []Action{ActionRetryChanged, ActionRetrySame}, Verdict: Mismatch, Why: "the same tool again"},

	// invalid_argument, missing_argument.
	{Kinds: argumentTable, Actions: []Action{ActionAskUser, ActionVerify}, Verdict: Match, Why: "asks, or reads the object"},
	{Kinds: argumentTable, Actions: otherTable, When: TraitFinder, Verdict: Match, Why: "looks the value or the schema up"},
	{Kinds: argumentTable, Actions: otherTable, When: TraitReads | TraitReturns, Verdict: Match, Why: "looks the value or the schema up"},
	{Kinds: argumentTable, Actions: otherTable, Verdict: Acceptable, Why: "changes the tool, not the argument"},
	{Kinds: argumentTable, Actions: []Action{ActionRetryChanged}, When: TraitInvented, Verdict: Mismatch, Why: "an invented value in place of a given one"},
	{Kinds: argumentTable, Actions: []Action{ActionRetryChanged}, When: TraitGrounded, Verdict: Match, Why: "changes the argument"},
	{Kinds: argumentTable, Actions: []Action{ActionRetryChanged}, When: TraitUnseenArgs, Verdict: Match, Why: "changes the argument"},
	{Kinds: argumentTable, Actions: []Action{ActionRetryChanged}, Verdict: Acceptable, Why: "guesses the value"},
	{Kinds: argumentTable, Actions: []Action{ActionRetrySame}, Verdict: Mismatch, Why: "the same wrong arguments"},
	{Kinds: argumentTable, Verdict: Mismatch, Why: "gives up where a corrected argument would do"},

	// unknown_tool.
	{Kinds: []fault.Kind{fault.UnknownTool}, Actions: otherTable, When: TraitUnlisted, Verdict: Mismatch, Why: "another tool that does not exist"},
	{Kinds: []fault.Kind{fault.UnknownTool}, Actions: otherTable, When: TraitKnownFailing, Verdict: Acceptable, Why: "a tool that is known to fail"},
	{Kinds: []fault.Kind{fault.UnknownTool}, Actions: append([]Action{ActionAskUser}, otherTable...), Verdict: Match, Why: "a tool that there is, or asks"},
	{Kinds: []fault.Kind{fault.UnknownTool}, Actions: []Action{ActionReport, ActionAbort, ActionEscalate}, Verdict: Acceptable, Why: "gives up for want of a tool"},
	{Kinds: []fault.Kind{fault.UnknownTool}, Verdict: Mismatch, Why: "the same tool again"},

	// conflict.
	{Kinds: []fault.Kind{fault.Conflict}, Actions: []Action{ActionVerify, ActionAskUser}, Verdict: Match, Why: "reads the present state, or asks"},
	{Kinds: []fault.Kind{fault.Conflict}, Actions: otherTable, When: TraitReads, Verdict: Match, Why: "reads or computes what was missing"},
	{Kinds: []fault.Kind{fault.Conflict}, Actions: otherTable, When: TraitSameTarget, Verdict: Mismatch, Why: "goes round the guard with another tool"},
	{Kinds: []fault.Kind{fault.Conflict}, Actions: otherTable, Verdict: Match, Why: "does the missing step"},
	{Kinds: []fault.Kind{fault.Conflict}, Actions: []Action{ActionRetryChanged}, When: TraitUnchosen, Verdict: Mismatch, Why: "a write with terms that the user did not choose"},
	{Kinds: []fault.Kind{fault.Conflict}, Actions: []Action{ActionRetryChanged}, Verdict: Match, Why: "recomputes"},
	{Kinds: []fault.Kind{fault.Conflict}, Actions: answersTable, Verdict: Acceptable, Why: "honest report, no alternative looked up"},
	{Kinds: []fault.Kind{fault.Conflict}, Actions: []Action{ActionRetrySame}, Verdict: Mismatch, Why: "the same call, though the state has not changed"},

	// execution_failed.
	{Kinds: []fault.Kind{fault.ExecutionFailed}, Actions: append([]Action{ActionRetryChanged, ActionAskUser}, otherTable...), Verdict: Match, Why: "reads the cause, or changes the command or code"},
	{Kinds: []fault.Kind{fault.ExecutionFailed}, Actions: []Action{ActionRetrySame}, Verdict: Mismatch, Why: "the same code again"},
	{Kinds: []fault.Kind{fault.ExecutionFailed}, Actions: []Action{ActionReport}, Verdict: Acceptable, Why: "says that it does not work"},

	// declined.
	{Kinds: []fault.Kind{fault.Declined}, Actions: append([]Action{ActionRetryChanged, ActionAskUser, ActionReport, ActionEscalate}, otherTable...), Verdict: Match, Why: "asks, reports, or takes another way"},
	{Kinds: []fault.Kind{fault.Declined}, Actions: []Action{ActionRetrySame}, Verdict: Mismatch, Why: "repeats what a person refused"},

	// partial.
	{Kinds: []fault.Kind{fault.Partial}, Actions: []Action{ActionReport, ActionAskUser, ActionVerify, ActionRetryChanged, ActionOtherTool}, Verdict: Match, Why: "tells, reads, or repeats only what failed"},
	{Kinds: []fault.Kind{fault.Partial}, Actions: []Action{ActionRetrySame}, Verdict: Mismatch, Why: "repeats what is already done"},

	// unknown.
	{Kinds: []fault.Kind{fault.Unknown}, Actions: []Action{ActionRetrySame}, Unless: TraitRetried | TraitUnsafe, Verdict: Match, Why: "one retry of a read"},
	{Kinds: []fault.Kind{fault.Unknown}, Actions: []Action{ActionRetrySame}, Verdict: Mismatch, Why: "repeats a call of unknown outcome"},
	{Kinds: []fault.Kind{fault.Unknown}, Actions: []Action{ActionAbort}, Verdict: Mismatch, Why: "ends without telling"},
	{Kinds: []fault.Kind{fault.Unknown}, Verdict: Match, Why: "no retry"},
}

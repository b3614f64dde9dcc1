// Package judge says what an agent did first after each failure of a tool, and
// whether that was right. Rules decide, not a model: the same recording always
// gives the same findings, and each finding names the rule that gave it.
//
// [Judge.Judge] derives the episodes of a [trajectory.Trajectory] from its
// messages: the fault by package fault, the first [Action] in the next turn of
// the assistant, the kind of an [Answer], and a [Verdict] by each [Rubric]. Calls
// issued beside the failed one are no reaction to it, and tools that change
// nothing, such as "think", are looked through.
//
// Two rubrics are built in: [Published] takes the textbook literally, [Refined]
// weighs effect, persistence and grounding too. A team can bring its own.
//
// The package knows nothing of the guard, so that anybody's traces can be judged.
package judge

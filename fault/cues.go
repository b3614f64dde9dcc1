package fault

import (
	"strings"
	"sync"
)

// cue is what a fragment of a text tells besides its kind. Unlike phrases, cues
// match inside words, and none of them decides anything by itself.
type cue int8

const (
	cueAdvice   cue = 1 << iota // tells the reader what to do
	cueWait                     // may stand before a time to wait
	cueExit                     // may stand before an exit code
	cueSQLState                 // stands before an SQLSTATE
)

// cueTable holds all cues, in lower case.
func cueTable() map[cue][]string {
	return map[cue][]string{
		cueAdvice: {
			"please ", "try again", "retry after", "try using", "use the ", "make sure", "ensure ", "you must", "you need to", "you should",
			"you may ", "check ", "consider ", "must be reduced", "upgrade", "contact ", "visit ", "read it ", "run `", "run '", "instead",
			"wait for", "stop what", "hint:", `type "`, "for usage", "reduce ", "provide ", "specify ", "set the ", "refer to",
			"accepts these inputs", "is required: [", "scopes is required", "请", "稍后再试", "建议", "需要先",
		},
		cueWait:     append(waitNames[:], "后再试", "后重试", "后再重试", "后再次"),
		cueExit:     {"exit", "returncode", "退出码"},
		cueSQLState: {"sqlstate"},
	}
}

// waitNames are what stands before a time to wait.
var waitNames = [...]string{
	"try again in ", "retry in ", "again after ", "retry after", "retry-after", "retry_after", "retryafter", "retrydelay", "retry_delay", "sleeping for ", "wait for ", "wait ", "waiting ",
	"available in ", "resets in ", "reset in ", "reset after ", "replenished in ", "retrying in ", "back off for ", "expires in ",
}

//nolint:gochecknoglobals // built once from the table, on first use
var cueMatcher = sync.OnceValue(func() *automaton {
	plain := strings.NewReplacer("_", " ", "-", " ")
	merged := map[string]rule{} // one fragment may be two cues, and begin a pair
	for c, texts := range cueTable() {
		for _, text := range texts {
			r := merged[plain.Replace(text)]
			r.rank |= int8(c)
			merged[plain.Replace(text)] = r
		}
	}
	for i, first := range gapFirsts() {
		r := merged[plain.Replace(first)]
		r.kind = Kind(i + 1) // at most 64, which a test keeps
		merged[plain.Replace(first)] = r
	}
	all := make([]phrase, 0, len(merged))
	for text, r := range merged {
		all = append(all, phrase{text: text, rule: r})
	}
	return newAutomaton(all)
})

// cuesOf returns the cues of a text and which pairs it may hold, in one pass.
func cuesOf(text string) (seen cue, pairs uint64) {
	a, state := cueMatcher(), uint16(0)
	for i := range len(text) {
		state = a.step(state, text[i])
		for s := a.nodes[state].said; s != 0; s = a.nodes[s].link {
			p := &a.phrases[a.nodes[s].out]
			seen |= cue(p.rank)
			pairs |= 1 << p.kind >> 1
		}
	}
	return seen, pairs
}

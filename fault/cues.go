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
			"accepts these inputs", "is required: [", "scopes is required", "请检查", "请先", "请稍", "请重", "请使用", "请确", "请联系", "请提供", "请在", "请参", "请输入", "请更", "请升", "请登", "请尝", "请改", "请换", "请到", "请前往", "请勿", "请不要", "请传", "请填", "请选", "请设", "请配", "请减", "请将", "请以", "请用", "请查", "请核", "请充", "请购", "请开", "请添", "请申", "请等", "请您", "请于", "请从", "请按", "请指", "稍后再试", "建议", "需要先",
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
var cueMatcher = sync.OnceValue(func() *dense {
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
	return newDense(newAutomaton(all))
})

// dense is an automaton for few phrases: each state has a whole row, so that a byte
// costs one look-up, and knows what all phrases that end in it tell.
type dense struct {
	class [256]uint8
	next  []uint16 // state<<rowBits | class → state, with tells set where it tells anything
	seen  []cue
	pairs []uint64
}

const (
	rowBits = 7 // for 128 classes, which a test keeps
	tells   = 1 << 15
)

func newDense(a *automaton) *dense {
	d := &dense{
		class: a.class, next: make([]uint16, len(a.nodes)<<rowBits),
		seen: make([]cue, len(a.nodes)), pairs: make([]uint64, len(a.nodes)),
	}
	for state := range a.nodes {
		for s := a.nodes[state].said; s != 0; s = a.nodes[s].link {
			p := &a.phrases[a.nodes[s].out]
			d.seen[state] |= cue(p.rank)
			d.pairs[state] |= 1 << p.kind >> 1
		}
	}
	for state := range a.nodes {
		for class := range a.columns {
			next := a.stepClass(uint16(state), uint8(class))
			if a.nodes[next].said != 0 {
				next |= tells
			}
			d.next[state<<rowBits|class] = next
		}
	}
	return d
}

// cuesOf returns the cues of a text and which pairs it may hold, in one pass.
func cuesOf(text string) (seen cue, pairs uint64) {
	d, state := cueMatcher(), uint16(0)
	for i := range len(text) {
		state = d.next[int(state)<<rowBits|int(d.class[text[i]])]
		if state >= tells {
			state &^= tells
			seen |= d.seen[state]
			pairs |= d.pairs[state]
		}
	}
	return seen, pairs
}

package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/fault"
)

// A Rubric says which first action is right after which fault. Its rules are
// tried in order; the first that fits decides.
type Rubric struct {
	Name  string
	Rules []RubricRule
	// Otherwise is the verdict where no rule fits.
	Otherwise Verdict
}

// A RubricRule is one line of a rubric. An empty list fits everything.
type RubricRule struct {
	Kinds   []fault.Kind
	Actions []Action
	Answers []Answer
	// When lists traits that must be there, Unless such that must not.
	When, Unless Traits
	Verdict      Verdict
	// Why is the reason in a few words; it stands in findings.
	Why string
}

// Rule decides on one finding.
func (r *Rubric) Rule(f *Finding) Ruling {
	for i := range r.Rules {
		if rule := &r.Rules[i]; rule.fits(f) {
			return Ruling{Verdict: rule.Verdict, Why: rule.Why}
		}
	}
	return Ruling{Verdict: r.Otherwise, Why: "no other rule fits"}
}

func (r *RubricRule) fits(f *Finding) bool {
	return fits(r.Kinds, f.Fault.Kind) && fits(r.Actions, f.Action) && fits(r.Answers, f.Answer) &&
		f.Traits.Has(r.When) && f.Traits&r.Unless == 0
}

func fits[E comparable](list []E, e E) bool { return len(list) == 0 || slices.Contains(list, e) }

// Hash names the rubric's contents in twelve digits, so that two figures can be
// told to come from the same rules.
func (r *Rubric) Hash() string {
	var b strings.Builder
	fmt.Fprintf(&b, "otherwise %s\n", r.Otherwise)
	for i := range r.Rules {
		rule := &r.Rules[i]
		fmt.Fprintf(&b, "%v|%v|%v|%v|%v|%s\n", rule.Kinds, rule.Actions, rule.Answers, rule.When.Names(), rule.Unless.Names(), rule.Verdict)
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:6])
}

// The groups of kinds that the built-in rubrics treat alike.
var (
	transientTable = []fault.Kind{fault.Timeout, fault.Network, fault.RateLimited}
	brokenTable    = []fault.Kind{fault.ServerError, fault.Malformed}
	passingTable   = slices.Concat(transientTable, brokenTable)
	fatalTable     = []fault.Kind{fault.Unauthenticated, fault.Forbidden, fault.QuotaExhausted}
	absentTable    = []fault.Kind{fault.NotFound, fault.Empty}
	argumentTable  = []fault.Kind{fault.InvalidArgument, fault.MissingArgument}

	answersTable = []Action{ActionReport, ActionAskUser, ActionEscalate}
	otherTable   = []Action{ActionOtherTool, ActionVerify, ActionDegrade}
)

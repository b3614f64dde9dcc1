package recovery

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

// A Refusal is a definitive refusal of one call that the verdict memory keeps:
// the same call, by the same principal, would draw it again.
type Refusal struct {
	Kind fault.Kind `json:"kind"`
	// Tool is the tool that refused, for whoever lists what is remembered.
	Tool       string      `json:"tool,omitempty"`
	Status     int         `json:"status,omitempty"`
	Code       string      `json:"code,omitempty"`
	Detail     string      `json:"detail,omitempty"`
	Parameters []parameter `json:"parameters,omitempty"`
	// Repeats counts how often it was answered from memory.
	Repeats int `json:"repeats,omitempty"`
	// Config names the configuration that it holds under.
	Config string `json:"config,omitempty"`
	// Marks are those of its [Scopes] when it was drawn; see [Refusal.Holds].
	Marks []string `json:"marks,omitempty"`
	// Expires is when it is forgotten.
	Expires time.Time `json:"expires"`
}

// parameter is a [fault.Parameter] as an entry spells it.
type parameter struct {
	Path    string    `json:"path,omitempty"`
	Rule    tool.Rule `json:"rule,omitzero"`
	Given   string    `json:"given,omitempty"` // JSON in a string: broken JSON must not spoil the entry
	Want    string    `json:"want,omitempty"`
	Allowed []string  `json:"allowed,omitempty"`
}

// Remembers says whether a fault of this kind is a definitive refusal of the
// call as it stands, which no time of minutes will change.
func Remembers(k fault.Kind) bool {
	return k == fault.Forbidden || k == fault.QuotaExhausted || k == fault.Unauthenticated ||
		k == fault.UnknownTool || k == fault.Declined || k == fault.InvalidArgument
}

// The most that an entry keeps of an upstream's words.
const (
	maxDetail  = 500
	maxAllowed = 100
)

// NewRefusal returns what to remember of a fault that [Remembers].
func NewRefusal(f *fault.Fault, config string, marks []string, expires time.Time) Refusal {
	r := Refusal{
		Kind: f.Kind, Status: f.Status, Code: f.Code, Detail: cut(f.Detail, maxDetail),
		Config: config, Marks: marks, Expires: expires,
	}
	for i := range f.Parameters {
		p := &f.Parameters[i]
		r.Parameters = append(r.Parameters, parameter{
			Path: p.Path, Rule: p.Rule, Given: string(p.Given), Want: p.Want, Allowed: p.Allowed[:min(len(p.Allowed), maxAllowed)],
		})
	}
	return r
}

// Holds says whether the refusal may still be answered from memory: it has not
// expired, the configuration is the same, and nothing that it depends on was
// forgotten since. Marks are those of its scopes at present. A scope without a
// mark was not forgotten for so long that whatever was remembered before has
// expired.
func (r *Refusal) Holds(config string, marks []string, now time.Time) bool {
	if r.Config != config || len(r.Marks) != len(marks) || !now.Before(r.Expires) {
		return false
	}
	for i, mark := range marks {
		if mark != "" && mark != r.Marks[i] {
			return false
		}
	}
	return true
}

// Repeated returns the refusal after it was answered from memory once more.
func (r Refusal) Repeated() Refusal {
	r.Repeats++
	return r
}

// Fault returns the fault of a call that was answered from memory. The call was
// not sent: it has no effect.
func (r *Refusal) Fault() fault.Fault {
	f := fault.Fault{
		Kind: r.Kind, Effect: tool.EffectNone, Status: r.Status, Code: r.Code, Detail: r.Detail,
		Evidence: []fault.Evidence{{Layer: fault.LayerStructure, Rule: "memory", Span: r.Kind.String()}},
	}
	for i := range r.Parameters {
		p := &r.Parameters[i]
		out := fault.Parameter{Path: p.Path, Rule: p.Rule, Want: p.Want, Allowed: p.Allowed}
		if p.Given != "" {
			out.Given = json.RawMessage(p.Given)
		}
		f.Parameters = append(f.Parameters, out)
	}
	return f
}

// Encode returns the entry's bytes.
func (r *Refusal) Encode() ([]byte, error) { return json.Marshal(r) }

// DecodeRefusal reads what Encode wrote.
func DecodeRefusal(data []byte) (Refusal, error) {
	var r Refusal
	if err := json.Unmarshal(data, &r); err != nil {
		return Refusal{}, fmt.Errorf("refusal entry: %w", err)
	}
	if !Remembers(r.Kind) {
		return Refusal{}, fmt.Errorf("refusal entry: kind must be one that is remembered, got %q", r.Kind)
	}
	return r, nil
}

// RefusalKey names the entry of one call: the same principal, tool and
// arguments. A credential is no part of it: what is remembered is what was left
// after all of them.
func RefusalKey(principal, toolName string, args json.RawMessage) string {
	return stateKey("refusal/", principal, toolName, Fingerprint(args))
}

// A Scope is a part of the verdict memory that can be forgotten. Empty fields
// stand for all: the zero Scope is the whole memory. One field is looked at, the
// first that is set.
type Scope struct {
	Principal string // after its credential changed
	Tool      string
	Upstream  string // after a write to it succeeded
}

// Scopes returns the scopes that a call's refusal is in. An unnamed upstream is
// forgotten with everything.
func Scopes(principal, toolName, upstream string) []Scope {
	scopes := []Scope{{}}
	for _, scope := range [...]Scope{{Principal: principal}, {Tool: toolName}, {Upstream: upstream}} {
		if scope != (Scope{}) {
			scopes = append(scopes, scope)
		}
	}
	return scopes
}

// Key names the entry that holds the scope's mark: a word that is another one
// each time that the scope is forgotten, so that a store which can only swap
// single keys can forget many at once.
func (s Scope) Key() string {
	switch {
	case s.Principal != "":
		return stateKey("mark/", "principal", s.Principal)
	case s.Tool != "":
		return stateKey("mark/", "tool", s.Tool)
	case s.Upstream != "":
		return stateKey("mark/", "upstream", s.Upstream)
	}
	return stateKey("mark/", "all")
}

// cut returns at most n bytes of a text, and no half rune.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && text[n]&0xC0 == 0x80 {
		n--
	}
	return text[:n]
}

package gateway

import (
	"maps"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// defaultPatience is the deadline of a call where the client is not known:
// common clients give up after 60 s, and must have had the answer before.
const defaultPatience = 50 * time.Second

// patienceTable says how long known clients wait for a tool, less what the
// answer needs to arrive. 0 is as long as it takes. A name that ends in "*" is a
// beginning of names.
//
// The Python SDK names itself "mcp" whatever framework it works for, so that
// frameworks with limits of their own have to be told by configuration.
var patienceTable = map[string]time.Duration{
	"claude-code":        0,
	"stdio: *":           4500 * time.Millisecond, // OpenAI Agents SDK for JavaScript: 5 s
	"streamable-http: *": 4500 * time.Millisecond,
	"sse: *":             4500 * time.Millisecond,
	"openai-agents*":     4500 * time.Millisecond,
}

// patience returns how long a client waits for a tool. The operator's own table
// stands before ours.
func patience(own map[string]time.Duration, client string) time.Duration {
	for _, table := range []map[string]time.Duration{own, patienceTable} {
		if d, ok := table[client]; ok {
			return d
		}
		for name, d := range table {
			if start, ok := strings.CutSuffix(name, "*"); ok && strings.HasPrefix(client, start) {
				return d
			}
		}
	}
	return defaultPatience
}

// preset is the policy that configuration starts from: the documented one, with
// the deadline of the client. No attempt has a timeout of its own yet.
func preset(deadline time.Duration) recovery.Policy {
	p := recovery.Default()
	p.Deadline, p.Timeout = deadline, 0
	return p
}

// Timeouts of attempts, where nobody has set one.
const (
	longestAttempt = 20 * time.Second
	freeAttempt    = time.Minute // where the client waits as long as it takes
)

// withTimeouts gives the attempts of tools that may be called again a timeout,
// so that there is time left to do so. To cut off an attempt of any other tool
// would only make its outcome unknown: it has until the deadline.
func withTimeouts(p recovery.Policy, specs []tool.Spec) recovery.Policy {
	if p.Timeout > 0 {
		return p // the operator's, for all
	}
	p.Tools = maps.Clone(p.Tools)
	if p.Tools == nil {
		p.Tools = map[string]recovery.ToolPolicy{}
	}
	for _, spec := range specs {
		own := p.Tools[spec.Name]
		if own.Timeout > 0 || spec.Access != tool.AccessRead && !spec.Idempotent && spec.Key == nil {
			continue
		}
		deadline := own.Deadline
		if deadline == 0 {
			deadline = p.Deadline
		}
		own.Timeout = min(deadline*2/5, longestAttempt)
		if deadline == 0 {
			own.Timeout = freeAttempt
		}
		p.Tools[spec.Name] = own
	}
	return p
}

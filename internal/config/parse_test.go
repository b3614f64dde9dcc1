package config_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/internal/config"
	"github.com/sequitur-go/sequitur/tool"
)

func TestParse(t *testing.T) {
	t.Parallel()
	const text = `
policy:
  deadline: 45s
  plans: {timeout: {attempts: 3}}
tools:
  refund:
    access: write
    key: {header: Idempotency-Key}
    never_retry: [conflict]
    parameters:
      currency:
        closed: true
        values: [{name: EUR, aliases: [euro]}, USD]
`
	got, err := config.Parse("policy.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := config.File{
		Policy: config.PolicySection{
			Deadline: new(45 * time.Second),
			Plans:    map[fault.Kind]config.Plan{fault.Timeout: {Attempts: new(3)}},
		},
		Tools: map[string]config.Tool{"refund": {
			Access: tool.AccessWrite, Key: &config.Key{Header: "Idempotency-Key"}, NeverRetry: []fault.Kind{fault.Conflict},
			Parameters: map[string]config.Parameter{"currency": {
				Closed: true, Values: []config.Value{{Name: "EUR", Aliases: []string{"euro"}}, {Name: "USD"}},
			}},
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"empty", "", "p.yaml: must not be empty"},
		{"unknown key", "policy:\n  dead_line: 1s\n", "p.yaml:2:3: policy.dead_line is no known key"},
		{"no unit", "policy:\n  deadline: 45\n", `p.yaml:2:13: policy.deadline must be a duration with a unit, got "45"`},
		{"octal", "policy: {budget: {floor: 010}}", "p.yaml:1:26: policy.budget.floor must be a decimal number, got 010, which YAML reads as octal"},
		{"wrong type", "tools: [a]", "p.yaml:1:8: tools must be a mapping, got a list"},
		{"oauth beside a token", "upstreams: {a: {url: \"https://x\", token: \"env:T\", oauth: {token_url: \"https://id/t\", client_id: me, client_secret: \"env:S\"}}}", "p.yaml:1:58: upstreams.a.oauth must not stand beside token"},
		{"oauth of a command", "upstreams: {a: {command: [x], oauth: {token_url: \"https://id/t\", client_id: me, client_secret: \"env:S\"}}}", "p.yaml:1:38: upstreams.a.oauth must stand beside url"},
		{"oauth with a secret", "upstreams: {a: {url: \"https://x\", oauth: {token_url: \"https://id/t\", client_id: me, client_secret: hunter2}}}", "p.yaml:1:100: upstreams.a.oauth.client_secret must be env:NAME, file:PATH or command:COMMAND LINE"},
		{"oauth in the clear", "upstreams: {a: {url: \"https://x\", oauth: {token_url: \"http://id/t\", client_id: me, client_secret: \"env:S\"}}}", "p.yaml:1:54: upstreams.a.oauth.token_url must be an https address, or an http one of this machine"},
		{"oauth without an address", "upstreams: {a: {url: \"https://x\", oauth: {client_id: me, client_secret: \"env:S\"}}}", "p.yaml:1:42: upstreams.a.oauth must set token_url, client_id, client_secret"},
		{"last good write", "tools: {pay: {access: write, last_good: 10m}}", "p.yaml:1:41: tools.pay.last_good must not stand beside access: write"},
		{"duplicate key", "policy: {}\npolicy: {}\n", `p.yaml:2:1: is no valid YAML: mapping key "policy" already defined at [1:1]`},
		{"unknown kind", "policy: {plans: {slow: {}}}", "p.yaml:1:18: policy.plans.slow is refused: unknown fault kind \"slow\": must be one of unknown, ok, timeout, network, rate_limited, server_error, unauthenticated, forbidden, quota_exhausted, not_found, empty, invalid_argument, missing_argument, unknown_tool, conflict, execution_failed, declined, partial, malformed, canceled"},
		{"share", "policy: {budget: {ratio: 20}}", "p.yaml:1:26: policy.budget.ratio must be between 0 and 1, got 20"},
		{"no attempt", "policy: {plans: {timeout: {attempts: 0}}}", "p.yaml:1:38: policy.plans.timeout.attempts must be at least 1, got 0"},
		{"two keys", "tools: {t: {key: {header: A, meta: b}}}", "p.yaml:1:18: tools.t.key must set exactly one of argument, header, meta"},
		{"no reading tool", "tools: {t: {verify: {args: {a: b}}}}", "p.yaml:1:21: tools.t.verify must set tool"},
		{"not a flag", "tools: {t: {idempotent: perhaps}}", `p.yaml:1:25: tools.t.idempotent must be true or false, got "perhaps"`},
		{"a rule that fits everything", "rules: [{kind: empty}]", "p.yaml:1:9: rules[0] must set at least one of code, exception, text"},
		{"a rule without a kind", "tools: {t: {raises: [{code: E1}]}}", "p.yaml:1:22: tools.t.raises[0] must set kind, got unknown"},
		{"unknown language", "feedback: {language: fr}", `p.yaml:1:22: feedback.language is refused: language must be one of [en zh], got "fr"`},
		{"unknown profile", "feedback: {profile: huge}", `p.yaml:1:21: feedback.profile is refused: feedback: no profile "huge" for language en`},
		{"at odds with the preset", "policy: {plans: {timeout: {cap: 10ms}}}", "p.yaml:1:33: policy.plans.timeout.cap must be at least the base of 1s, got 10ms"},
		{"retry of a refusal", "tools: {two words: {plans: {declined: {attempts: 2}}}}", "p.yaml:1:50: tools.two words.plans.declined.attempts must be 1, since a fault of this kind is never tried again, got 2"},
		{
			"two at once", "policy: {timeout: 5, x: 1}",
			"p.yaml:1:19: policy.timeout must be a duration with a unit, got \"5\"\np.yaml:1:22: policy.x is no known key",
		},
		{"alias", "policy: &a {}\ntools: *a\n", "p.yaml:1:9: policy must be a plain value, got an anchor, an alias or a tag\np.yaml:2:8: tools must be a plain value, got an anchor, an alias or a tag"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := config.Parse("p.yaml", []byte(test.text))
			if err == nil {
				t.Fatal("was read without an error")
			}
			if diff := cmp.Diff(test.want, err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("policy: {deadline: 45s}\ntools: {t: {access: read}}\n"))
	f.Add([]byte("policy: {timeout: 5, x: 1}\n"))
	f.Add([]byte("a: &a [*a]\n? [b]\n: |\n  c\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := config.Parse("f.yaml", text); err != nil && err.Error() == "" {
			t.Error("an error without words")
		}
	})
}

func ExampleParse() {
	_, err := config.Parse("policy.yaml", []byte("policy:\n  deadline: 45\n"))
	fmt.Println(err)
	// Output: policy.yaml:2:13: policy.deadline must be a duration with a unit, got "45"
}

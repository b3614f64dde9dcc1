package config_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/internal/config"
	"github.com/sequitur-go/sequitur/recovery"
)

// example is the policy file with every section.
func example(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/policy.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parse(t *testing.T, text []byte) config.File {
	t.Helper()
	file, err := config.Parse("p.yaml", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return file
}

func TestShowIsReadBack(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]config.File{
		"example":   parse(t, example(t)),
		"effective": parse(t, example(t)).Effective(recovery.Default()),
		"preset":    config.File{}.Effective(recovery.Default()),
		"odd texts": {Tools: map[string]config.Tool{
			"no": {Description: "a: b # c\n\t\"d\" 中文 \\", Subject: "0123", StandIns: []string{"true", "-", "~", ""}},
			"":   {Subject: "1e3"}, "two words": {Upstream: "null"},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shown := file.Show()
			if diff := cmp.Diff(file, parse(t, shown)); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, shown)
			}
		})
	}
}

func TestEffectiveChangesNothing(t *testing.T) {
	t.Parallel()
	file := parse(t, example(t))
	want := file.Apply(recovery.Default())
	for kind, plan := range want.Plans {
		plan.Growth = max(plan.Growth, 1) // less counts as 1
		want.Plans[kind] = plan
	}
	if diff := cmp.Diff(want, file.Effective(recovery.Default()).Apply(recovery.Policy{})); diff != "" {
		t.Errorf("what is shown is not what is in force (-want +got):\n%s", diff)
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	file := parse(t, example(t))
	want := []fault.Rule{
		{Name: "raises", Tool: "get_order", Code: "ORD-404", Kind: fault.NotFound},
		{Name: "raises", Tool: "get_order", Exception: "LockedError", Kind: fault.Conflict, Retryable: true},
		{Name: "ledger closed", Code: "LEDGER_CLOSED", Kind: fault.Conflict},
		{Tool: "refund", Text: "already refunded", Kind: fault.Conflict},
	}
	if diff := cmp.Diff(want, file.Rules()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	renderer := file.Renderer()
	if renderer.Language != feedback.Chinese || renderer.Profile != "small" {
		t.Errorf("renderer speaks %v, profile %q, want zh, small", renderer.Language, renderer.Profile)
	}
}

// compiled returns the schema, ready to be held against files.
func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := config.Schema()
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("policy.json", parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("policy.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// asJSON reads YAML as an editor's schema check sees it.
func asJSON(t *testing.T, text []byte) any {
	t.Helper()
	var value any
	if err := yaml.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestSchema(t *testing.T) {
	t.Parallel()
	schema := compiled(t)
	for name, text := range map[string][]byte{
		"example": example(t), "preset": config.File{}.Effective(recovery.Default()).Show(),
	} {
		if err := schema.Validate(asJSON(t, text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, bad := range []string{
		"police: {}", "policy: {deadline: 45}", "policy: {deadline: soon}", "policy: {plans: {slow: {}}}",
		"tools: {t: {access: perhaps}}", "feedback: {language: fr}", "rules: {}", "policy: {plans: {timeout: {jitter: wild}}}",
	} {
		if schema.Validate(asJSON(t, []byte(bad))) == nil {
			t.Errorf("%s fits the schema", bad)
		}
	}
}

package feedback_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// renderers are the built-in languages and profiles by name.
func renderers() map[string]feedback.Renderer {
	m := map[string]feedback.Renderer{}
	for _, profile := range []string{"default", "small"} {
		m["en-"+profile] = feedback.Renderer{Profile: profile}
		m["zh-"+profile] = feedback.Renderer{Profile: profile, Language: feedback.Chinese}
	}
	return m
}

// The golden files hold all messages, so that they can be read in one place.
func TestMessages(t *testing.T) {
	t.Parallel()
	for name, r := range renderers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			fmt.Fprintf(&b, "# Messages: %s\n", name)
			for _, s := range scenarioTable {
				fmt.Fprintf(&b, "\n## %s\n\n%s\n", s.name, r.Render(s.input).Text)
			}
			golden(t, name+".md", b.String())
		})
	}
}

func TestObjects(t *testing.T) {
	t.Parallel()
	r := feedback.Renderer{Shape: feedback.ShapeJSON}
	var b strings.Builder
	b.WriteString("# The objects beside the English messages\n")
	for _, s := range scenarioTable {
		s.input.ErrorID = "f_01J9ZK3"
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", s.name, r.Render(s.input).Text)
	}
	golden(t, "objects.md", b.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "messages", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update rewrites):\n%s", path, diff)
	}
}

// Every kind and situation has sentences in both languages, and a scenario.
func TestNothingIsLeftOut(t *testing.T) {
	t.Parallel()
	if err := feedback.BuiltinError(); err != nil {
		t.Fatal(err)
	}
	if got := feedback.Profiles(); !slices.Equal(got, []string{"en/default", "en/small", "zh/default", "zh/small"}) {
		t.Errorf("profiles %v", got)
	}
	seen := map[string]bool{}
	for _, s := range scenarioTable {
		name, _, _ := strings.Cut(s.name, ",")
		seen[name] = true
	}
	for _, name := range feedback.AllSituations() {
		for _, language := range []feedback.Language{feedback.English, feedback.Chinese} {
			if !feedback.HasSection(language, "default", name) {
				t.Errorf("no sentence for %s in %s", name, language)
			}
		}
		aside := strings.HasPrefix(name, "words/") ||
			slices.Contains([]string{"common/repeat", "common/repeat_again", "common/repeat_final", "common/later", "common/escalated", "common/also", "common/also_missing", "common/ask_again", "common/stand_in", "common/stale"}, name)
		if !aside && !seen[name] {
			t.Errorf("no scenario for %s", name)
		}
	}
}

// What the runs on real models forbid, in every message.
func TestWordingRules(t *testing.T) {
	t.Parallel()
	prohibition := regexp.MustCompile(`(?i)\b(do not|don't|never|must not|cannot be called)\b|不要|不得|请勿|禁止|切勿`)
	counts := regexp.MustCompile(`(?i)\b(times|attempts?|tries|retries)\b|[次]尝试|重试了`)
	absence := regexp.MustCompile(`(?i)not found|no such|does not exist|was found|no record|没有找到|不存在|没有查到`)
	hedge := regexp.MustCompile(`(?i)\b(perhaps|maybe|probably|possibly|seems|might)\b|也许|大概|似乎`)
	failed := []fault.Kind{
		fault.Timeout, fault.Network, fault.RateLimited, fault.ServerError, fault.Unauthenticated, fault.Forbidden,
		fault.QuotaExhausted, fault.Malformed, fault.Canceled, fault.Unknown,
	}
	for name, r := range renderers() {
		for _, s := range scenarioTable {
			in := s.input
			in.ErrorID = "f_01J9ZK3"
			text := r.Render(in).Text
			terminal := slices.Contains(failed, in.Fault.Kind)
			switch {
			case text == "":
				t.Errorf("%s %s: no text", name, s.name)
			case prohibition.MatchString(text), counts.MatchString(text), hedge.MatchString(text), strings.Contains(text, "f_01"):
				t.Errorf("%s %s: forbidden words in %q", name, s.name, text)
			case terminal && absence.MatchString(text):
				t.Errorf("%s %s: a failed look-up reads as an absence: %q", name, s.name, text)
			case terminal && in.Verified == recovery.Unverified && in.Fault.Effect != tool.EffectPossible && strings.ContainsAny(stripNames(text), "0123456789"):
				t.Errorf("%s %s: a figure in %q", name, s.name, text)
			case len(text) > 600:
				t.Errorf("%s %s: %d bytes", name, s.name, len(text))
			}
		}
	}
}

// stripNames takes the call's own values out of a text.
func stripNames(text string) string { return strings.NewReplacer("A-77", "", "R-5", "").Replace(text) }

// A write of unknown outcome always says that it may have happened, and how to
// check.
func TestUnknownOutcomeIsAlwaysTold(t *testing.T) {
	t.Parallel()
	for name, r := range renderers() {
		for _, k := range fault.Kinds() {
			if k == fault.Empty || k == fault.UnknownTool || k == fault.Declined || k == fault.Partial {
				continue // an answer that leaves nothing open
			}
			got := r.Render(feedback.Input{Spec: verifiedSpec(), Call: makeOrder, Fault: fault.Fault{Kind: k}})
			if !strings.Contains(got.Text, "may have taken effect") && !strings.Contains(got.Text, "可能已") || !strings.Contains(got.Text, "find_order") {
				t.Errorf("%s %s: %q", name, k, got.Text)
			}
			if got.Object.Status != "unknown_outcome" {
				t.Errorf("%s %s: status %q", name, k, got.Object.Status)
			}
		}
	}
}

// A repeated refusal is told more firmly each time.
func TestRepeatsGrowFirmer(t *testing.T) {
	t.Parallel()
	for name, r := range renderers() {
		seen := map[string]bool{}
		for repeats := range 4 {
			text := r.Render(feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: fault.Fault{Kind: fault.Forbidden, Effect: noEffect}, Repeats: repeats, Verdict: stop}).Text
			if seen[text] && repeats != 3 {
				t.Errorf("%s: the same text at repeat %d: %q", name, repeats, text)
			}
			seen[text] = true
		}
	}
}

func TestSuccessHasNoMessage(t *testing.T) {
	t.Parallel()
	var r feedback.Renderer
	if got := r.Render(feedback.Input{Fault: fault.Fault{Kind: fault.OK}}); got.Text != "" {
		t.Errorf("got %q", got.Text)
	}
}

package feedback_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
)

func TestLoadOwnProfile(t *testing.T) {
	t.Parallel()
	own, err := feedback.Load(fstest.MapFS{
		"en/ours/timeout.tmpl": {Data: []byte("# Ours.\n[failed]\n{tool} is slow today.\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	r := feedback.Renderer{Templates: own, Profile: "ours"}
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	in := feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: fault.Fault{Kind: fault.Timeout, Effect: noEffect}}
	if got, want := r.Render(in).Text, "get_order is slow today."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	in.Fault.Kind = fault.Network // not among ours: the default profile's
	if got := r.Render(in).Text; !strings.Contains(got, "connection") {
		t.Errorf("got %q", got)
	}
}

func TestLoadNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, text, want string }{
		"unknown value":      {"en/ours/timeout.tmpl", "[failed]\n{tol} failed.", "en/ours/timeout.tmpl:2: unknown value {tol}"},
		"unknown situation":  {"en/ours/timeout.tmpl", "[faild]\nx", `en/ours/timeout.tmpl:1: unknown situation "faild": must be one of failed`},
		"unknown kind":       {"en/ours/slow.tmpl", "[failed]\nx", `called "slow"`},
		"open brace":         {"en/ours/timeout.tmpl", "[failed]\n{tool failed", "brace is not closed"},
		"no situation":       {"en/ours/timeout.tmpl", "x", "before the first [situation]"},
		"lonely alternative": {"en/ours/timeout.tmpl", "[failed]\n| x", "alternative without a sentence"},
		"unknown language":   {"fr/ours/timeout.tmpl", "[failed]\nx", `language must be one of [en zh], got "fr"`},
		"no file":            {"readme.md", "x", "no file matches"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := feedback.Load(fstest.MapFS{c.file: {Data: []byte(c.text)}})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q in it", err, c.want)
			}
		})
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]feedback.Renderer{
		"unknown profile": {Profile: "nope"}, "unknown language": {Language: 9},
	} {
		if err := r.Validate(); err == nil {
			t.Errorf("%s: no error", name)
		}
		if got := r.Render(feedback.Input{Fault: fault.Fault{Kind: fault.Timeout}}); got.Text == "" {
			t.Errorf("%s: no text", name)
		}
	}
	var zero feedback.Renderer
	if err := zero.Validate(); err != nil {
		t.Errorf("the zero renderer: %v", err)
	}
}

func TestTextForms(t *testing.T) {
	t.Parallel()
	var l feedback.Language
	if err := l.UnmarshalText([]byte("zh")); err != nil || l != feedback.Chinese || l.String() != "zh" {
		t.Errorf("language: %v, %v", l, err)
	}
	var s feedback.Shape
	if err := s.UnmarshalText([]byte("json")); err != nil || s != feedback.ShapeJSON || s.String() != "json" {
		t.Errorf("shape: %v, %v", s, err)
	}
	if l.UnmarshalText([]byte("fr")) == nil || s.UnmarshalText([]byte("xml")) == nil {
		t.Error("an unknown name was read without an error")
	}
}

package tool_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/tool"
)

func TestOutcomeRoundTrip(t *testing.T) {
	t.Parallel()
	want := tool.Outcome{
		Channel: tool.ChannelHTTP, Phase: tool.PhaseCut, Flag: tool.FlagFailure, Body: `{"id":12345678901234567890}`,
		Err: errors.New("read tcp: reset"), Status: 502, Header: tool.Header{"Retry-After": {"3"}},
		Exit: new(7), Elapsed: time.Second, Note: "n", Structured: json.RawMessage(`{"a":1}`), Stop: true,
	}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got tool.Outcome
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	sameText := cmp.Comparer(func(a, b error) bool { return errors.Is(a, b) || (a != nil && b != nil && a.Error() == b.Error()) })
	if diff := cmp.Diff(want, got, sameText); diff != "" {
		t.Errorf("round trip of %s (-want +got):\n%s", data, diff)
	}
}

func TestZeroOutcomeIsShort(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(tool.Outcome{})
	if err != nil {
		t.Fatal(err)
	}
	if string(data) != "{}" {
		t.Errorf("got %s, want {}", data)
	}
}

func TestCallRoundTrip(t *testing.T) {
	t.Parallel()
	for name, args := range map[string]string{
		"object": `{"n":12345678901234567890.5}`, "none": "", "broken": `{"city": "Par`, "text": `"x"`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := tool.Call{
				ID: "call_1", Tool: "get", Args: json.RawMessage(args), Principal: "p", Key: "k", Credential: "c", Request: "r",
			}
			if args == "" {
				want.Args = nil
			}
			data, err := json.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			var got tool.Call
			if err := json.Unmarshal(data, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("round trip of %s (-want +got):\n%s", data, diff)
			}
		})
	}
}

func TestFlagAndRuleText(t *testing.T) {
	t.Parallel()
	for _, want := range []tool.Flag{tool.FlagNone, tool.FlagSuccess, tool.FlagFailure} {
		var got tool.Flag
		if err := got.UnmarshalText([]byte(want.String())); err != nil || got != want {
			t.Errorf("flag %v came back as %v, %v", want, got, err)
		}
	}
	var rule tool.Rule
	if err := rule.UnmarshalText([]byte("no_such_rule")); err == nil {
		t.Error("an unknown rule was read without an error")
	}
}

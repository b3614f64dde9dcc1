package mcpguard_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/adapter/mcpguard"
	"github.com/sequitur-go/sequitur/tool"
)

// A read that a server declares becomes a tool that may be called again.
func Example() {
	page, err := mcpguard.ParsePage(json.RawMessage(`{"tools":[{"name":"get_order","annotations":{"readOnlyHint":true}}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(page.Tools[0].Name, page.Tools[0].Spec(true).Access)
	out := mcpguard.ResultOutcome(json.RawMessage(`{"content":[{"type":"text","text":"no such order"}],"isError":true}`))
	fmt.Println(out.Flag)
	// Output:
	// get_order read
	// failure
}

func TestSpec(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, annotations string
		trust             bool
		access            tool.Access
		idempotent        bool
	}{
		{"none", ``, true, tool.AccessUnknown, false},
		{"reads", `,"annotations":{"readOnlyHint":true}`, true, tool.AccessRead, false},
		{"writes", `,"annotations":{"readOnlyHint":false,"destructiveHint":false}`, true, tool.AccessWrite, false},
		{"may be repeated", `,"annotations":{"readOnlyHint":false,"idempotentHint":true}`, true, tool.AccessWrite, true},
		{"says only that it may be repeated", `,"annotations":{"idempotentHint":true}`, true, tool.AccessUnknown, true},
		{"not trusted", `,"annotations":{"readOnlyHint":true,"idempotentHint":true}`, false, tool.AccessUnknown, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			page, err := mcpguard.ParsePage(json.RawMessage(`{"tools":[{"name":"x"` + test.annotations + `},{"name":7}],"nextCursor":"c"}`))
			if err != nil || len(page.Tools) != 1 || page.Next != "c" {
				t.Fatalf("page %+v, %v", page, err)
			}
			spec := page.Tools[0].Spec(test.trust)
			if spec.Access != test.access || spec.Idempotent != test.idempotent {
				t.Errorf("access %s, idempotent %v", spec.Access, spec.Idempotent)
			}
		})
	}
}

func TestTheOperatorsWordStandsFirst(t *testing.T) {
	t.Parallel()
	declared := tool.Spec{Name: "x", Access: tool.AccessRead, Idempotent: true, Input: json.RawMessage(`{}`), Description: "d"}
	got := mcpguard.Override(declared, tool.Spec{Name: "x", Access: tool.AccessWrite, Subject: "order"})
	want := tool.Spec{Name: "x", Access: tool.AccessWrite, Subject: "order", Input: json.RawMessage(`{}`), Description: "d"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := mcpguard.Override(declared, tool.Spec{Subject: "order"}); got.Access != tool.AccessRead || !got.Idempotent {
		t.Errorf("a silent operator changed %+v", got)
	}
}

func TestForeign(t *testing.T) {
	t.Parallel()
	for result, want := range map[string]bool{
		`{"content":[]}`: false, `{"resultType":"complete","content":[]}`: false, `{}`: false, `[]`: false,
		`{"resultType":"input_required","inputRequests":{}}`: true,
		`{"task":{"taskId":"t"}}`:                            true, `{"task":{"taskId":"t"},"content":[]}`: false,
	} {
		if got := mcpguard.Foreign(json.RawMessage(result)); got != want {
			t.Errorf("%s: got %v", result, got)
		}
	}
}

func TestForClient(t *testing.T) {
	t.Parallel()
	for failure, want := range map[string]bool{
		`{"code":-32042,"message":"m","data":{}}`: true, `{"code":-32602,"message":"-32042"}`: false, `"x"`: false,
	} {
		if got := mcpguard.ForClient(json.RawMessage(failure)); got != want {
			t.Errorf("%s: got %v", failure, got)
		}
	}
}

func TestResult(t *testing.T) {
	t.Parallel()
	verdict := json.RawMessage(`{"fault":"forbidden"}`)
	const success = `{ "content" : [ {"type":"hologram","x":1.10} ], "structuredContent":{"n":12345678901234567890}, "new":true }`
	tests := []struct {
		name  string
		out   tool.Outcome
		shape mcpguard.Shape
		want  string
	}{
		{"a success in its own bytes", mcpguard.ResultOutcome(json.RawMessage(success)), mcpguard.Shape{}, success},
		{
			"a note beside an empty success",
			tool.Outcome{Channel: tool.ChannelMCPResult, Body: `{"content":[],"isError":false,"_meta":{"a":1}}`, Note: "No <order>.", Structured: verdict},
			mcpguard.Shape{},
			`{"content":[{"type":"text","text":"No <order>."}],"isError":false,"_meta":{"a":1,"sequitur/verdict":{"fault":"forbidden"}}}`,
		},
		{
			"a note of a stand-in",
			tool.Outcome{Channel: tool.ChannelMCPResult, Body: `{"content":[{"type":"text","text":"a"}]}`, Note: "n"},
			mcpguard.Shape{},
			`{"content":[{"type":"text","text":"a"},{"type":"text","text":"n"}]}`,
		},
		{
			"a failure",
			tool.Outcome{Body: "No permission.", Flag: tool.FlagFailure, Structured: verdict, Err: errors.New("refused")},
			mcpguard.Shape{},
			`{"content":[{"type":"text","text":"No permission."}],"structuredContent":{"fault":"forbidden"},"isError":true,"_meta":{"sequitur/verdict":{"fault":"forbidden"}}}`,
		},
		{
			"a failure of a tool with an output schema",
			tool.Outcome{Body: "No.", Flag: tool.FlagFailure, Structured: verdict},
			mcpguard.Shape{OutputSchema: true, ResultType: true},
			`{"content":[{"type":"text","text":"No."}],"isError":true,"resultType":"complete","_meta":{"sequitur/verdict":{"fault":"forbidden"}}}`,
		},
		{
			"a write that a read-back has found",
			tool.Outcome{Body: "Done.", Flag: tool.FlagSuccess, Structured: verdict},
			mcpguard.Shape{},
			`{"content":[{"type":"text","text":"Done."}],"structuredContent":{"fault":"forbidden"},"isError":false,"_meta":{"sequitur/verdict":{"fault":"forbidden"}}}`,
		},
		{"never an empty text", tool.Outcome{Flag: tool.FlagFailure}, mcpguard.Shape{}, `{"content":[{"type":"text","text":"The tool gave no answer."}],"isError":true}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, string(mcpguard.Result(test.out, test.shape))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

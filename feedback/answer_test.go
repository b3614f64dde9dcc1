package feedback_test

import (
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// The messages that are about no fault.
func TestAnswerMessages(t *testing.T) {
	t.Parallel()
	en, zh := feedback.Renderer{}, feedback.Renderer{Language: feedback.Chinese}
	for name, c := range map[string]struct{ got, want string }{
		"ask again":          {en.AskAgain([]string{"A-77", "12.50"}), "No tool result holds A-77, 12.50. Answer again from what the tools returned."},
		"ask again, many":    {en.AskAgain([]string{"1", "2", "3", "4"}), "No tool result holds 1, 2, 3. Answer again from what the tools returned."},
		"ask again, secret":  {en.AskAgain([]string{"bob@corp.example.com"}), "No tool result holds [email]. Answer again from what the tools returned."},
		"ask again, chinese": {zh.AskAgain([]string{"A-77", "12.50"}), "工具的结果中没有A-77、12.50。请只根据工具给出的内容重新回答。"},
		"stand-in":           {en.StandIn("get_order", "find_order"), "get_order is unavailable at the moment: this result is from find_order."},
		"stale":              {en.Stale("get_order", time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), "get_order is unavailable at the moment: this is its result of 2026-01-02T03:04:05Z, and may be out of date. Say so where you use it."},
		"stale, chinese":     {zh.Stale("get_order", time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), "get_order 暂时不可用，以上是它在 2026-01-02T03:04:05Z 返回的结果，可能已经过时。使用时请说明这一点。"},
		"stand-in, chinese":  {zh.StandIn("get_order", "find_order"), "get_order 暂时不可用，以上结果来自 find_order。"},
	} {
		if c.got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", name, c.got, c.want)
		}
	}
}

// A sentence that begins with the word for a tool without a name begins with a
// capital; a tool's own name stays as it is spelt.
func TestSentencesBeginWithCapitals(t *testing.T) {
	t.Parallel()
	limited := fault.Fault{Kind: fault.RateLimited, Retryable: true, RetryAfter: 90e9}
	for tool, want := range map[string]string{
		"":     "Error: the tool failed, its service takes no more requests for now. The tool can be used again in some minutes.",
		"find": "Error: find failed, its service takes no more requests for now. find can be used again in some minutes.",
	} {
		got := (&feedback.Renderer{}).Render(feedback.Input{Call: call(tool, `{}`), Fault: limited}).Text
		if got != want {
			t.Errorf("tool %q:\n got %q\nwant %q", tool, got, want)
		}
	}
}

// The field that machines read never asks for a write that may have happened.
func TestRetryableMeansThatARepeatIsSafe(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		spec     tool.Spec
		fault    fault.Fault
		verified recovery.Verification
		want     bool
	}{
		{"a read", tool.Spec{Access: tool.AccessRead}, fault.Fault{Kind: fault.Timeout, Effect: tool.EffectPossible}, recovery.Unverified, true},
		{"a write that did not begin", tool.Spec{Access: tool.AccessWrite}, fault.Fault{Kind: fault.RateLimited, Effect: tool.EffectNone}, recovery.Unverified, true},
		{"a write that may have happened", tool.Spec{Access: tool.AccessWrite}, fault.Fault{Kind: fault.Timeout, Effect: tool.EffectPossible}, recovery.Unverified, false},
		{"a tool that nobody has described", tool.Spec{}, fault.Fault{Kind: fault.Timeout, Effect: tool.EffectPossible}, recovery.Unverified, false},
		{"a refusal that may have come too late", tool.Spec{Access: tool.AccessWrite}, fault.Fault{Kind: fault.Conflict, Effect: tool.EffectPossible}, recovery.Unverified, false},
		{"a write that happened", tool.Spec{Access: tool.AccessWrite}, fault.Fault{Kind: fault.Malformed, Effect: tool.EffectCertain}, recovery.Unverified, false},
		{"a write that a check did not find", tool.Spec{Access: tool.AccessWrite}, fault.Fault{Kind: fault.Timeout, Effect: tool.EffectPossible}, recovery.VerifiedNone, true},
		{"a failed check", tool.Spec{Access: tool.AccessWrite}, fault.Fault{Kind: fault.Timeout, Effect: tool.EffectPossible}, recovery.VerifyFailed, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.spec.Name, test.fault.Retryable = "tool", true
			var r feedback.Renderer
			got := r.Render(feedback.Input{Spec: &test.spec, Fault: test.fault, Verified: test.verified}).Object
			if got.Retryable != test.want {
				t.Errorf("retryable is %t: %+v", got.Retryable, got)
			}
		})
	}
}

package feedback_test

import (
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
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

package sequitur_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// A read whose backend fails is answered with what it gave last, if that is
// young enough, and with nothing else.
func TestLastGood(t *testing.T) {
	t.Parallel()
	const good, down, denied = `{"content":[{"type":"text","text":"order 7: shipped"}]}`, "503 Service Unavailable", "403 Forbidden"
	for name, c := range map[string]struct {
		access   tool.Access
		lastGood time.Duration
		fault    string
		args     string
		who      string
		later    time.Duration
		stale    bool
	}{
		"a read":          {tool.AccessRead, time.Hour, down, `{"id":7}`, "ann", time.Minute, true},
		"not asked for":   {tool.AccessRead, 0, down, `{"id":7}`, "ann", time.Minute, false},
		"too old":         {tool.AccessRead, time.Hour, down, `{"id":7}`, "ann", 2 * time.Hour, false},
		"a write":         {tool.AccessWrite, time.Hour, down, `{"id":7}`, "ann", time.Minute, false},
		"who knows":       {tool.AccessUnknown, time.Hour, down, `{"id":7}`, "ann", time.Minute, false},
		"refused":         {tool.AccessRead, time.Hour, denied, `{"id":7}`, "ann", time.Minute, false},
		"other arguments": {tool.AccessRead, time.Hour, down, `{"id":8}`, "ann", time.Minute, false},
		"somebody else's": {tool.AccessRead, time.Hour, down, `{"id":7}`, "bob", time.Minute, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
			policy := recovery.Default()
			policy.Tools = map[string]recovery.ToolPolicy{"get_order": {LastGood: c.lastGood}}
			told := 0
			guard, err := sequitur.New(sequitur.Config{
				Policy: &policy, Tools: []tool.Spec{{Name: "get_order", Access: c.access}},
				Now: func() time.Time { return now }, Sleep: func(context.Context, time.Duration) error { return nil },
				Escalate: func(context.Context, sequitur.Escalation) { told++ },
			})
			if err != nil {
				t.Fatal(err)
			}
			answer := tool.Outcome{Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Body: good}
			invoker := guard.Wrap(tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome { return answer }))
			if out := invoker.Invoke(t.Context(), tool.Call{Tool: "get_order", Args: []byte(`{"id":7}`), Principal: "ann"}); out.Note != "" || out.Err != nil {
				t.Fatalf("the success: got %+v", out)
			}
			now = now.Add(c.later)
			answer.Flag, answer.Body = tool.FlagFailure, c.fault
			out := invoker.Invoke(t.Context(), tool.Call{Tool: "get_order", Args: []byte(c.args), Principal: c.who})
			if !c.stale {
				if out.Err == nil {
					t.Errorf("got %+v", out)
				}
				return
			}
			if out.Err != nil || out.Body != good || out.Flag != tool.FlagSuccess || told != 1 {
				t.Errorf("got %+v, told %d times", out, told)
			}
			if !strings.Contains(out.Note, "2026-01-02T03:04:05Z") || !strings.Contains(string(out.Structured), `"stale_since":"2026-01-02T03:04:05Z"`) {
				t.Errorf("note %q, structured %s", out.Note, out.Structured)
			}
		})
	}
}

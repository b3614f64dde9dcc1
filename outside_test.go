package sequitur_test

import (
	"context"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/tool"
)

// Two guards in a row make as many attempts as the outer one alone would.
func TestRepeatedOutside(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		marked bool
		body   string
		want   int
	}{
		"alone":             {false, "503 Service Unavailable", 2},
		"repeated outside":  {true, "503 Service Unavailable", 1},
		"refused for good":  {true, "403 Forbidden", 1},
		"a success as ever": {true, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			guard, err := sequitur.New(sequitur.Config{
				Tools: []tool.Spec{{Name: "look_up", Access: tool.AccessRead}}, Sleep: func(context.Context, time.Duration) error { return nil },
			})
			if err != nil {
				t.Fatal(err)
			}
			made := 0
			raw := tool.Outcome{Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Body: c.body}
			if c.body == "" {
				raw.Flag, raw.Body = tool.FlagSuccess, "order 7"
			}
			invoker := guard.Wrap(tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome { made++; return raw }))
			ctx := t.Context()
			if c.marked {
				ctx = tool.RepeatedOutside(ctx)
			}
			out := invoker.Invoke(ctx, tool.Call{Tool: "look_up"})
			if made != c.want {
				t.Errorf("%d attempts, want %d", made, c.want)
			}
			if handed := out.Err == nil && out.Body == raw.Body; handed != (name == "repeated outside" || c.body == "") {
				t.Errorf("got %+v", out)
			}
		})
	}
}

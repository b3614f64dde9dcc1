package judge_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// anyRun draws a trajectory with what recordings get wrong: reused and missing
// identifiers, missing answers, broken arguments, empty turns.
func anyRun(t *rapid.T) *trajectory.Trajectory {
	pick := func(name string, list ...string) string { return rapid.SampledFrom(list).Draw(t, name) }
	run := &trajectory.Trajectory{ID: "r", Tools: []tool.Spec{{Name: "get", Access: tool.AccessRead}, {Name: "pay", Access: tool.AccessWrite}}}
	for i := range rapid.IntRange(0, 12).Draw(t, "messages") {
		switch rapid.IntRange(0, 4).Draw(t, "role") {
		case 0:
			run.Messages = append(run.Messages, trajectory.Message{Role: trajectory.RoleUser, Text: pick("question", "Where is A-17?", "", "我的订单呢？")})
		case 1:
			m := trajectory.Message{Role: trajectory.RoleAssistant, Text: pick("said", "", "Let me try again.", "I couldn't find it.", "Done!", "You have no orders.", "要再试一次吗？")}
			for range rapid.IntRange(0, 3).Draw(t, "calls") {
				m.Calls = append(m.Calls, tool.Call{
					ID: pick("id", "", "1", "2", fmt.Sprint(i)), Tool: pick("tool", "get", "pay", "think", "Finish", "Bash", "call_tool", ""),
					Args: json.RawMessage(pick("args", "", "{}", `{"id":"A-17"}`, `{"id":`, `{"name":"get","arguments":{"id":1}}`, `{"command":"ls","description":"x"}`)),
				})
			}
			run.Messages = append(run.Messages, m)
		default:
			run.Messages = append(run.Messages, trajectory.Message{Role: trajectory.RoleTool, CallID: pick("answers", "", "1", "2", fmt.Sprint(i-1)), Outcome: &tool.Outcome{
				Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Body: pick("body", "", "[]", timedOut, refused, brokenSvc, `{"id":"A-17"}`, "Traceback (most recent call last):\nKeyError: 'x'"),
			}})
		}
	}
	return run
}

// TestFindingsHold checks what holds of every finding, whatever the recording.
func TestFindingsHold(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		run := anyRun(t)
		var j judge.Judge
		review := j.Review(run)
		for _, f := range review.Findings {
			switch {
			case f.Fault.Kind == fault.OK:
				t.Fatal("a success was judged")
			case f.Action == judge.ActionNone && (f.Published.Verdict != judge.NotJudged || f.Refined.Verdict != judge.NotJudged || f.Reaction >= 0):
				t.Fatalf("nothing was done, and it was judged %s, %s", f.Published.Verdict, f.Refined.Verdict)
			case f.Action != judge.ActionNone && f.Action != judge.ActionCrash && f.Reaction <= f.Call:
				t.Fatalf("the reaction at %d stands before the call at %d", f.Reaction, f.Call)
			case f.Action == judge.ActionRetrySame && f.Fault.Kind == fault.Forbidden && f.Refined.Verdict != judge.Mismatch:
				t.Fatalf("a repeat after a refusal is %s", f.Refined.Verdict)
			case f.Published.Verdict != judge.NotJudged && f.Published.Why == "":
				t.Fatal("a verdict has no reason")
			case f.Answer != judge.AnswerNone && f.Action == judge.ActionRetrySame:
				if f.Answer != judge.MemorySubstituted {
					t.Fatalf("a retry has the answer %s", f.Answer)
				}
			}
		}
		again := j.Review(run)
		if len(again.Findings) != len(review.Findings) {
			t.Fatal("two readings differ")
		}
		for i := range again.Findings {
			if a, b := &again.Findings[i], &review.Findings[i]; a.Action != b.Action || a.Traits != b.Traits || a.Refined != b.Refined {
				t.Fatalf("two readings differ: %s %v, %s %v", a.Action, a.Traits.Names(), b.Action, b.Traits.Names())
			}
		}
	})
}

// FuzzAnswer looks for a panic in what reads an answer.
func FuzzAnswer(f *testing.F) {
	f.Add("I couldn't find it. 要再试一次吗？")
	f.Add("{\"name\": \"x\", \"parameters\": {")
	f.Add("\xff. \"?\"\n- there is no")
	f.Fuzz(func(_ *testing.T, text string) {
		var j judge.Judge
		for _, payload := range []string{timedOut, nothing} {
			j.Judge(answered("get_order", tool.AccessRead, text, `{"q":"x"}`, payload, text))
		}
	})
}

package judge_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// A maker makes the messages of a run.
type maker struct{ messages []trajectory.Message }

func (m *maker) user(text string) { m.add(trajectory.Message{Role: trajectory.RoleUser, Text: text}) }

func (m *maker) says(text string, calls ...tool.Call) {
	m.add(trajectory.Message{Role: trajectory.RoleAssistant, Text: text, Calls: calls})
}

func (m *maker) result(id, body string) {
	m.add(trajectory.Message{Role: trajectory.RoleTool, CallID: id, Outcome: &tool.Outcome{Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Body: body}})
}

func (m *maker) add(message trajectory.Message) { m.messages = append(m.messages, message) }

func ask(id, name, args string) tool.Call {
	return tool.Call{ID: id, Tool: name, Args: json.RawMessage(args)}
}

func TestActions(t *testing.T) {
	t.Parallel()
	read := func(name string) tool.Spec { return tool.Spec{Name: name, Access: tool.AccessRead} }
	tests := []struct {
		name   string
		tools  []tool.Spec
		build  func(m *maker)
		want   judge.Action
		next   string
		traits judge.Traits
	}{
		{"the same call, spelt otherwise", nil, func(m *maker) {
			m.says("", ask("1", "get", `{"a":1,"b":"x"}`))
			m.result("1", timedOut)
			m.says("", ask("2", "get", `{ "b" : "x", "a":1 }`))
		}, judge.ActionRetrySame, "get", 0},
		{"a comment on a command does not count", []tool.Spec{{Name: "Bash", RunsCode: true}}, func(m *maker) {
			m.says("", ask("1", "Bash", `{"command":"make","description":"build"}`))
			m.result("1", "Error: exit code 2\nmake: *** failed")
			m.says("", ask("2", "Bash", `{"command":"make","description":"build once more"}`))
		}, judge.ActionRetrySame, "Bash", 0},
		{"calls beside the failed one are no reaction", nil, func(m *maker) {
			m.says("", ask("1", "get", `{"a":1}`), ask("2", "get", `{"a":1}`))
			m.result("1", timedOut)
			m.result("2", `{"id":"found","name":"Ada"}`)
			m.says("", ask("3", "list", `{}`))
		}, judge.ActionOtherTool, "list", 0},
		{"thinking is looked through", nil, func(m *maker) {
			m.says("", ask("1", "get", `{"a":1}`))
			m.result("1", timedOut)
			m.says("", ask("2", "think", `{"thought":"hm"}`))
			m.result("2", "")
			m.says("", ask("3", "get", `{"a":1}`))
		}, judge.ActionRetrySame, "get", 0},
		{"a retry among other calls is the reaction", nil, func(m *maker) {
			m.says("", ask("1", "get", `{"a":1}`))
			m.result("1", timedOut)
			m.says("", ask("2", "list", `{}`), ask("3", "get", `{"a":1}`))
		}, judge.ActionRetrySame, "get", 0},
		{"a sibling's retry is none of this one", nil, func(m *maker) {
			m.says("", ask("1", "get", `{"a":1}`), ask("2", "get", `{"a":2}`))
			m.result("1", timedOut)
			m.result("2", timedOut)
			m.says("", ask("3", "get", `{"a":2}`), ask("4", "list", `{}`))
		}, judge.ActionOtherTool, "list", 0},
		{"meta tools are opened", []tool.Spec{read("geocode"), read("places")}, func(m *maker) {
			m.says("", ask("1", "call_tool", `{"server_name":"osm","tool_name":"geocode","params":{"q":"x"}}`))
			m.result("1", timedOut)
			m.says("", ask("2", "call_tool", `{"server_name":"osm","tool_name":"places","params":{"q":"x"}}`))
		}, judge.ActionOtherTool, "places", judge.TraitReads},
		{"reads the file that an edit failed on", []tool.Spec{{Name: "Edit", Access: tool.AccessWrite}, read("Read")}, func(m *maker) {
			m.says("", ask("1", "Edit", `{"file_path":"/a/b.go","old":"x"}`))
			m.result("1", "Error: old_string not found in file")
			m.says("", ask("2", "Read", `{"file_path":"/a/b.go"}`))
		}, judge.ActionVerify, "Read", judge.TraitReads},
		{"views with the tool that failed to write", nil, func(m *maker) {
			m.says("", ask("1", "editor", `{"command":"str_replace","path":"/a/b.go"}`))
			m.result("1", "Error: parameter old_str is required")
			m.says("", ask("2", "editor", `{"command":"view","path":"/a/b.go"}`))
		}, judge.ActionVerify, "editor", judge.TraitReads},
		{"only the credential differs", nil, func(m *maker) {
			m.says("", ask("1", "get", `{"id":7,"token":"old"}`))
			m.result("1", `{"error":"invalid token","code":401}`)
			m.says("", ask("2", "get", `{"id":7,"token":"new"}`))
		}, judge.ActionSwitchCredential, "get", 0},
		{"a declared stand-in", []tool.Spec{{Name: "get", Access: tool.AccessRead, StandIns: []string{"cache"}}, read("cache")}, func(m *maker) {
			m.says("", ask("1", "get", `{"id":7}`))
			m.result("1", timedOut)
			m.says("", ask("2", "cache", `{"id":7}`))
		}, judge.ActionDegrade, "cache", 0},
		{"hands over to a person", nil, func(m *maker) {
			m.says("", ask("1", "refund", `{"id":7}`))
			m.result("1", refused)
			m.says("", ask("2", "transfer_to_human_agents", `{"summary":"no permission"}`))
		}, judge.ActionEscalate, "transfer_to_human_agents", 0},
		{"asks through a tool", nil, func(m *maker) {
			m.says("", ask("1", "refund", `{"id":7}`))
			m.result("1", refused)
			m.says("", ask("2", "AskUserQuestion", `{"question":"Who may?"}`))
		}, judge.ActionAskUser, "AskUserQuestion", 0},
		{"ends through a tool, telling", nil, func(m *maker) {
			m.says("", ask("1", "get", `{"id":7}`))
			m.result("1", refused)
			m.says("", ask("2", "Finish", `{"final_answer":"I do not have permission to read it."}`))
		}, judge.ActionReport, "Finish", judge.TraitTold},
		{"gives up through a tool", nil, func(m *maker) {
			m.says("", ask("1", "get", `{"id":7}`))
			m.result("1", timedOut)
			m.says("It does not work.", ask("2", "Finish", `{"return_type":"give_up_and_restart"}`))
		}, judge.ActionAbort, "Finish", 0},
		{"smaller work after a timeout", nil, func(m *maker) {
			m.says("", ask("1", "get", `{"q":"x","limit":500}`))
			m.result("1", timedOut)
			m.says("", ask("2", "get", `{"q":"x","limit":50}`))
		}, judge.ActionRetryChanged, "get", judge.TraitShrinks},
		{"the user speaks first", nil, func(m *maker) {
			m.says("", ask("1", "get", `{"id":7}`))
			m.result("1", timedOut)
			m.user("Never mind.")
			m.says("All right.")
		}, judge.ActionNone, "", 0},
		{"an interrupted turn is none", nil, func(m *maker) {
			m.says("", ask("1", "get", `{"id":7}`))
			m.result("1", timedOut)
			m.says("")
			m.user("Go on.")
			m.says("All right.")
		}, judge.ActionNone, "", 0},
		{"the recording ends", nil, func(m *maker) {
			m.says("", ask("1", "get", `{"id":7}`))
			m.result("1", timedOut)
		}, judge.ActionNone, "", 0},
		{"without arguments the words decide", nil, func(m *maker) {
			m.says("", ask("1", "search", `{}`))
			m.result("1", nothing)
			m.says("Let me try a broader search.", ask("2", "search", `{}`))
		}, judge.ActionRetryChanged, "search", judge.TraitUnseenArgs},
		{"without arguments, and again", nil, func(m *maker) {
			m.says("", ask("1", "search", `{}`))
			m.result("1", timedOut)
			m.says("Let me try that again.", ask("2", "search", `{}`))
		}, judge.ActionRetrySame, "search", judge.TraitUnseenArgs},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var m maker
			m.user("Do it.")
			test.build(&m)
			var j judge.Judge
			findings := j.Judge(&trajectory.Trajectory{ID: "r", Tools: test.tools, Messages: m.messages})
			if len(findings) == 0 {
				t.Fatal("no fault was found")
			}
			f := findings[0]
			if f.Action != test.want || f.Next != test.next || !f.Traits.Has(test.traits) {
				t.Errorf("got %s, next %q, traits %v; want %s, next %q, traits %v", f.Action, f.Next, f.Traits.Names(), test.want, test.next, test.traits.Names())
			}
		})
	}
}

func TestCrash(t *testing.T) {
	t.Parallel()
	var m maker
	m.says("", ask("1", "get", `{"id":7}`))
	m.result("1", timedOut)
	var j judge.Judge
	f := j.Judge(&trajectory.Trajectory{ID: "r", Messages: m.messages, Error: "ToolException: timeout"})[0]
	if f.Action != judge.ActionCrash || f.Published.Verdict != judge.Mismatch {
		t.Errorf("got %s, %s; want crash, mismatch", f.Action, f.Published.Verdict)
	}
	f = j.Judge(&trajectory.Trajectory{ID: "r", Messages: m.messages, Error: "Recursion limit of 25 reached"})[0]
	if f.Action != judge.ActionNone {
		t.Errorf("a run that was cut off: got %s, want none", f.Action)
	}
}

func TestRetriesAreCounted(t *testing.T) {
	t.Parallel()
	var m maker
	for _, id := range []string{"1", "2", "3", "4", "5"} {
		m.says("", ask(id, "get", `{"id":7}`))
		m.result(id, timedOut)
	}
	m.says("The service keeps timing out.")
	var j judge.Judge
	findings := j.Judge(&trajectory.Trajectory{ID: "r", Tools: []tool.Spec{{Name: "get", Access: tool.AccessRead}}, Messages: m.messages})
	want := []judge.Verdict{judge.Match, judge.Match, judge.Match, judge.Mismatch, judge.Acceptable}
	for i, f := range findings {
		if f.Retries != i || f.Published.Verdict != want[i] {
			t.Errorf("finding %d: retries %d, %s (%s); want %d, %s", i, f.Retries, f.Published.Verdict, f.Published.Why, i, want[i])
		}
	}
}

func TestWait(t *testing.T) {
	t.Parallel()
	var m maker
	m.says("", ask("1", "get", `{"id":7}`))
	m.result("1", timedOut)
	m.says("", ask("2", "get", `{"id":7}`))
	run := trajectory.Trajectory{ID: "r", Messages: m.messages}
	var j judge.Judge
	if f := j.Judge(&run)[0]; f.Timed {
		t.Errorf("a wait of %v was told without timestamps", f.Wait)
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	run.Messages[1].Time, run.Messages[2].Time = at, at.Add(1500*time.Millisecond)
	if f := j.Judge(&run)[0]; !f.Timed || f.Wait != 1500*time.Millisecond {
		t.Errorf("got wait %v, timed %v; want 1.5 s", f.Wait, f.Timed)
	}
}

// TestGuardApart shows that a guard's retry is not put down to the model.
func TestGuardApart(t *testing.T) {
	t.Parallel()
	run := trajectory.Trajectory{ID: "g", Episodes: []trajectory.Episode{
		{Run: "s", CallID: "1", Tool: "get", ArgsHash: "h", Fault: fault.OK, Attempts: []trajectory.Attempt{
			{Fault: fault.Timeout, Effect: tool.EffectNone}, {Fault: fault.OK, Waited: time.Second},
		}},
		{Run: "s", CallID: "2", Tool: "get", ArgsHash: "k", Fault: fault.Forbidden, Attempts: []trajectory.Attempt{{Fault: fault.Forbidden, Effect: tool.EffectNone}}},
		{Run: "s", CallID: "3", Tool: "get", ArgsHash: "k", Fault: fault.Forbidden, Attempts: []trajectory.Attempt{{Fault: fault.Forbidden, Effect: tool.EffectNone}}},
	}}
	var j judge.Judge
	findings := j.Judge(&run)
	if len(findings) != 3 {
		t.Fatalf("got %d findings, want 3", len(findings))
	}
	if f := findings[0]; f.Layer != judge.LayerGuard || f.Action != judge.ActionRetrySame || f.Published.Verdict != judge.Match || f.Wait != time.Second {
		t.Errorf("guard: got %s %s %s after %v", f.Layer, f.Action, f.Published.Verdict, f.Wait)
	}
	if f := findings[1]; f.Layer != judge.LayerModel || f.Action != judge.ActionRetrySame || f.Published.Verdict != judge.Mismatch {
		t.Errorf("model: got %s %s %s", f.Layer, f.Action, f.Published.Verdict)
	}
	if f := findings[2]; f.Action != judge.ActionNone || f.Published.Verdict != judge.NotJudged {
		t.Errorf("end: got %s %s", f.Action, f.Published.Verdict)
	}
}

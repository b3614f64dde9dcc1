package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"os"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/trajectory"
)

// openRecording yields the runs of one file.
func openRecording(name, _ string) iter.Seq2[*trajectory.Trajectory, error] {
	return func(yield func(*trajectory.Trajectory, error) bool) {
		f, err := os.Open(name)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close() //nolint:errcheck // only read
		r := bufio.NewReaderSize(f, 1<<20)
		for line := 1; ; line++ {
			text, err := r.ReadBytes('\n')
			if len(text) > 1 {
				t, bad := neutral(text)
				if bad != nil {
					if !yield(nil, &format.BrokenRecord{Source: name, Line: line, Offset: -1, Rule: "must be a JSON object with messages"}) {
						return
					}
				} else if t.Source = name; !yield(t, nil) {
					return
				}
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield(nil, err)
				}
				return
			}
		}
	}
}

type neutralRun struct {
	ID       string `json:"id"`
	RunError any    `json:"run_error"`
	Tools    []struct {
		Name     string `json:"name"`
		Effect   string `json:"effect"`
		RunsCode bool   `json:"runs_code"`
	} `json:"tools"`
	Messages []struct {
		Role      trajectory.Role `json:"role"`
		Content   string          `json:"content"`
		ToolCalls []struct {
			ID       string `json:"id"`
			Function struct {
				Name      string `json:"name"`
				Arguments string `json:"arguments"`
			} `json:"function"`
		} `json:"tool_calls"`
		ToolCallID string `json:"tool_call_id"`
		IsError    *bool  `json:"is_error"`
	} `json:"messages"`
}

func neutral(text []byte) (*trajectory.Trajectory, error) {
	var r neutralRun
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, err
	}
	t := trajectory.Trajectory{ID: r.ID}
	if s, ok := r.RunError.(string); ok {
		t.Error = s
	}
	for _, x := range r.Tools {
		s := tool.Spec{Name: x.Name, RunsCode: x.RunsCode}
		_ = s.Access.UnmarshalText([]byte(x.Effect)) // "unknown" stays unknown
		t.Tools = append(t.Tools, s)
	}
	for _, m := range r.Messages {
		o := trajectory.Message{Role: m.Role, Text: m.Content}
		for _, c := range m.ToolCalls {
			o.Calls = append(o.Calls, tool.Call{ID: c.ID, Tool: c.Function.Name, Args: json.RawMessage(c.Function.Arguments)})
		}
		if m.Role == trajectory.RoleTool {
			o.Text, o.CallID = "", m.ToolCallID
			o.Outcome = &tool.Outcome{Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Body: m.Content}
			if m.IsError != nil {
				o.Outcome.Flag = tool.FlagSuccess
				if *m.IsError {
					o.Outcome.Flag = tool.FlagFailure
				}
			}
		}
		t.Messages = append(t.Messages, o)
	}
	return &t, nil
}

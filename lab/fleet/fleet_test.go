package fleet_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/frameworks"
	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/lab/fleet"
	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/wire"
	"github.com/sequitur-go/sequitur/lab/world"
)

// framework is a small agent over HTTP, with the habits of a framework.
type framework struct {
	retries int  // calls again by itself
	aborts  bool // an exception of a tool ends the run
	final   bool // a tool's text is the answer
	waits   bool // never ends
	dies    bool // the process is lost
}

func (f framework) Run(ctx context.Context, trial frameworks.Trial) (frameworks.Result, error) {
	messages := []map[string]any{{"role": "user", "content": trial.Question}}
	for {
		var reply struct {
			Choices []struct {
				Message struct {
					Content   string `json:"content"`
					ToolCalls []struct {
						ID       string `json:"id"`
						Function struct{ Name, Arguments string }
					} `json:"tool_calls"`
				}
			}
		}
		_, body, err := post(ctx, trial.ModelURL+"/v1/chat/completions", map[string]any{"model": trial.Model, "messages": messages})
		if err != nil {
			return frameworks.Result{}, err
		}
		if err := json.Unmarshal(body, &reply); err != nil {
			return frameworks.Result{}, err
		}
		said := reply.Choices[0].Message
		if len(said.ToolCalls) == 0 {
			return frameworks.Result{ID: trial.ID, Answer: said.Content}, nil
		}
		call := said.ToolCalls[0]
		var status int
		for range 1 + f.retries {
			limited, cancel := context.WithTimeout(ctx, time.Duration(trial.ToolTimeout*float64(time.Second)))
			status, body, err = post(limited, trial.WorldURL+"/tools/"+call.Function.Name, json.RawMessage(call.Function.Arguments))
			cancel()
			if err == nil && status == http.StatusOK {
				break
			}
		}
		text := string(body)
		if err != nil {
			text = "ReadTimeout: timed out"
		}
		switch failed := err != nil || status != http.StatusOK; {
		case failed && f.dies:
			return frameworks.Result{}, frameworks.ErrGone
		case failed && f.waits:
			<-ctx.Done()
			return frameworks.Result{}, ctx.Err()
		case failed && f.aborts:
			return frameworks.Result{ID: trial.ID, Error: &frameworks.Crash{Type: "HTTPStatusError", Text: text}}, nil
		case failed && f.final:
			return frameworks.Result{ID: trial.ID, Answer: text}, nil
		case failed && status != 0:
			text = fmt.Sprintf("Error: %d: %s", status, text)
		}
		messages = append(messages,
			map[string]any{"role": "assistant", "tool_calls": []map[string]any{{"id": call.ID, "type": "function", "function": map[string]string{"name": call.Function.Name, "arguments": call.Function.Arguments}}}},
			map[string]any{"role": "tool", "tool_call_id": call.ID, "content": text})
	}
}

func post(ctx context.Context, url string, value any) (int, []byte, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return 0, nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(data))
	if err != nil {
		return 0, nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close() //nolint:errcheck // read to its end
	body, err := io.ReadAll(resp.Body)
	return resp.StatusCode, body, err
}

func open(t *testing.T) *fleet.Lab {
	t.Helper()
	lab, err := fleet.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lab.Close(); err != nil {
			t.Error(err)
		}
	})
	return lab
}

func setting(t *testing.T, task, scripted string) *fleet.Setting {
	t.Helper()
	found, err := world.Lookup(task)
	if err != nil {
		t.Fatal(err)
	}
	return &fleet.Setting{
		ID: "one", Task: found, Seed: 5, Model: model.Open(model.Ref{Kind: "scripted", Name: scripted}, model.Access{}),
		ToolTimeout: 100 * time.Millisecond, Timeout: 20 * time.Second,
	}
}

func TestFirstAction(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		framework framework
		model     string
		fault     string
		delivery  wire.Delivery
		want      fleet.Action
		success   bool
		calls     int
		read      string
	}{
		"no fault":               {framework{}, "textbook", "", "", fleet.NoFault, true, 2, ""},
		"timeout":                {framework{}, "textbook", "timeout", wire.DeliverHang, fleet.ModelRetrySame, true, 3, "timed out"},
		"timeout, habits":        {framework{}, "habits", "timeout", wire.DeliverHang, fleet.ModelRetryChange, false, 2, "timed out"},
		"forbidden":              {framework{}, "textbook", "forbidden", "", fleet.ModelAnswer, false, 1, "403"},
		"forbidden, habits":      {framework{}, "habits", "forbidden", "", fleet.ModelRetrySame, false, 5, "403"},
		"empty":                  {framework{}, "textbook", "empty", "", fleet.ModelAnswer, false, 1, "[]"},
		"server error, retried":  {framework{retries: 2}, "textbook", "server_error", "", fleet.FrameworkRetry, true, 3, ""},
		"server error, aborted":  {framework{aborts: true}, "textbook", "server_error", "", fleet.FrameworkAbort, false, 1, ""},
		"server error, answered": {framework{final: true}, "textbook", "server_error", "", fleet.FrameworkAnswer, false, 1, ""},
		"server error, lost":     {framework{dies: true}, "textbook", "server_error", "", fleet.FrameworkAbort, false, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setting(t, "order-total-en", c.model)
			if s.Delivery = c.delivery; c.fault != "" {
				s.Faults = []inject.Plan{{Fault: c.fault, Tool: "find_order"}}
			}
			trial, err := open(t).Play(t.Context(), c.framework, s)
			if err != nil {
				t.Fatal(err)
			}
			if trial.First != c.want || trial.Success != c.success || len(trial.World.Calls) != c.calls {
				t.Errorf("%s, success %v, %d calls; answer %q", trial.First, trial.Success, len(trial.World.Calls), trial.Answer)
			}
			if c.want != fleet.FrameworkRetry && (!strings.Contains(trial.Read(), c.read) || (c.read == "") != (trial.Read() == "")) {
				t.Errorf("the model read %q, want %q", trial.Read(), c.read)
			}
			if crashed := trial.Crash != nil || trial.Lost != ""; crashed != (c.framework.aborts || c.framework.dies) {
				t.Errorf("crash %+v, lost %q", trial.Crash, trial.Lost)
			}
		})
	}
}

func TestHangIsSeen(t *testing.T) {
	t.Parallel()
	s := setting(t, "stock-en", "textbook")
	s.Faults, s.Timeout = []inject.Plan{{Fault: "server_error"}}, 300*time.Millisecond
	trial, err := open(t).Play(t.Context(), framework{waits: true}, s)
	if err != nil || !trial.Hung || trial.First != fleet.Hang || trial.Success {
		t.Errorf("%+v, %v", trial, err)
	}
}

func TestPlayRefuses(t *testing.T) {
	t.Parallel()
	lab := open(t)
	s := setting(t, "stock-en", "textbook")
	s.Delivery = "pigeon"
	if _, err := lab.Play(t.Context(), framework{}, s); err == nil || !strings.Contains(err.Error(), "pigeon") {
		t.Errorf("error %v", err)
	}
	s.Delivery, s.ID = "", ""
	if _, err := lab.Play(t.Context(), framework{}, s); err == nil || !strings.Contains(err.Error(), "no name") {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	s.ID = "two"
	if _, err := lab.Play(ctx, framework{}, s); err == nil || err.Error() != "enough" {
		t.Errorf("error %v", err)
	}
}

func ExampleLab() {
	ctx := context.Background()
	lab, err := fleet.Open(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer lab.Close() //nolint:errcheck // the program ends
	task, err := world.Lookup("stock-en")
	if err != nil {
		fmt.Println(err)
		return
	}
	trial, err := lab.Play(ctx, framework{}, &fleet.Setting{
		ID: "first", Task: task, Model: model.Open(model.Ref{Kind: "scripted", Name: "textbook"}, model.Access{}),
		Faults: []inject.Plan{{Fault: "forbidden"}},
	})
	fmt.Println(trial.First, trial.Answer, err)
	// Output: model_answer Sorry, I am not allowed to do that. <nil>
}

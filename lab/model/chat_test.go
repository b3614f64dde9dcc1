package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

const goodReply = `{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_9","type":"function",` +
	`"function":{"name":"get_metric","arguments":"{\"name\": \"fin.rev.2024\"}"}}]}}],"usage":{"prompt_tokens":120,"completion_tokens":17}}`

func question() []trajectory.Message {
	return []trajectory.Message{{Role: trajectory.RoleUser, Text: "查一下 2024 年的营收"}}
}

// serve starts a recorded-reply server, and returns a model at it.
func serve(t *testing.T, handle http.HandlerFunc) *model.Chat {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	return &model.Chat{URL: server.URL + "/v1", Name: "qwen", Client: server.Client()}
}

func TestChatSpeaksTheWire(t *testing.T) {
	t.Parallel()
	var path, key string
	var got map[string]any
	chat := serve(t, func(w http.ResponseWriter, r *http.Request) {
		path, key = r.URL.Path, r.Header.Get("Authorization")
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			t.Error(err)
		}
		_, _ = io.WriteString(w, goodReply)
	})
	chat.Key = "k1"
	messages := append(question(),
		trajectory.Message{Role: trajectory.RoleAssistant, Calls: []tool.Call{{ID: "call_1", Tool: "get_metric", Args: json.RawMessage(`{"name":"x"}`)}}},
		trajectory.Message{Role: trajectory.RoleTool, CallID: "call_1", Text: "Error: ENOENT"})
	specs := []tool.Spec{{Name: "get_metric", Description: "Read one metric.", Input: json.RawMessage(`{"type":"object"}`)}}
	turn, err := chat.Trial(model.Trial{Seed: 2, Round: 1, Index: 3}).Next(t.Context(), model.Request{Messages: messages, Tools: specs})
	if err != nil {
		t.Fatal(err)
	}
	want := model.Turn{
		Calls: []tool.Call{{ID: "call_9", Tool: "get_metric", Args: json.RawMessage(`{"name": "fin.rev.2024"}`)}},
		Usage: model.Usage{In: 120, Out: 17},
	}
	if diff := cmp.Diff(want, turn); diff != "" {
		t.Errorf("turn (-want +got):\n%s", diff)
	}
	if path != "/v1/chat/completions" || key != "Bearer k1" {
		t.Errorf("asked %s with %q", path, key)
	}
	wantRequest := map[string]any{
		"model": "qwen", "temperature": 0.7, "max_tokens": 1024.0, "stream": false, "seed": 2010016.0,
		"messages": []any{
			map[string]any{"role": "user", "content": "查一下 2024 年的营收"},
			map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{
				"id": "call_1", "type": "function", "function": map[string]any{"name": "get_metric", "arguments": `{"name":"x"}`},
			}}},
			map[string]any{"role": "tool", "content": "Error: ENOENT", "tool_call_id": "call_1"},
		},
		"tools": []any{map[string]any{"type": "function", "function": map[string]any{
			"name": "get_metric", "description": "Read one metric.", "parameters": map[string]any{"type": "object"},
		}}},
	}
	if diff := cmp.Diff(wantRequest, got); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
}

func TestChatFailuresAreTold(t *testing.T) {
	t.Parallel()
	reply := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	for name, c := range map[string]struct {
		handle  http.HandlerFunc
		want    model.Failure
		text    string
		isFinal bool
	}{
		"slow": {func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, model.TimedOut, "did not answer in time", false},
		"rate limited": {reply(429, `{"error":{"message":"slow down"}}`), model.RateLimited, "refuses for load (status 429): slow down", false},
		"server error": {reply(500, `<html>oops</html>`), model.ServerError, "failed (status 500): <html>oops</html>", false},
		"bad key":      {reply(401, `{"error":"bad key"}`), model.Refused, "refuses the request (status 401): bad key", true},
		"malformed":    {reply(200, `<html>`), model.Malformed, "no chat completion: <html>", false},
		"no choice":    {reply(200, `{"choices":[]}`), model.Malformed, "no chat completion", false},
		"no message":   {reply(200, `{"choices":[{"message":{}}]}`), model.Malformed, "no chat completion", false},
		"half JSON":    {reply(200, goodReply[:60]), model.CutOff, "broke its answer off", false},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "500")
			_, _ = io.WriteString(w, goodReply[:50])
		}, model.CutOff, "broke its answer off", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			chat := serve(t, c.handle)
			chat.Timeout = 2 * time.Second
			if name == "slow" {
				chat.Timeout = 50 * time.Millisecond
			}
			_, err := chat.Trial(model.Trial{}).Next(t.Context(), model.Request{Messages: question()})
			var e *model.Error
			if !errors.As(err, &e) || e.Failure != c.want || e.Final() != c.isFinal || !strings.Contains(err.Error(), c.text) {
				t.Fatalf("got %v, want %s with %q", err, c.want, c.text)
			}
			if c.want == model.RateLimited && e.RetryAfter != 7*time.Second {
				t.Errorf("retry after %v, want 7s", e.RetryAfter)
			}
		})
	}
	t.Run("nobody there", func(t *testing.T) {
		t.Parallel()
		chat := &model.Chat{URL: "http://127.0.0.1:1/v1"}
		_, err := chat.Trial(model.Trial{}).Next(t.Context(), model.Request{Messages: question()})
		var e *model.Error
		if !errors.As(err, &e) || e.Failure != model.Unreachable {
			t.Errorf("got %v, want unreachable", err)
		}
	})
}

func TestInterruptIsNoServerFailure(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	chat := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
	})
	_, err := chat.Trial(model.Trial{}).Next(ctx, model.Request{Messages: question()})
	var e *model.Error
	if !errors.Is(err, context.Canceled) || errors.As(err, &e) {
		t.Errorf("got %v, want the caller's own end", err)
	}
}

func TestRetriesOnlyWhenTold(t *testing.T) {
	t.Parallel()
	for retries, want := range map[int]int{0: 1, 1: 2} {
		asked := 0
		chat := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			asked++
			if asked == 1 {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			_, _ = io.WriteString(w, goodReply)
		})
		chat.Retries = retries
		_, err := chat.Trial(model.Trial{}).Next(t.Context(), model.Request{Messages: question()})
		if asked != want || (err == nil) != (retries > 0) {
			t.Errorf("with %d retries: asked %d times, error %v", retries, asked, err)
		}
	}
}

func TestArgumentsAsAnObject(t *testing.T) {
	t.Parallel()
	chat := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"choices":[{"message":{"tool_calls":[{"function":{"name":"get","arguments":{"a":1}}},{"function":{"name":"get","arguments":"{broken"}}]}}]}`)
	})
	turn, err := chat.Trial(model.Trial{}).Next(t.Context(), model.Request{Messages: question()})
	if err != nil {
		t.Fatal(err)
	}
	want := []tool.Call{{ID: "call_1", Tool: "get", Args: json.RawMessage(`{"a":1}`)}, {ID: "call_2", Tool: "get", Args: json.RawMessage(`{broken`)}}
	if diff := cmp.Diff(want, turn.Calls); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}

func TestParseRef(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]model.Ref{
		"scripted:article-7b":                {Kind: "scripted", Name: "article-7b"},
		"ollama:qwen2.5:7b":                  {Kind: "ollama", Name: "qwen2.5:7b", URL: "http://localhost:11434/v1"},
		"openai:http://127.0.0.1:8080/v1#q1": {Kind: "openai", Name: "q1", URL: "http://127.0.0.1:8080/v1"},
		"openai:https://h/v1/#a#b":           {Kind: "openai", Name: "a#b", URL: "https://h/v1"},
	} {
		if got, err := model.ParseRef(text); err != nil || got != want {
			t.Errorf("%s: got %+v, %v; want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "got \"\"", "gpt-4": "got \"gpt-4\"", "scripted:": "scripted:NAME", "scripted:gpt": "must be one of article-7b",
		"openai:host:80#x": "openai:http://HOST:PORT/v1#NAME", "openai:http://h/v1": "#NAME", "gemini:x": `the kind "gemini"`,
		"openai:http://u:p@h/v1#m": "LAB_API_KEY",
	} {
		if _, err := model.ParseRef(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q in it", text, err, want)
		}
	}
}

func FuzzParseRef(f *testing.F) {
	for _, seed := range []string{"scripted:article-7b", "ollama:a:b", "openai:http://h:1/v1#n", "openai:#", ":", "openai:http://[::1]/#x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ref, err := model.ParseRef(text)
		if err != nil {
			return
		}
		again, err := model.ParseRef(ref.String())
		if err != nil || again.Name != ref.Name || again.Kind != ref.Kind {
			t.Errorf("%q reads as %+v, and that as %+v, %v", text, ref, again, err)
		}
	})
}

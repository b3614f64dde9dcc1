package endpoint_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/tool"
)

// heard is what a client makes of an answer.
type heard struct {
	Text  string
	Calls []string // name, identifier where the wire has one, arguments
}

type reader struct {
	whole, pieces func(*testing.T, string) heard
}

var readerTable = map[string]reader{
	"chat":      {hearChat, hearChatStream},
	"responses": {hearResponse, hearResponseStream},
	"anthropic": {hearMessage, hearMessageStream},
	"ollama":    {hearOllama, hearOllamaStream},
}

// A stream says what the whole answer says.
func TestStreamsSayTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		turn := model.Turn{Text: rapid.StringMatching(`[a-z 订单é\n]{0,90}`).Draw(rt, "text")}
		for i := range rapid.IntRange(0, 3).Draw(rt, "calls") {
			value := rapid.StringMatching(`[a-z"\\ 单]{0,60}`).Draw(rt, "value")
			args, err := json.Marshal(map[string]string{"v": value})
			if err != nil {
				rt.Fatal(err)
			}
			turn.Calls = append(turn.Calls, tool.Call{ID: fmt.Sprintf("call_%d", i), Tool: "f", Args: args})
		}
		if turn.Text == "" && len(turn.Calls) == 0 {
			return
		}
		for name, c := range requestTable {
			whole, _ := post(t, &fixed{turn: turn}, c.path, fmt.Sprintf(c.body, `,"stream":false`), nil)
			pieces, _ := post(t, &fixed{turn: turn}, c.path, fmt.Sprintf(c.body, `,"stream":true`), nil)
			want, got := readerTable[name].whole(t, whole.Body.String()), readerTable[name].pieces(t, pieces.Body.String())
			if diff := cmp.Diff(want, got); diff != "" {
				rt.Errorf("%s (-whole +stream):\n%s", name, diff)
			}
			if want.Text != turn.Text || len(want.Calls) != len(turn.Calls) {
				rt.Errorf("%s: heard %+v of %+v", name, want, turn)
			}
		}
	})
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if !utf8.ValidString(text) {
		t.Errorf("cut inside a character: %q", text)
	}
}

// events returns the data of each event.
func events(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: "); ok && data != "[DONE]" {
			all = append(all, data)
		}
	}
	return all
}

type chatPart struct {
	Content   string
	ToolCalls []struct {
		Index    int
		ID       string
		Function struct{ Name, Arguments string }
	} `json:"tool_calls"`
}

func hearChat(t *testing.T, text string) heard {
	t.Helper()
	var whole struct{ Choices []struct{ Message chatPart } }
	decode(t, text, &whole)
	h := heard{Text: whole.Choices[0].Message.Content}
	for _, c := range whole.Choices[0].Message.ToolCalls {
		h.Calls = append(h.Calls, c.ID+c.Function.Name+c.Function.Arguments)
	}
	return h
}

func hearChatStream(t *testing.T, text string) heard {
	t.Helper()
	var h heard
	for _, data := range events(text) {
		var chunk struct{ Choices []struct{ Delta chatPart } }
		decode(t, data, &chunk)
		for _, choice := range chunk.Choices {
			h.Text += choice.Delta.Content
			for _, c := range choice.Delta.ToolCalls {
				if c.Index == len(h.Calls) {
					h.Calls = append(h.Calls, c.ID+c.Function.Name)
				}
				h.Calls[c.Index] += c.Function.Arguments
			}
		}
	}
	return h
}

type responseItem struct {
	Type      string
	Content   []struct{ Text string }
	CallID    string `json:"call_id"`
	Name      string
	Arguments string
}

func hearResponse(t *testing.T, text string) heard {
	t.Helper()
	var whole struct{ Output []responseItem }
	decode(t, text, &whole)
	var h heard
	for _, item := range whole.Output {
		if item.Type == "message" {
			h.Text += item.Content[0].Text
		} else {
			h.Calls = append(h.Calls, item.CallID+item.Name+item.Arguments)
		}
	}
	return h
}

// hearResponseStream reads the deltas, and holds them against the items and the
// whole response that end the stream.
func hearResponseStream(t *testing.T, text string) heard {
	t.Helper()
	var h, done heard
	for i, data := range events(text) {
		var e struct {
			Type     string
			Sequence int `json:"sequence_number"`
			Delta    string
			Item     responseItem
			Response json.RawMessage
		}
		decode(t, data, &e)
		if e.Sequence != i {
			t.Errorf("event %d has the number %d", i, e.Sequence)
		}
		switch e.Type {
		case "response.output_item.added":
			if e.Item.Type == "function_call" {
				h.Calls = append(h.Calls, e.Item.CallID+e.Item.Name)
			}
		case "response.output_text.delta":
			h.Text += e.Delta
		case "response.function_call_arguments.delta":
			h.Calls[len(h.Calls)-1] += e.Delta
		case "response.completed":
			done = hearResponse(t, string(e.Response))
		}
	}
	if diff := cmp.Diff(done, h); diff != "" {
		t.Errorf("the deltas and the end differ:\n%s", diff)
	}
	return h
}

func hearMessage(t *testing.T, text string) heard {
	t.Helper()
	var whole struct {
		Content []struct {
			Type, Text, ID, Name string
			Input                json.RawMessage
		}
	}
	decode(t, text, &whole)
	var h heard
	for _, b := range whole.Content {
		if b.Type == "text" {
			h.Text += b.Text
		} else {
			h.Calls = append(h.Calls, b.ID+b.Name+string(b.Input))
		}
	}
	return h
}

func hearMessageStream(t *testing.T, text string) heard {
	t.Helper()
	var h heard
	for _, data := range events(text) {
		var e struct {
			Block struct{ Type, ID, Name string } `json:"content_block"`
			Delta struct {
				Text    string
				Partial string `json:"partial_json"`
			}
		}
		decode(t, data, &e)
		if e.Block.Type == "tool_use" {
			h.Calls = append(h.Calls, e.Block.ID+e.Block.Name)
		}
		h.Text += e.Delta.Text
		if e.Delta.Partial != "" {
			h.Calls[len(h.Calls)-1] += e.Delta.Partial
		}
	}
	return h
}

func hearOllama(t *testing.T, text string) heard {
	t.Helper()
	var piece struct {
		Message struct {
			Content   string
			ToolCalls []struct {
				ID       string
				Function struct {
					Name      string
					Arguments json.RawMessage
				}
			} `json:"tool_calls"`
		}
	}
	decode(t, text, &piece)
	h := heard{Text: piece.Message.Content}
	for _, c := range piece.Message.ToolCalls {
		h.Calls = append(h.Calls, c.ID+c.Function.Name+string(c.Function.Arguments))
	}
	return h
}

func hearOllamaStream(t *testing.T, text string) heard {
	t.Helper()
	var h heard
	for line := range strings.Lines(text) {
		piece := hearOllama(t, line)
		h.Text += piece.Text
		h.Calls = append(h.Calls, piece.Calls...)
	}
	return h
}

// Whatever comes in, the answer is JSON, and asks for no repeat.
func fuzz(f *testing.F, name string) {
	f.Helper()
	c := requestTable[name]
	f.Add(fmt.Sprintf(c.body, ""))
	f.Add(fmt.Sprintf(c.body, `,"stream":true`))
	f.Add(`{"model":"m","messages":[{"role":"user","content":null}],"input":null,"tools":[{}]}`)
	f.Fuzz(func(t *testing.T, body string) {
		w, record := post(t, &fixed{turn: asks}, c.path, body, nil)
		if w.Code != 200 && w.Code != 400 {
			t.Errorf("status %d for %q", w.Code, body)
		}
		if w.Code == 400 && !json.Valid(w.Body.Bytes()) {
			t.Errorf("%q is refused with %s", body, w.Body)
		}
		if len(record.Exchanges) != 1 || string(record.Exchanges[0].Request) != body {
			t.Errorf("recorded %+v", record)
		}
	})
}

func FuzzChat(f *testing.F)      { fuzz(f, "chat") }
func FuzzResponses(f *testing.F) { fuzz(f, "responses") }
func FuzzMessages(f *testing.F)  { fuzz(f, "anthropic") }
func FuzzOllama(f *testing.F)    { fuzz(f, "ollama") }

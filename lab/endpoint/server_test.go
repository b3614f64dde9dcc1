package endpoint_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/lab/endpoint"
	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/tool"
)

var update = flag.Bool("update", false, "write the golden files")

// fixed gives one turn, and keeps what it was shown.
type fixed struct {
	turn  model.Turn
	err   error
	shown []model.Request
}

func (f *fixed) Next(_ context.Context, req model.Request) (model.Turn, error) {
	f.shown = append(f.shown, req)
	return f.turn, f.err
}

var (
	said = model.Turn{Text: "The order 订单 comes to 812.40, and is on its way.", Usage: model.Usage{In: 40, Out: 12}}
	asks = model.Turn{
		Text: "I look it up.",
		Calls: []tool.Call{
			{ID: "call_7", Tool: "find_order", Args: json.RawMessage(`{"customer":"Lin Mei <vip>"}`)},
			{ID: "call_8", Tool: "get_stock", Args: json.RawMessage(`{}`)},
		},
		Usage: model.Usage{In: 40, Out: 20},
	}
)

const (
	chat      = "/v1/chat/completions"
	responses = "/v1/responses"
	messages  = "/v1/messages"
	counting  = "/v1/messages/count_tokens"
	ollama    = "/api/chat"
)

// post asks a fresh server once.
func post(t *testing.T, m model.Model, path, body string, edit func(http.Header)) (*httptest.ResponseRecorder, endpoint.Record) {
	t.Helper()
	s := endpoint.Server{Now: func() time.Time { return time.Unix(1_800_000_000, 0) }}
	if err := s.Open("one", m); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/t/one"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer x")
	r.Header.Set("Anthropic-Version", "2026-10-21")
	if edit != nil {
		edit(r.Header)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w, s.Close("one")
}

// requestTable holds a whole conversation on each wire, with "%s" for more fields.
var requestTable = map[string]struct{ path, body string }{
	"chat": {chat, `{"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":[{"type":"text","text":"Order?"}]},
		{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"find_order","arguments":"{\"customer\":\"Lin\"}"}},
		{"id":"b","type":"function","function":{"name":"get_stock","arguments":"{}"}}]},
		{"role":"tool","tool_call_id":"b","content":"7"},{"role":"tool","tool_call_id":"a","content":"no"}],
		"tools":[{"type":"function","function":{"name":"find_order","description":"Find.","parameters":{"type":"object"}}}]%s}`},
	"responses": {responses, `{"model":"m","instructions":"Be brief.","input":[{"role":"user","content":"Order?"},
		{"type":"reasoning","summary":[]},{"type":"function_call","call_id":"a","name":"find_order","arguments":"{\"customer\":\"Lin\"}"},
		{"type":"function_call","call_id":"b","name":"get_stock","arguments":"{}"},
		{"type":"function_call_output","call_id":"b","output":"7"},{"type":"function_call_output","call_id":"a","output":[{"type":"input_text","text":"no"}]}],
		"tools":[{"type":"function","name":"find_order","description":"Find.","parameters":{"type":"object"}}]%s}`},
	"anthropic": {messages + "?beta=true", `{"model":"m","max_tokens":9,"system":[{"type":"text","text":"Be brief."}],"messages":[{"role":"user","content":"Order?"},
		{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"find_order","input":{"customer":"Lin"}},{"type":"tool_use","id":"b","name":"get_stock","input":{}}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"7"},{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"no"}],"is_error":true}]}],
		"tools":[{"name":"find_order","description":"Find.","input_schema":{"type":"object"}}]%s}`},
	"ollama": {ollama, `{"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Order?"},
		{"role":"assistant","content":"","tool_calls":[{"function":{"name":"get_stock","arguments":{}}},{"function":{"name":"find_order","arguments":{"customer":"Lin"}}}]},
		{"role":"tool","content":"7","tool_name":"get_stock"},{"role":"tool","content":"no"}],
		"tools":[{"type":"function","function":{"name":"find_order","description":"Find.","parameters":{"type":"object"}}}]%s}`},
}

func TestWires(t *testing.T) {
	t.Parallel()
	for name, c := range requestTable {
		for turn, m := range map[string]model.Turn{"answer": said, "calls": asks} {
			for _, stream := range []bool{false, true} {
				file := fmt.Sprintf("%s-%s-stream-%v.golden", name, turn, stream)
				t.Run(file, func(t *testing.T) {
					t.Parallel()
					f := &fixed{turn: m}
					body := fmt.Sprintf(c.body, fmt.Sprintf(`,"stream":%v`, stream))
					w, record := post(t, f, c.path, body, nil)
					if w.Code != http.StatusOK {
						t.Fatalf("status %d: %s", w.Code, w.Body)
					}
					golden(t, file, fmt.Appendf(nil, "%s\n\n%s", w.Header().Get("Content-Type"), w.Body))
					checkShown(t, name, f.shown)
					e := record.Exchanges[0]
					if string(e.Request) != body || !bytes.Equal(e.Response, w.Body.Bytes()) || e.Streamed != stream || !e.Turn || e.Number != 1 {
						t.Errorf("recorded %+v", e)
					}
					if e.Text != m.Text || len(e.Calls) != len(m.Calls) || len(e.Shown) != 5 {
						t.Errorf("read as %q, %v, %v", e.Text, e.Calls, e.Shown)
					}
					if record.Turns() != 1 || record.Usage() != m.Usage || record.Infra() != "" {
						t.Errorf("record: %d turns, usage %+v, infra %q", record.Turns(), record.Usage(), record.Infra())
					}
				})
			}
		}
	}
}

// checkShown says that every wire shows the model the same conversation.
func checkShown(t *testing.T, wire string, shown []model.Request) {
	t.Helper()
	if len(shown) != 1 {
		t.Fatalf("the model was asked %d times", len(shown))
	}
	var lines []string
	for _, m := range shown[0].Messages {
		text := string(m.Role) + ":" + m.Text
		for _, c := range m.Calls {
			text += " " + c.Tool + string(c.Args)
		}
		lines = append(lines, text)
	}
	calls := `assistant: find_order{"customer":"Lin"} get_stock{}`
	if wire == "ollama" {
		calls = `assistant: get_stock{} find_order{"customer":"Lin"}`
	}
	if diff := cmp.Diff([]string{"system:Be brief.", "user:Order?", calls, "tool:7", "tool:no"}, lines); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	asked, last := shown[0].Messages[2], shown[0].Messages[4]
	if i := map[string]int{"ollama": 1}[wire]; last.CallID != asked.Calls[i].ID {
		t.Errorf("the last result belongs to %q, want %q", last.CallID, asked.Calls[i].ID)
	}
	if failed := last.Outcome != nil && last.Outcome.Flag == tool.FlagFailure; failed != (wire == "anthropic") {
		t.Errorf("is_error is read as %v", failed)
	}
	if len(shown[0].Tools) != 1 || shown[0].Tools[0].Name != "find_order" || string(shown[0].Tools[0].Input) != `{"type":"object"}` {
		t.Errorf("tools %+v", shown[0].Tools)
	}
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	file = filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

func TestServerKeepsTrialsApart(t *testing.T) {
	t.Parallel()
	s := &endpoint.Server{MaxRequests: 2}
	one, two := &fixed{turn: said}, &fixed{turn: asks}
	for name, m := range map[string]model.Model{"one": one, "two": two} {
		if err := s.Open(name, m); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Open("one", one); err == nil {
		t.Error("a name was opened twice")
	}
	server := httptest.NewServer(s)
	defer server.Close()
	ask := func(name string) (int, string) {
		body := `{"model":"m","messages":[{"role":"user","content":"` + name + `"}]}`
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/t/"+name+chat, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := server.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close() //nolint:errcheck // read to its end
		data, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(data)
	}
	for i, want := range []int{200, 200, 400} {
		if status, body := ask("one"); status != want {
			t.Errorf("request %d: %d %s", i+1, status, body)
		}
	}
	if status, body := ask("two"); status != 200 || !strings.Contains(body, "call_7") {
		t.Errorf("%d %s", status, body)
	}
	if record := s.Record("one"); len(record.Exchanges) != 3 || record.Turns() != 2 || record.Exchanges[2].Problem != "the trial's requests are spent" {
		t.Errorf("record %+v", record)
	}
	if len(one.shown) != 2 || len(two.shown) != 1 || one.shown[0].Messages[0].Text != "one" {
		t.Errorf("shown %v, %v", one.shown, two.shown)
	}
	s.Close("one")
	if status, body := ask("one"); status != http.StatusNotFound || !strings.Contains(body, `{"error":{"code":null,"message":"no such trial is open"`) {
		t.Errorf("after the end: %d %s", status, body)
	}
	if record := s.Record("one"); record.Exchanges != nil {
		t.Errorf("after the end: %+v", record)
	}
}

// What the clients of these services repeat by themselves must never be sent.
func TestServerNeverInvitesRepeats(t *testing.T) {
	t.Parallel()
	broken := &model.Error{Failure: model.RateLimited, Status: 429}
	for name, c := range requestTable {
		for _, body := range []string{"", "{", "[]", "7", `{"model":7}`, fmt.Sprintf(c.body, ""), "\xff", strings.Repeat("[", 20_000)} {
			w, record := post(t, &fixed{err: broken}, c.path, body, nil)
			if w.Code != http.StatusBadRequest || w.Header().Get("X-Should-Retry") != "false" || !json.Valid(w.Body.Bytes()) {
				t.Errorf("%s: %.40q: %d %s", name, body, w.Code, w.Body)
			}
			if asked := strings.HasPrefix(body, `{"model":"m"`); (record.Infra() != "") != asked || record.Exchanges[0].Problem == "" {
				t.Errorf("%s: %.40q: recorded %+v", name, body, record.Exchanges[0])
			}
		}
	}
	for _, path := range []string{"/v2/chat", "/", "/v1/messages/batches"} {
		if w, _ := post(t, &fixed{}, path, "{}", nil); w.Code != http.StatusNotFound || !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if w, _ := post(t, &fixed{}, chat, strings.Repeat(" ", 33<<20), nil); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a large body: %d", w.Code)
	}
}

func TestServerRecordsAClientThatLeft(t *testing.T) {
	t.Parallel()
	s := &endpoint.Server{}
	ctx, cancel := context.WithCancel(t.Context())
	if err := s.Open("one", leaving{cancel}); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/t/one"+chat, strings.NewReader(fmt.Sprintf(requestTable["chat"].body, "")))
	s.ServeHTTP(httptest.NewRecorder(), r)
	if record := s.Record("one"); record.Infra() != "the client left" || record.Turns() != 0 {
		t.Errorf("recorded %+v", record)
	}
}

type leaving struct{ cancel func() }

func (l leaving) Next(context.Context, model.Request) (model.Turn, error) {
	l.cancel()
	return model.Turn{}, errors.New("gone")
}

func Example() {
	var server endpoint.Server
	source := model.Open(model.Ref{Kind: "scripted", Name: "do-nothing"}, model.Access{})
	if err := server.Open("first", source.Trial(model.Trial{})); err != nil {
		fmt.Println(err)
		return
	}
	body := `{"model":"any","messages":[{"role":"user","content":"Hello"}]}`
	w := httptest.NewRecorder()
	server.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/t/first/v1/chat/completions", strings.NewReader(body)))
	record := server.Close("first")
	fmt.Println(w.Code, record.Turns(), string(record.Exchanges[0].Request))
	// Output:
	// 200 1 {"model":"any","messages":[{"role":"user","content":"Hello"}]}
}

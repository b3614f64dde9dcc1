package endpoint_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// The rules of the services: a request that breaks one is refused, in the form
// of that service.
func TestRules(t *testing.T) {
	t.Parallel()
	const (
		user   = `{"role":"user","content":"q"}`
		called = `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}`
		use    = `{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]}`
		call   = `{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}`
	)
	inChat := func(list string) string { return `{"model":"m","messages":[` + list + `]}` }
	inMessages := func(list string) string { return `{"model":"m","max_tokens":9,"messages":[` + list + `]}` }
	inInput := func(list string) string { return `{"model":"m","input":[` + list + `]}` }
	results := func(block string) string {
		return inMessages(user + `,` + use + `,{"role":"user","content":[` + block + `]}`)
	}
	for name, c := range map[string]struct{ path, body, want string }{
		"chat: no model":              {chat, `{"messages":[` + user + `]}`, "model parameter"},
		"chat: no messages":           {chat, inChat(""), "at least one message"},
		"chat: role":                  {chat, inChat(`{"role":"function","content":"q"}`), `got \"function\"`},
		"chat: user says nothing":     {chat, inChat(`{"role":"user","content":null}`), "messages.[0].content"},
		"chat: content is a number":   {chat, inChat(`{"role":"user","content":7}`), "string or a list"},
		"chat: part":                  {chat, inChat(`{"role":"user","content":[{"type":"image_url"}]}`), `got \"image_url\"`},
		"chat: part without text":     {chat, inChat(`{"role":"user","content":[{"type":"text"}]}`), "messages.[0].content.0.text"},
		"chat: assistant is empty":    {chat, inChat(user + `,{"role":"assistant"}`), "needs a content or tool_calls"},
		"chat: no calls":              {chat, inChat(user + `,{"role":"assistant","tool_calls":[]}`), "too short"},
		"chat: call of a user":        {chat, inChat(strings.Replace(called, "assistant", "user", 1)), "only allowed with the role assistant"},
		"chat: call without id":       {chat, inChat(strings.Replace(called, `"id":"a",`, "", 1)), "tool_calls[0].id"},
		"chat: call without name":     {chat, inChat(strings.Replace(called, `"name":"f",`, "", 1)), "function.name"},
		"chat: call of another type":  {chat, inChat(strings.Replace(called, `"function",`, `"custom",`, 1)), "must be 'function'"},
		"chat: no arguments":          {chat, inChat(strings.Replace(called, `,"arguments":"{}"`, "", 1)), "function.arguments"},
		"chat: arguments object":      {chat, inChat(strings.Replace(called, `"{}"`, `{}`, 1)), "must not be of the type object"},
		"chat: unanswered":            {chat, inChat(user + `,` + called), "did not have response messages: a"},
		"chat: answered too late":     {chat, inChat(user + `,` + called + `,` + user + `,{"role":"tool","tool_call_id":"a","content":"r"}`), "did not have response messages: a"},
		"chat: stray result":          {chat, inChat(user + `,{"role":"tool","tool_call_id":"z","content":"r"}`), `\"z\" is none`},
		"chat: result without id":     {chat, inChat(user + `,` + called + `,{"role":"tool","content":"r"}`), "tool_call_id"},
		"chat: result without text":   {chat, inChat(user + `,` + called + `,{"role":"tool","tool_call_id":"a","content":null}`), "expected a string, got null"},
		"chat: answered twice":        {chat, inChat(user + `,` + called + strings.Repeat(`,{"role":"tool","tool_call_id":"a","content":"r"}`, 2)), `\"a\" is none`},
		"chat: stream options":        {chat, `{"model":"m","messages":[` + user + `],"stream_options":{"include_usage":true}}`, "only allowed when stream is true"},
		"chat: tool type":             {chat, `{"model":"m","messages":[` + user + `],"tools":[{"type":"x"}]}`, "tools[0].type"},
		"chat: tool name":             {chat, `{"model":"m","messages":[` + user + `],"tools":[{"type":"function","function":{"name":"a b"}}]}`, "must match"},
		"chat: tool schema":           {chat, `{"model":"m","messages":[` + user + `],"tools":[{"type":"function","function":{"name":"a","parameters":[]}}]}`, "must be an object"},
		"chat: tool twice":            {chat, `{"model":"m","messages":[` + user + `],"tools":[{"type":"function","function":{"name":"a"}},{"type":"function","function":{"name":"a"}}]}`, "given twice"},
		"responses: no model":         {responses, `{"input":"q"}`, "'model'"},
		"responses: no input":         {responses, `{"model":"m"}`, "input: must be a text"},
		"responses: earlier response": {responses, `{"model":"m","input":"q","previous_response_id":"resp_1"}`, "not found"},
		"responses: unanswered":       {responses, inInput(call), "No tool output found for function call a."},
		"responses: stray":            {responses, inInput(`{"type":"function_call_output","call_id":"z","output":"r"}`), "with call_id z"},
		"responses: no output":        {responses, inInput(call + `,{"type":"function_call_output","call_id":"a"}`), "needs call_id and output"},
		"responses: call in parts":    {responses, inInput(`{"type":"function_call","call_id":"a"}`), "needs call_id, name and arguments"},
		"responses: item":             {responses, inInput(`{"type":"item_reference","id":"x"}`), "input[0].type"},
		"responses: role":             {responses, inInput(`{"role":"tool","content":"q"}`), "input[0].role"},
		"responses: no content":       {responses, inInput(`{"role":"user"}`), "input[0].content"},
		"responses: tool type":        {responses, `{"model":"m","input":"q","tools":[{"type":"web_search"}]}`, "must be 'function'"},
		"anthropic: no model":         {messages, `{"max_tokens":9,"messages":[` + user + `]}`, "model: Field required"},
		"anthropic: no max_tokens":    {messages, `{"model":"m","messages":[` + user + `]}`, "max_tokens: Field required"},
		"anthropic: max_tokens 0":     {messages, `{"model":"m","max_tokens":0,"messages":[` + user + `]}`, "greater than or equal to 1"},
		"anthropic: thread":           {messages, `{"model":"m","max_tokens":9,"thread":{"type":"create"},"messages":[` + user + `]}`, "Extra inputs"},
		"anthropic: assistant first":  {messages, inMessages(`{"role":"assistant","content":"q"}`), "first message must use"},
		"anthropic: role":             {messages, inMessages(user + `,{"role":"tool","content":"q"}`), "messages.1.role"},
		"anthropic: empty":            {messages, inMessages(`{"role":"user","content":""}`), "non-empty content"},
		"anthropic: empty list":       {messages, inMessages(`{"role":"user","content":[]}`), "non-empty content"},
		"anthropic: empty block":      {messages, inMessages(`{"role":"user","content":[{"type":"text","text":""}]}`), "text content blocks must be non-empty"},
		"anthropic: no content":       {messages, inMessages(`{"role":"user"}`), "a string or a list of blocks"},
		"anthropic: unanswered":       {messages, inMessages(user + `,` + use + `,` + user), "without `tool_result` blocks immediately after: a"},
		"anthropic: stray":            {messages, inMessages(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"z","content":"r"}]}`), "unexpected `tool_use_id` found in `tool_result` blocks: z"},
		"anthropic: empty error":      {messages, results(`{"type":"tool_result","tool_use_id":"a","content":[],"is_error":true}`), "content cannot be empty if `is_error` is true"},
		"anthropic: list of strings":  {messages, results(`{"type":"tool_result","tool_use_id":"a","content":["error","code"]}`), "a string or a list of parts"},
		"anthropic: text first":       {messages, results(`{"type":"text","text":"so"},{"type":"tool_result","tool_use_id":"a","content":"r"}`), "must come before the text"},
		"anthropic: use of a user":    {messages, results(`{"type":"tool_use","id":"a","name":"f","input":{}}`), "not allowed with the role user"},
		"anthropic: id":               {messages, inMessages(user + `,` + strings.Replace(use, `"a"`, `"a b"`, 1)), "should match pattern"},
		"anthropic: input":            {messages, inMessages(user + `,` + strings.Replace(use, `{}`, `"{}"`, 1)), "a dictionary"},
		"anthropic: tool schema":      {messages, `{"model":"m","max_tokens":9,"messages":[` + user + `],"tools":[{"name":"f"}]}`, "tools.0.input_schema: Field required"},
		"anthropic: server tool":      {messages, `{"model":"m","max_tokens":9,"messages":[` + user + `],"tools":[{"type":"bash_20250124","name":"bash"}]}`, "must be 'custom'"},
		"count: assistant first":      {counting, `{"model":"m","messages":[{"role":"assistant","content":"q"}]}`, "first message must use"},
		"ollama: no model":            {ollama, `{"messages":[` + user + `]}`, "model is required"},
		"ollama: no messages":         {ollama, `{"model":"m"}`, "messages is required"},
		"ollama: role":                {ollama, `{"model":"m","messages":[{"role":"bot","content":"q"}]}`, "invalid role"},
		"ollama: tool name":           {ollama, `{"model":"m","messages":[` + user + `],"tools":[{"function":{"name":""}}]}`, "must match"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &fixed{turn: said}
			w, record := post(t, f, c.path, c.body, nil)
			body := w.Body.String()
			if w.Code != http.StatusBadRequest || !strings.Contains(strings.ToLower(body), strings.ToLower(c.want)) {
				t.Errorf("%d %s, want 400 with %q", w.Code, body, c.want)
			}
			form := `{"error":{"code":null,`
			if strings.HasPrefix(c.path, messages) {
				form = `{"error":{"message":`
			}
			if c.path == ollama {
				form = `{"error":"`
			}
			if !strings.HasPrefix(body, form) || len(f.shown) > 0 || record.Infra() != "" {
				t.Errorf("%s; the model was asked %d times", body, len(f.shown))
			}
		})
	}
}

func TestAnthropicHeaders(t *testing.T) {
	t.Parallel()
	body := fmt.Sprintf(requestTable["anthropic"].body, "")
	for name, c := range map[string]struct {
		edit   func(http.Header)
		status int
		want   string
	}{
		"bearer":     {func(http.Header) {}, 200, `"stop_reason":"end_turn"`},
		"x-api-key":  {func(h http.Header) { h.Del("Authorization"); h.Set("X-Api-Key", "k") }, 200, `"role":"assistant"`},
		"no key":     {func(h http.Header) { h.Del("Authorization") }, 401, "authentication_error"},
		"no version": {func(h http.Header) { h.Del("Anthropic-Version") }, 400, "anthropic-version"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if w, _ := post(t, &fixed{turn: said}, messages, body, c.edit); w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
}

func TestCountTokens(t *testing.T) {
	t.Parallel()
	f := &fixed{turn: said}
	w, record := post(t, f, counting, `{"model":"m","messages":[{"role":"user","content":"q"}]}`, nil)
	if w.Code != 200 || w.Body.String() != `{"input_tokens":14}` || len(f.shown) != 0 || record.Turns() != 0 {
		t.Errorf("%d %s, %d turns", w.Code, w.Body, record.Turns())
	}
	if w, _ := post(t, f, counting, `{"model":"m"}`, func(h http.Header) { h.Del("Authorization") }); w.Code != 401 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

package wire_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/gateway/wire"
)

// A message under another identifier keeps all of its other bytes.
func Example() {
	m, err := wire.Parse([]byte(`{"method":"tools/call", "id": 7, "params":{"arguments":{"n":1.10}},"new":1}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	moved := m.WithID(json.RawMessage(`"a-1"`))
	fmt.Println(m.IsRequest(), string(moved.Raw))
	// Output: true {"method":"tools/call", "id": "a-1", "params":{"arguments":{"n":1.10}},"new":1}
}

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, raw string
		request   bool
		note      bool
		answer    bool
	}{
		{"request", `{"jsonrpc":"2.0","id":0,"method":"ping"}`, true, false, false},
		{"notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, false, true, false},
		{"null is no identifier", `{"id":null,"method":"x"}`, false, true, false},
		{"answer", `{"id":"a","result":null}`, false, false, true},
		{"failed answer", `{"error":{"code":1},"id":null}`, false, false, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m, err := wire.Parse([]byte(test.raw))
			if err != nil {
				t.Fatal(err)
			}
			if m.IsRequest() != test.request || m.IsNotification() != test.note || m.IsAnswer() != test.answer {
				t.Errorf("read as %+v", m)
			}
		})
	}
	for _, raw := range []string{``, `{`, `[]`, `7`, `{}`, `{"id":1}`, `{"method":7}`, `{"method":"a","method":"b"}`} {
		if _, err := wire.Parse([]byte(raw)); !errors.Is(err, wire.ErrNoMessage) {
			t.Errorf("%q: got %v", raw, err)
		}
	}
}

func TestSameID(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b string
		want bool
	}{{`1`, `1`, true}, {`1`, `"1"`, false}, {`"é"`, `"\u00e9"`, true}, {`"a"`, `"b"`, false}}
	for _, test := range tests {
		if got := wire.SameID(json.RawMessage(test.a), json.RawMessage(test.b)); got != test.want {
			t.Errorf("%s and %s: got %v", test.a, test.b, got)
		}
	}
	if wire.SameID(nil, nil) {
		t.Error("no identifier is that of anything")
	}
}

func TestMade(t *testing.T) {
	t.Parallel()
	request := wire.Request(json.RawMessage(`"r-1"`), "tools/list", json.RawMessage(`{"cursor":"a"}`))
	for got, want := range map[string]string{
		string(request.Raw): `{"jsonrpc":"2.0","id":"r-1","method":"tools/list","params":{"cursor":"a"}}`,
		string(wire.Notification("notifications/initialized", nil).Raw):       `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		string(wire.Result(json.RawMessage(`7`), json.RawMessage(`{"a":1}`))): `{"jsonrpc":"2.0","id":7,"result":{"a":1}}`,
		string(wire.Failure(nil, wire.ErrorObject(3, `a "b"`))):               `{"jsonrpc":"2.0","id":null,"error":{"code":3,"message":"a \"b\""}}`,
	} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if _, err := wire.Parse([]byte(got)); err != nil {
			t.Errorf("%s: %v", got, err)
		}
	}
	moved := request.WithID(json.RawMessage(`12`))
	if parsed, err := wire.Parse(moved.Raw); err != nil || string(parsed.ID) != `12` {
		t.Errorf("moved to %s, %v", moved.Raw, err)
	}
	changed := request.WithParams(json.RawMessage(`{}`))
	if string(changed.Params) != `{}` || string(changed.ID) != `"r-1"` {
		t.Errorf("changed to %s", changed.Raw)
	}
}

func TestBatch(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]int{`{"a":1}`: 1, `[{"a":[1,2]},{"b":1}]`: 2, `[]`: 1, `[{]`: 1, ``: 1} {
		if got := len(wire.Batch([]byte(raw))); got != want {
			t.Errorf("%q: %d parts, want %d", raw, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"b":[1,"}"]}}}`))
	f.Add([]byte(`{"id":"\u0061","result":{}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := wire.Parse(raw)
		if err != nil {
			return
		}
		moved := m.WithID(json.RawMessage(`"zz"`))
		again, err := wire.Parse(moved.Raw)
		if err != nil {
			t.Fatalf("%q became %q: %v", raw, moved.Raw, err)
		}
		if m.ID != nil && string(again.ID) != `"zz"` || again.Method != m.Method || string(again.Params) != string(m.Params) {
			t.Errorf("%q became %q", raw, moved.Raw)
		}
	})
}

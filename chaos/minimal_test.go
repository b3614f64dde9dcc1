package chaos

import (
	"encoding/json"
	"testing"
)

func TestMinimal(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"entities":{"type":"array"},"n":{"type":"integer"},"x":{"type":"string"}},"required":["entities","n"]}`: `{"entities":[],"n":0}`,
		`{"type":"array","items":{"type":"string"}}`:               `[]`,
		`{"type":["string","null"]}`:                               `null`,
		`{"enum":["cold","warm"]}`:                                 `"cold"`,
		`{"const":7}`:                                              `7`,
		`{"type":"object","required":["a"]}`:                       `{"a":{}}`,
		`{"properties":{"b":{"type":"boolean"}},"required":["b"]}`: `{"b":false}`,
		`true`: `{}`,
		`{"type":"object","properties":{"s":{"type":"string"}},"required":["s"]}`: `{"s":""}`,
	} {
		if got := string(encode(minimal(json.RawMessage(schema), 0))); got != want {
			t.Errorf("%s: %s, want %s", schema, got, want)
		}
	}
}

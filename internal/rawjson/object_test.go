package rawjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/internal/rawjson"
)

// A changed member leaves every other byte alone.
func Example() {
	object := []byte(`{ "price": 12345678901234567890.10, "id" : 7 }`)
	fmt.Println(string(rawjson.Set(object, "id", []byte(`"k"`))))
	// Output: { "price": 12345678901234567890.10, "id" : "k" }
}

func TestSet(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, object, member, value, want string }{
		{"replaces", `{"a":1,"b":[1,{"a":2}]}`, "b", `{}`, `{"a":1,"b":{}}`},
		{"appends", `{"a":1}`, "b", `2`, `{"a":1,"b":2}`},
		{"appends to none", ` { } `, "b", `2`, ` {"b":2 } `},
		{"makes an object", `null`, "b", `2`, `{"b":2}`},
		{"makes an object of nothing", ``, "b", `2`, `{"b":2}`},
		{"looks at the outermost level only", `{"x":{"b":1},"y":"\"b\":3"}`, "b", `2`, `{"x":{"b":1},"y":"\"b\":3","b":2}`},
		{"knows an escaped name", `{"\u0062":1}`, "b", `2`, `{"\u0062":2}`},
		{"minds the case", `{"B":1}`, "b", `2`, `{"B":1,"b":2}`},
		{"bare values", `{"a":true,"b":-1.5e3,"c":null}`, "b", `0`, `{"a":true,"b":0,"c":null}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := string(rawjson.Set([]byte(test.object), test.member, []byte(test.value))); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestAppend(t *testing.T) {
	t.Parallel()
	for array, want := range map[string]string{
		`[]`: `[7]`, `[ ]`: `[ 7]`, `[1, 2]`: `[1, 2,7]`, ``: `[7]`, `{"a":[]}`: `[7]`, `null`: `[7]`,
	} {
		if got := string(rawjson.Append([]byte(array), []byte(`7`))); got != want {
			t.Errorf("%s: got %s, want %s", array, got, want)
		}
	}
}

func TestMembersRefusesTwoOfOneName(t *testing.T) {
	t.Parallel()
	_, err := rawjson.Members([]byte(`{"method":"ping","m\u0065thod":"tools/call"}`))
	if !errors.Is(err, rawjson.ErrDuplicate) {
		t.Errorf("got %v", err)
	}
}

// What the standard library reads is what is found, whatever the object is.
func TestGetAgreesWithTheStandardLibrary(t *testing.T) {
	t.Parallel()
	value := rapid.OneOf(
		rapid.SampledFrom([]any{nil, true, 1.5, -3, "", `a"b\`, "},{", "é"}),
		rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]any{1, "]", nil, map[string]any{"a": "}"}}), 0, 4), func(s []any) any { return s }),
	)
	rapid.Check(t, func(t *rapid.T) {
		object := rapid.MapOf(rapid.SampledFrom([]string{"a", "b", "é", `q"`, ""}), value).Draw(t, "object")
		indent := rapid.SampledFrom([]string{"", "  ", "\t"}).Draw(t, "indent")
		data, err := json.MarshalIndent(object, "", indent)
		if err != nil {
			t.Fatal(err)
		}
		for name, v := range object {
			want, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := json.Compact(&got, rawjson.Get(data, name)); err != nil || got.String() != string(want) {
				t.Fatalf("%s of %s: got %s, want %s (%v)", name, data, got.String(), want, err)
			}
			changed := rawjson.Set(data, name, []byte(`"new"`))
			if !json.Valid(changed) || string(rawjson.Get(changed, name)) != `"new"` {
				t.Fatalf("set %q in %s: %s", name, data, changed)
			}
		}
		members, err := rawjson.Members(data)
		if err != nil || len(members) != len(object) {
			t.Fatalf("%s has %d members, %v", data, len(members), err)
		}
	})
}

func FuzzSet(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"}"}],"c":null}`), "c")
	f.Fuzz(func(t *testing.T, object []byte, name string) {
		changed := rawjson.Set(object, name, []byte(`1`))
		if json.Valid(object) && !json.Valid(changed) {
			t.Errorf("%q became %q", object, changed)
		}
	})
}

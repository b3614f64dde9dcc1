package recovery_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/recovery"
)

func TestFingerprint(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, a, b string
		same       bool
	}{
		{"order of keys", `{"a":1,"b":{"c":2,"d":3}}`, `{"b":{"d":3,"c":2},"a":1}`, true},
		{"white space", `{"a":[1,2]}`, " { \"a\" : [ 1 ,\n2 ] } ", true},
		{"escapes", `{"a":"\u00e9\/<"}`, `{"a":"é/\u003c"}`, true},
		{"nothing", ``, `{}`, true},
		{"null", `null`, `{}`, true},
		{"value", `{"a":1}`, `{"a":2}`, false},
		{"type", `{"a":1}`, `{"a":"1"}`, false},
		{"order of an array", `[1,2]`, `[2,1]`, false},
		{"absent and null", `{"a":null}`, `{}`, false},
		{"empty object and array", `{}`, `[]`, false},
		{"large numbers", `{"id":9007199254740993}`, `{"id":9007199254740992}`, false},
		{"a key twice", `{"a":1,"a":2}`, `{"a":2}`, false},
		{"no JSON", `order 7`, `order 8`, false},
		{"broken JSON", `{"a":1`, `{"a":1}`, false},
		{"two values", `{} {}`, `{}`, false},
		{"broken text", "{\"a\":\"\xff\"}", "{\"a\":\"\xfe\"}", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			a, b := recovery.Fingerprint(json.RawMessage(test.a)), recovery.Fingerprint(json.RawMessage(test.b))
			if (a == b) != test.same {
				t.Errorf("%s → %s\n%s → %s, want same = %v", test.a, a, test.b, b, test.same)
			}
		})
	}
}

// FuzzFingerprint respells JSON: the fingerprint stays, and nothing panics.
func FuzzFingerprint(f *testing.F) {
	f.Add([]byte(`{"a":1}`))
	f.Fuzz(func(t *testing.T, args []byte) {
		before := string(args)
		first := recovery.Fingerprint(args)
		if len(first) != 32 || first != recovery.Fingerprint(args) {
			t.Fatalf("fingerprint %q", first)
		}
		if string(args) != before {
			t.Fatal("the arguments were changed")
		}
		if !json.Valid(args) || !recovery.Understood(args) {
			return
		}
		indented, _ := json.MarshalIndent(json.RawMessage(args), " ", "\t")
		compact, _ := json.Marshal(json.RawMessage(args))
		if recovery.Fingerprint(indented) != recovery.Fingerprint(compact) {
			t.Fatalf("white space counts in %q", args)
		}
	})
}

// TestFingerprintTellsValuesApart draws pairs of values: the fingerprints are
// the same where the values are, and only there.
func TestFingerprintTellsValuesApart(t *testing.T) {
	t.Parallel()
	leaf := rapid.OneOf(
		rapid.Map(rapid.IntRange(0, 2), func(n int) any { return float64(n) }),
		rapid.Map(rapid.SampledFrom([]string{"", "a", "b", "<", "é", `"`, "1", "null"}), func(s string) any { return s }),
		rapid.SampledFrom([]any{true, false, nil}),
	)
	value := rapid.OneOf(
		leaf,
		rapid.Map(rapid.SliceOfN(leaf, 0, 3), func(list []any) any { return append([]any{}, list...) }),
		rapid.Map(rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "a.b", ""}), leaf, 1, 3), func(m map[string]any) any { return m }),
	)
	object := rapid.MapOfN(rapid.SampledFrom([]string{"a", "b"}), value, 0, 2)
	rapid.Check(t, func(t *rapid.T) {
		a, b := object.Draw(t, "a"), object.Draw(t, "b")
		rawA, _ := json.Marshal(a)
		rawB, _ := json.MarshalIndent(b, "", "  ")
		if same := recovery.Fingerprint(rawA) == recovery.Fingerprint(rawB); same != reflect.DeepEqual(a, b) {
			t.Fatalf("%s and %s: same = %v", rawA, rawB, same)
		}
	})
}

func BenchmarkFingerprint(b *testing.B) {
	args := json.RawMessage(`{"order_id":"o-1","filter":{"status":["paid","open"],"limit":10}}`)
	b.ReportAllocs()
	for b.Loop() {
		recovery.Fingerprint(args)
	}
}

package fault_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/textproto"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

// vector is one line of testdata/vectors.jsonl: an outcome and the fault that
// it is. The file is plain data, so that other implementations can use it.
type vector struct {
	ID      string            `json:"id"`
	Channel string            `json:"channel"`
	Tool    string            `json:"tool"`
	Args    json.RawMessage   `json:"args"`
	Status  int               `json:"http_status"`
	Headers map[string]string `json:"headers"`
	Payload json.RawMessage   `json:"payload"`
	Label   struct {
		Kind      fault.Kind  `json:"kind"`
		Retryable bool        `json:"retryable"`
		Effect    tool.Effect `json:"effect"`
	} `json:"label"`
}

// outcome is how a caller fills an Outcome: a text stands as it is, any other
// JSON in its compact form, and the channel sets no flag.
func (v *vector) outcome(tb testing.TB) *tool.Outcome {
	tb.Helper()
	out := &tool.Outcome{Status: v.Status}
	if err := out.Channel.UnmarshalText([]byte(v.Channel)); err != nil {
		tb.Fatalf("%s: %v", v.ID, err)
	}
	for name, value := range v.Headers {
		if out.Header == nil {
			out.Header = tool.Header{}
		}
		out.Header[textproto.CanonicalMIMEHeaderKey(name)] = []string{value}
	}
	if json.Unmarshal(v.Payload, &out.Body) != nil {
		var compact bytes.Buffer
		if err := json.Compact(&compact, v.Payload); err != nil {
			tb.Fatalf("%s: %v", v.ID, err)
		}
		out.Body = compact.String()
	}
	return out
}

func (v *vector) call() *tool.Call {
	call := &tool.Call{Tool: v.Tool}
	if string(v.Args) != "null" {
		call.Args = v.Args
	}
	return call
}

func vectors(tb testing.TB) []vector {
	tb.Helper()
	f, err := os.Open(filepath.Join("testdata", "vectors.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var all []vector
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			tb.Fatalf("line %d: %v", len(all)+1, err)
		}
		all = append(all, v)
	}
	if err := lines.Err(); err != nil {
		tb.Fatalf("line %d: %v", len(all)+1, err)
	}
	return all
}

func TestVectors(t *testing.T) {
	t.Parallel()
	all := vectors(t)
	if len(all) < 700 {
		t.Fatalf("got %d vectors, want at least 700", len(all))
	}
	for _, v := range all {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			got := fault.Classify(nil, v.call(), v.outcome(t))
			if got.Kind != v.Label.Kind || got.Retryable != v.Label.Retryable {
				t.Errorf("got %v, retryable %v; want %v, %v\nevidence %v\npayload %s",
					got.Kind, got.Retryable, v.Label.Kind, v.Label.Retryable, got.Evidence, v.Payload)
			}
			if v.Label.Kind != fault.OK && got.Effect != v.Label.Effect {
				t.Errorf("got effect %v, want %v\npayload %s", got.Effect, v.Label.Effect, v.Payload)
			}
		})
	}
}

// TestVectorsAreSafe shows that nothing that must not be repeated is called
// retryable whatever is known of the tool, and that a reader's faults have no effect.
func TestVectorsAreSafe(t *testing.T) {
	t.Parallel()
	for _, v := range vectors(t) {
		for _, access := range []tool.Access{tool.AccessUnknown, tool.AccessRead, tool.AccessWrite} {
			for _, code := range []bool{false, true} {
				spec := &tool.Spec{Access: access, RunsCode: code}
				got := fault.Classify(spec, v.call(), v.outcome(t))
				safe(t, spec, v.outcome(t), got)
				if access == tool.AccessRead && got.Kind != fault.OK && got.Effect != tool.EffectNone {
					t.Errorf("%s: a read with effect %v", v.ID, got.Effect)
				}
			}
		}
	}
}

// TestVectorsAreUnique keeps the file from growing by repetition.
func TestVectorsAreUnique(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, v := range vectors(t) {
		key := v.Channel + v.Tool + string(v.Payload) + string(v.Args) + strconv.Itoa(v.Status)
		if first, ok := seen[key]; ok {
			t.Errorf("%s repeats %s", v.ID, first)
		}
		seen[key] = v.ID
	}
}

// TestVectorsCoverKinds keeps the file from losing a kind.
func TestVectorsCoverKinds(t *testing.T) {
	t.Parallel()
	seen := map[fault.Kind]bool{}
	for _, v := range vectors(t) {
		seen[v.Label.Kind] = true
	}
	for _, k := range fault.Kinds() {
		if k != fault.Unknown && !seen[k] {
			t.Errorf("no vector of kind %v", k)
		}
	}
}

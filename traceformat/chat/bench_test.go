package chat_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/sequitur-go/sequitur/traceformat/chat"
	"github.com/sequitur-go/sequitur/traceformat/format"
)

// recording is a long recording, made of the samples: one run a line, or one
// array of them.
func recording(tb testing.TB, array bool) []byte {
	tb.Helper()
	var runs []json.RawMessage
	for _, sample := range []string{"tau_bench.json", "livemcpbench.json"} {
		data, err := os.ReadFile("testdata/" + sample)
		if err != nil {
			tb.Fatal(err)
		}
		var some []json.RawMessage
		if err := json.Unmarshal(data, &some); err != nil {
			tb.Fatal(err)
		}
		runs = append(runs, some...)
	}
	var text bytes.Buffer
	for i := range runs {
		if err := json.Compact(&text, runs[i]); err != nil {
			tb.Fatal(err)
		}
		text.WriteByte('\n')
	}
	text.Truncate(text.Len() - 1)
	separator := "\n"
	if array {
		text = *bytes.NewBuffer(bytes.ReplaceAll(text.Bytes(), []byte("\n"), []byte(",")))
		separator = ","
	}
	copies := 32 << 20 / text.Len()
	long := bytes.Repeat(append(text.Bytes(), separator...), copies)
	if array {
		long = append(append([]byte{'['}, bytes.TrimSuffix(long, []byte{','})...), ']')
	}
	return long
}

func benchmark(b *testing.B, array bool) {
	b.Helper()
	data := recording(b, array)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		calls := 0
		for run, err := range chat.Format().Read(format.Input{Source: "b", Reader: bytes.NewReader(data)}) {
			if err != nil {
				b.Fatal(err)
			}
			for range run.Calls() {
				calls++
			}
		}
		if calls == 0 {
			b.Fatal("no calls")
		}
	}
}

func BenchmarkJSONL(b *testing.B) { benchmark(b, false) }

func BenchmarkArray(b *testing.B) { benchmark(b, true) }

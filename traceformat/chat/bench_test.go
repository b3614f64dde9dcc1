package chat_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"runtime/metrics"
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

// read reads a recording to its end and says how many calls are in it.
func read(tb testing.TB, in io.Reader, every func()) (calls int) {
	tb.Helper()
	for run, err := range chat.Format().Read(format.Input{Source: "b", Reader: in}) {
		if err != nil {
			tb.Fatal(err)
		}
		for range run.Calls() {
			calls++
		}
		every()
	}
	return calls
}

func benchmark(b *testing.B, array bool) {
	b.Helper()
	data := recording(b, array)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if read(b, bytes.NewReader(data), func() {}) == 0 {
			b.Fatal("no calls")
		}
	}
}

func BenchmarkJSONL(b *testing.B) { benchmark(b, false) }

func BenchmarkArray(b *testing.B) { benchmark(b, true) }

// BenchmarkJq copies the same recordings with jq, where it is installed: what
// a user would write instead.
func BenchmarkJq(b *testing.B) {
	path, err := exec.LookPath("jq")
	if err != nil {
		b.Log("jq is not installed: nothing to compare with")
		return
	}
	for name, array := range map[string]bool{"JSONL": false, "Array": true} {
		b.Run(name, func(b *testing.B) {
			data := recording(b, array)
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				jq := exec.CommandContext(b.Context(), path, "-c", ".")
				jq.Stdin = bytes.NewReader(data)
				if err := jq.Run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// repeated is a recording of any length without the memory for it.
type repeated struct {
	text []byte
	at   int
	left int64
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(int64(len(p)), r.left)], r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	r.left -= int64(n)
	return n, nil
}

// peak reads n bytes of a long recording and says how much memory the process
// took at most, in bytes.
func peak(tb testing.TB, n int64) uint64 {
	tb.Helper()
	text := recording(tb, false)[:1<<20]
	text = bytes.Clone(text[:bytes.LastIndexByte(text, '\n')+1])
	debug.FreeOSMemory()
	most, runs := uint64(0), 0
	in := &repeated{text: text, left: n / int64(len(text)) * int64(len(text))}
	read(tb, in, func() {
		if runs++; runs%100 == 0 {
			most = max(most, taken())
		}
	})
	if runs < 100 {
		tb.Fatalf("only %d runs", runs)
	}
	return most
}

// taken is the memory that the process holds.
func taken() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// BenchmarkMemory reads two gigabytes.
func BenchmarkMemory(b *testing.B) {
	const size = 2 << 30
	b.SetBytes(size)
	most := uint64(0)
	for b.Loop() {
		most = max(most, peak(b, size))
	}
	b.ReportMetric(float64(most)/(1<<20), "peak-MiB")
}

// TestMemoryIsBounded reads what would not fit.
func TestMemoryIsBounded(t *testing.T) { //nolint:paralleltest // it measures the whole process
	const size, limit = 96 << 20, 64 << 20
	if most := peak(t, size); most > limit {
		t.Errorf("%d MiB were taken for a recording of %d MiB, want at most %d", most>>20, size>>20, limit>>20)
	}
}

package inspect_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/inspect"
)

// samples are the recordings that the golden files sum up.
var samples = []string{"inspect_log.tool_call_error.json", "inspect_eval_sample.json", "agents.SYNTHETIC.json"}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, file := range samples {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			formattest.Golden(t, inspect.Format(), filepath.Join("testdata", file))
		})
	}
}

// entry is one entry of an archive.
type entry struct {
	name string
	data []byte
}

// archive packs entries as Inspect does, by the given method.
func archive(tb testing.TB, method uint16, entries ...entry) []byte {
	tb.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	w.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor())
	for _, e := range entries {
		f, err := w.CreateHeader(&zip.FileHeader{Name: e.name, Method: method})
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := f.Write(e.data); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return buf.Bytes()
}

func sampleJSON(tb testing.TB) []byte {
	tb.Helper()
	data, err := os.ReadFile("testdata/inspect_eval_sample.json")
	if err != nil {
		tb.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		tb.Fatal(err)
	}
	return compact.Bytes()
}

// chunked takes a sample apart into the entries of Inspect's long samples.
func chunked(tb testing.TB, data []byte) []entry {
	tb.Helper()
	var sample map[string]json.RawMessage
	if err := json.Unmarshal(data, &sample); err != nil {
		tb.Fatal(err)
	}
	var messages []json.RawMessage
	if err := json.Unmarshal(sample["messages"], &messages); err != nil {
		tb.Fatal(err)
	}
	pack := func(v any) []byte {
		data, err := json.Marshal(v)
		if err != nil {
			tb.Fatal(err)
		}
		return data
	}
	events := sample["events"]
	delete(sample, "messages")
	delete(sample, "events")
	const folder = "samples/0_epoch_1/"
	return []entry{
		{folder + "sample.json", pack(sample)},
		{folder + "messages/10.json", pack(messages[10:])},
		{folder + "messages/2.json", pack(messages[2:10])},
		{folder + "messages/0.json", pack(messages[:2])},
		{folder + "events/0.json", events},
		{folder + "events/stats.json", []byte(`{}`)},
	}
}

// TestArchive holds what is read from an archive against what is read from the
// sample itself.
func TestArchive(t *testing.T) {
	t.Parallel()
	sample := sampleJSON(t)
	start := entry{"_journal/start.json", []byte(`{"version":2,"eval":{"task":"guess","model":"hardcoded/hardcoded","solver":"react"}}`)}
	for name, data := range map[string][]byte{
		"deflate": archive(t, zip.Deflate, start, entry{"samples/0_epoch_1.json", sample}),
		"zstd":    archive(t, zstd.ZipMethodWinZip, start, entry{"samples/0_epoch_1.json", sample}),
		"chunks":  archive(t, zip.Deflate, append([]entry{start}, chunked(t, sample)...)...),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if inspect.Format().Sniff(data) == 0 {
				t.Error("the archive is not recognised")
			}
			want, _ := formattest.Read(t, inspect.Format(), "s", sample)
			got, broken := formattest.Read(t, inspect.Format(), "s", data)
			if len(broken) > 0 || len(got) != 1 {
				t.Fatalf("%d runs, broken: %v", len(got), broken)
			}
			if got[0].Task != "guess/0" || got[0].Agent != "react" {
				t.Errorf("task %q and agent %q do not come from the header", got[0].Task, got[0].Agent)
			}
			if diff := cmp.Diff(want[0].Messages, got[0].Messages); diff != "" {
				t.Errorf("(-sample +archive):\n%s", diff)
			}
		})
	}
}

// TestArchiveFromPipe reads an archive that cannot be read out of order.
func TestArchiveFromPipe(t *testing.T) {
	t.Parallel()
	data := archive(t, zip.Deflate, entry{"samples/0_epoch_1.json", sampleJSON(t)}, entry{"samples/1_epoch_1.json", []byte(`{"id":1`)})
	runs, broken := 0, 0
	for _, err := range inspect.Format().Read(format.Input{Source: "s", Reader: bytes.NewReader(data)}) {
		if err != nil {
			broken++
			continue
		}
		runs++
	}
	if runs != 1 || broken != 1 {
		t.Errorf("%d runs and %d broken samples, want one of each", runs, broken)
	}
}

func FuzzRead(f *testing.F) {
	for _, file := range samples {
		data, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add(archive(f, zip.Deflate, chunked(f, sampleJSON(f))...))
	f.Fuzz(func(t *testing.T, data []byte) { formattest.Robust(t, inspect.Format(), data) })
}

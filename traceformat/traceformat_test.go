package traceformat_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/sequitur-go/sequitur/traceformat"
	"github.com/sequitur-go/sequitur/traceformat/format"
)

const session = `{"id":"r1","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"bye"}]}
{"id":"r2","messages":[{"role":"user","content":"hi"}]}
`

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

func zstded(t *testing.T, text string) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll([]byte(text), nil)
}

// ids reads a recording to its end.
func ids(r *traceformat.Recording) (ids []string, err error) {
	for run, e := range r.Trajectories() {
		if e != nil {
			err = errors.Join(err, e)
			continue
		}
		ids = append(ids, run.ID)
	}
	return ids, err
}

func TestOpen(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"plain.jsonl": []byte(session), "packed.gz": gzipped(t, session), "packed.zst": zstded(t, session),
		"two members.gz": append(gzipped(t, session[:40]), gzipped(t, session[40:])...),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			r, err := traceformat.Open(path, traceformat.Auto)
			if err != nil {
				t.Fatal(err)
			}
			got, err := ids(r)
			if diff := cmp.Diff([]string{"r1", "r2"}, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
			if r.Format.Name != "chat" || r.Size != int64(len(data)) || r.Read() != r.Size {
				t.Errorf("format %s, %d of %d bytes read", r.Format.Name, r.Read(), r.Size)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCutArchive(t *testing.T) {
	t.Parallel()
	packed := gzipped(t, strings.Repeat(session, 5000))
	r, err := traceformat.From(bytes.NewReader(packed[:len(packed)-20]), "x.gz", "chat")
	if err != nil {
		t.Fatal(err)
	}
	got, err := ids(r)
	if len(got) == 0 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%d runs, %v", len(got), err)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text, format string
		want         []string
	}{
		"other JSON": {`[{"secret":"hunter2","b":1}]`, "auto", []string{
			`x: no known recording: it begins with an object with the keys "secret", "b"; looked for`, "\n  chat ", "\n  claude-code ", `"tool_use"`,
		}},
		"no JSON":        {"hello", "auto", []string{"it begins with what is no JSON"}},
		"a scalar":       {"[1,2]", "", []string{"it begins with JSON that is no object"}},
		"an empty array": {" [ ]\n", "auto", []string{"it begins with an empty array"}},
		"UTF-16":         {"\xff\xfe{\x00}\x00", "auto", []string{"it begins with UTF-16 text"}},
		"UTF-16, bare":   {"\x00[\x00]", "auto", []string{"it begins with UTF-16 text"}},
		"too deep":       {strings.Repeat("[", 2000) + strings.Repeat("]", 2000), "auto", []string{"it begins with JSON that nests too deep: the JSON is nested more than 1000 deep"}},
		"nothing":        {" \n", "auto", []string{"it begins with nothing: it is empty"}},
		"unknown format": {session, "chatty", []string{"format must be one of auto, journal,", `got "chatty"`}},
		"a broken gzip":  {"\x1f\x8bhello", "auto", []string{"x: gzip: "}},
		"a broken zstd":  {"\x28\xb5\x2f\xfdhello", "auto", []string{"x: "}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := traceformat.From(strings.NewReader(test.text), "x", test.format)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q is missing in %q", want, err)
				}
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Error("the refusal quotes the contents")
			}
		})
	}
}

// What comes first may be longer than the head that is looked at: an image, a
// long prompt, the tools.
func TestLongFirstValue(t *testing.T) {
	t.Parallel()
	const rest = `{"role":"assistant","content":"bye"}]}`
	for _, size := range []int{300 << 10, 900 << 10, 5 << 20} {
		long := strings.Repeat("word ", size/5)
		for name, text := range map[string]string{
			"content":              `{"id":"r","messages":[{"role":"user","content":"` + long + `"},` + rest,
			"content, then role":   `{"id":"r","messages":[{"content":"` + long + `","role":"user"},` + rest,
			"image, then role":     `{"id":"r","messages":[{"content":[{"type":"image_url","image_url":{"url":"` + long + `"}}],"role":"user"},` + rest,
			"prompt, then the run": `{"id":"r","system":"` + long + `","messages":[` + rest,
			"tools, then the run":  `{"id":"r","tools":[{"type":"function","function":{"name":"f","description":"` + long + `"}}],"messages":[` + rest,
		} {
			for form, text := range map[string]string{"lines": text + "\n" + text + "\n", "array": "[\n" + text + "\n]"} {
				r, err := traceformat.From(strings.NewReader(text), "x", traceformat.Auto)
				if err != nil || r.Format.Name != "chat" {
					t.Errorf("%s of %d bytes, %s: %.200v", name, size, form, err)
					continue
				}
				if got, err := ids(r); len(got) == 0 || got[0] != "r" || err != nil {
					t.Errorf("%s of %d bytes, %s: runs %v, %v", name, size, form, got, err)
				}
			}
		}
	}
}

func TestRefusalCanBeTold(t *testing.T) {
	t.Parallel()
	_, err := traceformat.From(strings.NewReader(`{"a":1}`), "x", traceformat.Auto)
	var unknown *traceformat.UnknownFormatError
	if !errors.As(err, &unknown) || unknown.Source != "x" || len(unknown.Formats) != len(traceformat.Formats()) {
		t.Errorf("got %#v", err)
	}
}

func TestOpenSaysWhatIsNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := traceformat.Open(dir, traceformat.Auto); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory: %v", err)
	}
	if _, err := traceformat.Open(filepath.Join(dir, "none"), traceformat.Auto); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestAnEmptyRecordingOfAKnownFormatHasNoRuns(t *testing.T) {
	t.Parallel()
	for _, f := range traceformat.Formats() {
		r, err := traceformat.From(strings.NewReader(""), "x", f.Name)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		got, _ := ids(r)
		if len(got) != 0 {
			t.Errorf("%s: runs out of nothing: %v", f.Name, got)
		}
	}
}

func TestFormatsAreComplete(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{traceformat.Auto: true}
	for _, f := range traceformat.Formats() {
		if f.Name == "" || f.Title == "" || f.Looks == "" || f.Sniff == nil || f.Read == nil || seen[f.Name] {
			t.Errorf("format %q is incomplete or named twice", f.Name)
		}
		seen[f.Name] = true
	}
}

func TestDetect(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, want string }{
		"chat":                      {`{"messages":[{"role":"user","content":"hi"}]}`, "chat"},
		"chat, with more around it": {`{"id":"x","trace_id":"t","metadata":{},"tools":[],"messages":[{"role":"user","content":"hi"}]}`, "chat"},
		"chat under trajectory":     {`[{"id":"x","trajectory":[{"role":"user","content":"s"},{"role":"assistant","tool_calls":[{"id":"a","name":"f"}]}]}]`, "chat"},
		"a bare conversation":       {`[{"role":"user","content":"hi"},{"role":"assistant","tool_calls":[]}]`, "chat"},
		"LangChain":                 {`[{"type":"human","data":{"content":"hi"}}]`, "chat"},
		"ShareGPT":                  {`{"conversations":[{"from":"human","value":"hi"}]}`, "chat"},
		"an AI SDK chat":            {`[{"id":"m1","role":"user","parts":[{"type":"text","text":"hi"}]}]`, "chat"},
		"τ²-bench":                  {`{"timestamp":"x","info":{},"tasks":[],"simulations":[{"id":"s","messages":[{"role":"assistant","content":"hi","turn_idx":0}]}]}`, "chat"},
		"Anthropic":                 {`{"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]}]}`, "claude-code"},
		"a summary first":           {`{"type":"summary","summary":"x","leafUuid":"l"}` + "\n", "claude-code"},
		"stream-json":               {`{"type":"system","subtype":"init","session_id":"s","tools":[]}` + "\n", "claude-code"},
		"Responses":                 {`{"input":[{"role":"user","content":"hi"},{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}]}`, "responses"},
		"a response":                {`{"object":"response","id":"r","output":[{"type":"message","role":"assistant","content":[]}]}`, "responses"},
		"Codex":                     {`{"timestamp":"x","type":"session_meta","payload":{"id":"s"}}` + "\n", "responses"},
		"codex exec":                {`{"type":"thread.started","thread_id":"t"}` + "\n", "responses"},
		"a journal":                 {`{"v":1,"written":"2026-03-01T10:00:00Z","episode":{"tool":"f","fault":"timeout"}}` + "\n", "journal"},
		"a trajectory":              {`{"id":"t","messages":[{"role":"assistant","calls":[{"id":"a","tool":"f"}]}]}`, "journal"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, text := range []string{test.text, "\ufeff" + test.text, " \n" + test.text} {
				if f, ok := traceformat.Detect([]byte(text)); !ok || f.Name != test.want {
					t.Errorf("%q: recognised as %q, want %q", text, f.Name, test.want)
				}
			}
		})
	}
}

// TestDocumented keeps docs/formats.md in step with the table.
func TestDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range traceformat.Formats() {
		row := fmt.Sprintf("| `%s` | %s | %s |\n", f.Name, f.Title, strings.ReplaceAll(f.Looks, "|", `\|`))
		if !strings.Contains(string(text), row) {
			t.Errorf("docs/formats.md lacks the row\n%s", row)
		}
	}
}

// TestEverySampleIsRecognised opens the samples of all readers: each has to be
// read by the reader in whose folder it lies.
func TestEverySampleIsRecognised(t *testing.T) {
	t.Parallel()
	goldens, err := filepath.Glob("*/testdata/*.golden.json")
	if err != nil || len(goldens) == 0 {
		t.Fatal(goldens, err)
	}
	for _, golden := range goldens {
		sample := strings.TrimSuffix(golden, ".golden.json")
		if _, err := os.Stat(sample); err != nil {
			continue
		}
		t.Run(sample, func(t *testing.T) {
			t.Parallel()
			r, err := traceformat.Open(sample, traceformat.Auto)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close() //nolint:errcheck // only read
			folder, _, _ := strings.Cut(filepath.ToSlash(sample), "/")
			if want := folderOf(r.Format.Name); want != folder {
				t.Errorf("recognised as %s", r.Format.Name)
			}
		})
	}
}

// TestSamplesInOtherClothes reads every sample with a byte order mark and with
// CRLF at the ends of lines: the same runs have to come out.
func TestSamplesInOtherClothes(t *testing.T) {
	t.Parallel()
	for sample, data := range samples(t) {
		t.Run(sample, func(t *testing.T) {
			t.Parallel()
			want, err := open(data)
			if err != nil && len(want) == 0 {
				t.Fatal(err)
			}
			crlf := bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
			for name, other := range map[string][]byte{"mark": append([]byte("\ufeff"), data...), "CRLF": crlf, "gzip": gzipped(t, string(data))} {
				got, err := open(other)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
				}
			}
		})
	}
}

// TestCutSamples reads the beginnings of every sample: what is there is read, or
// refused, and nothing panics or hangs.
func TestCutSamples(t *testing.T) {
	t.Parallel()
	const cuts = 12
	for sample, data := range samples(t) {
		t.Run(sample, func(t *testing.T) {
			t.Parallel()
			whole, _ := open(data)
			for i := range cuts {
				cut := data[:len(data)*i/cuts]
				got, err := open(cut)
				if len(got) > len(whole) {
					t.Errorf("%d bytes: %d runs, of %d in the whole (%v)", len(cut), len(got), len(whole), err)
				}
			}
		})
	}
}

// samples are the samples of all readers that are JSON.
func samples(t *testing.T) map[string][]byte {
	t.Helper()
	goldens, err := filepath.Glob("*/testdata/*.golden.json")
	if err != nil || len(goldens) == 0 {
		t.Fatal(goldens, err)
	}
	found := map[string][]byte{}
	for _, golden := range goldens {
		data, err := os.ReadFile(strings.TrimSuffix(golden, ".golden.json"))
		if err == nil && json.Valid(bytes.SplitAfter(bytes.TrimSpace(data), []byte("}\n"))[0]) || err == nil && json.Valid(data) {
			found[strings.TrimSuffix(golden, ".golden.json")] = data
		}
	}
	return found
}

// open reads a recording whose format is recognised.
func open(data []byte) ([]string, error) {
	r, err := traceformat.From(bytes.NewReader(data), "x", traceformat.Auto)
	if err != nil {
		return nil, err
	}
	return ids(r)
}

// foldersTable names the folders of the formats that are not named after
// themselves.
var foldersTable = map[string]string{
	"claude-code": "claudecode", "journal": "native", "langsmith": "runtree", "langfuse": "runtree", "mcp": "mcplog",
}

func folderOf(name string) string {
	if folder, ok := foldersTable[name]; ok {
		return folder
	}
	return strings.ReplaceAll(name, "-", "")
}

func TestBrokenRecordsHaveTheirPlace(t *testing.T) {
	t.Parallel()
	r, err := traceformat.From(strings.NewReader(session+"{\"id\":\n"+session), "x", traceformat.Auto)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ids(r)
	var broken *format.BrokenRecord
	if len(got) != 4 || !errors.As(err, &broken) || broken.Line != 3 || broken.Source != "x" {
		t.Errorf("%d runs, %v", len(got), err)
	}
}

func ExampleFrom() {
	r, err := traceformat.From(strings.NewReader(session), "runs.jsonl", traceformat.Auto)
	if err != nil {
		fmt.Println(err)
		return
	}
	for run, err := range r.Trajectories() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(r.Format.Name, run.ID, len(run.Messages))
	}
	// Output:
	// chat r1 2
	// chat r2 1
}

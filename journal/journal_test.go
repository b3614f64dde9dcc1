package journal_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/journal"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// childDir makes the test binary a writer: it appends until it is killed, or
// as often as childCount says.
const (
	childDir   = "JOURNAL_TEST_DIR"
	childName  = "JOURNAL_TEST_NAME"
	childCount = "JOURNAL_TEST_COUNT"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(write(dir, os.Getenv(childName), os.Getenv(childCount)))
	}
	os.Exit(m.Run())
}

func write(dir, name, count string) int {
	w, err := journal.Open(journal.Config{Dir: dir, Contents: true, Redactor: plain{}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	limit, err := strconv.Atoi(count)
	if err != nil {
		limit = 1 << 30
	}
	for i := range limit {
		e := trajectory.Episode{Run: name, CallID: strconv.Itoa(i), Tool: "t", Detail: strings.Repeat(name, i%20_000/len(name))}
		if err := w.Append(e); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		if limit > 1<<20 {
			fmt.Println(i) // written: a kill from here on must not lose it
		}
	}
	return 0
}

// plain is a redactor that knows one secret.
type plain struct{}

func (plain) Redact(text string) string { return strings.ReplaceAll(text, "hunter2", "<secret>") }

func read(t *testing.T, data string) (episodes []trajectory.Episode, broken []*journal.LineError) {
	t.Helper()
	for e, err := range journal.Read(strings.NewReader(data)) {
		if line, ok := errors.AsType[*journal.LineError](err); ok {
			broken = append(broken, line)
		} else if err != nil {
			t.Fatal(err)
		} else {
			episodes = append(episodes, e)
		}
	}
	return episodes, broken
}

func open(t *testing.T, cfg journal.Config) *journal.Writer {
	t.Helper()
	w, err := journal.Open(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w
}

func contents(t *testing.T, dir string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(data)
	}
	return all.String()
}

func TestContentsAreOffByDefault(t *testing.T) {
	t.Parallel()
	e := trajectory.Episode{
		Run: "r", Tool: "get_order", Args: json.RawMessage(`{"password":"hunter2"}`), ArgsHash: "h", Fault: fault.Forbidden,
		Feedback: "not allowed, hunter2", Detail: "raw hunter2",
		Attempts: []trajectory.Attempt{{Evidence: []fault.Evidence{{Layer: fault.LayerText, Rule: "rule", Span: "hunter2"}}}},
	}
	tests := []struct {
		name string
		cfg  journal.Config
		want trajectory.Episode
	}{
		{"default", journal.Config{}, trajectory.Episode{
			Run: "r", Tool: "get_order", ArgsHash: "h", Fault: fault.Forbidden,
			Attempts: []trajectory.Attempt{{Evidence: []fault.Evidence{{Layer: fault.LayerText, Rule: "rule"}}}},
		}},
		{"contents", journal.Config{Contents: true, Redactor: plain{}}, trajectory.Episode{
			Run: "r", Tool: "get_order", Args: json.RawMessage(`{"password":"\u003csecret\u003e"}`), ArgsHash: "h", Fault: fault.Forbidden,
			Feedback: "not allowed, <secret>", Detail: "raw <secret>",
			Attempts: []trajectory.Attempt{{Evidence: []fault.Evidence{{Layer: fault.LayerText, Rule: "rule", Span: "<secret>"}}}},
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.cfg.Dir = t.TempDir()
			w := open(t, test.cfg)
			w.Record(t.Context(), e)
			text := contents(t, test.cfg.Dir)
			if strings.Contains(text, "hunter2") {
				t.Errorf("the secret was written: %s", text)
			}
			got, _ := read(t, text)
			if diff := cmp.Diff([]trajectory.Episode{test.want}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if e.Attempts[0].Evidence[0].Span != "hunter2" {
		t.Error("the caller's episode was changed")
	}
}

func TestHugeContentIsCut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := open(t, journal.Config{Dir: dir, Contents: true, Redactor: plain{}})
	// The secret lies across the cut.
	w.Record(t.Context(), trajectory.Episode{Tool: "t", Detail: strings.Repeat("界", 64<<10/3-1) + "hunter2" + strings.Repeat("x", 1<<20)})
	got, broken := read(t, contents(t, dir))
	if len(got) != 1 || len(broken) != 0 {
		t.Fatalf("got %d episodes and %v", len(got), broken)
	}
	if n := len(got[0].Detail); n > 64<<10 || n < 60<<10 {
		t.Errorf("the detail has %d bytes", n)
	}
	if strings.Contains(got[0].Detail, "hun") {
		t.Error("a part of the secret was written")
	}
}

func TestRotation(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		rotate journal.Rotation
		retain journal.Retention
		files  int // including the current one
		lines  int
	}{
		{"by size", journal.Rotation{Size: 1000}, journal.Retention{Files: -1}, 17, 100},
		{"by age", journal.Rotation{Age: 10 * time.Minute}, journal.Retention{}, 10, 100},
		{"never", journal.Rotation{Size: -1, Age: -1}, journal.Retention{}, 1, 100},
		{"keep three", journal.Rotation{Age: 10 * time.Minute}, journal.Retention{Files: 3}, 4, 40},
		{"keep bytes", journal.Rotation{Age: 10 * time.Minute}, journal.Retention{Bytes: 3500}, 3, 30},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
			w := open(t, journal.Config{Dir: dir, Rotate: test.rotate, Retain: test.retain, Now: func() time.Time { return now }})
			for range 100 {
				w.Record(t.Context(), trajectory.Episode{Tool: "t"})
				now = now.Add(time.Minute)
			}
			if err := w.Err(); err != nil {
				t.Fatal(err)
			}
			names, err := filepath.Glob(filepath.Join(dir, "*"))
			if err != nil {
				t.Fatal(err)
			}
			got, broken := read(t, contents(t, dir))
			if len(names) != test.files || len(got) != test.lines || len(broken) != 0 {
				t.Errorf("%d files, %d lines, %d broken; want %d files, %d lines, 0 broken", len(names), len(got), len(broken), test.files, test.lines)
			}
		})
	}
}

func TestRetentionByAge(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old := filepath.Join(dir, "episodes-20200101T000000.000000000Z-ABCDEFGH.jsonl")
	foreign := filepath.Join(dir, "episodes-notes.jsonl")
	for _, name := range []string{old, foreign} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, time.Time{}, time.Now().Add(-48*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	open(t, journal.Config{Dir: dir, Retain: journal.Retention{Age: 24 * time.Hour}})
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the old file is still there: %v", err)
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Errorf("a file that is none of the journal's is gone: %v", err)
	}
}

func TestContinuesAndMendsATornFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "episodes.jsonl")
	begun := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	torn := `{"v":1,"written":"2026-01-01T00:00:00Z","episode":{"tool":"a","elapsed_ns":0}}` + "\n" + `{"v":1,"written":"2026-01-0`
	if err := os.WriteFile(name, []byte(torn), 0o600); err != nil {
		t.Fatal(err)
	}
	now := begun.Add(time.Hour)
	w := open(t, journal.Config{Dir: dir, Now: func() time.Time { return now }})
	w.Record(t.Context(), trajectory.Episode{Tool: "b"})
	now = begun.Add(25 * time.Hour) // the age counts from the first line, over a restart
	w.Record(t.Context(), trajectory.Episode{Tool: "c"})
	got, broken := read(t, contents(t, dir))
	var tools []string
	for _, e := range got {
		tools = append(tools, e.Tool)
	}
	if diff := cmp.Diff([]string{"a", "b", "c"}, tools); diff != "" || len(broken) != 1 {
		t.Errorf("%d broken lines, tools (-want +got):\n%s", len(broken), diff)
	}
	if names, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(names) != 2 {
		t.Errorf("files %v, %v; want two", names, err)
	}
}

func TestFollowsAFileThatWasMovedAway(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := open(t, journal.Config{Dir: dir, Now: func() time.Time { return now }})
	w.Record(t.Context(), trajectory.Episode{Tool: "a"})
	if err := os.Remove(filepath.Join(dir, "episodes.jsonl")); err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Minute)
	w.Record(t.Context(), trajectory.Episode{Tool: "b"})
	got, _ := read(t, contents(t, dir))
	if len(got) != 1 || got[0].Tool != "b" {
		t.Errorf("got %v, want the episode of b", got)
	}
}

func TestErrorsAreCountedAndTold(t *testing.T) {
	t.Parallel()
	var told []error
	w := open(t, journal.Config{Dir: t.TempDir(), OnError: func(err error) { told = append(told, err) }})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w.Record(t.Context(), trajectory.Episode{Tool: "t"})
	w.Record(t.Context(), trajectory.Episode{Tool: "t"})
	if w.Dropped() != 2 || len(told) != 2 || !errors.Is(w.Err(), os.ErrClosed) {
		t.Errorf("dropped %d, told %v, err %v", w.Dropped(), told, w.Err())
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		cfg  journal.Config
		want string
	}{
		{"no folder", journal.Config{}, "dir must not be empty"},
		{"name with a path", journal.Config{Dir: "x", Name: "../x"}, "name must be a plain file name"},
		{"contents without redactor", journal.Config{Dir: "x", Contents: true}, "contents need a redactor"},
		{"negative bytes", journal.Config{Dir: "x", Retain: journal.Retention{Bytes: -1}}, "retain.bytes must not be negative, got -1"},
		{"negative age", journal.Config{Dir: "x", Retain: journal.Retention{Age: -1}}, "retain.age must not be negative"},
		{"folder is a file", journal.Config{Dir: file}, "not a directory"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := journal.Open(test.cfg)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	whole := func(tool string) string { return `{"v":1,"episode":{"tool":"` + tool + `","elapsed_ns":0}}` }
	tests := []struct {
		name   string
		data   string
		tools  []string
		broken []int
	}{
		{"empty", "", nil, nil},
		{"blank lines", "\n\n" + whole("a") + "\r\n\n", []string{"a"}, nil},
		{"last line without an end", whole("a") + "\n" + whole("b"), []string{"a", "b"}, nil},
		{"truncated last line", whole("a") + "\n" + whole("b")[:20], []string{"a"}, []int{2}},
		{"broken line", whole("a") + "\nnonsense\n" + whole("b") + "\n", []string{"a", "b"}, []int{2}},
		{"whole line behind a broken one", whole("a")[:15] + whole("b") + "\n" + whole("c"), []string{"b", "c"}, []int{1}},
		{"later version", `{"v":2,"episode":{}}` + "\n" + whole("b"), []string{"b"}, []int{1}},
		{"other JSON", `{"a":1}` + "\n" + whole("b"), []string{"b"}, []int{1}},
		{"unknown kind", `{"v":1,"episode":{"fault":"new_kind"}}` + "\n" + whole("b"), []string{"b"}, []int{1}},
		{"binary", "\x00\xff\x1f\x8b\n" + whole("b"), []string{"b"}, []int{1}},
		{"huge line", strings.Repeat("x", 5<<20) + "\n" + whole("b"), []string{"b"}, []int{1}},
		{"huge last line", whole("a") + "\n" + strings.Repeat("x", 5<<20), []string{"a"}, []int{2}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, broken := read(t, test.data)
			var tools []string
			for _, e := range got {
				tools = append(tools, e.Tool)
			}
			var lines []int
			for _, b := range broken {
				lines = append(lines, b.Line)
			}
			if diff := cmp.Diff(test.tools, tools); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.broken, lines); diff != "" {
				t.Errorf("broken lines (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	t.Parallel()
	_, broken := read(t, `{"v":1,"epi`)
	if len(broken) != 1 || !errors.Is(broken[0], journal.ErrTruncated) {
		t.Errorf("got %v, want ErrTruncated", broken)
	}
	_, broken = read(t, strings.Repeat("x", 5<<20)+"\n")
	if len(broken) != 1 || !errors.Is(broken[0], journal.ErrTooLong) {
		t.Errorf("got %v, want ErrTooLong", broken)
	}
	cause := errors.New("disk on fire")
	var got error
	for _, err := range journal.Read(io.MultiReader(strings.NewReader("\n"), iotest.ErrReader(cause))) {
		got = err
	}
	if !errors.Is(got, cause) {
		t.Errorf("got %v, want the reader's own error", got)
	}
	for _, err := range journal.Read(strings.NewReader("bad\n")) {
		if err == nil {
			t.Error("a broken line was read as an episode")
		}
		break // must not go on
	}
}

func TestConcurrentRecords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := open(t, journal.Config{Dir: dir, Rotate: journal.Rotation{Size: 10_000}, Retain: journal.Retention{Files: -1}})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 250 {
				w.Record(context.Background(), trajectory.Episode{Tool: "t"})
			}
		})
	}
	group.Wait()
	got, broken := read(t, contents(t, dir))
	if len(got) != 2000 || len(broken) != 0 || w.Dropped() != 0 {
		t.Errorf("%d episodes, %d broken, %d dropped; want 2000, 0, 0", len(got), len(broken), w.Dropped())
	}
}

func child(t *testing.T, dir, name, count string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), childDir+"="+dir, childName+"="+name, childCount+"="+count)
	cmd.Stderr = t.Output()
	return cmd
}

func TestKillLosesAtMostTheLineBeingWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := child(t, dir, "k", "")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	written := -1
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if n, err := strconv.Atoi(lines.Text()); err == nil {
			written = n
		}
		if written == 2000 {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("the child was not killed")
	}
	// The child tells of a line only once it is written, so all it told of must
	// be there, and at most one line more, whole or not.
	got, broken := read(t, contents(t, dir))
	if len(got) < written+1 || len(got)+len(broken) > written+2 || len(broken) > 1 {
		t.Errorf("%d episodes and %d broken lines, told of %d", len(got), len(broken), written+1)
	}
}

func TestTwoProcessesDoNotInterleave(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const count = 2000
	var children []*exec.Cmd
	for _, name := range []string{"aaa", "bbb"} {
		cmd := child(t, dir, name, strconv.Itoa(count))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		children = append(children, cmd)
	}
	for _, cmd := range children {
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	got, broken := read(t, contents(t, dir))
	if len(broken) != 0 {
		t.Errorf("%d broken lines, the first: %v", len(broken), broken[0])
	}
	next := map[string]int{}
	for _, e := range got {
		if e.CallID != strconv.Itoa(next[e.Run]) {
			t.Fatalf("%s: got call %s, want %d", e.Run, e.CallID, next[e.Run])
		}
		next[e.Run]++
	}
	if diff := cmp.Diff(map[string]int{"aaa": count, "bbb": count}, next); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"v":1,"written":"2026-01-01T00:00:00Z","episode":{"tool":"a","fault":"timeout","elapsed_ns":1}}` + "\n"))
	f.Add([]byte("{\"v\":1,\"epi{\"v\":1,\"episode\":{\"tool\":\"b\"}}\n\n\x00"))
	f.Add([]byte(`{"v":99}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		lines := bytes.Count(data, []byte("\n")) + 1
		episodes, broken, last := 0, 0, 0
		for _, err := range journal.Read(bytes.NewReader(data)) {
			if err == nil {
				episodes++
				continue
			}
			line, ok := errors.AsType[*journal.LineError](err)
			if !ok || line.Line <= last || line.Line > lines {
				t.Fatalf("line numbers must grow within the file: %v after %d of %d", err, last, lines)
			}
			last = line.Line
			broken++
		}
		if episodes > lines || broken > lines {
			t.Fatalf("%d episodes and %d broken lines from %d lines", episodes, broken, lines)
		}
	})
}

func BenchmarkRecord(b *testing.B) {
	e := trajectory.Episode{
		Run: "run", Time: time.Now(), CallID: "call_1", Tool: "get_order", Args: json.RawMessage(`{"order_id":"A-1001"}`), ArgsHash: "0123456789abcdef",
		Attempts: []trajectory.Attempt{{Fault: fault.OK, Effect: tool.EffectNone, Phase: tool.PhaseAnswered, Elapsed: time.Millisecond}},
		Fault:    fault.OK, Elapsed: time.Millisecond,
	}
	w, err := journal.Open(journal.Config{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = w.Close() }()
	b.ReportAllocs()
	for b.Loop() {
		w.Record(b.Context(), e)
	}
	if w.Dropped() > 0 {
		b.Fatal(w.Err())
	}
}

func Example() {
	dir, err := os.MkdirTemp("", "journal")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()

	w, err := journal.Open(journal.Config{Dir: dir})
	if err != nil {
		fmt.Println(err)
		return
	}
	w.Record(context.Background(), trajectory.Episode{Tool: "get_order", Fault: fault.NotFound})
	if err := w.Close(); err != nil {
		fmt.Println(err)
		return
	}

	file, err := os.Open(filepath.Join(dir, "episodes.jsonl"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = file.Close() }()
	for e, err := range journal.Read(file) {
		if err != nil {
			fmt.Println(err) // a broken line: the rest still comes
			continue
		}
		fmt.Println(e.Tool, e.Fault)
	}
	// Output: get_order not_found
}

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sequitur-go/sequitur/audit"
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/internal/config"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/report"
	"github.com/sequitur-go/sequitur/traceformat"
	"github.com/sequitur-go/sequitur/trajectory"
)

// auditSetup is what all files are judged by.
type auditSetup struct {
	judge    judge.Judge
	which    audit.Which
	renderer feedback.Renderer
	policy   recovery.Policy
}

func newAuditSetup(rubricName, tools string) (auditSetup, error) {
	s := auditSetup{policy: recovery.Default()}
	r, err := readRubric(rubricName)
	if err != nil {
		return s, err
	}
	switch rubricName {
	case "published":
	case "refined":
		s.which = audit.ByRefined
	default:
		s.which, s.judge.Rubric = audit.ByOwn, r
	}
	if tools == "" {
		return s, nil
	}
	var file config.File
	if file, err = readPolicy(tools); err != nil {
		return s, err
	}
	s.judge.Tools = file.Specs()
	s.judge.Classifier = fault.Classifier{Rules: file.Rules()}
	s.renderer = file.Renderer()
	s.policy = file.Apply(s.policy)
	return s, nil
}

func (s *auditSetup) audit() *audit.Audit {
	return &audit.Audit{Judge: s.judge, Which: s.which, Renderer: s.renderer}
}

// auditJob reads files side by side, and merges what came of them in their order.
type auditJob struct {
	setup  auditSetup
	format string
	files  []string
	found  map[string]bool // files that may be no recordings
	out    string
	stderr io.Writer

	temp  string // the folder of the findings so far
	sarif []audit.Record
	read  atomic.Int64 // bytes of finished files
	open  sync.Map     // recordings that are read just now
}

// onefile is what came of one file.
type oneFile struct {
	audit   *audit.Audit
	sarif   []audit.Record
	broken  []string
	count   int // broken records
	runs    int
	unknown bool
	err     error
}

// mostSARIF is how many results a SARIF file may have: readers refuse more.
const mostSARIF = 5000

func (j *auditJob) run(ctx context.Context) (*audit.Audit, error) {
	if j.out != "" {
		if err := os.MkdirAll(j.out, 0o750); err != nil {
			return nil, exitWith(exitFailed, err, "name a folder that can be written")
		}
		temp, err := os.MkdirTemp(j.out, ".audit-")
		if err != nil {
			return nil, exitWith(exitFailed, err, "name a folder that can be written")
		}
		j.temp = temp
	}
	results := make([]oneFile, len(j.files))
	stop := j.progress(ctx)
	j.readAll(ctx, results)
	stop()
	if ctx.Err() != nil {
		j.clean()
		return nil, interrupted(ctx)
	}
	total, err := j.merge(results)
	if err != nil {
		j.clean()
	}
	return total, err
}

func (j *auditJob) clean() {
	if j.temp != "" {
		_ = os.RemoveAll(j.temp) // what stays is a hidden folder
	}
}

func (j *auditJob) readAll(ctx context.Context, results []oneFile) {
	next := make(chan int)
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(j.files)) {
		group.Go(func() {
			for i := range next {
				results[i] = j.one(ctx, i)
			}
		})
	}
	for i := range j.files {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	group.Wait()
}

// one audits one file.
func (j *auditJob) one(ctx context.Context, i int) (f oneFile) {
	f.audit = j.setup.audit()
	f.audit.KeptOnly = j.out == "" // nobody reads the others
	r, err := openNamed(j.files[i], j.format)
	if err != nil {
		f.unknown = isUnknown(err)
		f.err = err
		return f
	}
	j.open.Store(i, r)
	defer func() {
		j.open.Delete(i)
		j.read.Add(r.Size)
		_ = r.Close() // only read
	}()
	sink, err := j.sink(i)
	if err != nil {
		f.err = err
		return f
	}
	for item := range j.reviewed(ctx, r) {
		if broken, ok := isBroken(item.err); ok {
			f.audit.Broken()
			f.count++
			if len(f.broken) < 3 {
				f.broken = append(f.broken, broken.Error())
			}
			continue
		}
		if item.err != nil {
			f.err = fmt.Errorf("%s: %w", j.files[i], item.err)
			break
		}
		f.runs++
		for _, record := range f.audit.AddReview(item.run, <-item.review) {
			if record.Verdict == judge.Mismatch.String() && len(f.sarif) < mostSARIF {
				f.sarif = append(f.sarif, record)
			}
			f.err = errors.Join(f.err, sink.write(&record))
		}
		if f.err != nil {
			break
		}
	}
	f.err = errors.Join(f.err, sink.close())
	return f
}

// A reviewedRun is one run of a recording, whose review is under way, or what went
// wrong with it.
type reviewedRun struct {
	run    *trajectory.Trajectory
	review chan judge.Review
	err    error
}

// reviewed yields a recording's runs in order. They are judged ahead of the caller
// and side by side, a few at a time.
func (j *auditJob) reviewed(ctx context.Context, r *traceformat.Recording) iter.Seq[reviewedRun] {
	return func(yield func(reviewedRun) bool) {
		ctx, cancel := context.WithCancel(ctx)
		queue := make(chan reviewedRun, runtime.GOMAXPROCS(0))
		var group sync.WaitGroup
		group.Go(func() {
			defer close(queue)
			for t, err := range r.Trajectories() {
				item := reviewedRun{t, make(chan judge.Review, 1), err}
				if err == nil {
					group.Go(func() { item.review <- j.setup.judge.Review(t) })
				}
				select {
				case queue <- item:
				case <-ctx.Done():
					return
				}
			}
		})
		for item := range queue {
			if ctx.Err() != nil || !yield(item) {
				break
			}
		}
		cancel()
		group.Wait()
	}
}

// merge puts the files' results together, and tells what could not be read.
func (j *auditJob) merge(results []oneFile) (*audit.Audit, error) {
	total := j.setup.audit()
	unknown, runs := 0, 0
	for i := range results {
		f := &results[i]
		for _, text := range f.broken {
			_, _ = fmt.Fprintf(j.stderr, "sequitur: warning: skipped %s\n", text) // there is nowhere left to tell a failure
		}
		if more := f.count - len(f.broken); more > 0 {
			_, _ = fmt.Fprintf(j.stderr, "sequitur: warning: skipped %d more records of %s\n", more, j.files[i]) // as above
		}
		switch {
		case f.unknown && j.found[j.files[i]]:
			unknown++
		case f.unknown:
			return nil, badUsage(f.err, recordingHint)
		case f.err != nil && runs == 0 && f.runs == 0 && len(results) == 1:
			return nil, badUsage(f.err, recordingHint)
		case f.err != nil:
			return nil, exitWith(exitFailed, f.err, "the file could not be read to its end")
		}
		runs += f.runs
		total.Merge(f.audit)
		j.sarif = append(j.sarif, f.sarif[:min(len(f.sarif), mostSARIF-len(j.sarif))]...)
	}
	if unknown > 0 {
		_, _ = fmt.Fprintf(j.stderr, "sequitur: warning: %d files in the folders are no known recordings\n", unknown) // as above
	}
	if runs == 0 {
		return nil, errNoRun(unknown)
	}
	return total, nil
}

// progress tells on a terminal how far the reading is. The result stops it.
func (j *auditJob) progress(ctx context.Context) func() {
	if !isTerminal(j.stderr) {
		return func() {}
	}
	var size int64
	for _, name := range j.files {
		if info, err := os.Stat(name); err == nil {
			size += info.Size()
		}
	}
	line := report.Progress{W: j.stderr, Terminal: true, Width: columns(j.stderr)}
	begun := time.Now()
	done := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-done:
				return
			case <-tick.C:
				const megabyte = 1 << 20
				line.Show("read, in MB", int(j.bytes()/megabyte), int(size/megabyte), time.Since(begun))
			}
		}
	})
	return func() {
		close(done)
		group.Wait()
		line.Clear()
	}
}

// bytes is how much has been read so far.
func (j *auditJob) bytes() int64 {
	n := j.read.Load()
	j.open.Range(func(_, r any) bool {
		if recording, ok := r.(*traceformat.Recording); ok {
			n += recording.Read()
		}
		return true
	})
	return n
}

// sink takes the findings of one file as they come.
type sink struct {
	file   *os.File
	buffer *bufio.Writer
}

func (j *auditJob) part(i int) string { return filepath.Join(j.temp, fmt.Sprintf("%08d.jsonl", i)) }

func (j *auditJob) sink(i int) (*sink, error) {
	if j.temp == "" {
		return &sink{}, nil
	}
	file, err := os.Create(j.part(i))
	if err != nil {
		return nil, err
	}
	return &sink{file, bufio.NewWriter(file)}, nil
}

func (s *sink) write(r *audit.Record) error {
	if s.file == nil {
		return nil
	}
	encoder := json.NewEncoder(s.buffer)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r)
}

func (s *sink) close() error {
	if s.file == nil {
		return nil
	}
	return errors.Join(s.buffer.Flush(), s.file.Close())
}

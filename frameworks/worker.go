package frameworks

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// A Trial is what a worker is asked to play.
type Trial struct {
	ID string `json:"id"`
	// Arm is how the agent is made: "box", "text".
	Arm string `json:"arm"`
	// ModelURL and WorldURL are the bases of the trial at the lab's model endpoint
	// and at its world.
	ModelURL string `json:"model_url"`
	WorldURL string `json:"world_url"`
	Model    string `json:"model"`
	System   string `json:"system"`
	Question string `json:"question"`
	Tools    []Tool `json:"tools"`
	// ToolTimeout is how long a tool waits for the world, in seconds.
	ToolTimeout float64 `json:"tool_timeout"`
}

// A Tool is one tool of a trial.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Input       json.RawMessage `json:"inputSchema"`
}

// A Result is what a framework made of a trial.
type Result struct {
	ID     string `json:"id"`
	Answer string `json:"answer"`
	// Error is the exception that left the framework; nil where none did.
	Error *Crash `json:"error"`
}

// A Crash is an exception.
type Crash struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// Ready is a worker's first word: what runs in it.
type Ready struct {
	Ready     bool              `json:"ready"`
	Framework string            `json:"framework"`
	Python    string            `json:"python"`
	Versions  map[string]string `json:"versions"`
}

// A Worker is one running framework. It plays one trial at a time.
type Worker struct {
	Ready Ready

	cmd     *exec.Cmd
	kill    context.CancelFunc
	in      io.WriteCloser
	answers chan []byte // closed when the process has no more to say
	mu      sync.Mutex
	printed *tail
}

// maxLine bounds one answer of a worker.
const maxLine = 16 << 20

// ErrGone says that a worker's process has ended, or was ended.
var ErrGone = errors.New("the framework's process has ended")

// Start starts the installed framework, with the agent of this program, and waits
// until it is ready. What it prints goes to stderr as well; nil keeps the end of
// it for errors only.
func Start(ctx context.Context, dir string, f Framework, stderr io.Writer) (*Worker, error) {
	if err := unpack(dir, f); err != nil {
		return nil, err
	}
	return Launch(ctx, []string{interpreter(dir, f), "-u", filepath.Join(dir, f.Name, "agent.py")}, stderr)
}

// Launch starts any program that speaks the protocol: an agent of one's own.
func Launch(ctx context.Context, command []string, stderr io.Writer) (*Worker, error) {
	ctx, kill := context.WithCancel(ctx)
	w := &Worker{kill: kill, answers: make(chan []byte), printed: &tail{also: stderr}}
	w.cmd = exec.CommandContext(ctx, command[0], command[1:]...) //nolint:gosec // an environment that the lab installed
	w.cmd.Stderr, w.cmd.WaitDelay = w.printed, time.Second
	out, err := w.pipe()
	if err != nil {
		kill()
		return nil, fmt.Errorf("start %s: %w", command[0], err)
	}
	go w.listen(ctx, out)
	line, err := w.answer(ctx)
	if err == nil {
		err = json.Unmarshal(line, &w.Ready)
	}
	if err == nil && !w.Ready.Ready {
		err = errors.New("its first line does not say that it is ready")
	}
	if err != nil {
		w.end()
		return nil, fmt.Errorf("start %s: %w: %s", command[0], err, cmp.Or(w.printed.text(), "nothing was printed"))
	}
	return w, nil
}

func (w *Worker) pipe() (io.Reader, error) {
	in, err := w.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	w.in = in
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return out, w.cmd.Start()
}

// listen reads the process's lines until it has no more.
func (w *Worker) listen(ctx context.Context, out io.Reader) {
	defer close(w.answers)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		select {
		case w.answers <- append([]byte(nil), lines.Bytes()...):
		case <-ctx.Done():
			return
		}
	}
}

func (w *Worker) answer(ctx context.Context) ([]byte, error) {
	select {
	case line, ok := <-w.answers:
		if !ok {
			return nil, ErrGone
		}
		return line, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Run plays one trial. After an error the worker is of no more use: a trial that
// ctx ended may still be running in it, so that its process is ended.
func (w *Worker) Run(ctx context.Context, trial Trial) (Result, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	result, err := w.play(ctx, trial)
	if err != nil {
		w.end()
		return Result{}, fmt.Errorf("trial %s: %w", trial.ID, err)
	}
	return result, nil
}

func (w *Worker) play(ctx context.Context, trial Trial) (Result, error) {
	line, err := json.Marshal(trial)
	if err != nil {
		return Result{}, err
	}
	if _, err := w.in.Write(append(line, '\n')); err != nil {
		return Result{}, errors.Join(ErrGone, err)
	}
	line, err = w.answer(ctx)
	if err != nil {
		return Result{}, err
	}
	var result Result
	if err := json.Unmarshal(line, &result); err != nil {
		return Result{}, err
	}
	if result.ID != trial.ID {
		return Result{}, fmt.Errorf("the answer is one to %q", result.ID)
	}
	return result, nil
}

// Close lets the process end in peace, for a few seconds.
func (w *Worker) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	const patience = 5 * time.Second
	timer := time.NewTimer(patience)
	defer timer.Stop()
	_ = w.in.Close() // it may be gone
	for talking := true; talking; {
		select {
		case _, talking = <-w.answers: // nothing is asked any more
		case <-timer.C:
			w.kill()
			talking = false
		}
	}
	if err := w.wait(); err != nil {
		return fmt.Errorf("%w: %w: %s", ErrGone, err, w.printed.text())
	}
	return nil
}

// end kills the process.
func (w *Worker) end() {
	w.kill()
	_ = w.in.Close() // it may be gone
	_ = w.wait()     // it was killed
}

// wait waits for the process, and for the reader of its lines.
func (w *Worker) wait() error {
	err := w.cmd.Wait()
	w.kill()
	for range w.answers {
		continue // until the reader has ended
	}
	return err
}

// tail keeps the end of what a process prints.
type tail struct {
	also io.Writer

	mu   sync.Mutex
	kept []byte
}

// Write keeps the data's end.
func (t *tail) Write(data []byte) (int, error) {
	const most = 2000
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, data...)
	t.kept = t.kept[max(0, len(t.kept)-most):]
	if t.also != nil {
		return t.also.Write(data)
	}
	return len(data), nil
}

func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept)
}

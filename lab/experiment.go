package lab

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/goccy/go-yaml"

	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/result"
	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/recovery"
)

//go:embed experiments/*.yaml
var files embed.FS

// An Experiment is what is compared on what: faults × arms, as a file.
type Experiment struct {
	Name     string `yaml:"name"`
	Title    string `yaml:"title"`
	Question string `yaml:"question"`
	// Model is the model that is used where none is asked for.
	Model string `yaml:"model"`
	// Runs is how many trials a cell has where nothing else is asked for.
	Runs int `yaml:"runs"`
	// Profile names the habits of a scripted model.
	Profile string `yaml:"profile"`
	// Rounds repeat the whole under other profiles.
	Rounds []string `yaml:"rounds"`
	// System is the system prompt, "" for the default one.
	System string `yaml:"system"`
	// MaxModelCalls bounds a trial; 0 is 6.
	MaxModelCalls int `yaml:"max_model_calls"`
	// Control lists the tasks of the clean twins: no fault, no strategy.
	Control []string   `yaml:"control"`
	Faults  []Scenario `yaml:"faults"`
	Arms    []Arm      `yaml:"arms"`
	// Reading tells how the figures are to be read.
	Reading string `yaml:"reading"`
	// Base names the arm that the others are compared with; "" compares none.
	Base string `yaml:"base"`
	// Large is how many trials a second, larger run has; scripted models only.
	Large int `yaml:"large"`
	// Load makes the experiment a simulation of many callers.
	Load *Load `yaml:"load"`
	// Published are the figures of the source, never shown as if measured here.
	Published []result.Published `yaml:"published"`
}

// A Scenario is one fault of an experiment.
type Scenario struct {
	Name  string `yaml:"name"`
	About string `yaml:"about"`
	// Tasks are taken in turn.
	Tasks  []string      `yaml:"tasks"`
	Inject []inject.Plan `yaml:"inject"`
}

// An Arm is one configuration of the tool layer.
type Arm struct {
	Name  string `yaml:"name"`
	About string `yaml:"about"`
	// Retry repeats a call below the model; the zero value is one attempt.
	Retry Retry `yaml:"retry"`
	// Message rewrites what the model reads of a wrong argument: "" leaves it
	// raw, "list" lists the valid values.
	Message string `yaml:"message"`
	// Schema says what stands in the tool's schema: "list" puts the valid
	// values there from the start.
	Schema string `yaml:"schema"`
	// StopOnFatal ends the run on a refusal.
	StopOnFatal bool `yaml:"stop_on_fatal"`
	// Guard puts the guard in place of all of the above.
	Guard bool `yaml:"guard"`
	// Known tells the guard the values of closed parameters.
	Known bool `yaml:"known"`
	// Breaker is the guard's circuit breaker: "" is that of the preset, "off"
	// is none, and a time such as "5s" is how long it stays open.
	Breaker string `yaml:"breaker"`
	// Budget is the guard's retry budget: "" is that of the preset, "off" is none.
	Budget string `yaml:"budget"`
}

// A Retry says how a strategy repeats a call.
type Retry struct {
	// Attempts counts all tries; 0 counts as 1.
	Attempts int `yaml:"attempts"`
	// On says what is repeated: "any" fault, or "transient" ones.
	On     string          `yaml:"on"`
	Base   time.Duration   `yaml:"base"`
	Growth float64         `yaml:"growth"`
	Cap    time.Duration   `yaml:"cap"`
	Jitter recovery.Jitter `yaml:"jitter"`
}

// A Load is a simulation of many callers of one backend.
type Load struct {
	// Window is the time over which the callers arrive, evenly.
	Window time.Duration `yaml:"window"`
	// Down is how long the backend answers nothing.
	Down time.Duration `yaml:"down"`
	// Capacity is how many calls a second it serves afterwards.
	Capacity int `yaml:"capacity"`
	// Timeout is how long a call to the dead backend takes.
	Timeout time.Duration `yaml:"timeout"`
	// Step is the width of a step of the load's course.
	Step time.Duration `yaml:"step"`
}

// nameTable holds the experiments in the order in which they are best read.
var nameTable = []string{"strategies", "wording", "amplification", "backoff", "self-retry", "dependency"}

// Names returns the names of the embedded experiments.
func Names() []string { return append([]string(nil), nameTable...) }

// Source returns the file of an embedded experiment. The error lists them.
func Source(name string) ([]byte, error) {
	data, err := files.ReadFile(path.Join("experiments", name+".yaml"))
	if err != nil {
		return nil, fmt.Errorf("experiment must be one of %s, got %q", strings.Join(nameTable, ", "), name)
	}
	return data, nil
}

// Lookup returns an embedded experiment.
func Lookup(name string) (*Experiment, error) {
	data, err := Source(name)
	if err != nil {
		return nil, err
	}
	return Parse(data)
}

// Parse reads an experiment's file. Its error names everything that is wrong.
func Parse(data []byte) (read *Experiment, err error) {
	defer func() {
		if recover() != nil { // the library gives up on a tag without a value
			read, err = nil, errors.New("experiment: no YAML that can be read: look for a tag or an anchor without a value")
		}
	}()
	var e Experiment
	decoder := yaml.NewDecoder(bytes.NewReader(data), yaml.Strict())
	if err := decoder.Decode(&e); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("experiment: %s", printable(yaml.FormatError(err, false, true)))
	}
	var more any
	if err := decoder.Decode(&more); !errors.Is(err, io.EOF) && (err != nil || more != nil) {
		return nil, errors.New("experiment: a file must hold one document, got several: keep one")
	}
	if err := e.Validate(); err != nil {
		return nil, fmt.Errorf("experiment: %w", err)
	}
	return &e, nil
}

// printable leaves nothing of a quoted file that a terminal would obey.
func printable(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\n' || r == '\t' || strconv.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRune(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}

// plainName says whether a name can be that of a folder anywhere.
func plainName(name string) bool {
	const most = 64
	strange := func(r rune) bool { return r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return len(name) <= most && !strings.ContainsFunc(name, strange)
}

// Validate names everything that is wrong with the experiment.
func (e *Experiment) Validate() error {
	var errs []error
	bad := func(format string, a ...any) { errs = append(errs, fmt.Errorf(format, a...)) }
	switch {
	case e.Name == "":
		bad("name must be given")
	case !plainName(e.Name):
		bad("name must be letters, digits, - and _, at most 64 of them, since folders are named after it, got %q", e.Name)
	}
	if e.Runs < 1 {
		bad("runs must be at least 1, got %d", e.Runs)
	}
	if _, err := model.ParseRef(e.Model); err != nil {
		bad("model: %w", err)
	}
	if len(e.Faults) == 0 || len(e.Arms) == 0 {
		bad("there must be at least one of faults and one of arms")
	}
	for _, id := range e.Control {
		if _, err := world.Lookup(id); err != nil {
			bad("control: %w", err)
		}
	}
	seen := map[string]bool{"fault none": true, "arm " + baseline: true}
	for i := range e.Faults {
		errs = append(errs, e.Faults[i].validate(i, seen)...)
	}
	for i := range e.Arms {
		errs = append(errs, e.Arms[i].validate(i, seen)...)
	}
	if e.Base != "" && !slices.ContainsFunc(e.Arms, func(a Arm) bool { return a.Name == e.Base }) {
		bad("base must name one of the arms, got %q", e.Base)
	}
	if l := e.Load; l != nil && (l.Window <= 0 || l.Down <= 0 || l.Capacity < 1 || l.Timeout <= 0 || l.Step <= 0) {
		bad("load: window, down, capacity, timeout and step must all be positive")
	}
	return errors.Join(errs...)
}

func (s *Scenario) validate(i int, seen map[string]bool) []error {
	var errs []error
	bad := func(format string, a ...any) {
		errs = append(errs, fmt.Errorf("faults[%d]%s: "+format, append([]any{i, label(s.Name)}, a...)...))
	}
	unique(s.Name, "fault", seen, bad)
	if len(s.Tasks) == 0 {
		bad("tasks must name at least one task")
	}
	tools := map[string]bool{}
	for _, id := range s.Tasks {
		task, err := world.Lookup(id)
		if err != nil {
			bad("%w", err)
		}
		for _, step := range task.Steps {
			tools[step.Tool] = true
		}
	}
	for j := range s.Inject {
		p := &s.Inject[j]
		if err := p.Validate(); err != nil {
			bad("inject[%d]: %w", j, err)
		}
		if p.Tool != "" && !tools[p.Tool] {
			bad("inject[%d]: no textbook step of the tasks calls %q, so that the fault could never fire", j, p.Tool)
		}
	}
	return errs
}

func (a *Arm) validate(i int, seen map[string]bool) []error {
	var errs []error
	bad := func(format string, v ...any) {
		errs = append(errs, fmt.Errorf("arms[%d]%s: "+format, append([]any{i, label(a.Name)}, v...)...))
	}
	unique(a.Name, "arm", seen, bad)
	if a.Message != "" && a.Message != messageList {
		bad("message must be list or left out, got %q", a.Message)
	}
	if a.Schema != "" && a.Schema != messageList {
		bad("schema must be list or left out, got %q", a.Schema)
	}
	if a.Guard && (a.Retry != Retry{} || a.Message != "" || a.StopOnFatal) {
		bad("guard has its own policy: leave retry, message and stop_on_fatal out")
	}
	if a.Breaker != "" && a.Breaker != switchedOff {
		if d, err := time.ParseDuration(a.Breaker); err != nil || d <= 0 {
			bad("breaker must be off, the time that it stays open (5s), or left out, got %q", a.Breaker)
		}
	}
	if a.Budget != "" && a.Budget != switchedOff {
		bad("budget must be off or left out, got %q", a.Budget)
	}
	if (a.Breaker != "" || a.Budget != "" || a.Known) && !a.Guard {
		bad("breaker, budget and known belong to a guard")
	}
	r := &a.Retry
	if r.Attempts < 0 || r.Base < 0 || r.Cap < 0 || r.Growth < 0 {
		bad("retry: attempts, base, growth and cap must not be negative")
	}
	if r.Attempts > 1 && r.On != onAny && r.On != onTransient {
		bad("retry.on must be any or transient, got %q", r.On)
	}
	return errs
}

// unique reports a name that is absent or taken.
func unique(name, what string, seen map[string]bool, bad func(string, ...any)) {
	switch {
	case name == "":
		bad("name must be given")
	case seen[what+" "+name]:
		bad("the name %q is taken", name)
	case strings.ContainsAny(name, ",[]<>= \t\n"):
		bad("the name %q must not hold spaces or any of , [ ] < > =", name)
	}
	seen[what+" "+name] = true
}

// label is a name in brackets, for messages.
func label(name string) string {
	if name == "" {
		return ""
	}
	return " (" + name + ")"
}

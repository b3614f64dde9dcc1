package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/sequitur-go/sequitur/frameworks"
	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/lab/endpoint"
	"github.com/sequitur-go/sequitur/lab/model"
	"github.com/sequitur-go/sequitur/lab/wire"
	"github.com/sequitur-go/sequitur/lab/world"
)

// A Lab serves models and worlds to workers. It is safe for concurrent use.
type Lab struct {
	models endpoint.Server
	worlds wire.Server
	server http.Server
	url    string
	served chan error
}

// Open starts a lab on loopback.
func Open(ctx context.Context) (*Lab, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the lab: %w", err)
	}
	l := &Lab{url: "http://" + listener.Addr().String(), served: make(chan error, 1)}
	mux := http.NewServeMux()
	mux.Handle("/model/", http.StripPrefix("/model", &l.models))
	mux.Handle("/world/", http.StripPrefix("/world", &l.worlds))
	l.server.Handler, l.server.ReadHeaderTimeout = mux, time.Minute
	go func() { l.served <- l.server.Serve(listener) }()
	return l, nil
}

// Close ends the lab, and whatever hangs in it.
func (l *Lab) Close() error {
	err := l.server.Close()
	if served := <-l.served; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

// A Worker is a framework, or any other agent, that plays one trial at a time.
type Worker interface {
	Run(ctx context.Context, trial frameworks.Trial) (frameworks.Result, error)
}

// A Setting is everything that one trial is made of.
type Setting struct {
	// ID names the trial in the lab; no two that run at once may share it.
	ID string
	// Arm is how the agent is made; "" is out of the box.
	Arm   string
	Task  world.Task
	Seed  uint64
	Index int
	// Model gives the turns.
	Model model.Source
	// Faults go wrong at the tools, and cross the wire by the delivery.
	Faults   []inject.Plan
	Delivery wire.Delivery
	// System is the system prompt.
	System string
	// ToolTimeout is how long a tool waits for the world; 0 is five seconds, which
	// is httpx's own.
	ToolTimeout time.Duration
	// Timeout bounds the trial: what takes longer hangs; 0 is a minute.
	Timeout time.Duration
}

const (
	defaultToolTimeout = 5 * time.Second
	defaultTimeout     = time.Minute
)

// Play plays one trial. An error is one of the setting or the end of ctx. Where
// the trial's process was lost, the trial says so, and the worker is of no more
// use: see Trial.Lost.
func (l *Lab) Play(ctx context.Context, w Worker, s *Setting) (Trial, error) {
	truth, err := s.Task.Truth(s.Seed) //nolint:contextcheck // plays in memory, and nothing waits there
	if err != nil {
		return Trial{}, err
	}
	room, err := world.New(s.Task.World, s.Seed)
	if err != nil {
		return Trial{}, err
	}
	if err := l.worlds.Open(s.ID, wire.Trial{World: room, Faults: s.Faults, Seed: s.Seed, Delivery: s.Delivery}); err != nil {
		return Trial{}, err
	}
	defer l.worlds.Close(s.ID)
	m := s.Model.Trial(model.Trial{Index: s.Index, Seed: s.Seed, Task: s.Task})
	if err := l.models.Open(s.ID, m); err != nil {
		return Trial{}, err
	}
	defer l.models.Close(s.ID)

	limited, cancel := context.WithTimeout(ctx, or(s.Timeout, defaultTimeout))
	defer cancel()
	began := time.Now()
	result, err := w.Run(limited, l.ask(s, room))
	if ctx.Err() != nil {
		return Trial{}, context.Cause(ctx)
	}
	t := Trial{
		ID: s.ID, Task: s.Task.ID, Answer: result.Answer, Crash: result.Error, Seconds: time.Since(began).Seconds(),
		Model: l.models.Record(s.ID), World: l.worlds.Record(s.ID),
	}
	if err != nil {
		t.Lost = err.Error()
		t.Hung = errors.Is(err, context.DeadlineExceeded)
	}
	t.Success = t.Crash == nil && t.Lost == "" && truth.Holds(t.Answer, t.World.Ledger)
	t.First = t.first()
	return t, nil
}

// ask is what the worker is told of a trial.
func (l *Lab) ask(s *Setting, room *world.World) frameworks.Trial {
	trial := frameworks.Trial{
		ID: s.ID, Arm: cmp.Or(s.Arm, ArmBox), ModelURL: l.url + "/model/t/" + s.ID, WorldURL: l.url + "/world/t/" + s.ID, Model: "lab",
		System: s.System, Question: s.Task.Question, ToolTimeout: or(s.ToolTimeout, defaultToolTimeout).Seconds(),
	}
	for _, spec := range room.Specs() {
		trial.Tools = append(trial.Tools, frameworks.Tool{Name: spec.Name, Description: spec.Description, Input: spec.Input})
	}
	return trial
}

func or(d, otherwise time.Duration) time.Duration {
	if d == 0 {
		return otherwise
	}
	return d
}

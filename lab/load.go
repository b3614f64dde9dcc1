package lab

import (
	"container/heap"
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/lab/result"
	"github.com/sequitur-go/sequitur/tool"
)

// courier is one caller's tool layer as a machine of steps.
type courier interface {
	// begin says how long to wait before the first attempt, or how it ended.
	begin(ctx context.Context) (after time.Duration, end *tool.Outcome)
	// observe takes an attempt's outcome, and says the same of the next.
	observe(ctx context.Context, out tool.Outcome) (after time.Duration, end *tool.Outcome)
}

// event is something that happens to one caller in the simulation.
type event struct {
	at     time.Duration
	order  int
	caller int
	answer *tool.Outcome // what an attempt gave; nil where one is to be made
}

type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	if e[i].at != e[j].at {
		return e[i].at < e[j].at
	}
	return e[i].order < e[j].order
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) } //nolint:errcheck,forcetypeassert // only events are pushed
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// simulation plays many callers of one backend in virtual time.
type simulation struct {
	load    *Load
	clock   *clock
	queue   events
	order   int
	callers []caller
	course  result.Course

	tokens   float64 // what the backend can serve now
	refilled time.Duration
}

// caller is one agent with one call.
type caller struct {
	courier  courier
	arrived  time.Duration
	ended    time.Duration
	attempts int
	waited   time.Duration
	met      bool // met the outage or the overload
	ok       bool
	begun    bool
}

const (
	serviceTime = 20 * time.Millisecond // of a served call
	refusalTime = 5 * time.Millisecond  // of a call that is refused for load
)

// simulate plays one arm with n callers.
func simulate(ctx context.Context, e *Experiment, arm *Arm, seed uint64, n int) ([]Trial, result.Course, error) {
	l := e.Load
	s := simulation{
		load: l, clock: newClock(true), callers: make([]caller, n),
		course: result.Course{
			Arm: arm.Name, Step: l.Step.Seconds(), Down: l.Down.Seconds(),
			Capacity: float64(l.Capacity) * l.Step.Seconds(),
		},
	}
	maker, err := couriers(arm, s.clock, mix(seed, "load "+arm.Name, 0))
	if err != nil {
		return nil, result.Course{}, err
	}
	for i := range s.callers {
		s.callers[i].courier = maker(i)
		s.callers[i].arrived = l.Window * time.Duration(i) / time.Duration(n)
		s.push(event{at: s.callers[i].arrived, caller: i})
	}
	for s.queue.Len() > 0 {
		if ctx.Err() != nil {
			return nil, result.Course{}, context.Cause(ctx)
		}
		s.happen(ctx, heap.Pop(&s.queue).(event)) //nolint:errcheck,forcetypeassert // only events are pushed
	}
	return s.trials(e, arm), s.course, nil
}

func (s *simulation) push(e event) {
	s.order++
	e.order = s.order
	heap.Push(&s.queue, e)
}

// happen carries one event out.
func (s *simulation) happen(ctx context.Context, e event) {
	s.clock.set(e.at)
	c := &s.callers[e.caller]
	switch {
	case e.answer != nil:
		after, end := c.courier.observe(ctx, *e.answer)
		s.proceed(e, c, after, end)
	case !c.begun:
		c.begun = true
		after, end := c.courier.begin(ctx)
		s.proceed(e, c, after, end)
	default:
		out, took := s.serve(e.at, c)
		s.push(event{at: e.at + took, caller: e.caller, answer: &out})
	}
}

// proceed ends a caller, or sends its next attempt.
func (s *simulation) proceed(e event, c *caller, after time.Duration, end *tool.Outcome) {
	if end == nil {
		c.waited += after
		s.push(event{at: e.at + after, caller: e.caller})
		return
	}
	c.ended, c.ok = e.at, end.Flag == tool.FlagSuccess && end.Err == nil
	if c.attempts == 0 {
		s.course.Unasked++
	}
	if c.met {
		s.course.Waits = append(s.course.Waits, c.waited.Seconds())
	}
}

// serve is the backend: dead at first, and then of bounded capacity.
func (s *simulation) serve(at time.Duration, c *caller) (tool.Outcome, time.Duration) {
	c.attempts++
	step := int(at / s.load.Step)
	for len(s.course.Attempts) <= step {
		s.course.Attempts = append(s.course.Attempts, 0)
	}
	s.course.Attempts[step]++
	if at < s.load.Down {
		c.met = true
		return tool.Outcome{
			Channel: tool.ChannelException, Phase: tool.PhaseSent, Flag: tool.FlagFailure, Elapsed: s.load.Timeout,
			Err: &inject.Error{Text: "Error: ETIMEDOUT: the request timed out"},
		}, s.load.Timeout
	}
	// A bucket that holds a quarter of a second's capacity.
	capacity := float64(s.load.Capacity)
	since := at - max(s.refilled, s.load.Down)
	s.tokens = min(capacity/4, s.tokens+since.Seconds()*capacity)
	s.refilled = at
	if s.tokens < 1 {
		c.met = true
		s.course.Overload++
		return tool.Outcome{
			Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Elapsed: refusalTime,
			Status: http.StatusServiceUnavailable, Body: `{"error":"overloaded"}`,
		}, refusalTime
	}
	s.tokens--
	return tool.Outcome{
		Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Elapsed: serviceTime,
		Body: `{"name":"fin.rev.2024","value":48213377}`,
	}, serviceTime
}

// trials returns a trial for each caller.
func (s *simulation) trials(e *Experiment, arm *Arm) []Trial {
	trials := make([]Trial, len(s.callers))
	for i := range s.callers {
		c := &s.callers[i]
		trials[i] = Trial{
			Arm: arm.Name, Fault: e.Faults[0].Name, Index: i, Task: e.Faults[0].Tasks[0], Success: c.ok,
			BackendCalls: c.attempts, Seconds: (c.ended - c.arrived).Seconds(), Waited: c.waited.Seconds(),
		}
	}
	return trials
}

// set moves virtual time to a point after the epoch.
func (c *clock) set(at time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = epochTable.Add(at)
}

// couriers returns a maker of the arm's callers. Callers of a guard share it,
// as the agents of one process do.
func couriers(arm *Arm, c *clock, seed uint64) (func(int) courier, error) {
	if arm.Guard {
		return guardCouriers(arm, c, seed)
	}
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // experiments must be repeatable
	return func(int) courier { return &retryCourier{retry: &arm.Retry, random: random} }, nil
}

// retryCourier is a published strategy as a machine of steps.
type retryCourier struct {
	retry   *Retry
	random  *rand.Rand
	attempt int
	waited  time.Duration
}

func (r *retryCourier) begin(context.Context) (time.Duration, *tool.Outcome) { return 0, nil }

func (r *retryCourier) observe(_ context.Context, out tool.Outcome) (time.Duration, *tool.Outcome) {
	r.attempt++
	if r.attempt >= r.retry.Attempts || !r.retry.repeats(&out) {
		return 0, &out
	}
	r.waited = r.retry.wait(r.attempt, r.waited, r.random.Float64())
	return r.waited, nil
}

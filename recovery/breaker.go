package recovery

import (
	"sync/atomic"
	"time"

	"github.com/sequitur-go/sequitur/fault"
)

// A Breaker stops calls to a backend that fails most of them, and lets one
// probe through now and then:
//
//	closed ── too many failures ──▶ open ── time is up, one probe ──▶ half-open
//	  ▲                              ▲                                    │
//	  │                              └────────── the probe fails ─────────┤
//	  └───────────────────────────────────────── the probe succeeds ──────┘
//
// A probe that never reports is given up after the time that the breaker stays
// open, and another one is let through. The breaker is safe for concurrent use;
// the zero Breaker never opens.
type Breaker struct {
	share   float64
	minimum int
	open    time.Duration
	// state is 0 while closed; else the time, in nanoseconds, before which
	// nothing is let through, with its lowest bit set while a probe is out.
	state    atomic.Int64
	attempts window
	failures window
}

// probing is the bit of a breaker's state that says that a probe is out.
const probing = 1

// A BreakerState is what a breaker does with calls.
type BreakerState uint8

// The states of a breaker.
const (
	BreakerClosed BreakerState = iota
	BreakerOpen
	BreakerHalfOpen
)

var breakerNames = [...]string{"closed", "open", "half_open"}

// String returns the state's name.
func (s BreakerState) String() string { return breakerNames[min(int(s), len(breakerNames)-1)] }

// NewBreaker returns a closed breaker. Its window slides in steps of a tenth.
func NewBreaker(cfg BreakerConfig) *Breaker {
	if cfg.Failures > 0 && cfg.Window > 0 {
		return &Breaker{
			share: cfg.Failures, minimum: max(cfg.Minimum, 1), open: cfg.Open,
			attempts: newWindow(cfg.Window), failures: newWindow(cfg.Window),
		}
	}
	return &Breaker{}
}

// Counts says whether a fault of this kind speaks of the backend's health. A
// refusal, a wrong argument or an empty result is a healthy answer.
func Counts(k fault.Kind) bool {
	return k == fault.Timeout || k == fault.Network || k == fault.ServerError || k == fault.RateLimited
}

// Allow reports whether an attempt may be made. Where the breaker was open long
// enough, the first to ask is let through as the probe.
func (b *Breaker) Allow(now time.Time) bool {
	state := b.state.Load()
	if state == 0 {
		return true
	}
	if now.UnixNano() < state {
		return false
	}
	return b.state.CompareAndSwap(state, b.until(now)|probing)
}

// Success counts an attempt that the backend answered. The answer to a probe
// closes the breaker.
func (b *Breaker) Success(now time.Time) {
	if b.share == 0 {
		return
	}
	state := b.state.Load()
	if state == 0 {
		b.attempts.add(b.attempts.at(now))
		return
	}
	if state&probing != 0 && b.state.CompareAndSwap(state, 0) {
		b.attempts.clear()
		b.failures.clear()
	}
}

// Failure counts an attempt with a fault that [Counts]. The failure of a probe
// opens the breaker anew; those of attempts that were under way when it opened
// change nothing.
func (b *Breaker) Failure(now time.Time) {
	if b.share == 0 {
		return
	}
	state := b.state.Load()
	switch {
	case state&probing != 0:
		b.state.CompareAndSwap(state, b.until(now))
	case state == 0:
		part := b.attempts.add(b.attempts.at(now))
		b.failures.add(part)
		total := b.attempts.sum(part)
		if total >= b.minimum && float64(b.failures.sum(part)) >= b.share*float64(total) {
			b.state.CompareAndSwap(0, b.until(now))
		}
	}
}

// State returns what the breaker would do with a call.
func (b *Breaker) State(now time.Time) BreakerState {
	state := b.state.Load()
	switch {
	case state == 0:
		return BreakerClosed
	case state&probing != 0 || now.UnixNano() >= state:
		return BreakerHalfOpen
	}
	return BreakerOpen
}

// until is the end of an open time that starts now, without the probe's bit and
// never 0.
func (b *Breaker) until(now time.Time) int64 {
	return max(now.Add(b.open).UnixNano()&^probing, 2)
}

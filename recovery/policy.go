package recovery

import (
	"time"

	"github.com/sequitur-go/sequitur/fault"
)

// Jitter is how a computed wait is randomised.
type Jitter uint8

// The jitters. JitterFull is the zero value.
const (
	JitterFull         Jitter = iota // uniform in [0, envelope)
	JitterEqual                      // half the envelope, and uniform in the other half
	JitterDecorrelated               // uniform in [base, 3 × the wait before), capped
	JitterNone                       // the envelope itself
)

// A Plan says how often, and when, a call that drew one kind of fault may be
// tried. The zero Plan is one attempt.
type Plan struct {
	// Attempts counts all tries, the first included; 0 counts as 1.
	Attempts int
	// Base is the envelope of the first wait.
	Base time.Duration
	// Growth multiplies the envelope from one wait to the next; below 1 it
	// counts as 1.
	Growth float64
	// Cap bounds the envelope; 0 is no bound.
	Cap    time.Duration
	Jitter Jitter
}

// A Policy is what to do about faults, as data. The zero Policy retries
// nothing; [Default] is the preset of the documentation.
type Policy struct {
	// Plans holds the plan for each kind. A kind without one has one attempt.
	Plans map[fault.Kind]Plan
	// Tools holds what differs for single tools, by name.
	Tools map[string]ToolPolicy
	// Deadline bounds a call with all its attempts and waits; 0 is no bound.
	Deadline time.Duration
	// Timeout bounds one attempt; 0 is no bound.
	Timeout time.Duration
	// MaxRetryAfter is the longest wait asked for by an upstream that is
	// waited for; longer ones are handed to the agent. With 0 all are.
	MaxRetryAfter time.Duration
	Budget        BudgetConfig
	Breaker       BreakerConfig
	Memory        MemoryConfig
	Task          TaskConfig
}

// A ToolPolicy is what differs for one tool.
type ToolPolicy struct {
	// Plans replace the policy's plans for these kinds.
	Plans map[fault.Kind]Plan
	// NeverRetry lists kinds of which this tool is never tried again.
	NeverRetry []fault.Kind
	// Deadline and Timeout replace the policy's; 0 keeps them.
	Deadline, Timeout time.Duration
	// LastGood is how old a result may be that is given, marked as stale, where
	// the tool only reads and its backend fails for good; 0 never gives one.
	LastGood time.Duration
}

// TaskConfig bounds what one run of an agent may cost. The zero value is no
// bound.
type TaskConfig struct {
	// Retries is how many retries all calls of a run may make together.
	Retries int
	// Time is how long a run may take: no retry is waited for that would end
	// beyond it, and a fault after it ends the run.
	Time time.Duration
	// Tokens is how many tokens the run's model may take, as its caller counts
	// them: a fault beyond that ends the run.
	Tokens int
}

// BudgetConfig bounds the retries of one upstream. The zero value is no bound;
// with a window, ratio and floor of 0 allow no retry at all.
type BudgetConfig struct {
	// Ratio is the share of the window's calls that may be retries.
	Ratio float64
	// Floor is how many retries a window always allows.
	Floor int
	// Window is the sliding window's length.
	Window time.Duration
}

// BreakerConfig says when a circuit breaker opens. The zero value never opens.
type BreakerConfig struct {
	// Failures is the share of failed attempts at which it opens.
	Failures float64
	// Minimum is how many attempts the window must hold for that.
	Minimum int
	// Window is the sliding window's length.
	Window time.Duration
	// Open is how long it stays open before one probe is let through.
	Open time.Duration
}

// MemoryConfig says how long definitive refusals are remembered. The zero
// value remembers nothing.
type MemoryConfig struct {
	// TTL is how long a refusal is answered from memory.
	TTL time.Duration
	// StopAfter is how many repeats are answered before the caller is told to
	// end the run; 0 never tells.
	StopAfter int
}

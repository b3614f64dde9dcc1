package recovery

import (
	"sync/atomic"
	"time"
)

// The bounds of what a limiter learns.
const (
	shortestSpacing = time.Millisecond       // below this there is no limit
	longestSpacing  = time.Second            // slower is never learnt: a stated wait says more
	firstSpacing    = 100 * time.Millisecond // where nothing is known of the rate
	longestQueue    = 20 * time.Second       // nobody queues for longer
	memoryOfRate    = 10 * time.Second       // over which the accepted rate is measured
)

// A Limiter keeps the calls to one upstream under a rate that it learns from
// refusals for load: after one, nothing is sent before the time that the
// upstream gave, then at seven tenths of the rate that was accepted before.
// Each accepted call lets the rate recover by a sixteenth, until no limit is
// left. Until it has learnt something it lets everything through.
//
// The limit is a bucket of one token, held as the time of the next free slot.
// A Limiter is safe for concurrent use, and its zero value is ready.
type Limiter struct {
	until   atomic.Int64 // nothing is sent before, in nanoseconds
	spacing atomic.Int64 // between two sends; 0 is no limit
	next    atomic.Int64 // the next free slot

	accepted atomic.Int64 // calls since
	since    atomic.Int64
}

// NewLimiter returns a limiter that knows nothing yet.
func NewLimiter() *Limiter { return &Limiter{} }

// Free reports that nothing is limited: Wait would return 0, and take no slot.
func (l *Limiter) Free(now time.Time) bool {
	return l.spacing.Load() == 0 && now.UnixNano() >= l.until.Load()
}

// Wait takes the next free slot, and returns how long it is until then: the
// caller sends then, or not at all. Where the queue is longer than 20 seconds
// no slot is taken.
func (l *Limiter) Wait(now time.Time) time.Duration {
	spacing, until := l.spacing.Load(), l.until.Load()
	if spacing == 0 && until == 0 {
		return 0
	}
	at := now.UnixNano()
	if spacing == 0 {
		return time.Duration(max(until-at, 0))
	}
	for {
		next := l.next.Load()
		slot := max(next, until, at)
		wait := time.Duration(slot - at)
		if wait > longestQueue || l.next.CompareAndSwap(next, slot+spacing) {
			return wait
		}
	}
}

// Refused learns from a refusal for load. RetryAfter is what the upstream asked
// for, 0 where it said nothing. The refusals that follow before that time come
// from calls that were under way: they can prolong it, but slow nothing down.
func (l *Limiter) Refused(now time.Time, retryAfter time.Duration) {
	at, until := now.UnixNano(), l.until.Load()
	if at >= until {
		spacing := l.slower(at)
		l.spacing.Store(int64(spacing))
		retryAfter = max(retryAfter, spacing)
	}
	raise(&l.until, at+int64(retryAfter))
}

// slower is the spacing after a refusal: that of seven tenths of the rate that
// was accepted, or of the rate that was kept.
func (l *Limiter) slower(at int64) time.Duration {
	spacing := time.Duration(l.spacing.Load())
	accepted := l.accepted.Swap(0)
	elapsed := at - l.since.Swap(at)
	switch {
	case accepted > 0:
		spacing = max(spacing, time.Duration(elapsed/accepted))
	case spacing == 0:
		spacing = firstSpacing
	}
	return min(max(spacing*10/7, shortestSpacing), longestSpacing)
}

// Accepted learns from a call that was not refused for load.
func (l *Limiter) Accepted(now time.Time) {
	at := now.UnixNano()
	if since := l.since.Load(); at-since > int64(memoryOfRate) && l.since.CompareAndSwap(since, at) {
		l.accepted.Store(0)
	}
	l.accepted.Add(1)
	spacing := l.spacing.Load()
	if spacing == 0 || at < l.until.Load() {
		return // nothing learnt, or sent before the refusal
	}
	faster := spacing - spacing/16
	if faster < int64(shortestSpacing) {
		faster = 0
	}
	l.spacing.CompareAndSwap(spacing, faster)
}

// raise stores v where it is more than what is there.
func raise(word *atomic.Int64, v int64) {
	for {
		old := word.Load()
		if v <= old || word.CompareAndSwap(old, v) {
			return
		}
	}
}

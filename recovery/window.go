package recovery

import (
	"sync/atomic"
	"time"
)

// The parts of a sliding window. The part that time is in counts beside the
// full ones, so that a window is up to one part longer than asked for.
const (
	windowParts = 10
	slotCount   = 16 // at least windowParts+1, and a power of two
)

// A slot is one part's number (upper bits) and its count (lower bits), in one
// word so that both change together.
const (
	countBits = 24
	countMask = 1<<countBits - 1
	partMask  = 1<<(64-countBits) - 1
)

// window counts events over a sliding stretch of time, without a lock.
type window struct {
	part  time.Duration // length of one part; 0 counts nothing
	slots [slotCount]atomic.Uint64
}

func newWindow(length time.Duration) window {
	if length <= 0 {
		return window{}
	}
	return window{part: max(length/windowParts, 1)}
}

// at returns the number of the part that a time is in.
func (w *window) at(now time.Time) uint64 {
	return uint64(now.UnixNano()/int64(w.part)) & partMask //nolint:gosec // only compared, modulo its width
}

// add counts one event, and returns the part it was counted in. A clock that
// lags behind another goroutine's by a whole window is overruled.
func (w *window) add(part uint64) uint64 {
	slot := &w.slots[part%slotCount]
	for {
		old := slot.Load()
		next := part<<countBits | 1
		if seen := old >> countBits; seen >= part {
			part = seen
			next = old + 1
			if old&countMask == countMask {
				return part // full: the count stays at its most
			}
		}
		if slot.CompareAndSwap(old, next) {
			return part
		}
	}
}

// remove takes back one event that add counted in the part.
func (w *window) remove(part uint64) {
	slot := &w.slots[part%slotCount]
	for {
		old := slot.Load()
		if old>>countBits != part || old&countMask == 0 {
			return // passed by
		}
		if slot.CompareAndSwap(old, old-1) {
			return
		}
	}
}

// sum returns the count of the window that ends in the part.
func (w *window) sum(part uint64) int {
	total := 0
	for i := range w.slots {
		v := w.slots[i].Load()
		if seen := v >> countBits; seen+windowParts >= part {
			total += int(v & countMask)
		}
	}
	return total
}

// clear forgets everything.
func (w *window) clear() {
	for i := range w.slots {
		w.slots[i].Store(0)
	}
}

package lab

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

const (
	baseline    = "baseline"
	noFault     = "none"
	messageList = "list"
	onAny       = "any"
	switchedOff = "off"
	onTransient = "transient"
)

// class is what the published strategies tell apart.
type class uint8

const (
	classOK class = iota
	classTransient
	classArguments
	classFatal
)

// classOf is the classifier of the published strategies: a look at the status
// and at the error's code. It is kept apart from the guard's own.
func classOf(out *tool.Outcome) class {
	if out.Flag == tool.FlagSuccess && out.Err == nil {
		return classOK
	}
	text := out.Body
	if out.Err != nil {
		text = out.Err.Error()
	}
	switch {
	case out.Status == 401 || out.Status == 403 || strings.Contains(text, "EACCES"):
		return classFatal
	case out.Status == 429 || out.Status >= 500 || strings.Contains(text, "ETIMEDOUT"),
		errors.Is(out.Err, context.DeadlineExceeded), errors.Is(out.Err, syscall.ECONNREFUSED):
		return classTransient
	default:
		return classArguments
	}
}

// strategy is one arm's middleware in one trial.
type strategy struct {
	arm    *Arm
	world  *world.World
	clock  *clock
	random *rand.Rand
}

// Wrap is the strategy as a [tool.Middleware].
func (s *strategy) Wrap(next tool.Invoker) tool.Invoker {
	return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		out := s.attempts(ctx, next, call)
		switch c := classOf(&out); {
		case c == classFatal && s.arm.StopOnFatal:
			out.Stop = true
		case c == classArguments && s.arm.Message == messageList:
			return s.rewrite(&call, out)
		}
		return out
	})
}

// attempts makes the call as often as the arm's retry says.
func (s *strategy) attempts(ctx context.Context, next tool.Invoker, call tool.Call) tool.Outcome {
	out := next.Invoke(ctx, call)
	waited := time.Duration(0)
	for attempt := 1; attempt < s.arm.Retry.Attempts && s.arm.Retry.repeats(&out); attempt++ {
		waited = s.arm.Retry.wait(attempt, waited, s.random.Float64())
		if s.clock.Wait(ctx, waited) != nil {
			break
		}
		out = next.Invoke(ctx, call)
	}
	return out
}

// repeats says whether an outcome is one that the arm repeats.
func (r *Retry) repeats(out *tool.Outcome) bool {
	c := classOf(out)
	return c == classTransient || (c != classOK && r.On == onAny)
}

// wait is the time to wait after the attempt of that number. The draw is
// uniform in [0, 1).
func (r *Retry) wait(attempt int, before time.Duration, draw float64) time.Duration {
	if r.Base == 0 {
		return 0
	}
	envelope := float64(r.Base)
	for range attempt - 1 {
		envelope *= max(r.Growth, 1)
	}
	if r.Cap > 0 {
		envelope = min(envelope, float64(r.Cap))
	}
	switch r.Jitter {
	case recovery.JitterNone:
		return time.Duration(envelope)
	case recovery.JitterEqual:
		return time.Duration(envelope/2 + draw*envelope/2)
	case recovery.JitterDecorrelated:
		top := 3 * float64(max(before, r.Base))
		if r.Cap > 0 {
			top = min(top, float64(r.Cap))
		}
		return time.Duration(float64(r.Base) + draw*(top-float64(r.Base)))
	case recovery.JitterFull:
	}
	return time.Duration(draw * envelope)
}

// rewrite says what the valid values are, as the published message does.
func (s *strategy) rewrite(call *tool.Call, out tool.Outcome) tool.Outcome {
	closed := s.world.Closed(call.Tool)
	for _, name := range slices.Sorted(maps.Keys(closed)) {
		out.Err = nil
		out.Body = fmt.Sprintf("Error: unknown %s. Valid values of %q: %s. Call %s again with one of these.",
			name, name, strings.Join(names(closed[name]), ", "), call.Tool)
		break
	}
	return out
}

func names(values []tool.Value) []string {
	out := make([]string, len(values))
	for i := range values {
		out[i] = values[i].Name
	}
	return out
}

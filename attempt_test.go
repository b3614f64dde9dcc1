package sequitur_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

type valueKey struct{}

// attempted runs look in one attempt that has a second.
func attempted(ctx context.Context, t *testing.T, look func(context.Context)) {
	t.Helper()
	policy := recovery.Default()
	policy.Timeout = time.Second
	g, err := sequitur.New(sequitur.Config{Policy: &policy, Tools: []tool.Spec{{Name: "look", Access: tool.AccessRead}}})
	if err != nil {
		t.Fatal(err)
	}
	out := g.Wrap(tool.InvokerFunc(func(ctx context.Context, _ tool.Call) tool.Outcome {
		look(ctx)
		return tool.Outcome{Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Body: "The order was sent on Monday."}
	})).Invoke(ctx, tool.Call{Tool: "look"})
	if out.Err != nil {
		t.Fatal(out.Err)
	}
}

func wantErr(ctx context.Context, t *testing.T, want error) {
	t.Helper()
	if err := ctx.Err(); !errors.Is(err, want) {
		t.Errorf("Err = %v, want %v", err, want)
	}
	select {
	case <-ctx.Done():
		if want == nil {
			t.Error("Done is closed, and Err is nil")
		}
	default:
		if want != nil {
			t.Errorf("Err is %v, and Done is open", want)
		}
	}
	if err := ctx.Err(); !errors.Is(err, want) {
		t.Errorf("Err = %v once Done was asked for, want %v", err, want)
	}
}

// TestAttemptContext looks at the context that a tool is given: it has to be
// what context.WithTimeout makes, whenever one looks. A goroutine that it leaves
// fails the test, since synctest waits for it.
func TestAttemptContext(t *testing.T) {
	t.Parallel()
	//nolint:fatcontext,thelper // a context is kept on purpose, to look at it afterwards; these are tests
	tests := map[string]func(t *testing.T){
		"has a deadline": func(t *testing.T) {
			start := time.Now()
			attempted(t.Context(), t, func(ctx context.Context) {
				if d, ok := ctx.Deadline(); !ok || d.Sub(start) != time.Second {
					t.Errorf("Deadline = %v, %v, want a second", d.Sub(start), ok)
				}
				wantErr(ctx, t, nil)
			})
		},
		"keeps the caller's deadline": func(t *testing.T) {
			start := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
			defer cancel()
			attempted(ctx, t, func(ctx context.Context) {
				if d, ok := ctx.Deadline(); !ok || d.Sub(start) != time.Millisecond {
					t.Errorf("Deadline = %v, %v, want a millisecond", d.Sub(start), ok)
				}
				<-ctx.Done()
				if passed := time.Since(start); passed != time.Millisecond {
					t.Errorf("done after %v, want a millisecond", passed)
				}
				wantErr(ctx, t, context.DeadlineExceeded)
			})
		},
		"ends by time where somebody waits": func(t *testing.T) {
			attempted(t.Context(), t, func(ctx context.Context) {
				start := time.Now()
				<-ctx.Done()
				if passed := time.Since(start); passed != time.Second {
					t.Errorf("done after %v, want a second", passed)
				}
				wantErr(ctx, t, context.DeadlineExceeded)
			})
		},
		"has ended by time where somebody looks": func(t *testing.T) {
			attempted(t.Context(), t, func(ctx context.Context) {
				<-time.After(time.Second)
				wantErr(ctx, t, context.DeadlineExceeded)
			})
		},
		"ends with the attempt": func(t *testing.T) {
			var kept context.Context
			attempted(t.Context(), t, func(ctx context.Context) { kept = ctx })
			wantErr(kept, t, context.Canceled)
			<-time.After(time.Second)
			wantErr(kept, t, context.Canceled)
		},
		"ends with the attempt for who waits": func(t *testing.T) {
			var waiting sync.WaitGroup
			attempted(t.Context(), t, func(ctx context.Context) {
				waiting.Go(func() {
					<-ctx.Done()
					wantErr(ctx, t, context.Canceled)
				})
			})
			waiting.Wait()
		},
		"stays ended by time": func(t *testing.T) {
			var kept context.Context
			attempted(t.Context(), t, func(ctx context.Context) {
				<-time.After(2 * time.Second)
				kept = ctx
			})
			wantErr(kept, t, context.DeadlineExceeded)
		},
		"ends with the caller": func(t *testing.T) {
			gone := errors.New("the user left")
			ctx, cancel := context.WithCancelCause(t.Context())
			attempted(ctx, t, func(ctx context.Context) {
				wantErr(ctx, t, nil)
				cancel(gone)
				wantErr(ctx, t, context.Canceled)
				if cause := context.Cause(ctx); !errors.Is(cause, gone) {
					t.Errorf("Cause = %v, want %v", cause, gone)
				}
			})
		},
		"is over where the caller was gone before": func(t *testing.T) {
			gone := errors.New("the user left")
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(gone)
			attempted(ctx, t, func(ctx context.Context) {
				if cause := context.Cause(ctx); !errors.Is(cause, gone) {
					t.Errorf("Cause = %v, want %v", cause, gone)
				}
				wantErr(ctx, t, context.Canceled)
			})
		},
		"ends the contexts made from it": func(t *testing.T) {
			var child, valued, late context.Context
			ran := false
			attempted(t.Context(), t, func(ctx context.Context) {
				var cancel context.CancelFunc
				child, cancel = context.WithCancel(ctx)
				t.Cleanup(cancel)
				valued = context.WithValue(ctx, valueKey{}, "inner")
				late, cancel = context.WithTimeout(valued, time.Hour)
				t.Cleanup(cancel)
				context.AfterFunc(ctx, func() { ran = true })
				wantErr(child, t, nil)
			})
			wantErr(child, t, context.Canceled)
			wantErr(valued, t, context.Canceled)
			wantErr(late, t, context.Canceled)
			synctest.Wait()
			if !ran {
				t.Error("AfterFunc did not run")
			}
		},
		"holds the caller's values": func(t *testing.T) {
			ctx := context.WithValue(t.Context(), valueKey{}, "outer")
			attempted(ctx, t, func(ctx context.Context) {
				for range 2 {
					if got := ctx.Value(valueKey{}); got != "outer" {
						t.Errorf("Value = %v, want outer", got)
					}
					if err := context.WithoutCancel(ctx).Err(); err != nil {
						t.Errorf("WithoutCancel: Err = %v", err)
					}
					wantErr(ctx, t, nil)
				}
			})
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, test)
		})
	}
}

package fault_test

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

func ExampleClassify() {
	spec := &tool.Spec{Name: "get_order", Access: tool.AccessRead}
	call := &tool.Call{Tool: "get_order", Args: []byte(`{"id":"17"}`)}
	f := fault.Classify(spec, call, &tool.Outcome{
		Channel: tool.ChannelHTTP, Status: 429, Header: tool.Header{"Retry-After": {"3"}}, Body: "Too Many Requests",
	})
	fmt.Println(f.Kind, f.Retryable, f.Effect, f.RetryAfter)
	// Output: rate_limited true none 3s
}

func ExampleClassifier() {
	c := fault.Classifier{Rules: []fault.Rule{{Name: "frozen", Code: "ACCT-77", Kind: fault.Forbidden}}}
	f := c.Classify(nil, &tool.Call{Tool: "pay"}, &tool.Outcome{Body: `{"result":"ACCT-77"}`})
	fmt.Println(f.Kind, f.Evidence[0].Rule)
	// Output: forbidden own.frozen
}

func TestGoErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		err       error
		kind      fault.Kind
		retryable bool
		effect    tool.Effect
	}{
		"deadline": {fmt.Errorf("get: %w", context.DeadlineExceeded), fault.Timeout, true, tool.EffectPossible},
		"canceled": {fmt.Errorf("get: %w", context.Canceled), fault.Canceled, false, tool.EffectPossible},
		"refused":  {fmt.Errorf("dial: %w", syscall.ECONNREFUSED), fault.Network, true, tool.EffectNone},
		"reset":    {fmt.Errorf("read: %w", syscall.ECONNRESET), fault.Network, true, tool.EffectPossible},
		"access":   {fmt.Errorf("open: %w", syscall.EACCES), fault.Forbidden, false, tool.EffectNone},
		"joined":   {errors.Join(errors.New("first"), syscall.EACCES), fault.Forbidden, false, tool.EffectNone},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fault.Classify(nil, nil, &tool.Outcome{Err: test.err})
			if f.Kind != test.kind || f.Retryable != test.retryable || f.Effect != test.effect {
				t.Errorf("got %v, %v, %v; want %v, %v, %v", f.Kind, f.Retryable, f.Effect, test.kind, test.retryable, test.effect)
			}
		})
	}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]fault.Kind{
		1: fault.ExecutionFailed, 124: fault.Timeout, 126: fault.Forbidden, 127: fault.NotFound, 130: fault.Canceled, 137: fault.Timeout, 143: fault.Canceled,
	} {
		if f := fault.Classify(nil, nil, &tool.Outcome{Exit: &code}); f.Kind != want {
			t.Errorf("exit code %d: got %v, want %v", code, f.Kind, want)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	date := "Tue, 01 Dec 2026 10:00:00 GMT"
	for name, test := range map[string]struct {
		header tool.Header
		body   string
		want   time.Duration
	}{
		"seconds":      {tool.Header{"Retry-After": {"7"}}, "", 7 * time.Second},
		"date":         {tool.Header{"Retry-After": {"Tue, 01 Dec 2026 10:00:30 GMT"}, "Date": {date}}, "", 30 * time.Second},
		"date, no now": {tool.Header{"Retry-After": {"Tue, 01 Dec 2026 10:00:30 GMT"}}, "", 0},
		"reset epoch":  {tool.Header{"X-Ratelimit-Reset": {"1796119260"}, "X-Ratelimit-Remaining": {"0"}, "Date": {date}}, "", time.Minute},
		"words":        {nil, "Rate limit reached. Please try again in 18.6s.", 18600 * time.Millisecond},
		"unstated":     {nil, "Too Many Requests", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fault.Classify(nil, nil, &tool.Outcome{Channel: tool.ChannelHTTP, Status: 429, Header: test.header, Body: test.body})
			if f.RetryAfter != test.want {
				t.Errorf("got %v, want %v", f.RetryAfter, test.want)
			}
		})
	}
}

// TestSpecDecidesEffect shows that a lost answer is harmless only for a read.
func TestSpecDecidesEffect(t *testing.T) {
	t.Parallel()
	out := &tool.Outcome{Channel: tool.ChannelException, Body: "request timed out"}
	for access, want := range map[tool.Access]tool.Effect{
		tool.AccessUnknown: tool.EffectPossible, tool.AccessRead: tool.EffectNone, tool.AccessWrite: tool.EffectPossible,
	} {
		if f := fault.Classify(&tool.Spec{Access: access}, nil, out); f.Effect != want {
			t.Errorf("%v: got effect %v, want %v", access, f.Effect, want)
		}
	}
}

func TestParameters(t *testing.T) {
	t.Parallel()
	call := &tool.Call{Tool: "report", Args: []byte(`{"metric":"revenu"}`)}
	f := fault.Classify(nil, call, &tool.Outcome{Flag: tool.FlagFailure, Body: "Invalid parameter 'metric': must be one of: revenue, cost, margin"})
	if len(f.Parameters) != 1 || f.Parameters[0].Path != "metric" || string(f.Parameters[0].Given) != `"revenu"` || len(f.Parameters[0].Allowed) != 3 {
		t.Errorf("got %+v", f.Parameters)
	}
}

// TestUpstreamNeverLoosens shows that an upstream's own claim changes no refusal.
func TestUpstreamNeverLoosens(t *testing.T) {
	t.Parallel()
	f := fault.Classify(nil, nil, &tool.Outcome{Channel: tool.ChannelHTTP, Status: 403, Body: `{"error":"Forbidden","retryable":true,"retry_after":1}`})
	if f.Kind != fault.Forbidden || f.Retryable {
		t.Errorf("got %v, retryable %v", f.Kind, f.Retryable)
	}
}

func TestStatedWaits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"Please try again in 2m30s.":                                         150 * time.Second,
		"Rate limit reached, retry in 5 minutes":                             5 * time.Minute,
		"Too many requests: retry after 14":                                  14 * time.Second,
		"throttled, wait 1 minute and 30 seconds":                            90 * time.Second,
		"Rate limit exceeded. Try again in 00:01:30.":                        90 * time.Second,
		"Out of call volume quota. Quota will be replenished in 1.02:00:03.": 26*time.Hour + 3*time.Second,
		`{"retryDelay": "34s"}`:                                              34 * time.Second,
		`{"retry_after": 0.5}`:                                               500 * time.Millisecond,
		"请求过于频繁，请30秒后重试":                                                     30 * time.Second,
		"请求过于频繁，请1分钟后再试":                                                     time.Minute,
		"rate limited, please wait 250ms":                                    250 * time.Millisecond,
		"rate limited, please wait for a while":                              0,
		"rate limited, try again in the morning":                             0,
	} {
		f := fault.Classify(nil, nil, &tool.Outcome{Flag: tool.FlagFailure, Body: text})
		if f.RetryAfter != want {
			t.Errorf("%q: got %v, want %v", text, f.RetryAfter, want)
		}
	}
}

func TestNotebookTrace(t *testing.T) {
	t.Parallel()
	body := "ZeroDivisionError                         Traceback (most recent call last)\nCell In[3], line 1\n----> 1 1/0\n\nZeroDivisionError: division by zero"
	f := fault.Classify(&tool.Spec{RunsCode: true}, nil, &tool.Outcome{Channel: tool.ChannelStdout, Body: body})
	if f.Kind != fault.ExecutionFailed || !f.Trace {
		t.Errorf("got %v, trace %v", f.Kind, f.Trace)
	}
}

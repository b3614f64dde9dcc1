package fault_test

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"syscall"
	"testing"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/tool"
)

// TestEffectByPhase crosses how far an attempt got with what is known of the tool.
func TestEffectByPhase(t *testing.T) {
	t.Parallel()
	specs := map[string]*tool.Spec{
		"unknown": {}, "read": {Access: tool.AccessRead}, "write": {Access: tool.AccessWrite}, "idempotent": {Access: tool.AccessWrite, Idempotent: true},
	}
	const none, possible, certain = tool.EffectNone, tool.EffectPossible, tool.EffectCertain
	for name, test := range map[string]struct {
		out  tool.Outcome
		want map[string]tool.Effect
	}{
		"not sent":         {tool.Outcome{Phase: tool.PhaseNotSent, Flag: tool.FlagFailure, Body: "request timed out"}, map[string]tool.Effect{"unknown": none, "read": none, "write": none, "idempotent": none}},
		"sent":             {tool.Outcome{Phase: tool.PhaseSent, Flag: tool.FlagFailure, Body: "request timed out"}, map[string]tool.Effect{"unknown": possible, "read": none, "write": possible, "idempotent": possible}},
		"answered: 500":    {tool.Outcome{Phase: tool.PhaseAnswered, Channel: tool.ChannelHTTP, Status: 500, Body: "internal server error"}, map[string]tool.Effect{"unknown": possible, "read": none, "write": possible, "idempotent": possible}},
		"answered: 403":    {tool.Outcome{Phase: tool.PhaseAnswered, Channel: tool.ChannelHTTP, Status: 403, Body: "forbidden"}, map[string]tool.Effect{"unknown": none, "read": none, "write": none, "idempotent": none}},
		"answered: broken": {tool.Outcome{Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Channel: tool.ChannelHTTP, Status: 200, Body: "unexpected end of JSON input"}, map[string]tool.Effect{"unknown": possible, "read": none, "write": certain, "idempotent": certain}},
		"stream cut":       {tool.Outcome{Phase: tool.PhaseCut, Channel: tool.ChannelHTTP, Body: `{"rows":[{"id":1},`}, map[string]tool.Effect{"unknown": possible, "read": none, "write": possible, "idempotent": possible}},
		"partial":          {tool.Outcome{Phase: tool.PhaseAnswered, Channel: tool.ChannelMCPResult, Body: `{"errors":true,"items":[{"status":201},{"status":409}]}`}, map[string]tool.Effect{"unknown": certain, "write": certain, "idempotent": certain, "read": none}},
		"refused":          {tool.Outcome{Phase: tool.PhaseSent, Flag: tool.FlagFailure, Body: "connect ECONNREFUSED 10.0.0.5:443"}, map[string]tool.Effect{"unknown": none, "read": none, "write": none, "idempotent": none}},
	} {
		for spec, want := range test.want {
			t.Run(name+", "+spec, func(t *testing.T) {
				t.Parallel()
				out := test.out
				if f := fault.Classify(specs[spec], nil, &out); f.Effect != want || f.Kind == fault.OK {
					t.Errorf("got %v with effect %v, want %v", f.Kind, f.Effect, want)
				}
			})
		}
	}
}

// TestCallProvesReading shows that an argument proves what a name cannot, and that
// what the operator says stands before both.
func TestCallProvesReading(t *testing.T) {
	t.Parallel()
	out := &tool.Outcome{Flag: tool.FlagFailure, Body: "request timed out"}
	get := &tool.Call{Tool: "http", Args: []byte(`{"method":"GET","url":"https://api.sample.test/orders"}`)}
	if f := fault.Classify(nil, get, out); f.Effect != tool.EffectNone {
		t.Errorf("a GET: got effect %v", f.Effect)
	}
	if f := fault.Classify(&tool.Spec{Access: tool.AccessWrite}, get, out); f.Effect != tool.EffectPossible {
		t.Errorf("a GET of a tool that writes: got effect %v", f.Effect)
	}
	if f := fault.Classify(nil, &tool.Call{Tool: "get_order"}, out); f.Effect != tool.EffectPossible {
		t.Errorf("a name is no promise: got effect %v", f.Effect)
	}
}

func TestErrorChains(t *testing.T) {
	t.Parallel()
	dial := func(err error) error {
		return &url.Error{Op: "Get", URL: "https://api.sample.test/", Err: &net.OpError{Op: "dial", Net: "tcp", Err: err}}
	}
	for name, test := range map[string]struct {
		err       error
		kind      fault.Kind
		retryable bool
		effect    tool.Effect
	}{
		"eof":               {fmt.Errorf("read: %w", io.EOF), fault.Network, true, tool.EffectPossible},
		"unexpected eof":    {fmt.Errorf("read: %w", io.ErrUnexpectedEOF), fault.Network, true, tool.EffectPossible},
		"closed pipe":       {fmt.Errorf("write: %w", io.ErrClosedPipe), fault.Network, true, tool.EffectPossible},
		"not exist":         {fmt.Errorf("open: %w", fs.ErrNotExist), fault.NotFound, false, tool.EffectNone},
		"exist":             {fmt.Errorf("open: %w", fs.ErrExist), fault.Conflict, false, tool.EffectNone},
		"permission":        {fmt.Errorf("open: %w", fs.ErrPermission), fault.Forbidden, false, tool.EffectNone},
		"path":              {&os.PathError{Op: "open", Path: "x", Err: syscall.ENOENT}, fault.NotFound, false, tool.EffectNone},
		"disk full":         {&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, fault.ServerError, false, tool.EffectPossible},
		"busy":              {&os.PathError{Op: "open", Path: "x", Err: syscall.EBUSY}, fault.Conflict, true, tool.EffectNone},
		"invalid":           {&os.PathError{Op: "seek", Path: "x", Err: syscall.EINVAL}, fault.InvalidArgument, false, tool.EffectNone},
		"dial refused":      {dial(os.NewSyscallError("connect", syscall.ECONNREFUSED)), fault.Network, true, tool.EffectNone},
		"dial unreachable":  {dial(syscall.EHOSTUNREACH), fault.Network, true, tool.EffectNone},
		"read reset":        {&net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}, fault.Network, true, tool.EffectPossible},
		"no such host":      {dial(&net.DNSError{Err: "no such host", Name: "api.sample.test", IsNotFound: true}), fault.Network, true, tool.EffectNone},
		"timeout":           {&net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded}, fault.Timeout, true, tool.EffectPossible},
		"deadline":          {&url.Error{Op: "Get", URL: "x", Err: context.DeadlineExceeded}, fault.Timeout, true, tool.EffectPossible},
		"canceled":          {&url.Error{Op: "Get", URL: "x", Err: context.Canceled}, fault.Canceled, false, tool.EffectPossible},
		"unknown authority": {&url.Error{Op: "Get", URL: "x", Err: x509.UnknownAuthorityError{}}, fault.Network, false, tool.EffectNone},
		"wrong host":        {&url.Error{Op: "Get", URL: "x", Err: x509.HostnameError{Certificate: &x509.Certificate{}, Host: "x"}}, fault.Network, false, tool.EffectNone},
		"joined":            {errors.Join(errors.New("close"), fs.ErrPermission), fault.Forbidden, false, tool.EffectNone},
		"plain":             {errors.New("it did not work"), fault.Unknown, false, tool.EffectPossible},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fault.Classify(nil, nil, &tool.Outcome{Err: test.err})
			if f.Kind != test.kind || f.Retryable != test.retryable || f.Effect != test.effect {
				t.Errorf("%v: got %v, %v, %v; want %v, %v, %v", test.err, f.Kind, f.Retryable, f.Effect, test.kind, test.retryable, test.effect)
			}
		})
	}
}

func TestOwnRules(t *testing.T) {
	t.Parallel()
	c := fault.Classifier{Rules: []fault.Rule{
		{Name: "code", Code: "ACCT-77", Kind: fault.Forbidden, Retryable: true},
		{Name: "exception", Exception: "LedgerClosed", Kind: fault.Conflict, Retryable: true},
		{Name: "text", Text: "come back tomorrow", Kind: fault.QuotaExhausted},
		{Name: "tool", Tool: "pay", Text: "again", Kind: fault.RateLimited, Retryable: true},
	}}
	for name, test := range map[string]struct {
		tool, body string
		kind       fault.Kind
		retryable  bool
		rule       string
	}{
		"code, and never looser": {"x", `{"result":"ACCT-77"}`, fault.Forbidden, false, "own.code"},
		"exception":              {"x", "shop.LedgerClosed: no", fault.Conflict, true, "own.exception"},
		"text":                   {"x", "please come back tomorrow", fault.QuotaExhausted, false, "own.text"},
		"tool":                   {"pay", "again", fault.RateLimited, true, "own.tool"},
		"the first that fits":    {"pay", "ACCT-77 again", fault.Forbidden, false, "own.code"},
		"another tool":           {"x", "again", fault.OK, false, ""},
		"part of a word":         {"pay", "against", fault.OK, false, ""},
		"other case":             {"x", `{"result":"acct-77"}`, fault.OK, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := c.Classify(nil, &tool.Call{Tool: test.tool}, &tool.Outcome{Channel: tool.ChannelMCPResult, Body: test.body})
			if f.Kind != test.kind || f.Retryable != test.retryable {
				t.Fatalf("got %v, retryable %v; want %v, %v", f.Kind, f.Retryable, test.kind, test.retryable)
			}
			if test.rule != "" && f.Evidence[0].Rule != test.rule {
				t.Errorf("got rule %q, want %q", f.Evidence[0].Rule, test.rule)
			}
		})
	}
}

// TestUpstreamCode shows that the upstream's own code is kept.
func TestUpstreamCode(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"error":{"type":"invalid_request_error","code":"insufficient_quota","message":"x"}}`: "insufficient_quota",
		`{"error":{"code":"E_CUSTOM_17","message":"it failed"}}`:                               "E_CUSTOM_17",
		`{"errcode":45009,"errmsg":"x"}`:                                                       "45009",
		`{"error":{"code":503,"message":"busy"}}`:                                              "",
		"botocore: An error occurred (AccessDeniedException) when calling":                     "AccessDeniedException",
	} {
		if f := fault.Classify(nil, nil, &tool.Outcome{Flag: tool.FlagFailure, Body: body}); f.Code != want {
			t.Errorf("%s: got code %q, want %q", body, f.Code, want)
		}
	}
}

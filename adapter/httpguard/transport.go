package httpguard

import (
	"bytes"
	"cmp"
	"context"
	"hash/maphash"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/sequitur-go/sequitur/tool"
)

const (
	defaultMaxRequest  = 1 << 20
	defaultMaxResponse = 64 << 10
	defaultKeyHeader   = "Idempotency-Key"
)

// A Transport is an [http.RoundTripper] whose requests are guarded. The zero
// Transport guards nothing: set Wrap. It is safe for concurrent use.
type Transport struct {
	// Base makes the requests; nil is [http.DefaultTransport].
	Base http.RoundTripper
	// Wrap is the guard: the Wrap method of one, or a chain of middleware.
	Wrap tool.Middleware
	// Name names the tool that a request is a call of; nil is [Name].
	Name func(*http.Request) string
	// Principal names the identity that a request acts for; nil tells
	// identities apart by the request's credentials, without revealing them.
	Principal func(*http.Request) string
	// Prepare may change each attempt's own copy of the request, for instance
	// to put in the credential that the call names; nil changes nothing.
	Prepare func(attempt *http.Request, call tool.Call) error
	// KeyHeader is the header of the idempotency key; "" is Idempotency-Key.
	// A key that the request brings is the call's key, and a key that the
	// guard makes for the call is sent with each attempt.
	KeyHeader string
	// Mark says in each attempt's header that a guard stands here, so that one
	// behind [Outer] does not repeat the call as well.
	Mark bool
	// MaxRequest is how many bytes of a body without GetBody are kept in order
	// to send it again; 0 is 1 MiB, negative keeps none.
	MaxRequest int64
	// MaxResponse is how many bytes of a response are read ahead in order to
	// classify it; 0 is 64 KiB, negative reads none.
	MaxResponse int64

	once    sync.Once
	seed    maphash.Seed
	counter counter
}

// counter numbers the bodies that cannot be compared.
type counter struct {
	mu sync.Mutex
	n  uint64
}

func (c *counter) next() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	return c.n
}

// RoundTrip implements [http.RoundTripper].
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	base := t.Base
	if base == nil {
		base = http.DefaultTransport
	}
	if t.Wrap == nil {
		return base.RoundTrip(req)
	}
	body, err := replayable(req, limit(t.MaxRequest, defaultMaxRequest))
	if err != nil {
		return nil, err
	}
	defer body.close()
	call := t.call(req, body)
	r := &roundTrip{
		transport: t, base: base, request: req, body: body, name: call.Tool,
		maxResponse: limit(t.MaxResponse, defaultMaxResponse),
	}
	out := t.Wrap(r).Invoke(req.Context(), call)
	return r.finish(out) //nolint:contextcheck // the answer outlives the call: its body carries the context
}

// call describes the request as a call of a tool.
func (t *Transport) call(req *http.Request, body *replay) tool.Call {
	name := Name
	if t.Name != nil {
		name = t.Name
	}
	return tool.Call{
		Tool:      name(req),
		Args:      t.arguments(req, body),
		Principal: t.principal(req),
		Key:       req.Header.Get(t.keyHeader()),
	}
}

func (t *Transport) keyHeader() string { return cmp.Or(t.KeyHeader, defaultKeyHeader) }

// principal tells the identities behind requests apart, so that one's refusal
// is not remembered against another.
func (t *Transport) principal(req *http.Request) string {
	if t.Principal != nil {
		return t.Principal(req)
	}
	var credentials bytes.Buffer
	for _, name := range [...]string{"Authorization", "Cookie", "X-Api-Key", "Api-Key"} {
		for _, value := range req.Header.Values(name) {
			credentials.WriteString(name + ":" + value + "\n")
		}
	}
	if user := req.URL.User; user != nil {
		credentials.WriteString(user.String())
	}
	if credentials.Len() == 0 {
		return ""
	}
	t.once.Do(func() { t.seed = maphash.MakeSeed() })
	return "credential-" + strconv.FormatUint(maphash.Bytes(t.seed, credentials.Bytes()), 36)
}

func limit(set, preset int64) int64 { return max(cmp.Or(set, preset), 0) }

// roundTrip is one request on its way through the guard.
type roundTrip struct {
	transport   *Transport
	base        http.RoundTripper
	request     *http.Request
	body        *replay
	name        string
	maxResponse int64

	attempts int            // made so far
	response *http.Response // of the last attempt that drew one
	err      error          // of the last attempt that drew none
}

// verdictKey is the key of the guard's word in a response's request.
type verdictKey struct{}

// finish gives the client what it expects of a round trip.
func (r *roundTrip) finish(out tool.Outcome) (*http.Response, error) {
	if r.response == nil {
		if out.Err != nil || out.Flag == tool.FlagFailure {
			return nil, &Error{Outcome: out, cause: r.err}
		}
		r.response = remembered(out)
	}
	r.response.Request = r.request
	if out.Err != nil || out.Note != "" || len(out.Structured) > 0 {
		r.response.Request = r.request.WithContext(context.WithValue(r.request.Context(), verdictKey{}, out))
	}
	return r.response, nil
}

// remembered is the response to a call that the guard answered with the kept
// result of an earlier one: the same idempotency key was sent before.
func remembered(out tool.Outcome) *http.Response {
	status := cmp.Or(out.Status, http.StatusOK)
	header := http.Header(out.Header).Clone()
	if header == nil {
		header = make(http.Header)
	}
	header.Del("Content-Length")
	return &http.Response{
		Status: strconv.Itoa(status) + " " + http.StatusText(status), StatusCode: status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: header,
		Body: io.NopCloser(strings.NewReader(out.Body)), ContentLength: int64(len(out.Body)),
	}
}

// Verdict returns the guard's word on a response: the message for a model is
// its Body, or its Note where the response is an empty success; Structured is
// the same for machines. It is false where the guard had nothing to say.
func Verdict(resp *http.Response) (tool.Outcome, bool) {
	if resp == nil || resp.Request == nil {
		return tool.Outcome{}, false
	}
	out, ok := resp.Request.Context().Value(verdictKey{}).(tool.Outcome)
	return out, ok
}

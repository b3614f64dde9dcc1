package wire

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/tool"
)

// The header fields of streamable HTTP.
const (
	sessionField = "Mcp-Session-Id"
	versionField = "Mcp-Protocol-Version"
	resumeField  = "Last-Event-Id"
)

// maxHead is how much of a refusing response's body is kept.
const maxHead = 64 << 10

// An HTTP is a connection over streamable HTTP. Its exported fields are set
// before the first use. It is safe for concurrent use.
type HTTP struct {
	URL string
	// Client makes the requests; nil is a client that follows no redirect to
	// another place.
	Client *http.Client
	// Header returns the fields that each request carries, such as
	// Authorization; nil is none. It is asked for each request.
	Header func(ctx context.Context) (http.Header, error)
	// Handle is given what the server asks or tells, and must not block for
	// long.
	Handle func(Message)

	mu      sync.Mutex
	session string
	version string
}

// SetVersion sets the protocol version that each further request names.
func (h *HTTP) SetVersion(version string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.version = version
}

// Session returns the session's identifier, "" where there is none.
func (h *HTTP) Session() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.session
}

// Reset forgets the session, unless it is another one by now.
func (h *HTTP) Reset(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.session == session {
		h.session = ""
	}
}

// Call makes a request with further header fields, which may be nil, and waits
// for its answer.
func (h *HTTP) Call(ctx context.Context, m Message, extra http.Header) Reply {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends a stream that goes on after the answer
	resp, reply := h.post(ctx, m, extra)
	if resp == nil {
		return reply
	}
	defer func() { _ = resp.Body.Close() }()
	if m.Method == "initialize" {
		h.mu.Lock()
		h.session = resp.Header.Get(sessionField)
		h.mu.Unlock()
	}
	reply.Status, reply.Header = resp.StatusCode, tool.Header(resp.Header)
	switch kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind {
	case "text/event-stream":
		return h.stream(ctx, m.ID, resp.Body)
	default:
		return h.body(m.ID, resp.Body, reply)
	}
}

// Send sends a message that asks for no answer.
func (h *HTTP) Send(ctx context.Context, m Message) error {
	resp, reply := h.post(ctx, m, nil)
	if resp == nil {
		return reply.Err
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, maxHead)) // so that the connection can be used again
	return resp.Body.Close()
}

// post sends a message. Where there is no response, or a refusing one, it is nil
// and the reply says why.
func (h *HTTP) post(ctx context.Context, m Message, extra http.Header) (*http.Response, Reply) {
	var seen sight
	req, err := h.request(httptrace.WithClientTrace(ctx, seen.trace()), http.MethodPost, m.Raw)
	if err != nil {
		return nil, Reply{Phase: tool.PhaseNotSent, Err: err}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	describe(req.Header, &m)
	for name, values := range extra {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	resp, err := h.client().Do(req)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil && !errors.Is(err, cause) {
			err = fmt.Errorf("%w: %w", cause, err)
		}
		return nil, Reply{Phase: seen.phase(), Err: err}
	}
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		return resp, Reply{}
	}
	return nil, refused(resp, m.ID, req.Header.Get(sessionField) != "")
}

// request makes a request with the fields that all have.
func (h *HTTP) request(ctx context.Context, method string, body []byte) (*http.Request, error) {
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, method, h.URL, reader)
	if err != nil {
		return nil, err
	}
	if h.Header != nil {
		fields, err := h.Header(ctx)
		if err != nil {
			return nil, err
		}
		for name, values := range fields {
			req.Header[http.CanonicalHeaderKey(name)] = values
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.session != "" {
		req.Header.Set(sessionField, h.session)
	}
	if h.version != "" {
		req.Header.Set(versionField, h.version)
	}
	return req, nil
}

// metaVersion is where a message of the stateless protocol names its version.
const metaVersion = "io.modelcontextprotocol/protocolVersion"

// describe sets the fields by which the stateless protocol repeats what the body
// says.
func describe(header http.Header, m *Message) {
	var version string
	if json.Unmarshal(rawjson.Get(rawjson.Get(m.Params, "_meta"), metaVersion), &version) != nil {
		return
	}
	header.Set(versionField, version)
	header.Set("Mcp-Method", m.Method)
	for _, member := range []string{"name", "uri"} {
		var name string
		if json.Unmarshal(rawjson.Get(m.Params, member), &name) == nil {
			header.Set("Mcp-Name", encodeField(name))
			return
		}
	}
}

// refused reads a response that says by its status that the request failed. A
// JSON-RPC error in it that names the request is its answer.
func refused(resp *http.Response, id json.RawMessage, inSession bool) Reply {
	defer func() { _ = resp.Body.Close() }()
	head, _ := io.ReadAll(io.LimitReader(resp.Body, maxHead)) // what came is what there is to say
	r := Reply{
		Phase: tool.PhaseAnswered, Status: resp.StatusCode, Header: tool.Header(resp.Header), Body: string(head),
		Err: fmt.Errorf("%w: HTTP status %d", ErrStatus, resp.StatusCode),
	}
	if inSession && lostSession(resp.StatusCode, head) {
		r.Err = fmt.Errorf("%w: HTTP status %d", ErrSession, resp.StatusCode)
		return r
	}
	if m, err := Parse(head); err == nil && m.IsAnswer() && SameID(m.ID, id) {
		r.Answer = m
	}
	return r
}

// lostSession says whether a status tells that the session is unknown. Some
// servers say so by 400 and words.
func lostSession(status int, body []byte) bool {
	if status == http.StatusNotFound {
		m, err := Parse(body)
		return err != nil || m.Error == nil || !bytes.Equal(rawjson.Get(m.Error, "code"), []byte("-32601"))
	}
	return status == http.StatusBadRequest && bytes.Contains(bytes.ToLower(body), []byte("session"))
}

// body reads an answer that is no stream.
func (h *HTTP) body(id json.RawMessage, body io.Reader, reply Reply) Reply {
	data, err := io.ReadAll(io.LimitReader(body, MaxMessage+1))
	if err == nil && len(data) > MaxMessage {
		err = ErrTooLong
	}
	if err != nil {
		reply.Phase, reply.Body = tool.PhaseCut, string(data[:min(len(data), maxHead)])
		reply.Err = fmt.Errorf("%w: %w", ErrClosed, err)
		return reply
	}
	for _, raw := range Batch(data) {
		m, err := Parse(raw)
		switch {
		case err != nil:
		case !m.IsAnswer():
			h.Handle(m)
		case SameID(m.ID, id):
			reply.Answer = m
		}
	}
	reply.Phase = tool.PhaseAnswered
	if !reply.Answered() {
		reply.Body = string(data[:min(len(data), maxHead)])
		reply.Err = fmt.Errorf("%w: the body holds no answer to the request", ErrNoMessage)
	}
	return reply
}

// maxResumes bounds how often one stream is taken up again.
const maxResumes = 8

// stream reads events until the answer comes. A stream that ends before, and
// that the server can take up again, is taken up.
func (h *HTTP) stream(ctx context.Context, id json.RawMessage, body io.ReadCloser) Reply {
	events := newEventReader(body)
	for resumes := 0; ; resumes++ {
		reply, last := h.events(id, events)
		if reply.Answered() || last.cut || events.last == "" || resumes == maxResumes {
			return reply
		}
		if cause := pause(ctx, max(events.retry, 100*time.Millisecond)); cause != nil {
			reply.Err = cause
			return reply
		}
		next, err := h.get(ctx, events.last)
		if err != nil {
			return reply
		}
		defer func() { _ = next.Close() }()
		retry, at := events.retry, events.last
		events = newEventReader(next)
		events.retry, events.last = retry, at
	}
}

// events reads one stream until the answer comes or it ends.
func (h *HTTP) events(id json.RawMessage, events *eventReader) (Reply, event) {
	for {
		e, err := events.next()
		if err != nil {
			r := Reply{Phase: tool.PhaseSent, Err: fmt.Errorf("%w: the stream ended: %w", ErrClosed, err)}
			if e.cut {
				r.Phase, r.Status, r.Body = tool.PhaseCut, http.StatusOK, e.data[:min(len(e.data), maxHead)]
			}
			return r, e
		}
		for _, raw := range Batch([]byte(e.data)) {
			m, err := Parse(raw)
			switch {
			case err != nil && SameID(unfinished(raw), id):
				return Reply{Phase: tool.PhaseCut, Err: err, Body: head(raw)}, event{cut: true}
			case err != nil:
			case !m.IsAnswer():
				h.Handle(m)
			case SameID(m.ID, id):
				return Reply{Answer: m, Phase: tool.PhaseAnswered, Status: http.StatusOK}, e
			}
		}
	}
}

// get opens the server's own stream, from an event on.
func (h *HTTP) get(ctx context.Context, last string) (io.ReadCloser, error) {
	req, err := h.request(ctx, http.MethodGet, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	if last != "" {
		req.Header.Set(resumeField, last)
	}
	resp, err := h.client().Do(req)
	if err != nil {
		return nil, err
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if resp.StatusCode != http.StatusOK || kind != "text/event-stream" {
		reply := refused(resp, nil, req.Header.Get(sessionField) != "")
		return nil, reply.Err
	}
	return resp.Body, nil
}

// Listen reads the server's own stream until ctx ends, and takes it up again
// when it breaks off. It returns at once where the server has none.
func (h *HTTP) Listen(ctx context.Context) {
	last, retry := "", time.Second
	for wait := retry; ctx.Err() == nil; wait = min(wait*2, 30*time.Second) {
		body, err := h.get(ctx, last)
		switch {
		case errors.Is(err, ErrStatus), errors.Is(err, ErrSession):
			return
		case err == nil:
			events := newEventReader(body)
			h.listen(events)
			_ = body.Close()
			wait = max(events.retry, time.Second)
			if events.last != "" {
				last = events.last
			}
		}
		if pause(ctx, wait) != nil {
			return
		}
	}
}

func (h *HTTP) listen(events *eventReader) {
	for {
		e, err := events.next()
		if err != nil {
			return
		}
		for _, raw := range Batch([]byte(e.data)) {
			if m, err := Parse(raw); err == nil && !m.IsAnswer() {
				h.Handle(m)
			}
		}
	}
}

// Close tells the server that the session is over.
func (h *HTTP) Close(ctx context.Context) {
	if h.Session() == "" {
		return
	}
	req, err := h.request(ctx, http.MethodDelete, nil)
	if err != nil {
		return
	}
	if resp, err := h.client().Do(req); err == nil {
		_ = resp.Body.Close()
	}
}

func (h *HTTP) client() *http.Client {
	if h.Client != nil {
		return h.Client
	}
	return &http.Client{CheckRedirect: SamePlace}
}

// SamePlace is a redirect rule: a request goes on only to the same host by the
// same scheme and method, since it carries a token and may have an effect.
func SamePlace(req *http.Request, via []*http.Request) error {
	first := via[0]
	if req.URL.Host != first.URL.Host || req.URL.Scheme != first.URL.Scheme || req.Method != first.Method || len(via) > 5 {
		return http.ErrUseLastResponse
	}
	return nil
}

// pause waits for d, or until ctx ends, and returns why.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// sight is what net/http tells of a request on its way. Its hooks may run in
// other goroutines.
type sight struct {
	mu       sync.Mutex
	got      bool // a connection was had
	answered bool // the first byte of an answer came
}

func (s *sight) trace() *httptrace.ClientTrace {
	note := func(what *bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		*what = true
	}
	return &httptrace.ClientTrace{
		GotConn:              func(httptrace.GotConnInfo) { note(&s.got) },
		GotFirstResponseByte: func() { note(&s.answered) },
	}
}

// phase says how far a request got that ended with an error. Once a connection
// was had, it counts as sent.
func (s *sight) phase() tool.Phase {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.answered:
		return tool.PhaseCut
	case s.got:
		return tool.PhaseSent
	default:
		return tool.PhaseNotSent
	}
}

// encodeField writes a text as a header field of the stateless protocol.
func encodeField(text string) string {
	plain := func(r rune) bool { return r >= ' ' && r <= '~' }
	if strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) || strings.TrimSpace(text) != text {
		return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(text)) + "?="
	}
	return text
}

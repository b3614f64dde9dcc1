package gateway

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/internal/rawjson"
)

// A Handler serves a [Gateway] over streamable HTTP. Its fields are set before
// the first request; [Handler.Admit] changes who is let in later.
type Handler struct {
	Gateway *Gateway
	// Hosts are the names under which clients may reach it, beside those of this
	// machine itself, and Origins the pages whose scripts may.
	Hosts, Origins []string
	// Token is what clients have to show; "" asks for none.
	Token string
	// MaxRequest bounds a request's body in bytes, 0 is 16 MiB; MaxSessions the
	// sessions at once, 0 is 1000. Idle is how long a session without a request
	// is kept, 0 is an hour.
	MaxRequest  int64
	MaxSessions int
	Idle        time.Duration

	mu       sync.Mutex // over Hosts, Origins and Token, too
	sessions map[string]*guest
}

// Admit changes who is let in from now on. Sessions under way go on with the new
// token only.
func (h *Handler) Admit(hosts, origins []string, token string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Hosts, h.Origins, h.Token = hosts, origins, token
}

// Knows says whether a request shows the token, where one is asked for.
func (h *Handler) Knows(r *http.Request) bool {
	h.mu.Lock()
	token := h.Token
	h.mu.Unlock()
	shown, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return token == "" || subtle.ConstantTimeCompare([]byte(shown), []byte(token)) == 1
}

// A guest is a client over HTTP.
type guest struct {
	hub  *hub
	stop context.CancelFunc

	mu      sync.Mutex
	seen    time.Time
	busy    int                    // requests under way
	own     chan []byte            // its stream for what belongs to no request, nil while it has none
	streams map[string]chan []byte // those of requests under way, by their identifier
	tokens  map[string]string      // the request that each progress token is of
	waiting [][]byte               // what was told while there was no stream
}

// maxWaiting bounds what is kept for a client that does not listen.
const maxWaiting = 256

// bodyPatience is how long a request's body may take.
const bodyPatience = 30 * time.Second

// sessionField names a session.
const sessionField = "Mcp-Session-Id"

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if status := h.admit(r); status != 0 {
		http.Error(w, http.StatusText(status), status)
		return
	}
	switch r.Method {
	case http.MethodPost:
		h.post(w, r)
	case http.MethodGet:
		if g := h.find(w, r); g != nil {
			g.listen(w, r)
		}
	case http.MethodDelete:
		if g := h.find(w, r); g != nil {
			h.drop(r.Header.Get(sessionField))
			w.WriteHeader(http.StatusNoContent)
		}
	default:
		w.Header().Set("Allow", "GET, POST, DELETE")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
	}
}

// admit says why a request is refused, 0 where it is not. Host and Origin keep
// pages of other sites out, which a browser on this machine would let in.
func (h *Handler) admit(r *http.Request) int {
	h.mu.Lock()
	hosts, origins := h.Hosts, h.Origins
	h.mu.Unlock()
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if !localName(host) && !slices.Contains(hosts, host) {
		return http.StatusForbidden
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		page, err := url.Parse(origin)
		if err != nil || !localName(page.Hostname()) && !slices.Contains(origins, origin) {
			return http.StatusForbidden
		}
	}
	if !h.Knows(r) {
		return http.StatusUnauthorized
	}
	return 0
}

func localName(host string) bool {
	host = strings.Trim(host, "[]")
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

func (h *Handler) post(w http.ResponseWriter, r *http.Request) {
	limit := h.MaxRequest
	if limit <= 0 {
		limit = 16 << 20
	}
	// Whoever sends a body drop by drop holds a connection, but not for long.
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyPatience)) // a writer of a test has none
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err != nil {
		status := http.StatusBadRequest
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			status = http.StatusRequestEntityTooLarge
		}
		http.Error(w, http.StatusText(status), status)
		return
	}
	_ = control.SetReadDeadline(time.Time{})
	m, err := wire.Parse(body)
	if err != nil {
		answerJSON(w, http.StatusBadRequest, wire.Failure(nil, wire.ErrorObject(codeParse, "the body is no single JSON-RPC message")))
		return
	}
	var g *guest
	if m.Method == "initialize" && r.Header.Get(sessionField) == "" {
		g = h.admitGuest(w) //nolint:contextcheck // a session outlives the requests that it is used by
	} else {
		g = h.find(w, r)
	}
	if g == nil {
		return
	}
	g.enter()
	defer g.leave()
	if !m.IsRequest() {
		g.hub.receive(m, nil) //nolint:contextcheck // a session outlives the requests that it is used by
		w.WriteHeader(http.StatusAccepted)
		return
	}
	g.request(w, r, m)
}

func answerJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that is gone needs no answer
}

// admitGuest begins a session.
func (h *Handler) admitGuest(w http.ResponseWriter) *guest {
	most, idle := h.MaxSessions, h.Idle
	if most <= 0 {
		most = 1000
	}
	if idle <= 0 {
		idle = time.Hour
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, g := range h.sessions {
		if g.idleFor() > idle {
			delete(h.sessions, id)
			go g.end()
		}
	}
	if len(h.sessions) >= most {
		http.Error(w, "too many sessions", http.StatusServiceUnavailable)
		return nil
	}
	g := &guest{seen: time.Now(), streams: map[string]chan []byte{}, tokens: map[string]string{}}
	ctx, stop := context.WithCancel(context.Background())
	g.stop, g.hub = stop, newHub(ctx, h.Gateway, g.deliver)
	id := rand.Text()
	if h.sessions == nil {
		h.sessions = map[string]*guest{}
	}
	h.sessions[id] = g
	w.Header().Set(sessionField, id)
	return g
}

// find returns the session that a request names. Without one it answers as the
// protocol wants it: the client then begins anew.
func (h *Handler) find(w http.ResponseWriter, r *http.Request) *guest {
	id := r.Header.Get(sessionField)
	h.mu.Lock()
	defer h.mu.Unlock()
	g := h.sessions[id]
	switch {
	case g != nil:
		return g
	case id == "":
		answerJSON(w, http.StatusBadRequest, wire.Failure(nil, wire.ErrorObject(codeInvalidRequest, "initialize first: no session is named")))
	default:
		answerJSON(w, http.StatusNotFound, wire.Failure(nil, wire.ErrorObject(codeInvalidRequest, "the session is not known")))
	}
	return nil
}

func (h *Handler) drop(id string) {
	h.mu.Lock()
	g := h.sessions[id]
	delete(h.sessions, id)
	h.mu.Unlock()
	if g != nil {
		g.end()
	}
}

// Close ends all sessions and their servers.
func (h *Handler) Close() {
	h.mu.Lock()
	sessions := h.sessions
	h.sessions = nil
	h.mu.Unlock()
	var closing sync.WaitGroup
	for _, g := range sessions {
		closing.Go(g.end)
	}
	closing.Wait()
}

func (g *guest) end() {
	g.stop()
	g.hub.close()
}

func (g *guest) enter() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.busy++
}

func (g *guest) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.busy--
	g.seen = time.Now()
}

func (g *guest) idleFor() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.busy > 0 {
		return 0
	}
	return time.Since(g.seen)
}

// request answers a request: with its result alone where that comes first, else
// with a stream of what comes before it.
func (g *guest) request(w http.ResponseWriter, r *http.Request, m wire.Message) {
	id := string(m.ID)
	told := make(chan []byte, maxWaiting)
	answer := make(chan []byte, 1)
	token := string(rawjson.Get(rawjson.Get(m.Params, "_meta"), "progressToken"))
	if strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		g.mu.Lock()
		g.streams[id] = told
		if token != "" {
			g.tokens[token] = id
		}
		g.mu.Unlock()
	}
	defer func() {
		g.mu.Lock()
		delete(g.streams, id)
		delete(g.tokens, token)
		g.mu.Unlock()
	}()
	g.hub.receive(m, func(raw []byte) { answer <- raw }) //nolint:contextcheck // a session outlives the requests that it is used by
	events := &eventWriter{w: w}
	for {
		select {
		case raw := <-answer:
			if !events.begun && len(told) == 0 {
				answerJSON(w, http.StatusOK, raw)
				return
			}
			events.drain(told)
			events.write(raw)
			return
		case raw := <-told:
			events.write(raw)
		case <-r.Context().Done():
			return
		}
	}
}

// listen gives a client what belongs to no request of its own.
func (g *guest) listen(w http.ResponseWriter, r *http.Request) {
	own := make(chan []byte, maxWaiting)
	g.mu.Lock()
	if g.own != nil {
		g.mu.Unlock()
		http.Error(w, "there is a stream already", http.StatusConflict)
		return
	}
	g.own = own
	for _, raw := range g.waiting {
		own <- raw
	}
	g.waiting = nil
	g.busy++
	g.mu.Unlock()
	defer func() {
		g.mu.Lock()
		g.own = nil
		g.mu.Unlock()
		g.leave()
	}()
	events := &eventWriter{w: w}
	events.begin()
	for {
		select {
		case raw := <-own:
			events.write(raw)
		case <-r.Context().Done():
			return
		case <-g.hub.ctx.Done():
			return
		}
	}
}

// deliver gives the client what a server tells or asks: progress over the stream
// of its request, all else over the client's own stream, or any that there is.
func (g *guest) deliver(m wire.Message, raw []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if to := g.streams[g.tokens[string(rawjson.Get(m.Params, "progressToken"))]]; to != nil && offer(to, raw) {
		return
	}
	if g.own != nil && offer(g.own, raw) {
		return
	}
	for _, to := range g.streams {
		if offer(to, raw) {
			return
		}
	}
	if len(g.waiting) < maxWaiting {
		g.waiting = append(g.waiting, raw)
	}
}

// offer gives a message to a stream, unless that is full: a client that does not
// read must not hold up the others.
func offer(to chan []byte, raw []byte) bool {
	select {
	case to <- raw:
		return true
	default:
		return false
	}
}

// eventWriter writes a stream of events.
type eventWriter struct {
	w     http.ResponseWriter
	begun bool
}

func (e *eventWriter) begin() {
	if e.begun {
		return
	}
	e.begun = true
	e.w.Header().Set("Content-Type", "text/event-stream")
	e.w.Header().Set("Cache-Control", "no-cache, no-transform")
	e.w.WriteHeader(http.StatusOK)
	_ = http.NewResponseController(e.w).Flush() // without it the events come late
}

func (e *eventWriter) write(raw []byte) {
	e.begin()
	_, _ = e.w.Write(wire.Event(raw)) // a client that is gone needs no more
	_ = http.NewResponseController(e.w).Flush()
}

// drain writes what has been told before the answer.
func (e *eventWriter) drain(told chan []byte) {
	for {
		select {
		case raw := <-told:
			e.write(raw)
		default:
			return
		}
	}
}

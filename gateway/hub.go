package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/internal/rawjson"
)

// A hub is one client's session with all servers of a gateway.
type hub struct {
	gateway *Gateway
	ctx     context.Context //nolint:containedctx // the life of the session
	emit    func(wire.Message, []byte)
	log     *slog.Logger
	stop    context.CancelFunc
	ids     atomic.Int64
	work    sync.WaitGroup // requests of the client
	behind  sync.WaitGroup // what no request waits for: it ends with ctx

	mu      sync.Mutex
	members []*member            // replaced as a whole, never changed
	leaving map[*member]struct{} // those that have only calls under way to end
	closed  bool
	hello   json.RawMessage    // the parameters of the client's initialize
	level   wire.Message       // its last logging/setLevel
	asked   map[string]asker   // questions of servers, by the identifier that the client was given
	flying  map[string]*member // requests under way, by the client's identifier
	owners  map[string]*member // servers of resources, by URI
	doubled map[string]bool    // names of two servers that the log has been told of
}

// asker is who asked the client something.
type asker struct {
	member *member
	id     json.RawMessage
}

// newHub returns the session of one client. emit takes what servers tell or ask
// the client, as a message and in its bytes.
func newHub(ctx context.Context, g *Gateway, emit func(wire.Message, []byte)) *hub {
	log := g.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	ctx, stop := context.WithCancel(ctx)
	h := &hub{
		gateway: g, ctx: ctx, stop: stop, emit: emit, log: log, doubled: map[string]bool{}, leaving: map[*member]struct{}{},
		asked: map[string]asker{}, flying: map[string]*member{}, owners: map[string]*member{},
	}
	g.enter(h)
	return h
}

func (h *hub) member(part Part) *member {
	return &member{part: part, log: h.log, handle: h.fromServer, lists: map[string][][]byte{}}
}

// present are the servers as the gateway has them now.
func (h *hub) present() []*member {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.members
}

func (h *hub) newID() json.RawMessage {
	return json.RawMessage(`"sequitur-h` + strconv.FormatInt(h.ids.Add(1), 10) + `"`)
}

func (h *hub) close() {
	h.gateway.leave(h)
	h.stop()
	h.mu.Lock()
	h.closed = true
	members := slices.AppendSeq(slices.Clone(h.members), maps.Keys(h.leaving))
	h.mu.Unlock()
	var closing sync.WaitGroup
	for _, m := range members {
		closing.Go(m.close)
	}
	closing.Wait()
	h.work.Wait()
	h.behind.Wait()
}

// drain lets the requests under way come to their end for a while.
func (h *hub) drain(patience time.Duration) {
	done := make(chan struct{})
	go func() { h.work.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(patience):
	case <-h.ctx.Done():
	}
}

// fromServer sends on what a server asks or tells.
func (h *hub) fromServer(from *member, m wire.Message) {
	if m.IsRequest() {
		given := json.RawMessage(strconv.FormatInt(h.ids.Add(1), 10))
		h.mu.Lock()
		h.asked[string(given)] = asker{from, m.ID}
		h.mu.Unlock()
		m = m.WithID(given)
	}
	if m.Method == "notifications/cancelled" {
		m = h.withdrawn(from, m)
	}
	h.emit(m, m.Raw)
}

// withdrawn translates the identifier of a question that a server takes back.
func (h *hub) withdrawn(from *member, m wire.Message) wire.Message {
	id := rawjson.Get(m.Params, "requestId")
	h.mu.Lock()
	defer h.mu.Unlock()
	for given, a := range h.asked {
		if a.member == from && bytes.Equal(a.id, id) {
			delete(h.asked, given)
			return m.WithParams(rawjson.Set(m.Params, "requestId", []byte(given)))
		}
	}
	return m
}

// receive takes a message of the client. The answer of a request is given to
// reply, perhaps later and from another goroutine.
func (h *hub) receive(m wire.Message, reply func([]byte)) {
	switch {
	case m.IsAnswer():
		h.mu.Lock()
		a, ok := h.asked[string(m.ID)]
		delete(h.asked, string(m.ID))
		h.mu.Unlock()
		if ok {
			a.member.send(h.ctx, m.WithID(a.id))
		}
	case m.IsNotification():
		h.notify(m)
	default:
		if m.Method == "initialize" {
			h.mu.Lock()
			h.hello = m.Params // before whatever the client asks next
			h.mu.Unlock()
		}
		h.work.Go(func() { reply(h.answer(m)) })
	}
}

// notify sends a notification of the client to whom it concerns.
func (h *hub) notify(m wire.Message) {
	switch m.Method {
	case "notifications/initialized": // each server was told when it was connected
	case "notifications/cancelled":
		h.mu.Lock()
		to := h.flying[string(rawjson.Get(m.Params, "requestId"))]
		h.mu.Unlock()
		if to != nil {
			to.send(h.ctx, m)
		}
	default:
		for _, to := range h.present() {
			to.send(h.ctx, m)
		}
	}
}

// answer makes the answer of a request.
func (h *hub) answer(m wire.Message) []byte {
	switch m.Method {
	case "initialize":
		return wire.Result(m.ID, h.initialize(m.Params))
	case "ping":
		return wire.Result(m.ID, json.RawMessage(`{}`))
	case "tools/list", "prompts/list", "resources/list", "resources/templates/list":
		return wire.Result(m.ID, h.list(m.Method))
	case "logging/setLevel":
		h.mu.Lock()
		h.level = m
		h.mu.Unlock()
		for _, to := range h.present() {
			to.call(h.ctx, m.WithID(h.newID()))
		}
		return wire.Result(m.ID, json.RawMessage(`{}`))
	}
	to, request := h.board(m)
	switch {
	case to == nil && m.Method == "tools/call":
		return h.unknownTool(m)
	case to == nil:
		return wire.Failure(m.ID, wire.ErrorObject(codeInvalidParams, "no server has what is asked for"))
	}
	return h.ask(to, m, request)
}

// board finds the server that a request is for, and keeps it from being closed
// until the request has been answered.
func (h *hub) board(m wire.Message) (*member, wire.Message) {
	for {
		to, request := h.route(m)
		if to == nil {
			return nil, m
		}
		h.mu.Lock()
		if !to.retired {
			to.busy++
			h.flying[string(m.ID)] = to
			h.mu.Unlock()
			return to, request
		}
		h.mu.Unlock() // replaced since then: there is another one by now
	}
}

// ask makes a request at the server that it has boarded.
func (h *hub) ask(to *member, m, request wire.Message) []byte {
	defer h.alight(to, m.ID)
	h.mu.Lock()
	hello := h.hello
	h.mu.Unlock()
	if err := to.connect(h.ctx, hello, h.newID); err != nil {
		return wire.Failure(m.ID, wire.ErrorObject(codeUnreached, "the server "+to.part.Name+" cannot be reached"))
	}
	reply := to.call(h.ctx, request)
	if !reply.Answered() {
		return unanswered(m.ID, &reply)
	}
	return reply.Answer.WithID(m.ID).Raw
}

// route finds the server that a request is for, and the request as it knows it.
func (h *hub) route(m wire.Message) (*member, wire.Message) {
	switch m.Method {
	case "tools/call", "prompts/get":
		return h.byName(m, m.Params, func(params json.RawMessage) wire.Message { return m.WithParams(params) })
	case "completion/complete":
		ref := rawjson.Get(m.Params, "ref")
		if rawjson.Get(ref, "uri") != nil {
			return h.byURI(text(rawjson.Get(ref, "uri"))), m
		}
		return h.byName(m, ref, func(ref json.RawMessage) wire.Message {
			return m.WithParams(rawjson.Set(m.Params, "ref", ref))
		})
	case "resources/read", "resources/subscribe", "resources/unsubscribe":
		return h.byURI(text(rawjson.Get(m.Params, "uri"))), m
	}
	if members := h.present(); len(members) == 1 {
		return members[0], m
	}
	return nil, m
}

// byName finds the server that lists the name in an object, and takes its prefix
// off.
func (h *hub) byName(m wire.Message, object json.RawMessage, with func(json.RawMessage) wire.Message) (*member, wire.Message) {
	name, list := text(rawjson.Get(object, "name")), "tools/list"
	if m.Method != "tools/call" {
		list = "prompts/list"
	}
	found := h.lister(list, name)
	if found == nil {
		found = h.seek(list, name)
	}
	if found == nil || found.part.Prefix == "" {
		return found, m
	}
	return found, with(rawjson.Set(object, "name", rawjson.Quote(strings.TrimPrefix(name, found.part.Prefix))))
}

// byURI finds the server that has listed a resource, else the first one that has
// resources at all.
func (h *hub) byURI(uri string) *member {
	h.mu.Lock()
	owner := h.owners[uri]
	h.mu.Unlock()
	if owner != nil {
		return owner
	}
	for _, m := range h.present() {
		if rawjson.Get(rawjson.Get(m.greeting(), "capabilities"), "resources") != nil {
			return m
		}
	}
	return nil
}

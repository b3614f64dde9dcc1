package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/internal/rawjson"
)

// How long a client is kept waiting for servers: when it begins, for those that
// were not late last time; for a list, or for any other server, only as long as
// nobody notices.
const listGrace = 250 * time.Millisecond

// A round is one question to several servers. Its fields are under the hub's lock.
type round struct {
	pending map[*member]bool // who has yet to answer
	over    bool             // the client was answered
	step    chan struct{}    // gets a value each time that somebody has answered
}

// inquire puts a question to servers, each in a goroutine of its own. It says whether
// the client has to be told of the answer where that is late.
func (h *hub) inquire(members []*member, question func(context.Context, *member) []string) *round {
	r := &round{pending: map[*member]bool{}, step: make(chan struct{}, len(members))}
	for _, m := range members {
		r.pending[m] = true
	}
	for _, m := range members {
		h.behind.Go(func() {
			ctx, cancel := context.WithTimeout(h.ctx, memberPatience+listPatience)
			defer cancel()
			changed := question(ctx, m)
			h.mu.Lock()
			delete(r.pending, m)
			m.late = false
			over := r.over
			h.mu.Unlock()
			r.step <- struct{}{}
			if over {
				h.tellChanged(changed)
			}
		})
	}
	return r
}

// wait waits until enough is had of a round, for a while at most.
func (h *hub) wait(r *round, patience time.Duration, enough func() bool) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		h.mu.Lock()
		done := enough()
		h.mu.Unlock()
		if done {
			return
		}
		select {
		case <-r.step:
		case <-timer.C:
			return
		case <-h.ctx.Done():
			return
		}
	}
}

// finish ends the waiting. Who has not answered is not waited for again before it
// has. h.mu is held.
func (r *round) finish() {
	r.over = true
	for m := range r.pending {
		m.late = true
	}
}

// tellChanged tells the client that lists are others by now.
func (h *hub) tellChanged(lists []string) {
	for _, list := range lists {
		changed := wire.Notification("notifications/"+list+"/list_changed", nil)
		h.emit(changed, changed.Raw)
	}
}

// connectAll connects all servers, has their lists, and waits for them a little.
// Of one that comes later the client is told.
func (h *hub) connectAll(params json.RawMessage) {
	members := h.present()
	known := h.gateway.lateOnes()
	r := h.inquire(members, func(ctx context.Context, m *member) []string {
		slow := time.AfterFunc(listPatience, func() { h.gateway.setLate(m.part.Name, true) })
		var changed []string
		for _, method := range []string{"tools/list", "prompts/list", "resources/list"} {
			if h.fetch(ctx, m, method, params) {
				changed = append(changed, strings.TrimSuffix(method, "/list"))
			}
		}
		if slow.Stop() {
			h.gateway.setLate(m.part.Name, false)
		}
		return changed
	})
	begun := time.Now()
	h.wait(r, listGrace, func() bool { return len(r.pending) == 0 })
	h.wait(r, listPatience-time.Since(begun), func() bool {
		return !slices.ContainsFunc(members, func(m *member) bool { return r.pending[m] && !known[m.part.Name] })
	})
	h.mu.Lock()
	defer h.mu.Unlock()
	r.finish()
}

// lateOnes are the servers that kept a client waiting for too long last time.
func (g *Gateway) lateOnes() map[string]bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	known := make(map[string]bool, len(g.late))
	for name := range g.late {
		known[name] = true
	}
	return known
}

func (g *Gateway) setLate(name string, late bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !late {
		delete(g.late, name)
		return
	}
	if g.late == nil {
		g.late = map[string]bool{}
	}
	g.late[name] = true
}

// list asks all servers at once, and joins what they have. A server that does
// not answer in time is shown as it was last; it empties and delays no other's.
func (h *hub) list(method string) json.RawMessage {
	members := h.present()
	h.mu.Lock()
	hello := h.hello
	prompt := slices.DeleteFunc(slices.Clone(members), func(m *member) bool { return m.late })
	h.mu.Unlock()
	kind, _, _ := strings.Cut(method, "/")
	r := h.inquire(members, func(ctx context.Context, m *member) []string {
		if h.fetch(ctx, m, method, hello) {
			return []string{kind}
		}
		return nil
	})
	h.wait(r, listGrace, func() bool {
		return !slices.ContainsFunc(prompt, func(m *member) bool { return r.pending[m] })
	})
	h.mu.Lock()
	defer h.mu.Unlock()
	r.finish()
	return h.join(method)
}

// join joins the lists of all servers. Of two that have one name, the first has
// it: a client could not tell which of them it calls. h.mu is held.
func (h *hub) join(method string) json.RawMessage {
	joined := []byte(`[]`)
	owners := map[string]*member{}
	for _, m := range h.members {
		for _, item := range m.lists[method] {
			name := text(rawjson.Get(item, "name"))
			if first := owners[name]; first != nil && first != m && named(method) {
				h.warnDoubled(method, name, first, m)
				continue
			}
			owners[name] = m
			joined = rawjson.Append(joined, item)
		}
	}
	return rawjson.Set([]byte(`{}`), listMemberTable[method], joined)
}

// named says whether the items of a list are asked for by their names.
func named(method string) bool { return method == "tools/list" || method == "prompts/list" }

// warnDoubled tells the log, once, that a name is hidden by another server's.
func (h *hub) warnDoubled(method, name string, first, second *member) {
	key := method + " " + name + " " + second.part.Name
	if h.doubled[key] {
		return
	}
	h.doubled[key] = true
	h.log.Warn("two servers have one name: the second one's is left out, give it a prefix", slog.String("method", method),
		slog.String("name", name), slog.String("server", first.part.Name), slog.String("left_out", second.part.Name))
}

// fetch asks one server for a list, page by page, keeps it, and says whether it
// is another than before.
func (h *hub) fetch(ctx context.Context, m *member, method string, hello json.RawMessage) bool {
	if m.connect(ctx, hello, h.newID) != nil {
		return false
	}
	capability, _, _ := strings.Cut(method, "/")
	items := [][]byte{}
	if rawjson.Get(rawjson.Get(m.greeting(), "capabilities"), capability) == nil {
		return h.keep(m, method, items)
	}
	params := json.RawMessage(`{}`)
	for range maxPages {
		reply := m.call(ctx, wire.Request(h.newID(), method, params))
		var page []json.RawMessage
		if json.Unmarshal(rawjson.Get(reply.Answer.Result, listMemberTable[method]), &page) != nil {
			m.log.WarnContext(ctx, "a server does not list what it has", slog.String("server", m.part.Name), slog.String("method", method))
			return false
		}
		for _, item := range page {
			items = append(items, h.own(m, method, item))
		}
		next := rawjson.Get(reply.Answer.Result, "nextCursor")
		if text(next) == "" {
			break
		}
		params = rawjson.Set([]byte(`{}`), "cursor", next)
	}
	return h.keep(m, method, items)
}

// keep keeps a server's list, and says whether it is another than before.
func (h *hub) keep(m *member, method string, items [][]byte) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	changed := !slices.EqualFunc(m.lists[method], items, bytes.Equal)
	m.lists[method] = items
	return changed
}

package gateway

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/gateway/wire"
)

// Reload puts other servers and settings in the place of those that are in
// force, for the sessions under way, too. A server that is reached as before
// keeps its connections, and its calls under way end by the settings that they
// began with. One that has changed is connected anew, and the old connection
// ends with its last call. Where something is wrong with the parts, the error
// says what, and nothing changes.
func (g *Gateway) Reload(parts []Part) error {
	if err := validate(parts); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.Parts, g.late = parts, nil
	for h := range g.hubs {
		h.reload(parts)
	}
	return nil
}

// enter gives a session its servers, and lets it know of later ones.
func (g *Gateway) enter(h *hub) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, part := range g.Parts {
		h.members = append(h.members, h.member(part.own()))
	}
	if g.hubs == nil {
		g.hubs = map[*hub]struct{}{}
	}
	g.hubs[h] = struct{}{}
}

func (g *Gateway) leave(h *hub) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.hubs, h)
}

// reload replaces the session's servers. It does not wait for any.
func (h *hub) reload(parts []Part) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	before := make(map[string]*member, len(h.members))
	for _, m := range h.members {
		before[m.part.Name] = m
	}
	members := make([]*member, 0, len(parts))
	var fresh []*member
	for _, part := range parts {
		part = part.own()
		old := before[part.Name]
		if old != nil && old.part.Prefix == part.Prefix && old.part.Proxy.Server.same(&part.Proxy.Server) {
			delete(before, part.Name)
			old.change(part.Proxy)
			members = append(members, old)
			continue
		}
		m := h.member(part)
		if old != nil && old.part.Prefix == part.Prefix {
			m.lists = maps.Clone(old.lists) // until it has listed its own
		}
		members, fresh = append(members, m), append(fresh, m)
	}
	h.members = members
	for _, old := range before {
		h.retire(old)
	}
	maps.DeleteFunc(h.owners, func(_ string, m *member) bool { return m.retired })
	if len(fresh)+len(before) > 0 && h.hello != nil {
		h.work.Add(1)
		go h.announce(fresh, h.hello, h.level)
	}
}

// retire lets a server end with its last call. h.mu is held.
func (h *hub) retire(m *member) {
	m.retired = true
	h.leaving[m] = struct{}{}
	if m.busy == 0 {
		h.work.Add(1)
		go h.part(m)
	}
}

// part closes a server that has no more calls.
func (h *hub) part(m *member) {
	defer h.work.Done()
	m.close()
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.leaving, m)
}

// alight ends a request at a server.
func (h *hub) alight(m *member, id json.RawMessage) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.flying, string(id))
	if m.busy--; m.busy == 0 && m.retired {
		h.work.Add(1)
		go h.part(m)
	}
}

// announce connects new servers, and tells the client that the lists are others.
func (h *hub) announce(fresh []*member, hello json.RawMessage, level wire.Message) {
	defer h.work.Done()
	var asking sync.WaitGroup
	for _, m := range fresh {
		asking.Go(func() {
			for _, method := range slices.Sorted(maps.Keys(listMemberTable)) {
				h.fetch(h.ctx, m, method, hello)
			}
			if level.Method != "" {
				m.call(h.ctx, level.WithID(h.newID()))
			}
		})
	}
	asking.Wait()
	for _, list := range []string{"tools", "prompts", "resources"} {
		changed := wire.Notification("notifications/"+list+"/list_changed", nil)
		h.emit(changed, changed.Raw)
	}
}

// same says whether a connection to one server is as good as one to the other.
func (s *Server) same(other *Server) bool {
	return slices.Equal(s.Command, other.Command) && slices.Equal(s.Env, other.Env) &&
		s.Dir == other.Dir && s.URL == other.URL && s.Source == other.Source
}

// adopt returns the proxy with the settings of another one: what its connection
// was made with stays.
func (p *Proxy) adopt(next *Proxy) *Proxy {
	changed := *p
	changed.Policy, changed.Tools, changed.Distrust = next.Policy, next.Tools, next.Distrust
	changed.Rules, changed.Renderer = next.Rules, next.Renderer
	changed.Deadline, changed.Clients = next.Deadline, next.Clients
	changed.Escalate, changed.Mark = next.Escalate, next.Mark
	return &changed
}

// sound says whether a guard can be made by the operator's settings at all.
func (p *Proxy) sound() error {
	policy := p.policy(defaultPatience)
	_, err := sequitur.New(sequitur.Config{Policy: &policy, Tools: p.Tools, Rules: p.Rules, Renderer: p.Renderer})
	return err
}

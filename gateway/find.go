package gateway

import (
	"context"
	"strings"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/adapter/mcpguard"
	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/tool"
)

// lister returns the first server that lists a name, as clients see it.
func (h *hub) lister(list, name string) *member {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.listerOf(list, name)
}

func (h *hub) listerOf(list, name string) *member {
	for _, m := range h.members {
		for _, item := range m.lists[list] {
			if text(rawjson.Get(item, "name")) == name {
				return m
			}
		}
	}
	return nil
}

// seek asks for the lists where no list has a name yet: the server may have it
// since a moment ago, or the client has not asked for lists. A name that is on no
// list is nobody's, unless a server that it can be of has never listed anything.
func (h *hub) seek(list, name string) *member {
	var members []*member
	for _, m := range h.present() {
		if strings.HasPrefix(name, m.part.Prefix) {
			members = append(members, m)
		}
	}
	h.mu.Lock()
	hello := h.hello
	h.mu.Unlock()
	kind, _, _ := strings.Cut(list, "/")
	r := h.inquire(members, func(ctx context.Context, m *member) []string {
		if h.fetch(ctx, m, list, hello) {
			return []string{kind}
		}
		return nil
	})
	h.wait(r, listPatience, func() bool { return len(r.pending) == 0 || h.listerOf(list, name) != nil })
	h.mu.Lock()
	defer h.mu.Unlock()
	r.over = true
	found := h.listerOf(list, name)
	if found != nil {
		return found
	}
	for _, m := range members {
		_, listed := m.lists[list]
		if !listed && (found == nil || len(m.part.Prefix) > len(found.part.Prefix)) {
			found = m
		}
	}
	return found
}

// unknownTool answers a call of a tool that no server lists. No server is asked.
func (h *hub) unknownTool(m wire.Message) []byte {
	call := tool.Call{
		ID: strings.Trim(string(m.ID), `"`), Tool: text(rawjson.Get(m.Params, "name")), Args: rawjson.Get(m.Params, "arguments"),
	}
	unknown := tool.Outcome{
		Channel: tool.ChannelMCPError, Phase: tool.PhaseNotSent, Flag: tool.FlagFailure,
		Body: string(wire.ErrorObject(codeInvalidParams, "Unknown tool: "+call.Tool)),
	}
	members := h.present()
	if len(members) == 0 {
		return wire.Failure(m.ID, []byte(unknown.Body))
	}
	proxy := members[0].settings()
	guard, err := sequitur.New(sequitur.Config{
		Tools: h.names(), Renderer: proxy.Renderer, Recorder: proxy.Recorder,
		Rules: []fault.Rule{{Name: "on no list", Text: "Unknown tool", Kind: fault.UnknownTool}},
	})
	if err != nil || proxy.Shadow || proxy.Unguarded {
		return wire.Failure(m.ID, []byte(unknown.Body))
	}
	answered := tool.InvokerFunc(func(context.Context, tool.Call) tool.Outcome { return unknown })
	return wire.Result(m.ID, mcpguard.Result(guard.Wrap(answered).Invoke(h.ctx, call), mcpguard.Shape{}))
}

// names are the tools that there are, as clients see them.
func (h *hub) names() []tool.Spec {
	h.mu.Lock()
	defer h.mu.Unlock()
	seen := map[string]bool{}
	var specs []tool.Spec
	for _, m := range h.members {
		for _, item := range m.lists["tools/list"] {
			if name := text(rawjson.Get(item, "name")); name != "" && !seen[name] {
				seen[name] = true
				specs = append(specs, tool.Spec{Name: name, Upstream: m.part.Name})
			}
		}
	}
	return specs
}

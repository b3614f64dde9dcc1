package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/internal/rawjson"
)

// listMemberTable has the members of results that hold lists, by their method.
var listMemberTable = map[string]string{
	"tools/list": "tools", "prompts/list": "prompts", "resources/list": "resources", "resources/templates/list": "resourceTemplates",
}

// latestVersion is the protocol that we speak where no server says which.
const latestVersion = "2025-06-18"

// initialize connects all servers and returns what they can do together. Those
// that are not there are left out, and tried again when they are asked.
func (h *hub) initialize(params json.RawMessage) json.RawMessage {
	h.connectAll(params)
	version := ""
	capabilities := []byte(`{}`)
	var instructions []string
	for _, m := range h.present() {
		greeting := m.greeting()
		if greeting == nil {
			continue
		}
		if v := text(rawjson.Get(greeting, "protocolVersion")); version == "" || v != "" && v < version {
			version = v // dates: the oldest is understood by all
		}
		can, err := rawjson.Members(rawjson.Get(greeting, "capabilities"))
		if err != nil {
			continue
		}
		for _, c := range can {
			capabilities = rawjson.Set(capabilities, c.Name, united(rawjson.Get(capabilities, c.Name), c.Value))
		}
		if words := text(rawjson.Get(greeting, "instructions")); words != "" {
			instructions = append(instructions, words)
		}
	}
	if version == "" {
		version = latestVersion
	}
	result := rawjson.Set([]byte(`{}`), "protocolVersion", rawjson.Quote(version))
	result = rawjson.Set(result, "capabilities", capabilities)
	info := rawjson.Set([]byte(`{"name":"`+ourName+`"}`), "version", rawjson.Quote(h.gateway.Version))
	result = rawjson.Set(result, "serverInfo", info)
	if len(instructions) > 0 {
		result = rawjson.Set(result, "instructions", rawjson.Quote(strings.Join(instructions, "\n\n")))
	}
	return result
}

// connectAll connects all servers, and waits for them a little. Of one that comes
// later the client is told.
func (h *hub) connectAll(params json.RawMessage) {
	var connecting sync.WaitGroup
	var late atomic.Bool
	for _, m := range h.present() {
		connecting.Add(1)
		h.work.Go(func() {
			err := m.connect(h.ctx, params, h.newID) // without it the server is left out
			connecting.Done()
			if err == nil && late.Load() {
				changed := wire.Notification("notifications/tools/list_changed", nil)
				h.emit(changed, changed.Raw)
			}
		})
	}
	done := make(chan struct{})
	go func() { connecting.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(listPatience):
		late.Store(true)
	case <-h.ctx.Done():
	}
}

// united joins one capability of two servers: what either can, both can.
func united(a, b json.RawMessage) json.RawMessage {
	members, err := rawjson.Members(b)
	if a == nil || err != nil {
		return b
	}
	for _, m := range members {
		if bytes.Equal(rawjson.Get(a, m.Name), []byte("true")) {
			continue
		}
		a = rawjson.Set(a, m.Name, m.Value)
	}
	return a
}

// list asks all servers at once, and joins what they have. A server that does
// not answer in time is shown as it was last; it empties and delays no other's.
func (h *hub) list(method string) json.RawMessage {
	ctx, cancel := context.WithTimeout(h.ctx, listPatience)
	defer cancel()
	h.mu.Lock()
	hello := h.hello
	h.mu.Unlock()
	var asking sync.WaitGroup
	done := make(chan struct{})
	for _, m := range h.present() {
		asking.Go(func() { h.fetch(ctx, m, method, hello) })
	}
	go func() { asking.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
	joined := []byte(`[]`)
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, m := range h.members {
		for _, item := range m.lists[method] {
			joined = rawjson.Append(joined, item)
		}
	}
	return rawjson.Set([]byte(`{}`), listMemberTable[method], joined)
}

// fetch asks one server for a list, page by page, and keeps it.
func (h *hub) fetch(ctx context.Context, m *member, method string, hello json.RawMessage) {
	capability, _, _ := strings.Cut(method, "/")
	if m.connect(ctx, hello, h.newID) != nil || rawjson.Get(rawjson.Get(m.greeting(), "capabilities"), capability) == nil {
		return
	}
	var items [][]byte
	params := json.RawMessage(`{}`)
	for range maxPages {
		reply := m.call(ctx, wire.Request(h.newID(), method, params))
		var page []json.RawMessage
		if json.Unmarshal(rawjson.Get(reply.Answer.Result, listMemberTable[method]), &page) != nil {
			m.log.WarnContext(ctx, "a server does not list what it has", slog.String("server", m.part.Name), slog.String("method", method))
			return
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
	h.mu.Lock()
	defer h.mu.Unlock()
	m.lists[method] = items
}

// own marks an item as its server's: by the prefix of its name, or in the books.
func (h *hub) own(m *member, method string, item json.RawMessage) []byte {
	switch method {
	case "tools/list", "prompts/list":
		if m.part.Prefix != "" {
			return rawjson.Set(item, "name", rawjson.Quote(m.part.Prefix+text(rawjson.Get(item, "name"))))
		}
	case "resources/list":
		h.mu.Lock()
		if !m.retired {
			h.owners[text(rawjson.Get(item, "uri"))] = m
		}
		h.mu.Unlock()
	}
	return item
}

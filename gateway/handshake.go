package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/internal/rawjson"
)

// A handshake is what the client has told the server of the session. A server
// that was started again, or has lost the session, is told it again.
type handshake struct {
	mu         sync.Mutex
	initialize json.RawMessage // the client's parameters, nil before they were accepted
	version    string
	confirmed  bool
	level      json.RawMessage            // the parameters of the last logging/setLevel
	subscribed map[string]json.RawMessage // those of resources/subscribe, by URI
}

// note learns from a request of the client that the server has answered.
func (h *handshake) note(m, answer *wire.Message) {
	if answer.Result == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch m.Method {
	case "initialize":
		h.initialize = m.Params
		_ = json.Unmarshal(rawjson.Get(answer.Result, "protocolVersion"), &h.version) // else ""
	case "logging/setLevel":
		h.level = m.Params
	case "resources/subscribe":
		if h.subscribed == nil {
			h.subscribed = map[string]json.RawMessage{}
		}
		h.subscribed[string(rawjson.Get(m.Params, "uri"))] = m.Params
	case "resources/unsubscribe":
		delete(h.subscribed, string(rawjson.Get(m.Params, "uri")))
	}
}

func (h *handshake) confirm() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.confirmed = true
}

// told returns the requests that tell it all again, but for the first.
func (h *handshake) told(id func() json.RawMessage) []wire.Message {
	h.mu.Lock()
	defer h.mu.Unlock()
	var requests []wire.Message
	if h.level != nil {
		requests = append(requests, wire.Request(id(), "logging/setLevel", h.level))
	}
	for _, uri := range slices.Sorted(maps.Keys(h.subscribed)) {
		requests = append(requests, wire.Request(id(), "resources/subscribe", h.subscribed[uri]))
	}
	return requests
}

// conversation is what a handshake is told over.
type conversation struct {
	call func(context.Context, wire.Message) wire.Reply
	send func(context.Context, wire.Message) error
	id   func() json.RawMessage
	link link
}

// replay tells the server again what its predecessor was told. A session that
// was never begun needs nothing.
func (h *handshake) replay(ctx context.Context, c conversation) error {
	h.mu.Lock()
	initialize, confirmed := h.initialize, h.confirmed
	h.mu.Unlock()
	if initialize == nil {
		return nil
	}
	reply := c.call(ctx, wire.Request(c.id(), "initialize", initialize))
	if reply.Answer.Result == nil {
		return fmt.Errorf("the server does not accept the client again: %w", errors.Join(reply.Err, answerError(&reply)))
	}
	var version string
	_ = json.Unmarshal(rawjson.Get(reply.Answer.Result, "protocolVersion"), &version) // else ""
	c.link.accepted(version)
	if !confirmed {
		return nil
	}
	if err := c.send(ctx, wire.Notification("notifications/initialized", nil)); err != nil {
		return err
	}
	c.link.ready()
	for _, request := range h.told(c.id) {
		c.call(ctx, request) // a server that refuses this one works all the same
	}
	return nil
}

// answerError is the error of a JSON-RPC answer, nil where there is none.
func answerError(r *wire.Reply) error {
	if r.Answer.Error == nil {
		return nil
	}
	return fmt.Errorf("JSON-RPC error %s", rawjson.Get(r.Answer.Error, "code"))
}

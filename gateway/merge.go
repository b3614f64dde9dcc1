package gateway

import (
	"bytes"
	"encoding/json"
	"strings"

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
		if greeting == nil { // its tools may come later, and the client has to listen for that
			capabilities = rawjson.Set(capabilities, "tools", united(rawjson.Get(capabilities, "tools"), json.RawMessage(`{"listChanged":true}`)))
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

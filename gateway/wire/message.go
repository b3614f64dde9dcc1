package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sequitur-go/sequitur/internal/rawjson"
)

// A Message is one JSON-RPC message in its own bytes, and where its parts are.
type Message struct {
	// Raw is the whole message, without a line's end.
	Raw []byte
	// ID is the identifier as it is written, nil where there is none.
	ID json.RawMessage
	// Method is "" in an answer.
	Method string
	Params json.RawMessage
	Result json.RawMessage
	// Error is the error object of a failed answer, nil else.
	Error json.RawMessage

	idStart int
}

// ErrNoMessage says that a text is no JSON-RPC message.
var ErrNoMessage = errors.New("no JSON-RPC message")

// Parse reads one message. It keeps raw.
func Parse(raw []byte) (Message, error) {
	raw = bytes.TrimSpace(raw)
	if !json.Valid(raw) {
		return Message{}, fmt.Errorf("%w: no valid JSON", ErrNoMessage)
	}
	members, err := rawjson.Members(raw)
	if err != nil {
		return Message{}, fmt.Errorf("%w: %w", ErrNoMessage, err)
	}
	m := Message{Raw: raw}
	for i := range members {
		value := members[i].Value
		switch members[i].Name {
		case "id":
			if !bytes.Equal(value, []byte("null")) {
				m.ID, m.idStart = value, members[i].Start
			}
		case "method":
			if err := json.Unmarshal(value, &m.Method); err != nil {
				return Message{}, fmt.Errorf("%w: method must be a string", ErrNoMessage)
			}
		case "params":
			m.Params = value
		case "result":
			m.Result = value
		case "error":
			m.Error = value
		}
	}
	if m.Method == "" && m.Result == nil && m.Error == nil {
		return Message{}, fmt.Errorf("%w: neither method nor result nor error", ErrNoMessage)
	}
	return m, nil
}

// unfinished is the identifier of an answer that holds neither a result nor an
// error, nil where a text that [Parse] has refused is anything else.
func unfinished(raw []byte) json.RawMessage {
	if len(raw) == 0 || raw[0] != '{' || !json.Valid(raw) || rawjson.Get(raw, "method") != nil {
		return nil
	}
	id := rawjson.Get(raw, "id")
	if bytes.Equal(id, []byte("null")) {
		return nil
	}
	return id
}

// head is the part of a message that is kept of one that is no good.
func head(raw []byte) string { return string(raw[:min(len(raw), maxHead)]) }

// SameID says whether two identifiers are one, however a string is escaped.
func SameID(a, b json.RawMessage) bool { return a != nil && key(a) == key(b) }

// key is what an identifier is compared by.
func key(id json.RawMessage) string {
	if len(id) > 0 && id[0] == '"' {
		if text, err := rawjson.Unquote(id); err == nil {
			return `"` + text
		}
	}
	return string(id)
}

// IsRequest says whether the message asks for an answer.
func (m *Message) IsRequest() bool { return m.Method != "" && m.ID != nil }

// IsNotification says whether the message asks for nothing.
func (m *Message) IsNotification() bool { return m.Method != "" && m.ID == nil }

// IsAnswer says whether the message answers a request.
func (m *Message) IsAnswer() bool { return m.Method == "" }

// WithID returns the message under another identifier. All other bytes stay as
// they are.
func (m Message) WithID(id json.RawMessage) Message {
	if m.ID == nil || bytes.Equal(m.ID, id) {
		return m
	}
	moved := m
	moved.Raw = bytes.Join([][]byte{m.Raw[:m.idStart], id, m.Raw[m.idStart+len(m.ID):]}, nil)
	moved.ID = id
	return moved
}

// WithParams returns the message with other parameters.
func (m Message) WithParams(params json.RawMessage) Message {
	changed, err := Parse(rawjson.Set(m.Raw, "params", params))
	if err != nil {
		return m // params were no JSON
	}
	return changed
}

// Request makes a request. params may be nil.
func Request(id json.RawMessage, method string, params json.RawMessage) Message {
	return build(method, params, id)
}

// Notification makes a notification. params may be nil.
func Notification(method string, params json.RawMessage) Message {
	return build(method, params, nil)
}

func build(method string, params, id json.RawMessage) Message {
	var b bytes.Buffer
	b.WriteString(`{"jsonrpc":"2.0"`)
	m := Message{Method: method, Params: params, ID: id}
	if id != nil {
		b.WriteString(`,"id":`)
		m.idStart = b.Len()
		b.Write(id)
	}
	b.WriteString(`,"method":`)
	b.Write(rawjson.Quote(method))
	if params != nil {
		b.WriteString(`,"params":`)
		b.Write(params)
	}
	b.WriteByte('}')
	m.Raw = b.Bytes()
	return m
}

// Result makes the answer of a request that succeeded.
func Result[T ~[]byte | ~string](id json.RawMessage, result T) []byte {
	raw := make([]byte, 0, len(result)+len(id)+64)
	raw = append(raw, `{"jsonrpc":"2.0","id":`...)
	raw = append(raw, id...)
	raw = append(raw, `,"result":`...)
	raw = append(raw, result...)
	return append(raw, '}')
}

// Failure makes the answer of a request that failed, from an error object.
func Failure(id, failure json.RawMessage) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	return bytes.Join([][]byte{[]byte(`{"jsonrpc":"2.0","id":`), id, []byte(`,"error":`), failure, {'}'}}, nil)
}

// ErrorObject makes an error object.
func ErrorObject(code int, message string) json.RawMessage {
	return fmt.Appendf(nil, `{"code":%d,"message":%s}`, code, rawjson.Quote(message))
}

// Batch splits a JSON array into its elements; a single message is a batch of
// one. What is no valid JSON comes back as it is, for [Parse] to refuse.
func Batch(raw []byte) [][]byte {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || raw[0] != '[' {
		return [][]byte{raw}
	}
	var elements []json.RawMessage
	if json.Unmarshal(raw, &elements) != nil || len(elements) == 0 {
		return [][]byte{raw}
	}
	split := make([][]byte, len(elements))
	for i, element := range elements {
		split[i] = element
	}
	return split
}

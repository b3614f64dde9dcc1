package recovery

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"unicode/utf8"
)

// Fingerprint returns a short name of a call's arguments that is the same for
// the same JSON however it is spelt: the order of keys, white space and escapes
// do not count. Numbers count as they are written, so that no digit is lost. No
// arguments are the empty object. What is no JSON, or names a key twice, counts
// byte by byte.
func Fingerprint(args json.RawMessage) string {
	normal, ok := normalise(args)
	prefix := "json:"
	if !ok {
		prefix, normal = "text:", args
	}
	h := sha256.New()
	h.Write([]byte(prefix))
	h.Write(normal)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// normalise returns the one spelling of a JSON value.
func normalise(args json.RawMessage) ([]byte, bool) {
	args = bytes.TrimSpace(args)
	if len(args) == 0 || string(args) == "null" {
		return []byte("{}"), true
	}
	if !utf8.Valid(args) {
		return nil, false // decoding would make different bytes equal
	}
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	v, ok := readValue(d, 0)
	if !ok {
		return nil, false
	}
	if _, err := d.Token(); err != io.EOF { //nolint:errorlint // the decoder returns it bare
		return nil, false
	}
	normal, err := json.Marshal(v)
	return normal, err == nil
}

// deepest is how deeply arguments may be nested to be understood.
const deepest = 200

// readValue reads one value. Unlike [json.Unmarshal] it does not accept a key
// that stands twice: readers differ in which one they take.
func readValue(d *json.Decoder, depth int) (any, bool) {
	token, err := d.Token()
	if err != nil || depth > deepest {
		return nil, false
	}
	switch token {
	case json.Delim('{'):
		return readObject(d, depth)
	case json.Delim('['):
		return readArray(d, depth)
	}
	return token, true
}

func readObject(d *json.Decoder, depth int) (any, bool) {
	object := map[string]any{}
	for d.More() {
		key, err := d.Token()
		name, isName := key.(string)
		if err != nil || !isName {
			return nil, false
		}
		if _, twice := object[name]; twice {
			return nil, false
		}
		value, ok := readValue(d, depth+1)
		if !ok {
			return nil, false
		}
		object[name] = value
	}
	_, err := d.Token()
	return object, err == nil
}

func readArray(d *json.Decoder, depth int) (any, bool) {
	array := []any{}
	for d.More() {
		value, ok := readValue(d, depth+1)
		if !ok {
			return nil, false
		}
		array = append(array, value)
	}
	_, err := d.Token()
	return array, err == nil
}

// stateKey names one entry of a store: the parts are hashed with their lengths,
// so that no part can pass for another, and so that no store shows what they say.
func stateKey(prefix string, parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		n := uint64(len(part))
		h.Write([]byte{
			byte(n >> 56), byte(n >> 48), byte(n >> 40), byte(n >> 32), byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n),
		})
		h.Write([]byte(part))
	}
	return prefix + hex.EncodeToString(h.Sum(nil)[:16])
}

package httpguard

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"unicode/utf8"
)

// replay gives a request's body once per attempt.
type replay struct {
	original io.ReadCloser                 // the request's own, nil where it has none
	again    func() (io.ReadCloser, error) // nil where it can be read only once
	known    []byte                        // the whole body, where it was kept
	head     []byte                        // what was read of a body that is too long to keep
	used     bool
}

// replayable makes the body of a request repeatable, where it can be.
func replayable(req *http.Request, limit int64) (*replay, error) {
	r := &replay{original: req.Body, again: req.GetBody}
	switch {
	case req.Body == nil || req.Body == http.NoBody:
		r.original = nil
		r.again = func() (io.ReadCloser, error) { return req.Body, nil }
		return r, nil
	case req.GetBody != nil:
		return r, r.peek(limit)
	case limit == 0:
		return r, nil
	}
	head, err := io.ReadAll(io.LimitReader(req.Body, limit+1))
	if err != nil {
		r.close()
		return nil, fmt.Errorf("read the request's body: %w", err)
	}
	if int64(len(head)) > limit {
		r.head = head
		return r, nil
	}
	r.close()
	r.original, r.known = nil, head
	r.again = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(head)), nil }
	return r, nil
}

// peek reads a copy of a short body, so that calls can be compared.
func (r *replay) peek(limit int64) error {
	body, err := r.again()
	if err != nil {
		r.close()
		return fmt.Errorf("copy the request's body: %w", err)
	}
	defer func() { _ = body.Close() }() // a copy that was only read
	data, err := io.ReadAll(io.LimitReader(body, limit+1))
	if err == nil && int64(len(data)) <= limit {
		r.known = data
	}
	return nil // one that cannot be read fails when it is sent
}

// next returns the body for the next attempt.
func (r *replay) next() (io.ReadCloser, error) {
	first := !r.used
	r.used = true
	switch {
	case first && r.original != nil && r.head != nil:
		return struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(r.head), r.original), r.original}, nil
	case first && r.original != nil:
		return r.original, nil
	case r.again == nil:
		return nil, ErrNotReplayable
	default:
		return r.again()
	}
}

// close closes the request's own body where no attempt did.
func (r *replay) close() {
	if r.original != nil && !r.used {
		_ = r.original.Close() // nothing was written
	}
}

// maxArgument bounds the part of a body that stands in a call's arguments.
const maxArgument = 16 << 10

// arguments describes a request so that equal requests have equal arguments.
func (t *Transport) arguments(req *http.Request, body *replay) json.RawMessage {
	address := *req.URL
	address.User = nil
	described := struct {
		URL  string `json:"url"`
		Body any    `json:"body,omitempty"`
		// Digest stands for a body that is long or no text, and Stream for one
		// that cannot be compared with any other.
		Digest string `json:"body_sha256,omitempty"`
		Stream uint64 `json:"body_stream,omitempty"`
	}{URL: address.String()}
	switch {
	case body.original == nil && len(body.known) == 0:
	case body.known == nil:
		described.Stream = t.counter.next()
	case len(body.known) > maxArgument || !utf8.Valid(body.known):
		sum := sha256.Sum256(body.known)
		described.Digest = hex.EncodeToString(sum[:])
	case json.Valid(body.known):
		described.Body = json.RawMessage(body.known)
	default:
		described.Body = string(body.known)
	}
	args, err := json.Marshal(described)
	if err != nil {
		return nil // texts and valid JSON always marshal
	}
	return args
}

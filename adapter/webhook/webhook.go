// Package webhook tells an HTTP endpoint of escalations: faults that no retry will
// cure, and that somebody in charge has to know.
//
// Each message is signed, so that its receiver can tell it from anybody else's:
// the field Sequitur-Signature holds "t=UNIX,v1=HEX", where HEX is the HMAC-SHA256
// of "UNIX." and the body under the shared secret.
package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// SignatureField is the header field of the signature.
const SignatureField = "Sequitur-Signature"

// A Message is what an endpoint is told. It holds no contents of the call.
type Message struct {
	Type      string    `json:"type"` // "escalation"
	ID        string    `json:"id"`   // the same over all tries of one message
	Time      time.Time `json:"time"`
	Run       string    `json:"run,omitempty"`
	Tool      string    `json:"tool"`
	CallID    string    `json:"call_id,omitempty"`
	Principal string    `json:"principal,omitempty"`
	Fault     string    `json:"fault"`
	Reason    string    `json:"reason"`
	ErrorID   string    `json:"error_id"`
}

// A Hook sends messages to one endpoint, one after the other, beside the calls.
// Open makes it.
type Hook struct {
	cfg   Config
	queue chan Message
	ended chan struct{}
	stop  context.CancelFunc

	closing sync.Once
}

// Config says where messages go. URL has to be set.
type Config struct {
	URL string
	// Secret signs the messages; empty leaves them unsigned.
	Secret []byte
	// Client sends them; nil has ten seconds for each.
	Client *http.Client
	// Attempts bounds the tries of one message, 0 is 4; Base is the wait after
	// the first one, which doubles, 0 is a second.
	Attempts int
	Base     time.Duration
	// Queue bounds the messages that wait, 0 is 256. What does not fit is dropped,
	// and told to OnError: an agent's call waits for no endpoint.
	Queue int
	// OnError is told of each message that could not be delivered; nil tells
	// nobody.
	OnError func(error)
}

// ErrFull says that too many messages were waiting.
var ErrFull = errors.New("webhook: too many messages are waiting")

// Open returns a hook that sends until it is closed.
func Open(cfg Config) *Hook {
	if cfg.Client == nil {
		cfg.Client = &http.Client{Timeout: 10 * time.Second}
	}
	if cfg.Attempts <= 0 {
		cfg.Attempts = 4
	}
	if cfg.Base <= 0 {
		cfg.Base = time.Second
	}
	if cfg.Queue <= 0 {
		cfg.Queue = 256
	}
	ctx, stop := context.WithCancel(context.Background())
	h := &Hook{cfg: cfg, queue: make(chan Message, cfg.Queue), ended: make(chan struct{}), stop: stop}
	go h.run(ctx)
	return h
}

// Send queues a message. It never waits.
func (h *Hook) Send(m Message) {
	select {
	case h.queue <- m:
	default:
		h.failed(ErrFull)
	}
}

// Close sends what is waiting, until ctx ends. Nothing may be sent any more.
func (h *Hook) Close(ctx context.Context) error {
	h.closing.Do(func() { close(h.queue) })
	defer h.stop()
	select {
	case <-h.ended:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("webhook: %w", context.Cause(ctx))
	}
}

func (h *Hook) run(ctx context.Context) {
	defer close(h.ended)
	for m := range h.queue {
		if err := h.deliver(ctx, m); err != nil {
			h.failed(fmt.Errorf("webhook: %s: %w", m.ErrorID, err))
		}
	}
}

func (h *Hook) failed(err error) {
	if h.cfg.OnError != nil {
		h.cfg.OnError(err)
	}
}

// deliver tries until the endpoint takes the message or refuses it for good. An
// endpoint may be told twice: the message's ID says so.
func (h *Hook) deliver(ctx context.Context, m Message) error {
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	wait := h.cfg.Base
	for attempt := 1; ; attempt++ {
		again, err := h.post(ctx, body)
		if err == nil || !again || attempt >= h.cfg.Attempts {
			return err
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return err
		}
		wait *= 2
	}
}

// post makes one try, and says whether another one could help.
func (h *Hook) post(ctx context.Context, body []byte) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.cfg.URL, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	req.Header.Set("Content-Type", "application/json")
	if len(h.cfg.Secret) > 0 {
		req.Header.Set(SignatureField, Sign(h.cfg.Secret, time.Now(), body))
	}
	response, err := h.cfg.Client.Do(req)
	if err != nil {
		return true, errors.New("the endpoint did not answer") // the error holds its address
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10)) // so that the connection can be used again
	_ = response.Body.Close()
	switch {
	case response.StatusCode < http.StatusMultipleChoices:
		return false, nil
	case response.StatusCode == http.StatusTooManyRequests || response.StatusCode >= http.StatusInternalServerError:
		return true, fmt.Errorf("the endpoint answers %d", response.StatusCode)
	default:
		return false, fmt.Errorf("the endpoint refuses with %d", response.StatusCode)
	}
}

// Sign returns the signature of a body at a time.
func Sign(secret []byte, at time.Time, body []byte) string {
	stamp := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(stamp + "."))
	mac.Write(body)
	return "t=" + stamp + ",v1=" + hex.EncodeToString(mac.Sum(nil))
}

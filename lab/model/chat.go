package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Chat is a client for a server that speaks OpenAI chat completions. It retries
// nothing unless it is told to: what an experiment measures must not be hidden
// below it.
type Chat struct {
	// URL is the API's base, Name the model's name there.
	URL, Name string
	// Key is sent as a bearer token; "" sends none.
	Key string
	// Timeout bounds one request with its answer; 0 is three minutes.
	Timeout time.Duration
	// Temperature is that of the sampling; nil is 0.7.
	Temperature *float64
	// MaxTokens bounds an answer; 0 is 1024.
	MaxTokens int
	// Retries is how often a request is repeated after a failure that passes.
	Retries int
	// Client makes the requests; nil is the default client.
	Client *http.Client
}

const (
	defaultTimeout     = 3 * time.Minute
	defaultTemperature = 0.7
	defaultMaxTokens   = 1024
	maxReply           = 16 << 20
	maxDetail          = 300
)

// Scripted says no.
func (*Chat) Scripted() bool { return false }

// Trial returns the model for a trial; its seed is sent along, so that a server
// that obeys it repeats the trial, and no other one.
func (c *Chat) Trial(trial Trial) Model {
	return chatTrial{chat: c, seed: int64((trial.Seed*1_000_003 + uint64(trial.Round)*10_007 + uint64(trial.Index)) & 0x7fffffff)} //nolint:gosec // masked
}

type chatTrial struct {
	chat *Chat
	seed int64
}

// Next asks the server for a turn.
func (t chatTrial) Next(ctx context.Context, req Request) (Turn, error) {
	c := t.chat
	temperature := defaultTemperature
	if c.Temperature != nil {
		temperature = *c.Temperature
	}
	maxTokens := c.MaxTokens
	if maxTokens == 0 {
		maxTokens = defaultMaxTokens
	}
	body, err := json.Marshal(wireRequest{
		Model: c.Name, Messages: messages(req.Messages), Tools: definitions(req.Tools),
		Temperature: &temperature, MaxTokens: maxTokens, Seed: &t.seed,
	})
	if err != nil {
		return Turn{}, fmt.Errorf("write the request to the model: %w", err)
	}
	for attempt := 0; ; attempt++ {
		turn, err := c.ask(ctx, body)
		var e *Error
		if err == nil || attempt >= c.Retries || !errors.As(err, &e) || e.Final() {
			return turn, err
		}
		if err := pause(ctx, max(e.RetryAfter, time.Second<<min(attempt, 5))); err != nil {
			return Turn{}, err
		}
	}
}

// ask makes one request.
func (c *Chat) ask(ctx context.Context, body []byte) (Turn, error) {
	timeout := c.Timeout
	if timeout == 0 {
		timeout = defaultTimeout
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(limited, http.MethodPost, c.URL+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return Turn{}, &Error{Failure: Refused, Detail: "bad URL", cause: err}
	}
	req.Header.Set("Content-Type", "application/json")
	if c.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.Key)
	}
	client := c.Client
	if client == nil {
		client = http.DefaultClient
	}
	resp, err := client.Do(req)
	if err != nil {
		return Turn{}, broken(ctx, err, Unreachable)
	}
	defer resp.Body.Close() //nolint:errcheck // read to its end, or given up
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxReply))
	if err != nil {
		return Turn{}, broken(ctx, err, CutOff)
	}
	if resp.StatusCode != http.StatusOK {
		return Turn{}, refused(resp, data)
	}
	var reply wireResponse
	if err := json.Unmarshal(data, &reply); err != nil {
		failure := Malformed
		if strings.Contains(err.Error(), "unexpected end") {
			failure = CutOff
		}
		return Turn{}, &Error{Failure: failure, Detail: quote(data), cause: err}
	}
	turn, ok := reply.turn()
	if !ok {
		return Turn{}, &Error{Failure: Malformed, Detail: quote(data)}
	}
	return turn, nil
}

// broken is the error of a request without a whole answer. The caller's own end
// is no failure of the server.
func broken(ctx context.Context, err error, failure Failure) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &Error{Failure: TimedOut, cause: err}
	}
	return &Error{Failure: failure, Detail: err.Error(), cause: err}
}

// refused is the error of an answer with another status than 200.
func refused(resp *http.Response, data []byte) error {
	e := &Error{Status: resp.StatusCode, Detail: sentence(data)}
	switch {
	case resp.StatusCode == http.StatusTooManyRequests:
		e.Failure = RateLimited
		if seconds, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && seconds > 0 {
			e.RetryAfter = time.Duration(min(seconds, 300)) * time.Second
		}
	case resp.StatusCode >= http.StatusInternalServerError:
		e.Failure = ServerError
	default:
		e.Failure = Refused
	}
	return e
}

// sentence finds the server's own words in an error body.
func sentence(data []byte) string {
	var body struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(data, &body) != nil || body.Error == nil {
		return quote(data)
	}
	var inner struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(body.Error, &inner) == nil && inner.Message != "" {
		return quote([]byte(inner.Message))
	}
	var text string
	if json.Unmarshal(body.Error, &text) == nil {
		return quote([]byte(text))
	}
	return quote(data)
}

// quote caps a text, and makes it one printable line.
func quote(data []byte) string {
	text := strings.Join(strings.FieldsFunc(string(data), func(r rune) bool { return r < ' ' || r == 0x7f || r == '\uFFFD' }), " ")
	if runes := []rune(text); len(runes) > maxDetail {
		text = string(runes[:maxDetail]) + "…"
	}
	return text
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

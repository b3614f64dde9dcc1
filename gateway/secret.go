package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
)

// A Secret says where a secret comes from: "env:NAME", "file:PATH" or
// "command:COMMAND LINE". A secret itself is never written into a configuration
// or a command line, where others can read it.
type Secret struct {
	kind  string
	place string
}

// ParseSecret reads where a secret comes from.
func ParseSecret(source string) (Secret, error) {
	kind, place, ok := strings.Cut(source, ":")
	if !ok || place == "" || kind != "env" && kind != "file" && kind != "command" {
		return Secret{}, errors.New("must be env:NAME, file:PATH or command:COMMAND LINE")
	}
	return Secret{kind: kind, place: place}, nil
}

// commandPatience bounds the command that gives a secret.
const commandPatience = 30 * time.Second

// Read returns the secret as it is now.
func (s Secret) Read(ctx context.Context) (string, error) {
	var value string
	switch s.kind {
	case "env":
		value = os.Getenv(s.place)
	case "file":
		data, err := os.ReadFile(s.place)
		if err != nil {
			return "", err
		}
		value = string(data)
	default:
		ctx, cancel := context.WithTimeout(ctx, commandPatience)
		defer cancel()
		name, flag := shell()
		cmd := exec.CommandContext(ctx, name, flag, s.place) //nolint:gosec // the operator's own command
		cmd.Stderr = os.Stderr
		data, err := cmd.Output()
		if err != nil {
			return "", fmt.Errorf("the command for a secret failed: %w", err)
		}
		value = string(data)
	}
	if value = strings.TrimSpace(value); value == "" {
		return "", fmt.Errorf("%s:%s gives no secret", s.kind, s.place)
	}
	return value, nil
}

// Credentials are header fields whose values are secrets. They are read once,
// and again by Refresh; a token of OAuth is asked for anew where it expires, too.
// They are safe for concurrent use.
type Credentials struct {
	// Fields are the secrets by the name of their field.
	Fields map[string]Secret
	// Bearer is the secret of the field Authorization, nil where there is none.
	Bearer *Secret
	// OAuth asks for the token of that field in its place; nil does not.
	OAuth *OAuth

	mu     sync.Mutex
	header http.Header
	token  *oauth2.Token // the one in header, nil without OAuth
}

// Header returns the fields.
func (c *Credentials) Header(ctx context.Context) (http.Header, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.header != nil && (c.OAuth == nil || c.token.Valid()) {
		return c.header, nil
	}
	header := http.Header{}
	for name, secret := range c.Fields {
		value, err := secret.Read(ctx)
		if err != nil {
			return nil, fmt.Errorf("header field %s: %w", name, err)
		}
		header.Set(name, value)
	}
	if c.Bearer != nil {
		value, err := c.Bearer.Read(ctx)
		if err != nil {
			return nil, fmt.Errorf("token: %w", err)
		}
		header.Set("Authorization", "Bearer "+value)
	}
	if c.OAuth != nil {
		token, err := c.OAuth.fetch(ctx)
		if err != nil {
			return nil, err
		}
		token.SetAuthHeader(&http.Request{Header: header})
		c.token = token
	}
	c.header = header
	return header, nil
}

// Refresh reads the secrets again.
func (c *Credentials) Refresh(ctx context.Context) error {
	c.mu.Lock()
	c.header = nil
	c.mu.Unlock()
	_, err := c.Header(ctx)
	return err
}

// Renewable says whether a secret can be another one by now: a variable of our
// own environment cannot.
func (c *Credentials) Renewable() bool {
	if c.OAuth != nil || c.Bearer != nil && c.Bearer.kind != "env" {
		return true
	}
	for _, secret := range c.Fields {
		if secret.kind != "env" {
			return true
		}
	}
	return false
}

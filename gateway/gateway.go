package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"

	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/recovery"
)

// A Gateway stands between clients and several servers, which look like one. For
// each session of a client it has a connection of its own to each server.
type Gateway struct {
	// Parts are the servers, in the order in which their tools are listed.
	Parts []Part
	// Version is what the gateway calls its own version.
	Version string
	// Log takes what an operator has to know; nil drops it.
	Log *slog.Logger

	mu   sync.Mutex // over Parts, too, once clients are served
	hubs map[*hub]struct{}
	late map[string]bool // servers that kept a client waiting for too long last time
}

// A Part is one server of a [Gateway].
type Part struct {
	// Name is unique. It names the server in messages and records.
	Name string
	// Prefix stands before the names of its tools and prompts; "" is none.
	Prefix string
	// Proxy guards the server. Its Server.Name is set to Name.
	Proxy Proxy
}

// Validate names everything that is wrong with the gateway.
func (g *Gateway) Validate() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return validate(g.Parts)
}

func validate(parts []Part) error {
	var errs []error
	if len(parts) == 0 {
		errs = append(errs, errors.New("no server is named"))
	}
	names := map[string]bool{}
	for _, part := range parts {
		if part.Name == "" || names[part.Name] {
			errs = append(errs, fmt.Errorf("the name %q of a server is empty or given twice", part.Name))
		}
		names[part.Name] = true
		if err := part.Proxy.Server.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("server %s: %w", part.Name, err))
			continue
		}
		own := part.own()
		if err := own.Proxy.sound(); err != nil {
			errs = append(errs, fmt.Errorf("server %s: %w", part.Name, err))
		}
	}
	return errors.Join(errs...)
}

// Serve connects one client that speaks over in and out with the servers.
func (g *Gateway) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	if err := g.Validate(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	writer := wire.NewLineWriter(out)
	defer writer.Close()
	emit := func(raw []byte) { _ = writer.Write(ctx, raw) } // a client that is gone ends the reading, too
	h := newHub(ctx, g, func(_ wire.Message, raw []byte) { emit(raw) })
	defer h.close()
	ended := make(chan error, 1)
	go func() { ended <- readMessages(in, emit, func(m wire.Message) { h.receive(m, emit) }) }() //nolint:contextcheck // the session has a context of its own, made of ctx
	select {
	case err := <-ended:
		g.leave(h)
		h.drain(drainPatience)
		if errors.Is(err, io.EOF) {
			return nil
		}
		return fmt.Errorf("read from the client: %w", err)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// own returns the part with its names as its server has them: the operator says
// tools by the names that clients see.
func (p Part) own() Part {
	p.Proxy.Server.Name = p.Name
	if p.Prefix == "" {
		return p
	}
	tools := p.Proxy.Tools
	p.Proxy.Tools = nil
	for _, spec := range tools {
		spec.Name = strings.TrimPrefix(spec.Name, p.Prefix)
		p.Proxy.Tools = append(p.Proxy.Tools, spec)
	}
	if policy := p.Proxy.Policy; policy != nil {
		p.Proxy.Policy = func(preset recovery.Policy) recovery.Policy {
			changed := policy(preset)
			tools := make(map[string]recovery.ToolPolicy, len(changed.Tools))
			for name, own := range changed.Tools {
				tools[strings.TrimPrefix(name, p.Prefix)] = own
			}
			changed.Tools = tools
			return changed
		}
	}
	return p
}

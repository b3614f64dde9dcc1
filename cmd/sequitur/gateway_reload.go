package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/internal/config"
)

// reloadEvery is how often a policy file is looked at.
const reloadEvery = time.Second

// A reload puts a changed policy file in force while clients are served.
type reload struct {
	cmd     *cobra.Command
	path    string
	common  gateway.Proxy // what all servers have in common
	gateway *gateway.Gateway
	log     *slog.Logger

	handler *gateway.Handler // nil over standard input and output
	address string           // where it listens
	listen  string           // what the file said of that
}

// watch looks at the file until ctx ends, or the returned function is called,
// which waits for the end.
func (r *reload) watch(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	hangUp := make(chan os.Signal, 1)
	signal.Notify(hangUp, syscall.SIGHUP)
	ticker := time.NewTicker(reloadEvery)
	seen, _ := os.ReadFile(r.path) // one that is gone again is seen to change
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.follow(ctx, seen, ticker.C, hangUp)
	}()
	return func() {
		signal.Stop(hangUp)
		ticker.Stop()
		cancel()
		<-done
	}
}

// follow reloads the file where it has changed, and where it is told to. A
// change counts once the file has been the same for two looks: an editor may be
// in the middle of it.
func (r *reload) follow(ctx context.Context, inForce []byte, tick <-chan time.Time, hangUp <-chan os.Signal) {
	last := inForce
	for {
		told := false
		select {
		case <-ctx.Done():
			return
		case <-hangUp:
			told = true
		case <-tick:
		}
		text, err := os.ReadFile(r.path)
		if err != nil && !told {
			continue // some editors take the file away first
		}
		settled := bytes.Equal(text, last)
		last = text
		if !told && (!settled || bytes.Equal(text, inForce)) {
			continue
		}
		inForce = text
		if err == nil {
			err = r.apply(ctx, text)
		}
		if err != nil {
			r.log.ErrorContext(ctx, "the new policy file is refused, the old one stays in force", slog.Any("error", err))
			continue
		}
		_, _ = fmt.Fprintf(r.cmd.ErrOrStderr(), "%s is in force as it is now\n", r.path)
	}
}

// apply puts the text of a policy file in force, all of it or nothing.
func (r *reload) apply(ctx context.Context, text []byte) error {
	file, err := config.Parse(r.path, text)
	if err != nil {
		return err
	}
	parts, err := gatewayParts(r.cmd, &file, r.common)
	if err != nil {
		return err
	}
	var token string
	if r.handler != nil {
		if token, err = clientToken(ctx, &file, r.address); err != nil {
			return err
		}
		if file.Gateway.Listen != r.listen {
			return errors.New("gateway.listen is another address: that needs a restart")
		}
	}
	if err := r.gateway.Reload(parts); err != nil {
		return err
	}
	if r.handler != nil {
		r.handler.Admit(file.Gateway.Hosts, file.Gateway.Origins, token)
	}
	return nil
}

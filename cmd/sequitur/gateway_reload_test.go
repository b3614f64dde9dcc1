package main

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/gateway"
)

// follower is a reload under way, whose looks at the file the test makes.
type follower struct {
	*reload

	t      *testing.T
	tick   chan time.Time
	hangUp chan os.Signal
	said   bytes.Buffer
	end    func()
}

func follow(t *testing.T, text string) *follower {
	t.Helper()
	f := &follower{t: t, tick: make(chan time.Time), hangUp: make(chan os.Signal)}
	cmd := &cobra.Command{}
	cmd.SetErr(&f.said)
	f.reload = &reload{
		cmd: cmd, path: filepath.Join(t.TempDir(), "policy.yaml"), gateway: &gateway.Gateway{},
		log: slog.New(slog.NewTextHandler(&f.said, nil)), handler: &gateway.Handler{}, address: defaultListen,
	}
	f.write(text)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); f.follow(ctx, []byte(text), f.tick, f.hangUp) }()
	f.end = func() { cancel(); <-done }
	t.Cleanup(f.end)
	return f
}

func (f *follower) write(text string) {
	f.t.Helper()
	if err := os.WriteFile(f.path, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

// look looks at the file so many times. Each waits for the one before.
func (f *follower) look(times int) {
	for range times {
		f.tick <- time.Time{}
	}
}

// names are the servers in force. It ends the following.
func (f *follower) names() string {
	f.end()
	var names []string
	for _, part := range f.gateway.Parts {
		names = append(names, part.Name)
	}
	return strings.Join(names, " ")
}

const oneServer = "upstreams: {a: {command: [sh]}}\n"

func TestReloadFollowsTheFile(t *testing.T) {
	t.Parallel()
	f := follow(t, oneServer)
	f.write("upstreams: {a: {command: [sh]}, b: {url: \"http://127.0.0.1:1\"}}\ngateway: {hosts: [x.example.org]}\n")
	f.look(3)
	if got := f.names(); got != "a b" || len(f.handler.Hosts) != 1 {
		t.Errorf("in force: %s, hosts %v; said: %s", got, f.handler.Hosts, f.said.String())
	}
}

// A file that has only been seen once may be half of one.
func TestReloadWaitsForTheWholeFile(t *testing.T) {
	t.Parallel()
	f := follow(t, oneServer)
	f.write("upstreams: {half: {command: [sh]}}\n")
	f.look(1)
	f.write("upstreams: {whole: {command: [sh]}}\n")
	f.look(1)
	if got := f.names(); got != "" {
		t.Errorf("in force: %s", got)
	}
}

func TestReloadTellsWhatIsWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"place":  {"upstreams:\n  a: {command: [sh]}\n  b: {}\n", "policy.yaml:3:6: upstreams.b must set exactly one of command, url"},
		"none":   {"policy: {deadline: 1s}\n", "no server is named"},
		"listen": {oneServer + "gateway: {listen: \"127.0.0.1:1\"}\n", "gateway.listen is another address"},
		"token":  {oneServer + "gateway: {token: \"file:/no/such\"}\n", "gateway.token"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := follow(t, oneServer)
			f.write("upstreams: {old: {command: [sh]}}\n")
			f.look(3)
			f.write(c.text)
			f.look(3)
			got := f.names()
			if text := f.said.String(); got != "old" || !strings.Contains(text, c.want) || !strings.Contains(text, "stays in force") {
				t.Errorf("in force: %s; said: %s", got, text)
			}
		})
	}
}

func TestReloadOnSignal(t *testing.T) {
	t.Parallel()
	f := follow(t, oneServer)
	f.hangUp <- syscall.SIGHUP
	f.look(1)
	if got := f.names(); got != "a" {
		t.Errorf("in force: %q", got)
	}
}

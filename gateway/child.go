package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"time"

	"github.com/sequitur-go/sequitur/gateway/wire"
)

// How long a server is given to end by itself, and then by a signal.
const (
	graceEnd    = 2 * time.Second
	graceSignal = 2 * time.Second
	// graceOutput is how long a program's output is read after its end: a
	// process that it has left behind may hold the stream open.
	graceOutput = 500 * time.Millisecond
)

// child is a link to a program over its standard input and output.
type child struct {
	cmd    *exec.Cmd
	stdin  *os.File
	stdout *os.File
	stream *wire.Stream
	exited chan struct{} // the process is gone
	over   chan struct{} // and its output was read
	err    error         // why, once over is closed
}

// startChild starts the server's program.
func startChild(s *Server, handle func(wire.Message), junk func([]byte)) (*child, error) {
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		_, _ = inRead.Close(), inWrite.Close()
		return nil, err
	}
	cmd := exec.Command(s.Command[0], s.Command[1:]...) //nolint:gosec,noctx // the user's own command; it is stopped in peace, not killed
	cmd.Stdin, cmd.Stdout, cmd.Stderr = inRead, outWrite, s.Stderr
	cmd.Env = append(os.Environ(), s.Env...)
	cmd.Dir = s.Dir
	cmd.WaitDelay = graceOutput // for what else holds stderr open
	ownGroup(cmd)
	err = cmd.Start()
	_, _ = inRead.Close(), outWrite.Close()
	if err != nil {
		_, _ = inWrite.Close(), outRead.Close()
		return nil, fmt.Errorf("start %s: %w", s.Command[0], err)
	}
	c := &child{cmd: cmd, stdin: inWrite, stdout: outRead, exited: make(chan struct{}), over: make(chan struct{})}
	c.stream = wire.NewStream(outRead, inWrite, handle, junk)
	go c.wait()
	go c.read()
	return c, nil
}

// wait reaps the process, and ends the reading of what others hold open.
func (c *child) wait() {
	_ = c.cmd.Wait() // its state says the same
	close(c.exited)
	timer := time.NewTimer(graceOutput)
	defer timer.Stop()
	select {
	case <-c.over:
	case <-timer.C:
		_ = c.stdout.Close()
	}
}

// read reads until the output ends. A program that closes its output is of no
// more use.
func (c *child) read() {
	err := c.stream.Run()
	c.stream.Close(err)
	_ = c.stdin.Close()
	select {
	case <-c.exited:
	case <-time.After(graceEnd):
		c.kill()
	}
	_ = c.stdout.Close()
	c.err = errEnded
	if state := c.cmd.ProcessState; state != nil {
		c.err = fmt.Errorf("%w: %s", errEnded, state)
	}
	close(c.over)
}

// errEnded says that a server's program has ended.
var errEnded = errors.New("the server's process ended")

// kill ends the program and what it has started, first by asking.
func (c *child) kill() {
	signalGroup(c.cmd, os.Interrupt)
	select {
	case <-c.exited:
		return
	case <-time.After(graceSignal):
	}
	signalGroup(c.cmd, os.Kill)
	<-c.exited
}

func (c *child) call(ctx context.Context, m wire.Message, _ http.Header) wire.Reply {
	return c.stream.Call(ctx, m)
}

func (c *child) send(ctx context.Context, m wire.Message) error { return c.stream.Send(ctx, m.Raw) }

func (c *child) accepted(string) {}
func (c *child) ready()          {}

func (c *child) ended() <-chan struct{} { return c.over }
func (c *child) why() error             { return c.err }

// close closes the program's input, which asks it to end.
func (c *child) close() {
	c.stream.Close(io.EOF)
	_ = c.stdin.Close()
	select {
	case <-c.exited:
	case <-time.After(graceEnd):
		c.kill()
	}
	<-c.over
}

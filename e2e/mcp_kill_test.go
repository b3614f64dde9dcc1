//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/sequitur-go/sequitur/gateway/wire"
	"github.com/sequitur-go/sequitur/tool"
)

const (
	killedWrites  = 10_000
	killedWorkers = 16
	kills         = 500
)

// proxied is a client's connection to a server through our program, made again
// where the program was killed.
type proxied struct {
	t       *testing.T
	command []string

	mu     sync.Mutex
	cmd    *exec.Cmd
	stream *wire.Stream
	ids    atomic.Int64
}

// connection returns the present connection, unless it is the one that broke.
func (p *proxied) connection(broken *wire.Stream) *wire.Stream {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stream != broken {
		return p.stream
	}
	if p.cmd != nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	}
	p.cmd = exec.CommandContext(p.t.Context(), p.command[0], p.command[1:]...)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		p.t.Error(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		p.t.Error(err)
	}
	if err := p.cmd.Start(); err != nil {
		p.t.Error(err)
	}
	stream := wire.NewStream(out, in, func(wire.Message) {}, nil)
	go func() { stream.Close(stream.Run()) }()
	stream.Call(p.t.Context(), p.request("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"kill","version":"1"}}`))
	_ = stream.Send(p.t.Context(), wire.Notification("notifications/initialized", nil).Raw) // a dead one shows at the next call
	p.stream = stream
	return stream
}

func (p *proxied) request(method, params string) wire.Message {
	return wire.Request(json.RawMessage(strconv.FormatInt(p.ids.Add(1), 10)), method, json.RawMessage(params))
}

// order writes order n, and returns how it was told to have ended. An even one has
// a key of the client's, under which it is issued again where the connection was
// lost, as the protocol tells clients to. An odd one has a key of the guard's, and
// is unknown then.
func (p *proxied) order(ctx context.Context, n int) string {
	params := fmt.Sprintf(`{"name":"order","arguments":{"n":%d}}`, n)
	if n%2 == 0 {
		params = fmt.Sprintf(`{"name":"order","arguments":{"n":%d},"_meta":{"key":"k%d"}}`, n, n)
	}
	var broken *wire.Stream
	for range 100 {
		stream := p.connection(broken) //nolint:contextcheck // a connection outlives the call that makes it
		reply := stream.Call(ctx, p.request("tools/call", params))
		if !reply.Answered() {
			broken = stream
			if n%2 != 0 && reply.Phase != tool.PhaseNotSent {
				return "unknown"
			}
			continue
		}
		var result struct {
			IsError bool `json:"isError"`
			Meta    struct {
				Verdict struct {
					Status string `json:"status"`
					Effect string `json:"effect"`
				} `json:"sequitur/verdict"`
			} `json:"_meta"`
		}
		if err := json.Unmarshal(reply.Answer.Result, &result); err != nil {
			return "error: " + string(reply.Answer.Raw)
		}
		switch {
		case !result.IsError:
			return "done"
		case result.Meta.Verdict.Effect == "none":
			return "not done"
		default:
			return "unknown"
		}
	}
	return "lost"
}

// kill ends a process that a file names, or our own program, as a crash does.
func (p *proxied) kill(pidFile string, own bool) {
	if own {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.cmd != nil {
			_ = p.cmd.Process.Kill()
		}
		return
	}
	data, err := os.ReadFile(pidFile)
	if err != nil {
		return // it is just starting
	}
	if pid, err := strconv.Atoi(string(data)); err == nil && pid > 1 {
		_ = os.Remove(pidFile) // each process is killed once: its number may be another's by then
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// Of ten thousand keyed writes, under five hundred kills of server and guard,
// none happens twice, and none is told wrongly.
func TestWritesUnderKills(t *testing.T) {
	dir := t.TempDir()
	sequitur := filepath.Join(dir, "sequitur")
	runIn(t, "..", "go", "build", "-o", sequitur, "./cmd/sequitur")
	policy := filepath.Join(dir, "policy.yaml")
	const text = "tools: {order: {access: write, key: {meta: key}}}\npolicy: {plans: {network: {base: 50ms}}, budget: {ratio: 1, floor: 100000}, breaker: {minimum: 1000000}}\n"
	if err := os.WriteFile(policy, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &proxied{t: t, command: []string{sequitur, "mcp", "--config", policy, "--", "python3", absolute(t, "testdata/mcp/shop.py"), dir}}
	ends := make([]string, killedWrites)
	var next, done atomic.Int64
	var work sync.WaitGroup
	for range killedWorkers {
		work.Go(func() {
			for n := int(next.Add(1)) - 1; n < killedWrites; n = int(next.Add(1)) - 1 {
				ends[n] = p.order(t.Context(), n)
				done.Add(1)
			}
		})
	}
	killed := 0
	for ; killed < kills; killed++ {
		for done.Load() < int64(killed)*killedWrites/kills {
			<-time.After(time.Millisecond)
		}
		p.kill(filepath.Join(dir, "pid"), killed%4 == 3)
	}
	work.Wait()
	ran := executions(t, dir)
	told := map[string]int{}
	for n, end := range ends {
		told[end]++
		switch {
		case ran[n] > 1:
			t.Errorf("order %d ran %d times", n, ran[n])
		case end == "done" && ran[n] != 1, end == "not done" && ran[n] != 0, end != "done" && end != "not done" && end != "unknown":
			t.Errorf("order %d ran %d times and was told to be %q", n, ran[n], end)
		}
	}
	if told["done"] < killedWrites*9/10 {
		t.Errorf("only %d writes were told to be done", told["done"])
	}
	t.Logf("%d writes, %d kills: told %v", killedWrites, killed, told)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stream.Close(io.EOF)
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// executions counts how often each order ran.
func executions(t *testing.T, dir string) map[int]int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "ran-*"))
	if err != nil {
		t.Fatal(err)
	}
	ran := map[int]int{}
	for _, file := range files {
		number, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(file), "ran-"), "-")
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		ran[n]++
	}
	return ran
}

package audit_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/sequitur-go/sequitur/audit"
	"github.com/sequitur-go/sequitur/traceformat"
)

// faultTable holds what the tools of the recording say instead of an answer. %[1]d
// differs from call to call.
var faultTable = []string{
	`{"error":"timeout","code":408,"request":"req-%[1]d"}`,
	`{"error":"Forbidden","code":403,"message":"user %[1]d lacks the role admin"}`,
	"Error: order #%[1]d was not found in /srv/data/orders/%[1]d.json",
	`{"status":429,"message":"Rate limit reached, retry after 2 s","id":%[1]d}`,
	`{"results":[],"query":"order %[1]d"}`,
	"Traceback (most recent call last):\n  File \"/app/orders.py\", line %[1]d, in get\nKeyError: 'order_%[1]d'",
	`{"error":{"type":"invalid_request","message":"id must be an integer, got 'A-%[1]d'"}}`,
	"503 Service Unavailable: backend-%[1]d.internal did not answer",
}

// faultDense is a recording of chat messages in which every second call fails. No
// run, and no text, is like another.
func faultDense(tb testing.TB, size int) []byte {
	tb.Helper()
	type object = map[string]any
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	for run := 0; out.Len() < size; run++ {
		messages := []object{{"role": "system", "content": strings.Repeat("You see to orders. Be brief and say what you know. ", 20)}, {"role": "user", "content": fmt.Sprintf("Where is order A-%d, and what did it cost?", run)}}
		for k := range 8 {
			n := run*8 + k
			id := fmt.Sprint("call-", n)
			body := fmt.Sprintf(`{"id":"A-%d","status":"shipped","items":[%s{"sku":"S-%d","price":%d.20}]}`, n, strings.Repeat(fmt.Sprintf(`{"sku":"T-%d","price":4.10},`, n), 30), n, n)
			if k%2 == 0 {
				body = fmt.Sprintf(faultTable[n/2%len(faultTable)], n)
			}
			messages = append(messages,
				object{"role": "assistant", "content": fmt.Sprintf("Let me look up order %d.", n), "tool_calls": []object{{
					"id": id, "type": "function", "function": object{"name": "get_order", "arguments": fmt.Sprintf(`{"id":"A-%d","fields":["status","total"],"page":%d}`, n-n%3, k)},
				}}},
				object{"role": "tool", "tool_call_id": id, "content": body})
		}
		messages = append(messages, object{"role": "assistant", "content": fmt.Sprintf("Order A-%d is shipped. I could not read the price, since the service timed out.", run)})
		if err := encoder.Encode(object{"id": fmt.Sprint("run-", run), "messages": messages}); err != nil {
			tb.Fatal(err)
		}
	}
	return out.Bytes()
}

// BenchmarkCommand is what sequitur audit does with a fault-dense recording: reading
// alone, reading and judging, and beside them jq, which reads and prints.
func BenchmarkCommand(b *testing.B) {
	data := faultDense(b, 8<<20)
	read := func(b *testing.B, each func(*audit.Audit, *traceformat.Recording) int) {
		b.Helper()
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		faults := 0
		for b.Loop() {
			r, err := traceformat.From(bytes.NewReader(data), "b", traceformat.Auto)
			if err != nil {
				b.Fatal(err)
			}
			a := audit.Audit{Which: audit.ByRefined, KeptOnly: true}
			faults = each(&a, r)
		}
		b.ReportMetric(float64(faults), "faults")
	}
	b.Run("read", func(b *testing.B) {
		read(b, func(_ *audit.Audit, r *traceformat.Recording) int {
			for _, err := range r.Trajectories() {
				if err != nil {
					b.Fatal(err)
				}
			}
			return 0
		})
	})
	b.Run("audit", func(b *testing.B) {
		read(b, func(a *audit.Audit, r *traceformat.Recording) int {
			for t, err := range r.Trajectories() {
				if err != nil {
					b.Fatal(err)
				}
				a.Add(t)
			}
			return a.Figures().Faults
		})
	})
	path, err := exec.LookPath("jq")
	if err != nil {
		b.Log("jq is not installed: nothing to compare with")
		return
	}
	b.Run("jq", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			jq := exec.CommandContext(b.Context(), path, "-c", ".")
			jq.Stdin, jq.Stdout = bytes.NewReader(data), io.Discard
			if err := jq.Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/tool"
)

// A Delivery says how a failure crosses the wire.
type Delivery string

// The deliveries. The zero value is the protocol's usual one: a status over
// HTTP, a result with isError over MCP.
const (
	DeliverUsual  Delivery = ""
	DeliverStatus Delivery = "status" // an HTTP status, over MCP as well
	DeliverValue  Delivery = "value"  // a success that holds an error: {"error":"forbidden","code":403}
	DeliverRPC    Delivery = "rpc"    // a JSON-RPC error; over HTTP as the usual one
	DeliverHang   Delivery = "hang"   // what has no answer is not answered; all else is the usual one
)

// Deliveries lists them.
func Deliveries() []Delivery {
	return []Delivery{DeliverUsual, DeliverStatus, DeliverValue, DeliverRPC, DeliverHang}
}

func (d Delivery) known() bool { return slices.Contains(Deliveries(), d) }

// errorValue is an error that is told as a value.
type errorValue struct {
	Error string `json:"error"`
	Code  int    `json:"code,omitempty"`
}

// deliver answers a call over HTTP.
func (t *trial) deliver(w http.ResponseWriter, r *http.Request, out *tool.Outcome) {
	switch {
	case out.Flag == tool.FlagSuccess:
		raw(w, http.StatusOK, out.Body)
	case t.Delivery == DeliverValue:
		write(w, http.StatusOK, asValue(out))
	case t.Delivery == DeliverHang && unanswered(out):
		t.hang(r.Context())
	default:
		refuse(w, out)
	}
}

// unanswered says that the caller got nothing at all.
func unanswered(out *tool.Outcome) bool {
	return out.Channel == tool.ChannelException && out.Phase != tool.PhaseAnswered
}

// refuse answers with the status of a failure. What broke off breaks off here.
func refuse(w http.ResponseWriter, out *tool.Outcome) {
	switch status := statusOf(out); {
	case status == 0:
		panic(http.ErrAbortHandler) // the server's own way to cut a connection
	case out.Channel == tool.ChannelHTTP:
		for name, values := range out.Header {
			w.Header()[http.CanonicalHeaderKey(name)] = values
		}
		raw(w, status, out.Body)
	default:
		write(w, status, errorValue{Error: text(out)})
	}
}

// statusOf is the status of a failure, 0 where the connection was lost.
func statusOf(out *tool.Outcome) int {
	switch {
	case out.Status != 0:
		return out.Status
	case errors.Is(out.Err, context.DeadlineExceeded):
		return http.StatusGatewayTimeout
	case unanswered(out):
		return 0
	}
	return http.StatusBadRequest
}

// asValue is a failure as a backend tells it that calls everything a success.
func asValue(out *tool.Outcome) any {
	status := cmp.Or(statusOf(out), http.StatusServiceUnavailable)
	switch {
	case status == http.StatusNotFound:
		return struct {
			Results []string `json:"results"`
			Status  int      `json:"status"`
		}{[]string{}, status}
	case out.Channel == tool.ChannelHTTP || unanswered(out):
		return errorValue{Error: strings.ToLower(http.StatusText(status)), Code: status}
	}
	return errorValue{Error: text(out)}
}

// hang gives no answer until the client leaves, or the trial's bound is reached:
// then the connection is cut.
func (t *trial) hang(ctx context.Context) {
	timer := time.NewTimer(cmp.Or(t.Hang, defaultHang))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	panic(http.ErrAbortHandler) // the server's own way to cut a connection
}

// text is a failure in words, as a server's author would pass it on.
func text(out *tool.Outcome) string {
	words := out.Body
	if words == "" && out.Err != nil {
		words = out.Err.Error()
	}
	if out.Status != 0 {
		words = strings.TrimSpace(fmt.Sprintf("%d %s: %s", out.Status, http.StatusText(out.Status), words))
	}
	return cmp.Or(words, "the tool failed")
}

// raw answers with a body as it is.
func raw(w http.ResponseWriter, status int, body string) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body)) // a client that left needs no answer
}

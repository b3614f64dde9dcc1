package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/sequitur-go/sequitur/tool"
)

// maxBody bounds what is kept of one request's or answer's body.
const maxBody = 64 << 20

// HTTPAccess says what a request does, by its method: its tool's name is the
// method and the path, "GET /orders/7".
func HTTPAccess(name string) tool.Access {
	switch method, _, _ := strings.Cut(name, " "); method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return tool.AccessRead
	default:
		return tool.AccessWrite
	}
}

// Handler puts the run in front of an HTTP service: each request is a call. What
// no fault hits passes with its own status, header and body.
func (r *Run) Handler(target *url.URL, client http.RoundTripper) http.Handler {
	next := r.Outer(r.innermost(tool.InvokerFunc(func(ctx context.Context, _ tool.Call) tool.Outcome {
		return forward(ctx, client, target)
	}), answered))
	var number atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		x := &exchange{request: req}
		var err error
		if x.body, err = io.ReadAll(io.LimitReader(req.Body, maxBody)); err != nil {
			http.Error(w, "the request could not be read", http.StatusBadRequest)
			return
		}
		call := tool.Call{ID: strconv.FormatInt(number.Add(1), 10), Tool: req.Method + " " + req.URL.Path, Args: x.arguments()}
		call.Credential = req.Header.Get("Authorization") // a fault may last until it changes; it is not kept
		out := next.Invoke(context.WithValue(req.Context(), exchangeKey{}, x), call)
		x.answer(w, &out)
	})
}

// exchange is one request, and the answer that the service gave.
type exchange struct {
	request  *http.Request
	body     []byte
	response *http.Response
	answered []byte
}

type exchangeKey struct{}

// arguments are a request's query and body, as a call has them.
func (x *exchange) arguments() json.RawMessage {
	args := map[string]any{"path": x.request.URL.Path}
	for name, values := range x.request.URL.Query() {
		args[name] = strings.Join(values, ",")
	}
	switch {
	case len(x.body) == 0:
	case json.Valid(x.body):
		args["body"] = json.RawMessage(x.body)
	default:
		args["body"] = string(x.body)
	}
	return encode(args)
}

// forward sends the request on, whole.
func forward(ctx context.Context, client http.RoundTripper, target *url.URL) tool.Outcome {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	req := x.request.Clone(ctx)
	req.URL.Scheme, req.URL.Host, req.Host, req.RequestURI = target.Scheme, target.Host, target.Host, ""
	req.URL.Path = strings.TrimSuffix(target.Path, "/") + req.URL.Path
	req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(x.body)), int64(len(x.body))
	req.Header.Del("Connection")
	response, err := client.RoundTrip(req)
	if err != nil {
		return tool.Outcome{Channel: tool.ChannelException, Phase: tool.PhaseSent, Flag: tool.FlagFailure, Err: err}
	}
	defer response.Body.Close() //nolint:errcheck // it was read, or is told as cut
	x.response = response
	x.answered, err = io.ReadAll(io.LimitReader(response.Body, maxBody))
	out := tool.Outcome{
		Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Status: response.StatusCode, Header: tool.Header(response.Header), Body: string(x.answered),
	}
	if err != nil {
		out.Phase, out.Err = tool.PhaseCut, err
	}
	return out
}

// answered gives injected outcomes the form that they have over HTTP.
func answered(next tool.Invoker) tool.Invoker {
	return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		out := next.Invoke(ctx, call)
		if out.Channel == tool.ChannelMCPResult { // a success that was made up
			out.Channel, out.Status = tool.ChannelHTTP, http.StatusOK
		}
		return out
	})
}

// answer writes the outcome: a lost connection is one, a cut answer breaks off.
func (x *exchange) answer(w http.ResponseWriter, out *tool.Outcome) {
	if out.Status == 0 {
		drop(w, false)
		return
	}
	header := w.Header()
	body := []byte(out.Body)
	if x.response != nil && out.Status == x.response.StatusCode && out.Phase == tool.PhaseAnswered {
		maps.Copy(header, x.response.Header)
		body = x.answered
	} else {
		header.Set("Content-Type", "application/json")
		for name, values := range out.Header {
			if name != "Content-Length" && name != "Transfer-Encoding" {
				header[name] = values
			}
		}
	}
	if out.Phase == tool.PhaseCut {
		header.Set("Content-Length", strconv.Itoa(2*len(body)+1))
	}
	w.WriteHeader(out.Status)
	_, _ = w.Write(body) // whoever asked may be gone
	if out.Phase == tool.PhaseCut {
		drop(w, true)
	}
}

// drop closes the connection without another word: with a reset, as a server
// that died would, or behind what was begun.
func drop(w http.ResponseWriter, begun bool) {
	controller := http.NewResponseController(w)
	if begun {
		_ = controller.Flush() // whoever asked may be gone
	}
	conn, _, err := controller.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // HTTP/2: the stream is reset
	}
	if tcp, ok := conn.(*net.TCPConn); ok && !begun {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

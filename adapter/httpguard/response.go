package httpguard

import (
	"bytes"
	"cmp"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// opaque stands for the body of a success that was not looked at.
const opaque = "ok"

// look turns a response into an outcome. It reads ahead what is to be
// classified, and puts it back in front of the body.
func (r *roundTrip) look(resp *http.Response, life *lifetime) tool.Outcome {
	out := tool.Outcome{
		Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess,
		Status: resp.StatusCode, Header: tool.Header(resp.Header),
	}
	failed := resp.StatusCode >= http.StatusBadRequest
	if failed {
		out.Flag = tool.FlagFailure
	}
	if resp.StatusCode == http.StatusSwitchingProtocols {
		life.free()
		out.Body = opaque
		return out // the body is the connection itself
	}
	body := &body{rest: resp.Body, source: resp.Body, life: life}
	resp.Body = body
	if !r.readable(resp, failed) {
		life.free()
		if !failed {
			out.Body = opaque
		}
		return out
	}
	whole, err := body.readAhead(r.maxResponse)
	life.free()
	switch {
	case err != nil:
		body.err = life.explain(err)
		out.Phase, out.Err, out.Body = tool.PhaseCut, body.err, string(body.head)
	case whole || failed:
		out.Body = string(body.head)
	default:
		out.Body = opaque
	}
	return out
}

// readable says whether a body is to be read ahead.
func (r *roundTrip) readable(resp *http.Response, failed bool) bool {
	switch {
	case r.maxResponse == 0 || cmp.Or(r.request.Method, http.MethodGet) == http.MethodHead:
		return false
	case resp.StatusCode >= 300 && !failed, resp.StatusCode == http.StatusPartialContent:
		return false
	case cmp.Or(resp.Header.Get("Content-Encoding"), "identity") != "identity":
		return false
	case failed:
		return true
	case resp.ContentLength > r.maxResponse:
		return false
	}
	kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch {
	case err != nil: // none, or none that can be understood
		return resp.ContentLength >= 0
	case kind == "text/event-stream":
		return false
	case kind == "application/json" || strings.HasSuffix(kind, "+json"):
		return true
	default:
		return resp.ContentLength >= 0 && (strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "xml"))
	}
}

// body is a response's body of which a part was read ahead.
type body struct {
	head   []byte    // what was read ahead
	rest   io.Reader // what the client has yet to read
	source io.Closer
	life   *lifetime
	err    error // what reading ahead ended with, given to the client in its place
}

// readAhead reads up to limit bytes, and says whether that was all.
func (b *body) readAhead(limit int64) (whole bool, err error) {
	source := b.rest
	b.head, err = io.ReadAll(io.LimitReader(source, limit+1))
	switch {
	case err != nil:
		b.rest = io.MultiReader(bytes.NewReader(b.head), failing{b})
	case int64(len(b.head)) > limit:
		b.rest = io.MultiReader(bytes.NewReader(b.head), source)
		b.head = b.head[:limit]
	default:
		b.rest, whole = bytes.NewReader(b.head), true
	}
	return whole, err
}

// failing gives the error that the body broke off with.
type failing struct{ body *body }

func (f failing) Read([]byte) (int, error) { return 0, f.body.err }

// Read implements [io.Reader].
func (b *body) Read(p []byte) (int, error) {
	n, err := b.rest.Read(p)
	if err != nil {
		b.life.end()
	}
	return n, err
}

// Close implements [io.Closer].
func (b *body) Close() error {
	b.life.end()
	return b.source.Close()
}

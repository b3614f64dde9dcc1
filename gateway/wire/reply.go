package wire

import (
	"errors"

	"github.com/sequitur-go/sequitur/tool"
)

// A Reply is what one request drew: an answer, or how far it got without one.
type Reply struct {
	// Answer is the JSON-RPC answer; its Raw is nil where none came.
	Answer Message
	// Phase tells how far the request got.
	Phase tool.Phase
	// Err says why there is no answer.
	Err error
	// Status, Header and Body are those of an HTTP response that refused the
	// request; of the body, the head.
	Status int
	Header tool.Header
	Body   string
}

// Answered says whether the peer answered in JSON-RPC.
func (r *Reply) Answered() bool { return r.Answer.Raw != nil }

// The errors of a [Reply] that callers act on.
var (
	// ErrClosed says that the connection ended before the answer came.
	ErrClosed = errors.New("the connection was closed before the answer came")
	// ErrSession says that the server does not know the session any more.
	ErrSession = errors.New("the server has lost the session")
	// ErrStatus says that the server refused the request by its HTTP status.
	ErrStatus = errors.New("the server refused the request")
)

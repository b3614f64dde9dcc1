// Package httpguard guards an HTTP client: its [Transport] is an
// [http.RoundTripper] that turns each request into a [tool.Call], each response
// into a [tool.Outcome], and lets a guard decide what happens next.
//
//	tools := httpguard.Tools("api.example.com")
//	guard, err := sequitur.New(sequitur.Config{Tools: tools})
//	client := &http.Client{Transport: &httpguard.Transport{Wrap: guard.Wrap}}
//
// # What the client gets
//
// What an HTTP client expects: the last real response, status, header and body
// unchanged, after whatever retries the guard made. [Verdict] gives the guard's
// word on it: the message for a model, and the structured verdict. Only where
// no attempt drew a response (nothing could be sent, no answer came, or the
// guard answered from memory) does RoundTrip return an error, an [*Error] that
// unwraps to the guard's error and to its cause.
//
// # What is looked at
//
// A response is classified by status, header and body. Bodies are read ahead as
// far as [Transport.MaxResponse]: those of errors always, those of successes
// where they are text or JSON, not compressed, and not known to be longer. A
// success that is longer, an event stream, a download or a protocol switch goes
// through untouched, and only its status and header count.
//
// # What is repeated
//
// A request whose body can be had again (no body, GetBody set, or at most
// [Transport.MaxRequest] bytes). The phase of a failed attempt is observed with
// net/http/httptrace: that an attempt was not sent is claimed only where no
// connection was ever had for it. No header is added to a repeated request but
// the idempotency key of the call, and with [Transport.Mark] the number of the
// attempt: a server behind [Outer] then repeats nothing of its own for it.
//
// Read-backs and stand-ins are other tools, and so are not available to a
// single request: use the guard's own Wrap for those.
package httpguard

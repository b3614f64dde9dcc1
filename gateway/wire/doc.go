// Package wire speaks JSON-RPC 2.0 as MCP uses it, over a pair of streams
// ([Stream]) and over streamable HTTP ([HTTP]).
//
// It is made for a proxy. A [Message] keeps its own bytes, and what is changed in
// it (an identifier, an argument) is spliced in, so that unknown fields, the
// digits of numbers and the order of members pass untouched. A [Reply] tells not
// only the answer of a request but, where there is none, how far the request
// got: it was never sent, was sent, was refused with a status, or its answer broke off.
package wire

// Package mcpguard translates between MCP and the guard's vocabulary: a declared
// tool becomes a [tool.Spec], the answer of a tools/call becomes a
// [tool.Outcome], and what the guard says becomes a result that a client can
// show to its model.
//
// A success keeps its own bytes. A failure becomes a result with isError set and
// the guard's message as its first text block: a failed tool is something that
// the model has to read, never a failed request.
package mcpguard

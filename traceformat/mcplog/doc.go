// Package mcplog reads logs of MCP traffic: JSON-RPC messages, one a line, bare,
// in a wrapper that says who sent them, or behind the prefix of a log line.
//
// A log knows no turns of a model. Calls that were sent before any of them was
// answered count as one turn.
package mcplog

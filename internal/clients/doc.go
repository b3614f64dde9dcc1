// Package clients finds the configurations of MCP clients, and puts the guard's
// line in front of the servers that they name.
//
// An edit changes only what it has to: comments, order and layout of the file
// stay. The file as it was is kept beside it, so that the edit can be undone.
package clients

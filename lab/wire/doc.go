// Package wire serves the lab's worlds to agents that are other processes: each
// tool as an HTTP endpoint, and all of them as an MCP server over streamable
// HTTP. Each trial has a base URL of its own, Server.URL + "/t/NAME":
//
//	GET  /t/NAME/tools          the tools, as MCP lists them
//	POST /t/NAME/tools/TOOL     one call; the body is the object of arguments
//	GET  /t/NAME/openapi.json   the same as an OpenAPI page
//	*    /t/NAME/mcp            the MCP server
//
// The faults of a trial are those of package inject; a [Delivery] says how they
// cross the wire: as a status, as a value that looks like a success, as a
// protocol's error, or as a call that is never answered. The record of a trial
// holds every call that arrived, and the ledger of effects.
package wire

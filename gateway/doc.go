// Package gateway puts the guard in front of any MCP server. A [Proxy] stands
// between one client and one server: everything passes untouched in both
// directions, and only tools/call goes through the guard.
//
//	proxy := gateway.Proxy{Server: gateway.Server{Command: []string{"my-server"}}}
//	err := proxy.Serve(ctx, os.Stdin, os.Stdout)
//
// A server that dies is started again and told what its predecessor was told; a
// lost HTTP session is opened again. What was under way is answered by how far
// it got, and is never sent again where it may have run.
//
// A tool whose effect nobody has declared counts as a write that must not be
// repeated: the server's annotations and [Proxy.Tools] say otherwise.
package gateway

package gateway

import (
	"context"
	"errors"
	"io"
	"net/http"
)

// A Server says how an MCP server is reached: by a command whose standard input
// and output it speaks over, or by a URL. Exactly one of them is set.
type Server struct {
	// Name stands in messages and is the upstream whose tools share a retry
	// budget; "" is the unnamed one.
	Name string
	// Command is the program and its arguments, Env what its environment has
	// beyond ours ("NAME=value"), and Dir its folder, "" for ours.
	Command []string
	Env     []string
	Dir     string
	// Stderr takes what the program writes there; nil drops it.
	Stderr io.Writer
	// URL is the address of a streamable HTTP endpoint.
	URL string
	// Header returns the fields that each request carries; nil is none.
	Header func(context.Context) (http.Header, error)
	// Source says where Header takes its secrets from. A gateway that is reloaded
	// keeps a connection only where it has not changed.
	Source string
	// Refresh renews what Header returns after the server has refused it; nil
	// means that there is nothing to renew.
	Refresh func(context.Context) error
}

// Validate says whether the server can be reached at all.
func (s *Server) Validate() error {
	switch {
	case len(s.Command) == 0 && s.URL == "":
		return errors.New("a command or a URL is needed")
	case len(s.Command) > 0 && s.URL != "":
		return errors.New("a command and a URL exclude each other")
	}
	return nil
}

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/sequitur-go/sequitur/adapter/mcpguard"
	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/internal/clients"
)

// listTimeout bounds how long a server is waited for; the first start of one may
// have to fetch it.
const listTimeout = 2 * time.Minute

// maxPages bounds the pages of one list, in case a server's cursor never ends.
const maxPages = 100

// listTools starts a server as its client would, and asks for its tools. The
// declarations are read from the server's own bytes, since a hint that is false
// and one that is not given say different things.
func listTools(ctx context.Context, server gateway.Server) ([]mcpguard.Declaration, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	fromUs, toServer := io.Pipe()
	fromServer, toUs := io.Pipe()
	over := make(chan error, 1)
	go func() {
		err := gateway.Proxy{Server: server, Unguarded: true}.Serve(ctx, fromUs, toUs)
		over <- err
		ended := errors.Join(err, io.EOF)
		toUs.CloseWithError(ended)
		_ = fromUs.CloseWithError(ended) // nobody reads what is still written
	}()
	lines := bufio.NewScanner(fromServer)
	lines.Buffer(nil, maxLine)
	list, err := converse(toServer, lines)
	err = errors.Join(err, toServer.Close(), fromServer.Close())
	cancel() // what is still starting is not waited for
	if ended := <-over; err != nil && ended != nil && !errors.Is(ended, context.Canceled) {
		err = ended // why there was no answer
	}
	return list, err
}

// reached says how to reach a server as its client does.
func reached(server *clients.Server) gateway.Server {
	if server.Command == "" {
		header := http.Header{}
		for name, value := range server.Headers {
			header.Set(name, value)
		}
		return gateway.Server{URL: server.URL, Header: func(context.Context) (http.Header, error) { return header, nil }}
	}
	s := gateway.Server{Command: append([]string{server.Command}, server.Args...)}
	for _, name := range slices.Sorted(maps.Keys(server.Env)) {
		s.Env = append(s.Env, name+"="+server.Env[name])
	}
	return s
}

// converse opens a session and asks for page after page.
func converse(w io.Writer, lines *bufio.Scanner) ([]mcpguard.Declaration, error) {
	const hello = `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"sequitur-init","version":"1"}}`
	if _, err := ask(w, lines, 0, "initialize", json.RawMessage(hello)); err != nil {
		return nil, err
	}
	if _, err := io.WriteString(w, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"); err != nil {
		return nil, err
	}
	var list []mcpguard.Declaration
	params := map[string]string{}
	for id := range maxPages {
		raw, err := json.Marshal(params)
		if err != nil {
			return nil, err
		}
		result, err := ask(w, lines, id+1, "tools/list", raw)
		if err != nil {
			return nil, err
		}
		page, err := mcpguard.ParsePage(result)
		if err != nil {
			return nil, err
		}
		list = append(list, page.Tools...)
		if page.Next == "" {
			return list, nil
		}
		params["cursor"] = page.Next
	}
	return list, nil
}

// ask sends a request and returns its result. What else the server says
// meanwhile is not for us.
func ask(w io.Writer, lines *bufio.Scanner, id int, method string, params json.RawMessage) (json.RawMessage, error) {
	if _, err := fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, method, params); err != nil {
		return nil, err
	}
	for lines.Scan() {
		var reply struct {
			ID     *int            `json:"id"`
			Method string          `json:"method"`
			Result json.RawMessage `json:"result"`
			Error  *struct {
				Message string `json:"message"`
			} `json:"error"`
		}
		switch err := json.Unmarshal(lines.Bytes(), &reply); {
		case err != nil || reply.ID == nil || *reply.ID != id || reply.Method != "":
		case reply.Error != nil:
			return nil, fmt.Errorf("%s: %s", method, reply.Error.Message)
		default:
			return reply.Result, nil
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	return nil, fmt.Errorf("%s: the server ended", method)
}

package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sequitur-go/sequitur/tool"
)

// rpcFailed is the code of an error that a server makes up.
const rpcFailed = -32000

// mcp serves one request of an MCP client. Each request has a server of its own,
// without a session: whatever a fault does to one cannot spoil the next.
func (t *trial) mcp(w http.ResponseWriter, r *http.Request) {
	lost := make(chan tool.Outcome, 1)
	handler := mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return t.server(lost) },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true},
	)
	answer := held{header: make(http.Header)}
	handler.ServeHTTP(&answer, r)
	select {
	case out := <-lost: // the protocol's own answer is thrown away
		if t.Delivery == DeliverHang {
			t.hang(r.Context())
		}
		refuse(w, &out)
	default:
		answer.send(w)
	}
}

// server makes the MCP server of one request. A failure that is to cross the
// wire below the protocol goes into lost.
func (t *trial) server(lost chan<- tool.Outcome) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "lab", Version: "1"}, nil)
	specs := t.World.Specs()
	for i := range specs {
		spec := &specs[i]
		server.AddTool(&mcp.Tool{
			Name: spec.Name, Description: spec.Description, InputSchema: spec.Input,
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: spec.Access == tool.AccessRead},
		}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			out := t.invoke(ctx, "mcp", tool.Call{Tool: req.Params.Name, Args: req.Params.Arguments})
			return t.result(&out, lost)
		})
	}
	return server
}

// result tells an outcome in the words of the protocol.
func (t *trial) result(out *tool.Outcome, lost chan<- tool.Outcome) (*mcp.CallToolResult, error) {
	said := func(text string, failed bool) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, IsError: failed}
	}
	switch {
	case out.Flag == tool.FlagSuccess:
		return said(out.Body, false), nil
	case t.Delivery == DeliverStatus, t.Delivery == DeliverHang && unanswered(out):
		lost <- *out
		return said("", true), nil
	case t.Delivery == DeliverValue:
		value, err := json.Marshal(asValue(out))
		return said(string(value), false), err
	case t.Delivery == DeliverRPC:
		return nil, &jsonrpc.Error{Code: rpcFailed, Message: text(out)}
	}
	return said(text(out), true), nil
}

// held is an answer that may yet be thrown away.
type held struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header returns the header to fill.
func (h *held) Header() http.Header { return h.header }

// WriteHeader keeps the first status.
func (h *held) WriteHeader(status int) {
	if h.status == 0 {
		h.status = status
	}
}

// Write keeps the data.
func (h *held) Write(data []byte) (int, error) {
	h.WriteHeader(http.StatusOK)
	return h.body.Write(data)
}

// Flush does nothing: there is nobody to flush to yet.
func (h *held) Flush() {}

func (h *held) send(w http.ResponseWriter) {
	maps.Copy(w.Header(), h.header)
	h.WriteHeader(http.StatusOK)
	w.WriteHeader(h.status)
	_, _ = w.Write(h.body.Bytes()) // a client that left needs no answer
}

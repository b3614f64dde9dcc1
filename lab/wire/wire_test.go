package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/lab/wire"
	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/tool"
)

// serve opens one trial of a shop under one fault, "" for none.
func serve(t *testing.T, fault string, delivery wire.Delivery) (*wire.Server, string) {
	t.Helper()
	w, err := world.New("retail", 7)
	if err != nil {
		t.Fatal(err)
	}
	trial := wire.Trial{World: w, Delivery: delivery, Hang: 50 * time.Millisecond}
	if fault != "" {
		trial.Faults = []inject.Plan{{Fault: fault, When: inject.When{First: 1}}}
	}
	s := &wire.Server{}
	if err := s.Open("one", trial); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, server.URL + "/t/one"
}

// do makes one request; a lost connection has the status 0.
func do(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close() //nolint:errcheck // read to its end
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, strings.TrimSpace(string(data))
}

func TestHTTPDeliveries(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault    string
		delivery wire.Delivery
		status   int
		want     string
	}{
		"no fault":            {"", wire.DeliverUsual, 200, `"product":"kettle"`},
		"forbidden":           {"forbidden", wire.DeliverUsual, 403, `{"error":"forbidden"}`},
		"forbidden, value":    {"forbidden", wire.DeliverValue, 200, `{"error":"forbidden","code":403}`},
		"forbidden, rpc":      {"forbidden", wire.DeliverRPC, 403, `{"error":"forbidden"}`},
		"forbidden, hang":     {"forbidden", wire.DeliverHang, 403, `{"error":"forbidden"}`},
		"not found":           {"not_found", wire.DeliverStatus, 404, `{"error":"not found"}`},
		"not found, value":    {"not_found", wire.DeliverValue, 200, `{"results":[],"status":404}`},
		"server error":        {"server_error", wire.DeliverUsual, 500, `{"error":"internal server error"}`},
		"server error, value": {"server_error", wire.DeliverValue, 200, `{"error":"internal server error","code":500}`},
		"timeout":             {"timeout", wire.DeliverUsual, 504, "timed out"},
		"timeout, value":      {"timeout", wire.DeliverValue, 200, `{"error":"gateway timeout","code":504}`},
		"timeout, hang":       {"timeout", wire.DeliverHang, 0, "EOF"},
		"network":             {"network", wire.DeliverUsual, 0, "EOF"},
		"empty":               {"empty", wire.DeliverUsual, 200, "[]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, base := serve(t, c.fault, c.delivery)
			const args = `{"customer":"Lin Mei"}`
			if status, body := do(t, http.MethodPost, base+"/tools/find_order", args); status != c.status || !strings.Contains(body, c.want) {
				t.Errorf("%d %s, want %d %s", status, body, c.status, c.want)
			}
			if status, body := do(t, http.MethodPost, base+"/tools/find_order", args); status != 200 || !strings.Contains(body, "ORD-") {
				t.Errorf("after the fault: %d %s", status, body)
			}
			record := s.Close("one")
			if len(record.Calls) != 2 || string(record.Calls[0].Call.Args) != args || record.Calls[0].Via != "http" || len(record.Unfired) > 0 {
				t.Errorf("record %+v", record)
			}
		})
	}
}

// connect is an MCP client, as any official one.
func connect(t *testing.T, base string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: base + "/mcp", DisableStandaloneSSE: true, MaxRetries: -1,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

func TestMCPDeliveries(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault    string
		delivery wire.Delivery
		isError  bool
		fails    bool
		want     string
	}{
		"no fault":          {"", wire.DeliverUsual, false, false, `"product":"kettle"`},
		"forbidden":         {"forbidden", wire.DeliverUsual, true, false, `403 Forbidden: {"error":"forbidden"}`},
		"forbidden, value":  {"forbidden", wire.DeliverValue, false, false, `{"error":"forbidden","code":403}`},
		"forbidden, rpc":    {"forbidden", wire.DeliverRPC, false, true, `403 Forbidden: {"error":"forbidden"}`},
		"forbidden, status": {"forbidden", wire.DeliverStatus, false, true, "Forbidden"},
		"timeout":           {"timeout", wire.DeliverUsual, true, false, "ETIMEDOUT"},
		"timeout, hang":     {"timeout", wire.DeliverHang, false, true, ""},
		"empty":             {"empty", wire.DeliverUsual, false, false, "[]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, base := serve(t, c.fault, c.delivery)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			result, err := connect(t, base).CallTool(ctx, &mcp.CallToolParams{Name: "find_order", Arguments: map[string]any{"customer": "Lin Mei"}})
			if c.fails {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("error %v, want %q", err, c.want)
				}
				if code, ok := errors.AsType[*jsonrpc.Error](err); c.delivery == wire.DeliverRPC && (!ok || code.Code != -32000) {
					t.Errorf("%#v is no JSON-RPC error of that code", err)
				}
			} else if err != nil || result.IsError != c.isError || !strings.Contains(said(result), c.want) {
				t.Errorf("%+v, %v; want %s", result, err, c.want)
			}
			if record := s.Record("one"); len(record.Calls) != 1 || record.Calls[0].Via != "mcp" || record.Calls[0].Call.Tool != "find_order" {
				t.Errorf("record %+v", record)
			}
		})
	}
}

func said(result *mcp.CallToolResult) string {
	if text, ok := result.Content[0].(*mcp.TextContent); ok {
		return text.Text
	}
	return ""
}

func TestToolsAreTheSameEverywhere(t *testing.T) {
	t.Parallel()
	_, base := serve(t, "", wire.DeliverUsual)
	var overHTTP, overMCP []string
	var list struct{ Tools []struct{ Name string } }
	_, body := do(t, http.MethodGet, base+"/tools", "")
	if err := json.Unmarshal([]byte(body), &list); err != nil {
		t.Fatal(err)
	}
	for _, each := range list.Tools {
		overHTTP = append(overHTTP, each.Name)
	}
	tools, err := connect(t, base).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var page struct {
		Paths map[string]struct{ Post struct{ OperationID string } }
	}
	if _, body = do(t, http.MethodGet, base+"/openapi.json", ""); json.Unmarshal([]byte(body), &page) != nil {
		t.Fatal(body)
	}
	for _, each := range tools.Tools {
		overMCP = append(overMCP, each.Name)
		if page.Paths["/tools/"+each.Name].Post.OperationID != each.Name {
			t.Errorf("%s is not on the page", each.Name)
		}
		if reads := !strings.HasPrefix(each.Name, "create") && !strings.HasPrefix(each.Name, "refund"); each.Annotations.ReadOnlyHint != reads {
			t.Errorf("%s: reads %v", each.Name, each.Annotations.ReadOnlyHint)
		}
	}
	want := map[string]bool{}
	for _, name := range overHTTP {
		want[name] = true
	}
	for _, name := range overMCP {
		if !want[name] {
			t.Errorf("%s is served over MCP alone", name)
		}
	}
	if len(overHTTP) != 5 || len(overMCP) != 5 {
		t.Errorf("%v, %v", overHTTP, overMCP)
	}
}

func TestLedgerHoldsWhatALostAnswerDid(t *testing.T) {
	t.Parallel()
	s, base := serve(t, "committed_then_lost", wire.DeliverHang)
	const args = `{"customer":"Eva Brandt","product":"desk","quantity":2}`
	if status, body := do(t, http.MethodPost, base+"/tools/create_order", args); status != 0 {
		t.Errorf("%d %s, want no answer", status, body)
	}
	if status, body := do(t, http.MethodPost, base+"/tools/create_order", args); status != 200 {
		t.Errorf("%d %s", status, body)
	}
	want := world.Effect{Tool: "create_order", Args: "customer=Eva Brandt product=desk quantity=2"}
	if record := s.Record("one"); !cmp.Equal(record.Ledger, world.Ledger{want, want}) || record.Ledger.Duplicates() != 1 {
		t.Errorf("ledger %+v", record.Ledger)
	}
}

func TestServerRefuses(t *testing.T) {
	t.Parallel()
	s, base := serve(t, "forbidden", wire.DeliverUsual)
	w, err := world.New("metrics", 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		trial string
		with  wire.Trial
		want  string
	}{
		"opened twice": {"one", wire.Trial{World: w}, "open already"},
		"no name":      {"", wire.Trial{World: w}, "has no name"},
		"delivery":     {"two", wire.Trial{World: w, Delivery: "pigeon"}, `got "pigeon"`},
		"fault":        {"two", wire.Trial{World: w, Faults: []inject.Plan{{Fault: "gremlin"}}}, "gremlin"},
	} {
		if err := s.Open(c.trial, c.with); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if unfired := s.Record("one").Unfired; len(unfired) != 1 {
		t.Errorf("unfired %v", unfired)
	}
	for url, want := range map[string]int{
		base + "/tools/nothing": 404 - 1, // the fault hits every tool first
		base + "/nothing":       404,
		strings.Replace(base, "one", "two", 1) + "/tools/find": 404,
	} {
		if status, body := do(t, http.MethodPost, url, "{}"); status != want {
			t.Errorf("%s: %d %s", url, status, body)
		}
	}
	if status, body := do(t, http.MethodPost, base+"/tools/nothing", "{"); status != 400 || !strings.Contains(body, "unknown tool") {
		t.Errorf("%d %s", status, body)
	}
}

func Example() {
	w, err := world.New("retail", 7)
	if err != nil {
		fmt.Println(err)
		return
	}
	var server wire.Server
	plan := inject.Plan{Fault: "forbidden", Tool: "get_stock"}
	if err := server.Open("first", wire.Trial{World: w, Faults: []inject.Plan{plan}}); err != nil {
		fmt.Println(err)
		return
	}
	answer := httptest.NewRecorder()
	server.ServeHTTP(answer, httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/t/first/tools/get_stock", strings.NewReader(`{"product":"lamp"}`)))
	record := server.Close("first")
	fmt.Println(answer.Code, answer.Body, len(record.Calls), record.Calls[0].Outcome.Flag == tool.FlagFailure)
	// Output: 403 {"error":"forbidden"} 1 true
}

package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/tool"
)

// The codes with which clients are told that nothing answered.
const (
	codeTimedOut = -32001
	codeClosed   = -32000
)

// deliver gives injected outcomes the form in which MCP servers and transports
// tell the like: a status becomes the text of an isError result, a lost
// connection a JSON-RPC error. output is the schema of what a tool answers, where
// it has declared one.
func deliver(next tool.Invoker, output func(name string) json.RawMessage) tool.Invoker {
	return tool.InvokerFunc(func(ctx context.Context, call tool.Call) tool.Outcome {
		out := next.Invoke(ctx, call)
		switch {
		case out.Channel == tool.ChannelMCPResult && out.Phase == tool.PhaseCut:
			return broken(&out)
		case out.Channel == tool.ChannelMCPError, out.Channel == tool.ChannelMCPResult && isOwn(ctx, out.Body):
			return out
		case out.Err != nil && out.Phase == tool.PhaseNotSent:
			return rpcError(&out, codeClosed, "MCP error -32000: Connection closed")
		case out.Err != nil:
			return rpcError(&out, codeTimedOut, "MCP error -32001: Request timed out")
		case out.Status >= http.StatusBadRequest:
			return result(&out, failed(&out), true)
		default:
			return made(&out, output(call.Tool))
		}
	})
}

// isOwn says whether a result is the one that the server gave.
func isOwn(ctx context.Context, body string) bool {
	own, ok := ctx.Value(ownKey{}).(*string)
	return ok && *own != "" && *own == body
}

// said is an outcome as a model reads it: the text of a result's blocks.
func said(out tool.Outcome) tool.Outcome {
	var shape struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
	}
	if out.Flag == tool.FlagSuccess && out.Channel != tool.ChannelMCPResult {
		out.Channel = tool.ChannelText // the guard's own words: a success has no error's form
	}
	if out.Channel != tool.ChannelMCPResult || json.Unmarshal([]byte(out.Body), &shape) != nil {
		return out
	}
	texts := make([]string, 0, len(shape.Content))
	for _, block := range shape.Content {
		if block.Type == "text" {
			texts = append(texts, block.Text)
		} else {
			texts = append(texts, "["+block.Type+"]")
		}
	}
	out.Body = strings.Join(texts, "\n")
	return out
}

// failed is how servers put a status into words.
func failed(out *tool.Outcome) string {
	if strings.ContainsAny(out.Body, "\n<") {
		return out.Body // a trace or a page stands for itself
	}
	text := fmt.Sprintf("Error: Request failed with status code %d: %s", out.Status, out.Body)
	if wait := out.Header["Retry-After"]; len(wait) > 0 {
		text += " (retry after " + wait[0] + " seconds)"
	}
	return text
}

// broken is a result whose text ends in the middle: the frame is whole, since the
// protocol would lose the connection else, and what is in it is not.
func broken(out *tool.Outcome) tool.Outcome {
	text := out.Body
	if _, inside, ok := strings.Cut(out.Body, `"text":"`); ok {
		text = inside
		for trim := range 6 { // an escape may be cut, too
			var whole string
			if len(inside) >= trim && json.Unmarshal([]byte(`"`+inside[:len(inside)-trim]+`"`), &whole) == nil {
				text = whole
				break
			}
		}
	}
	return result(out, text, false)
}

// made is a success that the server never gave. Where the tool has declared what
// it answers, it is the least of that: a client refuses anything else.
func made(out *tool.Outcome, output json.RawMessage) tool.Outcome {
	success := result(out, out.Body, false)
	if len(output) == 0 {
		return success
	}
	structured := encode(minimal(output, 0))
	success.Body = string(rawjson.Set([]byte(result(out, string(structured), false).Body), "structuredContent", structured))
	return success
}

func rpcError(out *tool.Outcome, code int, text string) tool.Outcome {
	return tool.Outcome{
		Channel: tool.ChannelMCPError, Phase: out.Phase, Flag: tool.FlagFailure, Err: nil, Elapsed: out.Elapsed,
		Body: string(encode(struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		}{code, text})),
	}
}

func result(out *tool.Outcome, text string, isError bool) tool.Outcome {
	type block struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	flag := tool.FlagSuccess
	if isError {
		flag = tool.FlagFailure
	}
	return tool.Outcome{
		Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Flag: flag, Elapsed: out.Elapsed,
		Body: string(encode(struct {
			Content []block `json:"content"`
			IsError bool    `json:"isError"`
		}{[]block{{"text", text}}, isError})),
	}
}

// encode writes JSON with "<" and its like as they are.
func encode(value any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) //nolint:errchkjson // texts, numbers and flags always encode
	return bytes.TrimSpace(b.Bytes())
}

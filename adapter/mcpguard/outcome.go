package mcpguard

import (
	"bytes"
	"encoding/json"

	"github.com/sequitur-go/sequitur/internal/rawjson"
	"github.com/sequitur-go/sequitur/tool"
)

// ResultOutcome returns the outcome of a tools/call that drew a result.
func ResultOutcome(result json.RawMessage) tool.Outcome {
	out := tool.Outcome{
		Channel: tool.ChannelMCPResult, Phase: tool.PhaseAnswered, Flag: tool.FlagSuccess, Body: string(result),
	}
	var flag struct {
		IsError bool `json:"isError"`
	}
	if json.Unmarshal(result, &flag) == nil && flag.IsError {
		out.Flag = tool.FlagFailure
	}
	return out
}

// ErrorOutcome returns the outcome of a tools/call that drew a JSON-RPC error.
func ErrorOutcome(failure json.RawMessage) tool.Outcome {
	return tool.Outcome{
		Channel: tool.ChannelMCPError, Phase: tool.PhaseAnswered, Flag: tool.FlagFailure, Body: string(failure),
	}
}

// Foreign says whether a result is none that a guard can judge: the server asks
// for more input, or has begun a task. It has to reach the client as it is.
func Foreign(result json.RawMessage) bool {
	var kind string
	if t := rawjson.Get(result, "resultType"); t != nil && json.Unmarshal(t, &kind) != nil {
		return false
	}
	return kind != "" && kind != "complete" || rawjson.Get(result, "content") == nil && rawjson.Get(result, "task") != nil
}

// protocolCodesTable holds the codes of errors that the client itself has to act on: the answer of a
// tool cannot say them. The first asks the client to send the user to a page, the
// others belong to the negotiation of the protocol.
var protocolCodesTable = [...]string{"-32042", "-32020", "-32021", "-32022"}

// ForClient says whether a JSON-RPC error has to reach the client as it is.
func ForClient(failure json.RawMessage) bool {
	var object struct {
		Code json.RawMessage `json:"code"`
	}
	if json.Unmarshal(failure, &object) != nil {
		return false
	}
	for _, code := range protocolCodesTable {
		if bytes.Equal(object.Code, []byte(code)) {
			return true
		}
	}
	return false
}

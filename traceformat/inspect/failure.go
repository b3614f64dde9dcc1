package inspect

import (
	"errors"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/stream"
)

// errorsTable names what each type of a tool's error was raised as.
var errorsTable = map[string]string{
	"parsing": "ToolParsingError", "timeout": "TimeoutError", "unicode_decode": "UnicodeDecodeError", "permission": "PermissionError",
	"file_not_found": "FileNotFoundError", "is_a_directory": "IsADirectoryError", "limit": "LimitExceededError",
	"output_limit": "OutputLimitExceededError", "approval": "ToolApprovalError", "cancelled": "CancelledError", "unknown": "ToolError",
}

// fail marks an outcome as failed, if there is an error. The model reads the
// error's message.
func fail(out *tool.Outcome, failure stream.Value) {
	if !failure.Exists() {
		return
	}
	kind, text := failure.Get("type").Text(), failure.Get("message").Text()
	if name, ok := errorsTable[kind]; ok {
		kind = name
	}
	out.Flag, out.Channel = tool.FlagFailure, tool.ChannelException
	out.Err = errors.New(kind + ": " + text)
	if out.Body == "" {
		out.Body = text
	}
}

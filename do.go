package sequitur

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/sequitur-go/sequitur/tool"
)

// Do guards one plain function. Its error is an [*Error] whose text is the
// message for the model; the value is that of the last attempt that succeeded.
// A value of a text type (string, []byte, json.RawMessage) is looked at for a
// failure that came as a success; other values are handed on as they are.
//
// Read-backs and stand-ins are other tools, so a plain function has none: use
// [Guard.Wrap] for those.
func Do[T any](ctx context.Context, g *Guard, call tool.Call, fn func(context.Context) (T, error)) (T, error) {
	var value T
	next := tool.InvokerFunc(func(ctx context.Context, asked tool.Call) tool.Outcome {
		if asked.Tool != call.Tool {
			return tool.Outcome{
				Channel: tool.ChannelException, Phase: tool.PhaseNotSent, Flag: tool.FlagFailure,
				Err: fmt.Errorf("no tool %q behind a plain function", asked.Tool),
			}
		}
		v, err := fn(ctx)
		if err != nil {
			return tool.Outcome{Channel: tool.ChannelException, Flag: tool.FlagFailure, Err: err}
		}
		value = v
		return tool.Outcome{Phase: tool.PhaseAnswered, Body: textOf(v)}
	})
	if out := g.run(ctx, next, &call); out.Err != nil {
		var none T
		return none, out.Err
	}
	return value, nil
}

// opaque stands for a value that is no text: it reads as a plain success.
const opaque = "ok"

// textOf returns the text of a value that is one.
func textOf(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	case json.RawMessage:
		return string(v)
	default:
		return opaque
	}
}

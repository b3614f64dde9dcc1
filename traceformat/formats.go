package traceformat

import (
	"slices"

	"github.com/sequitur-go/sequitur/traceformat/atif"
	"github.com/sequitur-go/sequitur/traceformat/chat"
	"github.com/sequitur-go/sequitur/traceformat/claudecode"
	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/geminicli"
	"github.com/sequitur-go/sequitur/traceformat/inspect"
	"github.com/sequitur-go/sequitur/traceformat/mcplog"
	"github.com/sequitur-go/sequitur/traceformat/native"
	"github.com/sequitur-go/sequitur/traceformat/openhands"
	"github.com/sequitur-go/sequitur/traceformat/otlp"
	"github.com/sequitur-go/sequitur/traceformat/pi"
	"github.com/sequitur-go/sequitur/traceformat/responses"
	"github.com/sequitur-go/sequitur/traceformat/runtree"
	"github.com/sequitur-go/sequitur/traceformat/sweagent"
	"github.com/sequitur-go/sequitur/traceformat/toolbench"
)

// formatsTable lists the readers. Where two are equally sure of a recording,
// the earlier one reads it.
var formatsTable = [...]format.Format{
	native.Format(),
	claudecode.Format(),
	responses.Format(),
	chat.Format(),
	otlp.Format(),
	runtree.LangSmith(),
	runtree.Langfuse(),
	mcplog.Format(),
	pi.Format(),
	geminicli.Format(),
	atif.Format(),
	sweagent.Format(),
	openhands.Format(),
	toolbench.Format(),
	inspect.Format(),
}

// Formats lists the formats that can be read.
func Formats() []format.Format { return slices.Clone(formatsTable[:]) }

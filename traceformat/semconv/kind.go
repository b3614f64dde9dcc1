package semconv

import (
	"strings"

	"github.com/sequitur-go/sequitur/traceformat/spantree"
)

// operationsTable maps gen_ai.operation.name.
var operationsTable = map[string]spantree.Kind{
	"chat": spantree.Model, "generate_content": spantree.Model, "text_completion": spantree.Model, "responses": spantree.Model,
	"execute_tool": spantree.Tool, "invoke_agent": spantree.Agent, "invoke_workflow": spantree.Agent, "create_agent": spantree.Other,
	"embeddings": spantree.Other, "retrieval": spantree.Other, "rerank": spantree.Other,
}

// kindsTable maps the kinds of OpenInference and of OpenLLMetry, in lower case.
var kindsTable = map[string]spantree.Kind{
	"llm": spantree.Model, "tool": spantree.Tool, "agent": spantree.Agent,
	"chain": spantree.Other, "retriever": spantree.Other, "embedding": spantree.Other, "reranker": spantree.Other,
	"guardrail": spantree.Other, "evaluator": spantree.Other, "workflow": spantree.Other, "task": spantree.Other,
}

// namesTable maps how span names begin, for recorders that set no attribute.
var namesTable = [...]struct {
	prefix string
	kind   spantree.Kind
}{
	{"execute_tool ", spantree.Tool}, {"tools/call ", spantree.Tool}, {"invoke_agent ", spantree.Agent}, {"chat ", spantree.Model},
}

// kind says what a span stands for.
func kind(name string, a Attributes) spantree.Kind {
	if k, ok := vercelKind(a.Text("ai.operationId", "operation.name")); ok {
		return k
	}
	if k, ok := kindsTable[strings.ToLower(a.Text("openinference.span.kind", "traceloop.span.kind"))]; ok {
		return k
	}
	if method := a.Text("mcp.method.name"); method != "" {
		if method == "tools/call" {
			return spantree.Tool
		}
		return spantree.Other
	}
	if k, ok := operationsTable[a.Text("gen_ai.operation.name")]; ok {
		return k
	}
	if request := a.Text("llm.request.type"); request == "chat" || request == "completion" {
		return spantree.Model
	}
	for _, row := range namesTable {
		if strings.HasPrefix(name, row.prefix) {
			return row.kind
		}
	}
	switch {
	case a.First("gen_ai.tool.name", "gen_ai.tool.call.id").Exists():
		return spantree.Tool
	case a.First("gen_ai.request.model", "gen_ai.response.model").Exists():
		return spantree.Model
	case a.First("pydantic_ai.all_messages", "all_messages_events").Exists():
		return spantree.Agent
	default:
		return spantree.Other
	}
}

// vercelKind maps the operations of the Vercel AI SDK.
func vercelKind(operation string) (spantree.Kind, bool) {
	operation, _, _ = strings.Cut(operation, " ")
	switch {
	case !strings.HasPrefix(operation, "ai."):
		return spantree.Other, false
	case operation == "ai.toolCall":
		return spantree.Tool, true
	case strings.HasSuffix(operation, ".doGenerate"), strings.HasSuffix(operation, ".doStream"):
		return spantree.Model, true
	case operation == "ai.generateText", operation == "ai.streamText", operation == "ai.generateObject", operation == "ai.streamObject":
		return spantree.Agent, true
	default:
		return spantree.Other, true
	}
}

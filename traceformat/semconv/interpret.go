package semconv

import (
	"strings"

	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/traceformat/anychat"
	"github.com/sequitur-go/sequitur/traceformat/spantree"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// An Event is something that a span recorded beside its attributes.
type Event struct {
	Name       string
	Attributes Attributes
	// Body is a log record's.
	Body stream.Value
}

// A Status is how a span ended.
type Status struct {
	// OK and Failed are set where the span says so.
	OK, Failed bool
	Message    string
}

// Interpret fills a span in by its name, its attributes, its events and its
// status.
func Interpret(s *spantree.Span, name string, a Attributes, events []Event, status Status) {
	for _, e := range events {
		if e.Name == detailsEvent {
			for key, value := range e.Attributes {
				if !a[key].Exists() {
					a[key] = value
				}
			}
		}
	}
	s.Kind = kind(name, a)
	s.Session = a.Text("gen_ai.conversation.id", "session.id", "langfuse.session.id", "ai.telemetry.metadata.sessionId", "traceloop.association.properties.session_id")
	switch s.Kind {
	case spantree.Model:
		model(s, a, events)
	case spantree.Agent:
		agent(s, name, a, events)
	case spantree.Tool:
		toolSpan(s, name, a, events, status)
		return
	case spantree.Other:
		return
	}
	if status.Failed {
		s.Error = failure(a, events, status)
	}
}

func model(s *spantree.Span, a Attributes, events []Event) {
	s.ModelName = a.Text("gen_ai.response.model", "ai.response.model", "gen_ai.request.model", "llm.model_name", "ai.model.id", "llm.response.model", "llm.request.model")
	s.ResponseID = a.Text("gen_ai.response.id", "ai.response.id")
	s.Usage = usage(a)
	s.Tools = tools(a)
	messages(s, a, events)
}

func agent(s *spantree.Span, name string, a Attributes, events []Event) {
	s.Agent = a.Text("gen_ai.agent.name", "agent.name", "agent_name", "traceloop.entity.name", "ai.telemetry.functionId", "graph.node.id")
	if s.Agent == "" {
		s.Agent = strings.TrimPrefix(name, "invoke_agent ")
	}
	s.ModelName = a.Text("gen_ai.response.model", "gen_ai.request.model", "ai.model.id")
	s.Usage = usage(a)
	s.Tools = tools(a)
	messages(s, a, events)
}

// messages finds what went in and what came out: in attributes, or in events.
func messages(s *spantree.Span, a Attributes, events []Event) {
	keep(&s.System, a.First("gen_ai.system_instructions"))
	keep(&s.Input, firstOf(a.First("gen_ai.input.messages"), a.Nested("llm.input_messages"), a.Nested("gen_ai.prompt"), a.First("ai.prompt.messages", "ai.prompt", "gen_ai.prompt", "llm.prompts")))
	keep(&s.Output, firstOf(a.First("gen_ai.output.messages"), a.Nested("llm.output_messages"), a.Nested("gen_ai.completion"), vercelOutput(a), a.First("gen_ai.completion")))
	if s.Kind == spantree.Agent {
		// The whole conversation of the agent stands in one attribute.
		keep(&s.Output, a.First("pydantic_ai.all_messages", "all_messages_events"))
	}
	recorded := a.First("events").Embedded()
	for e := range recorded.Elements() {
		events = append(events, Event{Name: e.Get("event.name").Text(), Body: e})
	}
	if len(s.Input)+len(s.Output) == 0 {
		for _, e := range events {
			if in, v := e.message(); v.Exists() {
				if in {
					s.Input = append(s.Input, v)
				} else {
					s.Output = append(s.Output, v)
				}
			}
		}
	}
	if s.Kind == spantree.Model {
		if len(s.Input) == 0 {
			keep(&s.Input, a.First("input.value"))
		}
		if len(s.Output) == 0 {
			keep(&s.Output, a.First("output.value"))
		}
	}
}

func firstOf(values ...stream.Value) stream.Value {
	for _, v := range values {
		if v.Exists() {
			return v
		}
	}
	return nil
}

// keep adds a copy of a value, which outlives the record that it stands in.
func keep(to *[]stream.Value, v stream.Value) {
	if v.Exists() {
		*to = append(*to, stream.Value(v.Raw()))
	}
}

// vercelOutput puts the pieces of an answer together as one message.
func vercelOutput(a Attributes) stream.Value {
	text := a.First("ai.response.text", "ai.result.text", "ai.response.object")
	calls := a.First("ai.response.toolCalls", "ai.result.toolCalls").Embedded()
	if !text.Exists() && calls.Kind() != '[' {
		return nil
	}
	var b strings.Builder
	b.WriteString(`{"role":"assistant"`)
	if thought := a.First("ai.response.reasoning"); thought.Kind() == '"' {
		b.WriteString(`,"reasoning":` + string(thought))
	}
	if text.Kind() == '"' {
		b.WriteString(`,"content":` + string(text))
	}
	if calls.Kind() == '[' {
		b.WriteString(`,"toolCalls":` + string(calls))
	}
	b.WriteByte('}')
	return stream.Value(b.String())
}

func tools(a Attributes) (specs []tool.Spec) {
	for _, list := range [...]stream.Value{a.First("gen_ai.tool.definitions", "ai.prompt.tools"), a.Nested("llm.tools"), a.Nested("llm.request.functions")} {
		list = list.Embedded()
		for element := range list.Elements() {
			element = element.Embedded()
			if schema := element.Get("tool", "json_schema"); schema.Exists() { // OpenInference
				element = schema.Embedded()
			}
			specs = append(specs, anychat.Tools(element)...)
		}
	}
	return append(specs, anychat.Tools(a.First("output.value").Embedded().Get("tools"))...) // OpenAI's Responses repeat them
}

// usageNamesTable names the attributes of a usage.
var usageNamesTable = struct{ in, out, read, write, money []string }{
	in:    []string{"gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt", "ai.usage.inputTokens", "ai.usage.promptTokens", "llm.usage.prompt_tokens"},
	out:   []string{"gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.token_count.completion", "ai.usage.outputTokens", "ai.usage.completionTokens", "llm.usage.completion_tokens"},
	read:  []string{"gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens", "gen_ai.usage.details.cache_read_tokens", "llm.token_count.prompt_details.cache_read", "ai.usage.cachedInputTokens", "gen_ai.usage.input_tokens.cached"},
	write: []string{"gen_ai.usage.cache_creation.input_tokens", "gen_ai.usage.cache_creation_input_tokens", "gen_ai.usage.details.cache_write_tokens", "llm.token_count.prompt_details.cache_write"},
	money: []string{"gen_ai.usage.cost", "gen_ai.usage.total_cost", "llm.cost.total", "llm.usage.total_cost", "operation.cost"},
}

func usage(a Attributes) *trajectory.Usage {
	names := &usageNamesTable
	u := trajectory.Usage{
		In: a.First(names.in...).Int(), Out: a.First(names.out...).Int(),
		CacheRead: a.First(names.read...).Int(), CacheWrite: a.First(names.write...).Int(), USD: a.First(names.money...).Float(),
	}
	if u == (trajectory.Usage{}) {
		return nil
	}
	if cached := u.CacheRead + u.CacheWrite; cached > u.In {
		u.In += cached // the recorder counts what came from the cache apart
	}
	return &u
}

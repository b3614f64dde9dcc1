package otelguard

import "go.opentelemetry.io/otel/attribute"

// scope names this instrumentation.
const scope = "github.com/sequitur-go/sequitur/adapter/otelguard"

// The attributes of the GenAI and general conventions that are set.
const (
	keyOperation = attribute.Key("gen_ai.operation.name") // "execute_tool"
	keyTool      = attribute.Key("gen_ai.tool.name")
	keyCallID    = attribute.Key("gen_ai.tool.call.id")
	keyErrorType = attribute.Key("error.type") // the fault's kind
	keyStatus    = attribute.Key("http.response.status_code")
)

// The attributes that no convention has yet.
const (
	keyKind      = attribute.Key("sequitur.fault.kind")
	keyRetryable = attribute.Key("sequitur.fault.retryable")
	keyEffect    = attribute.Key("sequitur.fault.effect")
	keyAction    = attribute.Key("sequitur.verdict.action")
	keyReason    = attribute.Key("sequitur.verdict.reason")
	keyStop      = attribute.Key("sequitur.verdict.stop")
	keyEscalated = attribute.Key("sequitur.escalated")
	keyMemory    = attribute.Key("sequitur.from_memory")
	keyErrorID   = attribute.Key("sequitur.error_id")
	keyRun       = attribute.Key("sequitur.run")
	keyAttempts  = attribute.Key("sequitur.attempts")        // how many there were
	keyFaults    = attribute.Key("sequitur.attempt.faults")  // their kinds, in order
	keyAttempt   = attribute.Key("sequitur.attempt.number")  // from 1
	keyPhase     = attribute.Key("sequitur.attempt.phase")   // how far it got
	keyRole      = attribute.Key("sequitur.attempt.purpose") // attempt, or aid: a read-back, a stand-in
)

// executeTool is the conventions' name of what a call does.
const executeTool = "execute_tool"

// otherTool stands for names that no tool has: a model can make up as many as it
// likes, and a metric has to stay small.
const otherTool = "_OTHER"

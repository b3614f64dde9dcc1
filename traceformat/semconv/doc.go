// Package semconv reads what the attributes of a span say of a model's or a
// tool's call.
//
// Several conventions are in use, often at once: OpenTelemetry's for generative
// AI, with messages as attributes today and as events before, and for MCP;
// OpenInference; OpenLLMetry; Logfire; the Vercel AI SDK's. Each is a row in the
// tables here.
package semconv

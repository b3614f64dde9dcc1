// Package endpoint is the lab's model endpoint: a server that agent frameworks
// take for a model's. It speaks OpenAI chat completions, OpenAI Responses,
// Anthropic messages and Ollama chat, streamed and whole, and it keeps the exact
// bytes that the model was shown and answered with.
//
// Each trial has a base URL of its own, so that trials can share one process of
// a framework: Server.URL + "/t/NAME". Who answers is any [model.Model]: a
// scripted one, or a client of a real server.
//
// The endpoint enforces what the real services enforce (each tool call has its
// result, an error result is not empty, …) with a refusal in that service's own
// form, so that a framework that breaks a rule fails here as it fails there. It
// never answers by accident with a status that clients repeat by themselves
// (408, 409, 429, 5xx): a repeated request would be counted as the agent's.
package endpoint

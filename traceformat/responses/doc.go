// Package responses reads items of OpenAI's Responses API, as requests and
// answers hold them, the rollout files of Codex, and what `codex exec --json`
// prints.
//
// The items of one answer of the model are one message: calls that stand side by
// side were made in parallel. Usage is taken from the counts that Codex writes,
// each once though it repeats them.
package responses

// Package model is the lab's view of language models: messages and tools in,
// one assistant turn out. [Chat] is a client for any server that speaks OpenAI
// chat completions; [Scripted] models need no server and are deterministic under
// a seed.
//
// A scripted model proves wiring: which text is delivered, which call a policy
// makes. It proves nothing about models, and is called a scripted model wherever
// it is shown.
package model

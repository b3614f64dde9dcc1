// Package chat reads recordings of OpenAI chat messages and of what others made
// of them: the legacy function_call, arguments as an object, calls and answers
// without identifiers, content in parts, LangChain's and ShareGPT's words for
// the roles, messages of the AI SDK, of Pydantic AI and of AutoGen, messages
// under many a wrapper; the files of τ-bench, τ²-bench and LiveMCPBench; and
// labelled trajectories with what is known of their tools.
package chat

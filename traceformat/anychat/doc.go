// Package anychat decodes chat messages of any dialect into trajectory
// messages.
//
// Spans and run trees carry the messages of whatever library they watched:
// OpenAI's chat and Responses items, Anthropic's blocks, the parts of
// OpenTelemetry, of Gemini, of Bedrock and of the Vercel AI SDK, LangChain's
// serialised objects. A reader of such recordings cannot know which, so this
// package looks at each value. What one turn of the assistant said and called
// comes out as one message, what it thought as a message before it, and each
// result as one message of its own.
package anychat

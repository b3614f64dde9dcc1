// Package claudecode reads Claude Code's session files and its stream-json
// output, and messages of Anthropic's API in general.
//
// Claude Code writes the blocks of one turn as lines of their own, and the turns
// of its sub-agents between those of the main agent. Read line by line, parallel
// calls look like reactions to each other. So blocks are merged by the message's
// identifier, whose usage is counted once, and each sub-agent is a run of its
// own that names the run that started it.
package claudecode

package fault

// malformedTable holds what says that a reply broke off or is not what was promised.
func malformedTable() []textRule {
	return []textRule{
		{rule{Malformed, 52, passing | bare}, []string{
			"unexpected end of json input", "unexpected end of json", "unterminated string", "unexpected token <",
			"is not valid json", "expecting value: line 1", "jsondecodeerror", "invalid json response", "malformed response",
			"malformed json", "unparseable response", "could not decode response", "unexpected response type",
			"unexpected response", "output validation error", "does not match the tool's output schema",
			"structured content does not match", "has an output schema but did not return structured content",
			"incomplete response", "truncated response",
		}},
	}
}

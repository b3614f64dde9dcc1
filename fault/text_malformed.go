package fault

// malformedTable holds what says that a reply broke off or is not what was promised.
func malformedTable() []textRule {
	return []textRule{
		{rule{Malformed, 52, passing | bare}, []string{
			"unexpected end of json input", "unexpected end of json", "unterminated string",
			"is not valid json", "expecting value: line 1", "jsondecodeerror", "invalid json response", "malformed response",
			"malformed json", "unparseable response", "could not decode response", "unexpected response type",
			"unexpected response",

			"incomplete response", "truncated response",
		}},
		// A reply that is no JSON, and not an argument that is none.
		{rule{Malformed, 77, passing | bare}, []string{
			"unexpected token <", "unexpected token '<'", "did not return structured content",
		}},
		// The protocol gives the code of a bad argument, but the output is at fault.
		{rule{Malformed, 75, passing | bare}, []string{
			"output validation error", "does not match the tool's output schema", "structured content does not match",
			"has an output schema but",
		}},
	}
}

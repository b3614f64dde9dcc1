package fault

// toolsTable holds what says that there is no tool of that name.
func toolsTable() []textRule {
	return []textRule{
		{rule{UnknownTool, 82, bare}, []string{
			"unknown tool", "unknown_tool", "no such tool", "tool not found", "tool_not_found", "is not a valid tool",
			"not a valid tool", "no tool named", "no tool with name", "no such tool available", "tool does not exist",
			"invalid tool name", "unknown function", "no such function", "tool with name", "function not found in tools", "unregistered tool", "could not find tool",
			"unavailable tool", "tool is not available", "error: method not found", "-32601", "not found in any active connection", "找不到工具",
			"未知工具", "工具不存在", "没有名为",
		}},
	}
}

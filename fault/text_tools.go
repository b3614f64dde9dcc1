package fault

// toolsTable holds what says that there is no tool of that name.
var toolsTable = []textRule{
	{rule{UnknownTool, 82, bare}, []string{
		"unknown tool", "no such tool", "tool not found", "not a valid tool", "no tool named", "tool does not exist", "unknown function",
		"no such function", "tool with name", "function not found in tools", "unregistered tool", "could not find tool", "unavailable tool",
		"tool is not available", "error: method not found", "找不到工具", "未知工具", "工具不存在", "没有名为",
	}},
	{rule{UnknownTool, 82, bare}, []string{
		"tool is not found", "tool was not found", "tool not registered", "tool is not registered", "tool isn't available", "tool not available",
		"tool doesn't exist", "tool does not exists", "tool could not be found", "tool not exist", "tools not found", "not a known tool",
		"not a registered tool", "not a recognized tool", "is not a tool", "unrecognized tool", "undefined tool", "nonexistent tool", "non-existent tool",
		"invalid tool", "invalid function name", "no tool called", "no tool found", "no tool matching", "no tool registered", "no tools named",
		"no matching tool", "no function named", "no function called", "no handler for tool", "no handler registered", "no handler found for",
		"no action named", "cannot find tool", "can't find tool", "couldn't find tool", "could not find a tool", "unable to find tool",
		"failed to find tool", "unknown mcp tool", "method does not exist", "function is not defined in", "has no tool", "does not have a tool",
		"doesn't have a tool", "tried to call a tool", "not in the list of available tools", "not in the list of tools", "not among the available tools",
		"not found in available tools", "not found in the registry", "not found in tool registry", "not found in toolset", "not found in agent",
		"not an available tool", "is not available as a tool", "工具未找到", "工具未注册", "没有该工具", "没有这个工具", "无此工具", "找不到该工具", "不存在该工具", "不存在的工具",
	}},
	{rule{UnknownTool, 82, bare}, noneOffers()},
	{rule{UnknownTool, 82, bare}, append(sentences(
		[]string{"no tool", "no function", "no command", "no such tool", "no mcp tool", "no registered tool", "no available tool", "no action"},
		[]string{"with name", "with the name", "with that name", "with this name", "by that name", "by the name", "by this name", "goes by"},
	), sentences(
		[]string{"try again with one of these", "use one of these", "choose one of these", "pick one of these", "please use one of the following"},
		[]string{"tools", "functions"},
	)...)},
	{rule{UnknownTool, 82, bare}, []string{
		"only available tools", "only available actions", "only available functions", "no toolcallback", "no tool callback", "not found in the tools dict",
		"not found in tools dict", "not in the function map", "not in function map", "not in the tool map", "not in the toolbox",
		"not part of the toolset", "none of the servers has", "no mcp server has", "no mcp server found for", "没有可用的工具", "工具不可用", "无法识别的工具",
	}},
	// Words of other registers, too: a better sentence outweighs them.
	{rule{UnknownTool, 58, 0}, []string{
		"unknown action", "unknown method", "unknown operation", "unknown skill", "方法不存在", "函数不存在", "available tools",
	}},
}

// noneOffers returns the sentences which say that nobody has what was called.
func noneOffers() []string {
	return sentences(
		[]string{"no agent", "no provider", "no executor", "no plugin", "no server", "no toolset", "no worker", "no callback", "no client", "no connected server"},
		[]string{
			"can execute the", "can execute function", "can execute tool", "can handle tool", "can handle the tool", "can run tool", "can run the tool", "exposes", "exports",
			"provides tool", "provides the tool", "implements", "offers", "is registered for", "registered for", "registered with name", "has the tool", "has the function",
			"has a tool", "has tool", "knows the tool", "found for tool", "found for function", "found for the tool",
		},
	)
}

// sentences joins each part with each of the next ones.
func sentences(parts ...[]string) []string {
	all := parts[0]
	for _, next := range parts[1:] {
		var longer []string
		for _, begin := range all {
			for _, end := range next {
				longer = append(longer, begin+" "+end)
			}
		}
		all = longer
	}
	return all
}

package fault

// absentTable holds what says that the record or the target does not exist.
func absentTable() []textRule {
	return []textRule{
		{rule{NotFound, 56, bare}, []string{
			"not found", "not_found", "notfound", "notfoundexception", "no such file or directory", "enoent",
			"filenotfounderror", "no such file", "does not exist", "doesn't exist", "do not exist", "not exist",
			"no such customer", "no such user", "no such container", "no such element", "no such table", "no such key",
			"nosuchkey", "nosuchbucket", "nosuchelement", "no such", "could not be found", "could not find",
			"cannot find", "can't find", "couldn't find", "unable to find", "object_not_found", "command not found",
			"is not recognized as an internal or external command", "is not recognized as the name of a cmdlet",
			"unknown host key", "channel_not_found", "user_not_found", "no tab with", "resourcenotfound",
			"resourcenotfoundexception", "entity not found", "recordnotfound", "undefined table", "42p01", "pgrst116", "不存在",
			"找不到", "未找到", "没有找到该", "查无此", "repository not found", "module not found", "modulenotfounderror",
			"cannot find module", "page not found", "unknown revision", "pathspec", "did not match any", "no matching manifest",
			"manifest unknown", "tried to access a nonexistent",
		}},
		{rule{NotFound, 80, bare}, []string{"resource_missing"}},
		// A backend that hides what it forbids: the record is what it names first.
		{rule{NotFound, 73, bare}, []string{
			"does not exist or you do not have permission", "not found or you do not have permission", "not found or you don't have permission",
		}},
	}
}

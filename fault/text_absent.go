package fault

// absentTable holds what says that the record or the target does not exist.
var absentTable = []textRule{
	{rule{NotFound, 56, bare}, []string{
		"not found", "notfound", "notfoundexception", "enoent", "filenotfounderror", "doesn't exist", "not exist", "nosuchkey", "nosuchbucket",
		"nosuchelement", "no such", "could not find", "cannot find", "can't find", "couldn't find", "unable to find",
		"unknown host key", "no tab with",
		"resourcenotfound", "resourcenotfoundexception", "recordnotfound", "undefined table", "42p01", "pgrst116", "不存在", "找不到", "未找到", "没有找到该",
		"modulenotfounderror", "unknown revision", "did not match any", "no matching manifest", "manifest unknown",
	}},
	{rule{NotFound, 80, bare}, []string{
		"resource_missing",
	}},
	// A backend that hides what it forbids: the record is what it names first.
	{rule{NotFound, 73, bare}, []string{
		"does not exist or you do not have permission", "not found or you do not have permission", "not found or you don't have permission",
	}},
	{rule{NotFound, 56, bare}, []string{
		"not be found", "could not locate", "couldn't locate", "cannot locate", "can't locate", "unable to locate", "failed to find", "failed to locate",
		"no longer exists", "already been deleted", "does not exists", "didn't exist", "do not exists", "non-existent", "nonexistent", "nonexisting",
		"no record found", "no record with", "no records with", "no user found", "no user with", "no item with", "no object with", "no entity with",
		"no resource with", "no document with", "no project with", "no issue with", "no page with", "no file with", "no row with", "no rows with",
		"no node with", "no element with", "no element found", "no element matches", "no elements found", "no element matching", "no node found",
		"no module named", "no package named", "no container named", "no database named", "no table named", "unknown user", "unknown database",
		"unknown table", "unknown channel", "unknown message", "unknown guild", "unknown member", "unknown resource", "unknown model", "unknown index",
		"unknown project", "unknown repository", "unknown object", "unknown record", "unknown order", "unknown customer", "unknown account",
		"unknown document", "unknown job", "unknown element", "unknown collection", "unrecognized id", "invalid id supplied", "file not present",
		"not a git repository", "src refspec", "bad revision", "pull access denied", "404 page", "doesn't seem to exist", "does not seem to exist",
		"is not available anymore", "no matching distribution found", "is not in this registry", "is not in the npm registry", "no package metadata",
		"unable to resolve reference", "wrong file identifier", "element is not attached", "not present in the dom", "没找到", "无此", "没有此", "未能找到", "无法找到",
		"已被删除", "已下架", "nicht gefunden", "introuvable", "no encontrado", "no se encontró", "non trovato", "見つかりません",
	}},
	// Common words: they tell the kind of a failure, and no failure.
	{rule{NotFound, 56, 0}, []string{
		"has been deleted", "was deleted", "has been removed", "was removed", "isn't available", "bad object", "no candidates", "might not exist",
		"may not exist", "已删除", "未发现", "failed to load resource", "no longer available", "pathspec", "ambiguous argument",
	}},
	// A shell has no such command: longer than the words of a value that is not recognized.
	{rule{NotFound, 67, bare}, []string{
		"is not recognized as an internal or external command", "is not recognized as the name of a cmdlet",
	}},
	{rule{NotFound, 80, bare}, []string{
		"repository does not exist or may require",
	}},
	{rule{NotFound, 56, bare}, []string{
		"could not be located", "cannot be located", "can't be located", "couldn't be located", "no longer in the system", "is gone", "has no such",
		"no medium found", "no such device or address",
	}},
}

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
			"cannot find module", "page not found", "unknown revision", "did not match any", "no matching manifest",
			"manifest unknown", "tried to access a nonexistent",
		}},
		{rule{NotFound, 80, bare}, []string{"resource_missing"}},
		// A backend that hides what it forbids: the record is what it names first.
		{rule{NotFound, 73, bare}, []string{
			"does not exist or you do not have permission", "not found or you do not have permission", "not found or you don't have permission",
		}},
		{rule{NotFound, 56, bare}, []string{
			"was not found", "were not found", "is not found", "not be found", "could not locate", "couldn't locate", "cannot locate", "can't locate",
			"unable to locate", "failed to find", "failed to locate", "no longer exists",
			"already been deleted", "does not exists", "didn't exist", "did not exist", "do not exists", "non-existent",
			"nonexistent", "nonexisting", "no record found", "no record with", "no records with", "no user found", "no user with", "no item with",
			"no object with", "no entity with", "no resource with", "no document with", "no project with", "no issue with", "no page with",
			"no file with", "no row with", "no rows with", "no node with", "no element with", "no element found", "no element matches", "no elements found",
			"no element matching", "no node found", "no such host key", "no such device", "no such process", "no such bucket", "no such entity",
			"no such index", "no such image", "no such network", "no such volume", "no such object", "no such record", "no such resource", "no such branch",
			"no such ref", "no such commit", "no such path", "no such directory", "no such module", "no such package", "no such version", "no such topic",
			"no such issue", "no such page", "no such project", "no such channel", "no such database", "no such collection", "no module named",
			"no package named", "no container named", "no database named", "no table named", "unknown user", "unknown database", "unknown table",
			"unknown channel", "unknown message", "unknown guild", "unknown member", "unknown resource", "unknown model",
			"unknown index", "unknown project", "unknown repository", "unknown object", "unknown record", "unknown order", "unknown customer",
			"unknown account", "unknown document", "unknown job", "unknown element", "unknown collection", "unrecognized id",
			"invalid id supplied", "cannot find the path", "cannot find the file", "the system cannot find", "file doesn't exist", "file not present",
			"not a git repository", "couldn't find remote ref", "remote ref does not exist", "src refspec", "bad revision",
			"repository does not exist", "image not found", "pull access denied", "404 page", "doesn't seem to exist",
			"does not seem to exist", "seems to not exist", "is not available anymore",
			"no matching distribution found", "could not find a version that satisfies", "is not in this registry", "is not in the npm registry",
			"no package metadata", "unable to locate package", "unable to resolve reference", "relation does not exist",
			"table or view does not exist", "table doesn't exist", "base table or view not found", "key does not exist", "index_not_found", "chat not found",
			"user not found", "room not found", "thread not found", "message to edit not found", "message to delete not found", "wrong file identifier",
			"element not found", "unable to find element", "element is not attached", "not present in the dom",
			"no node with given id", "没找到", "无此", "没有此", "未能找到", "不存在该", "无法找到", "已被删除", "已下架", "记录不存在", "文件不存在", "用户不存在", "不存在或", "不存在的",
			"nicht gefunden", "introuvable", "no encontrado", "no se encontró", "non trovato", "見つかりません",
		}},
		// Common words: they tell the kind of a failure, and no failure.
		{rule{NotFound, 56, 0}, []string{
			"has been deleted", "was deleted", "has been removed", "was removed", "isn't available", "bad object", "no candidates", "might not exist",
			"may not exist", "已删除", "未发现", "failed to load resource", "no longer available", "pathspec", "ambiguous argument",
		}},
	}
}

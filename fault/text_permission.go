package fault

// permissionTable holds what says that an identity lacks a permission, or that a policy refuses.
func permissionTable() []textRule {
	return []textRule{
		{rule{Forbidden, 71, bare}, []string{
			"accessdenied", "accessdeniedexception", "access denied", "access is denied", "permission denied", "permissiondenied", "permissionerror",
			"permission check failed", "insufficient permission", "insufficient permissions", "insufficient privilege", "insufficient_scope", "missing_scope",
			"scope restricted", "not authorized", "unauthorizedoperation", "do not have permission", "don't have permission", "does not have permission",
			"no permission", "no permissions", "noperm", "missing permissions", "missing access", "lacks permission", "command denied to user",
			"must be owner of", "not exportable", "resource not accessible", "outside the allowed", "outside allowed", "outside of the allowed",
			"path not allowed", "directory not allowed", "blocked by policy", "policy violation", "violates policy", "content policy", "content_filter",
			"safety system", "ip not allowed", "error code: 1020", "error code: 1010", "authorizationfailed", "authorization_error", "authorization failed",
			"insufficientpermissions", "insufficientaccess", "insufficient_access", "admin rights", "requires admin", "requires elevated", "restricted_action",
			"not_in_channel", "sandbox denied", "read-only mode", "readonly mode", "没有权限", "权限不足", "无权", "禁止访问", "拒绝访问", "访问被拒绝", "exit code 126", "ip白名单",
			"not supported in your region", "unsupported_country_region_territory", "user location is not supported",
		}},
		{rule{Forbidden, 80, bare}, []string{
			"scopes is required", "scope is required", "scopes are required", "user is not authorized to perform", "resource not accessible by integration",
			"token无权限", "zugriff verweigert", "accès refusé", "acceso denegado",
		}},
		{rule{Forbidden, 87, bare}, []string{
			"denied by policy", "not approved by the policy",
		}},
		{rule{Forbidden, 71, bare}, []string{
			"forbidden", "was blocked", "is blocked", "not allowed to", "disabled by", "is disabled for",
			"you're not allowed", "you don't have the required",
			"you do not have the required", "you don't have permissions", "you do not have permissions", "you do not have the permission",
			"you don't have the permission", "you do not have sufficient", "you don't have sufficient", "you do not have enough", "you lack",
			"you cannot access", "you can't access", "does not have access", "doesn't have access", "do not have access", "don't have access",
			"doesn't have permission", "does not have permissions", "does not have the required", "does not have sufficient", "does not have the permission",
			"has no access", "have no access", "no write access", "no read access", "no authority", "no rights", "not have rights", "not enough rights",
			"not enough permissions", "not enough privileges", "not enough access", "insufficient rights", "insufficient privileges",
			"insufficient authorization", "insufficient authentication scopes", "insufficient role", "lacks the required", "lack of permission",
			"lacks permissions", "lacks the permission", "missing permission", "missing required scope", "missing required permission",
			"missing the required scope", "missing scopes", "missing the scope", "permission required", "permission is required", "permissions are required",
			"permission error", "permission not granted", "permission was denied", "permissions denied", "permission refused", "permission problem",
			"requires permission", "requires the permission", "requires the following permission", "requires scope", "requires administrator", "requires root",
			"requires owner", "requires write access", "requires higher", "must be an admin", "must be an administrator", "must be an owner",
			"must be a member", "must be root", "must have admin", "admins only", "only admins", "only administrators", "only the owner", "only owners",
			"owner only", "not an owner", "not the author", "not a collaborator", "not an admin", "isn't authorized", "not authorised", "unauthorized to",
			"unauthorised to", "unauthorized access", "authorization denied", "authorization failure", "access not allowed", "access restricted",
			"access is restricted", "access has been denied", "access blocked", "denied access", "refused by policy", "disallowed by policy", "prohibited by",
			"is prohibited", "rejected by policy", "denied by the policy", "denied by rule", "denied by administrator", "denied by your administrator",
			"denied by admission", "admission webhook", "violates podsecurity", "safety policy", "flagged as potentially violating", "blocked by the",
			"blocked by your", "blocked for security", "blocked for safety", "has been blocked", "request blocked", "command blocked", "command not allowed",
			"tool is disabled", "tool not allowed", "tool blocked", "not in the allowlist", "not in allowlist", "not in the allowed", "not in whitelist",
			"not on the allowlist", "not on the allowed", "not allowlisted", "not in the whitelist", "is not in the list of allowed", "outside allowed directories", "outside the allowed directories", "not in the allowed directories",
			"outside the workspace", "outside of workspace", "outside of the workspace", "outside the project", "outside the working directory",
			"outside working directory", "outside of the working", "outside the sandbox", "outside the root", "path traversal", "path escapes",
			"sandbox violation", "sandbox restrictions", "read-only transaction", "write operations are disabled", "write access is disabled",
			"write protected", "protected branch", "branch is protected", "push declined due to repository rule", "gh006", "gh013", "refusing to allow",
			"account suspended", "account is suspended", "account has been suspended", "account is disabled", "account has been disabled", "account disabled",
			"account locked", "account is locked", "user suspended", "user is suspended", "has been banned", "ip address not allowed",
			"not allowed from your ip", "not available in your region", "not available in your country", "not available in your location",
			"country, region, or territory not supported", "region is not supported", "region not supported", "feature is not enabled", "feature not enabled",
			"feature is disabled", "feature is not available", "not enabled for this", "not enabled for your", "not available on your plan",
			"not included in your plan", "not available for your plan", "api is not enabled", "api not enabled", "has not been used in project",
			"api access is disabled", "not have a valid license", "requires a license", "mandatory access control", "verify you are human", "are you a robot",
			"bot detection", "access to fetch at", "缺少权限", "缺少必要的权限", "无操作权限", "无此权限", "权限错误", "权限受限", "权限校验失败", "权限验证失败", "没有访问权限", "没有操作权限", "无访问权限", "无法访问该",
			"被禁用", "账号已被", "被封禁", "未开通", "不在白名单", "非白名单", "违规内容", "内容违规", "仅管理员", "需要管理员", "越权", "未授权访问", "keine berechtigung", "permiso denegado",
			"permission refusée",
		}},
		// Common words: they tell the kind of a failure, and no failure.
		{rule{Forbidden, 71, 0}, []string{
			"disallowed", "captcha", "blocked by", "cloudflare ray id", "required scope", "invalid scope", "role required", "not in allowed",
			"cannot be used with", "未启用",
		}},
		{rule{Forbidden, 71, 0}, []string{
			"cors", "csrf", "guardrail", "guardrails", "is read-only", "is readonly", "are read-only", "read-only access", "required permission",
			"required permissions", "security policy", "organization policy", "usage policy", "usage policies", "just a moment", "attention required",
			"escapes the", "refusing to", "不允许", "禁止", "flagged by", "admin only", "not a member", "same-origin policy", "cross-origin", "不被允许", "敏感内容", "安全策略",
			"is banned", "no access to", "not the owner",
		}},
		// Said of values as well: a schema's words outweigh these.
		{rule{Forbidden, 62, bare}, []string{
			"is not permitted", "is not allowed", "are not allowed", "not permitted", "not allowed for", "not allowed by", "not allowed on", "isn't allowed",
		}},
		{rule{Forbidden, 40, 0}, []string{
			"robots.txt",
		}},
	}
}

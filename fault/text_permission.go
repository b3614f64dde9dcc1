package fault

// permissionTable holds what says that an identity lacks a permission, or that a policy refuses.
func permissionTable() []textRule {
	return []textRule{
		{rule{Forbidden, 71, bare}, []string{
			"accessdenied", "accessdeniedexception", "access denied", "access is denied", "access_denied", "permission denied",
			"permission_denied", "permissiondenied", "permissionerror", "permission check failed", "insufficient permission",
			"insufficient permissions", "insufficient privilege", "insufficient_scope", "insufficient scope", "missing_scope",
			"missing scope", "invalid scope", "scope restricted", "required scope", "not authorized to",
			"not authorized", "is not authorized", "unauthorizedoperation", "not allowed to", "not permitted",
			"operation not permitted", "eacces", "eperm", "you do not have permission", "do not have permission",
			"don't have permission", "does not have permission", "no permission", "no permissions", "noperm", "missing permissions", "missing access", "lacks permission", "forbidden",
			"is forbidden", "command denied to user", "must be owner of", "not exportable", "resource not accessible by",
			"resource not accessible", "outside the allowed", "outside allowed", "outside of the allowed", "not in allowed",
			"path not allowed", "directory not allowed", "was blocked", "is blocked", "blocked by policy", "blocked by",
			"policy violation", "violates policy", "content policy", "content_filter",
			"content_policy_violation", "safety system", "disallowed", "not whitelisted", "ip not allowed", "robots.txt",
			"error code: 1020", "error code: 1010", "cannot be used to create", "can't be used to", "authorizationfailed",
			"authorization_error", "authorization failed", "insufficientpermissions", "insufficientaccess",
			"insufficient_access", "admin rights", "requires admin", "requires elevated", "restricted_action", "not_in_channel",
			"role required", "sandbox denied", "read-only mode", "readonly mode", "无权限", "没有权限", "权限不足",
			"暂无权限", "无权访问", "无权", "禁止访问", "拒绝访问", "访问被拒绝", "未启用", "exit code 126", "ip白名单",
			"not supported in your region", "unsupported_country_region_territory", "user location is not supported", "captcha",
			"cloudflare", "disabled by", "is disabled for",
		}},
		{rule{Forbidden, 80, bare}, []string{
			"scopes is required", "scope is required", "scopes are required", "user is not authorized to perform",
			"resource not accessible by integration", "token无权限", "zugriff verweigert", "accès refusé", "acceso denegado",
		}},
		{rule{Forbidden, 87, bare}, []string{"denied by policy", "not approved by the policy"}},
	}
}

package fault

// identityTable holds what says that there is no identity, or a bad or an expired one.
func identityTable() []textRule {
	return []textRule{
		{rule{Unauthenticated, 72, bare}, []string{
			"invalid_token", "invalid access token", "invalid token", "invalidtokenerror", "invalid api key", "invalid_api_key",
			"incorrect api key", "api key not valid", "api key is invalid", "api key is missing", "missing api key",
			"no api key", "api_key client option must be set", "invalidauthenticationtoken", "authentication failed",
			"authentication_error", "authenticationerror", "authentication required", "authentication token",
			"authentication credentials were not provided", "not authenticated", "unauthenticated",
			"unauthorizedinboundtokenexception", "token has expired", "token expired", "expired token", "token is expired", "api token is invalid", "invalid session id", "illegal session", "invalid credential", "access_token is invalid", "不合法的access_token", "access_token无效", "access token is invalid", "token is invalid",
			"token_expired", "expiredtoken", "expiredtokenexception", "security token included in the request is expired",
			"security token included in the request is invalid", "unrecognizedclientexception", "signaturedoesnotmatch",
			"invalidaccesskeyid", "invalidclienttokenid", "authfailure", "auth_failed", "bad credentials",
			"invalid credentials", "invalid_credentials", "invalid username or password", "incorrect username or password",
			"password authentication failed", "access denied for user", "login required", "login_required", "please log in",
			"please login", "please sign in", "not logged in", "need to login", "must be logged in", "session expired",
			"invalid_session_id", "session has expired", "invalid_grant", "invalid_client", "not_authed", "invalid_auth",
			"token_revoked", "token revoked", "account_inactive", "jwt expired", "jwt malformed", "invalid signature",
			"invalid jwt", "noauth authentication required", "wrongpass", "invalid bearer", "missing bearer",
			"missing authorization", "no authorization header", "authorization header", "credentials have expired",
			"unable to locate credentials", "could not load the default credentials", "nocredentialsproviders",
			"could not find credentials", "could not read username", "not a valid credential",
			"does not contain a valid authentication token", "reauthenticate", "re-authenticate", "refresh token",
			"mfa required", "oauth token", "未登录", "请登录", "请先登录", "登录已过期", "登录失效", "未授权", "未认证", "token无效", "token失效",
			"token已过期", "令牌", "鉴权失败", "认证失败", "身份验证失败", "密钥无效", "access_token expired", "签名错误", "personal access token",
			"you must be authenticated", "invalid x-api-key", "please run /login", "gh auth login", "aws sso login",
			"anonymous users",
		}},
		{rule{Unauthenticated, 57, bare}, []string{
			"unauthorized", "unauthorised",
		}},
		// A token that "timed out" has expired: waiting cures nothing.
		{rule{Unauthenticated, 79, bare}, []string{"token超时", "access_token超时", "token timed out", "token has timed out", "session timed out, please log in"}},
	}
}

package fault

// identityTable holds what says that there is no identity, or a bad or an expired one.
var identityTable = []textRule{
	{rule{Unauthenticated, 72, bare}, []string{
		"could not verify your identity", "couldn't verify your identity", "unable to verify your identity", "session has ended", "session ended", "session was terminated", "session has been terminated", "sign in again", "log in again", "login again",
		"sign in to continue", "log in to continue", "sign in first", "log in first",
	}},
	{rule{Unauthenticated, 72, bare}, []string{
		"invalid_token", "invalid access token", "invalidtokenerror", "invalid api key", "incorrect api key", "api key not valid", "api key is invalid",
		"api key is missing", "missing api key", "no api key", "api_key client option must be set", "invalidauthenticationtoken", "authentication failed",
		"authentication_error", "authenticationerror", "authentication required", "authentication credentials were not provided", "not authenticated",
		"unauthenticated", "unauthorizedinboundtokenexception", "token has expired", "token expired", "expired token", "token is expired",
		"invalid session id", "illegal session", "invalid credential", "不合法的access_token", "token is invalid", "expiredtoken", "expiredtokenexception",
		"security token included in the request is expired", "security token included in the request is invalid", "unrecognizedclientexception",
		"signaturedoesnotmatch", "invalidaccesskeyid", "invalidclienttokenid", "authfailure", "auth_failed", "bad credentials", "invalid credentials",
		"invalid username or password", "incorrect username or password", "access denied for user", "login required", "please log in", "please login",
		"please sign in", "not logged in", "need to login", "must be logged in", "session expired", "session has expired", "invalid_grant",
		"invalid_client", "not_authed", "invalid_auth", "token_revoked", "account_inactive", "jwt expired", "jwt malformed", "invalid signature",
		"invalid jwt", "wrongpass", "invalid bearer", "missing bearer", "missing authorization", "no authorization header", "credentials have expired",
		"unable to locate credentials", "could not load the default credentials", "nocredentialsproviders", "could not find credentials",
		"could not read username", "not a valid credential", "does not contain a valid authentication token", "reauthenticate", "re-authenticate",
		"mfa required", "未登录", "请登录", "请先登录", "登录已过期", "登录失效", "未授权", "未认证", "token无效", "token失效", "token已过期", "鉴权失败", "认证失败", "身份验证失败", "密钥无效", "签名错误",
		"you must be authenticated", "invalid x-api-key", "please run /login", "gh auth login", "aws sso login",
	}},
	{rule{Unauthenticated, 57, bare}, []string{
		"unauthorized", "unauthorised",
	}},
	// A token that "timed out" has expired: waiting cures nothing.
	{rule{Unauthenticated, 79, bare}, []string{
		"token超时", "token timed out", "token has timed out", "session timed out, please log in",
	}},
	{rule{Unauthenticated, 72, bare}, []string{
		"token is not valid", "token is missing", "token is required", "token missing", "token not found in request", "token has been revoked",
		"token has been invalidated", "token was revoked", "token is revoked", "token may have expired", "token could not be verified",
		"token verification failed", "token validation failed", "token refresh failed", "failed to refresh token", "failed to refresh access token",
		"access token could not be", "no access token", "no token provided", "no auth token", "no authentication", "missing access token",
		"missing auth token", "missing authentication", "missing credentials", "missing api token", "invalid authentication", "invalid authorization",
		"invalid api token", "invalid app id", "invalid appid", "invalid app secret", "invalid user credentials", "invalid login",
		"invalid email or password", "invalid password", "invalid security token", "invalid session token", "invalid subscription key",
		"invalid key provided", "incorrect password", "incorrect credentials", "wrong password", "wrong credentials", "wrong api key", "bad token",
		"bad api key", "bad password", "unknown api key", "api key has expired", "api key expired", "api key is expired", "api key has been revoked",
		"api key revoked", "api key is required", "api key required", "api key not found", "api key not provided", "api key not set",
		"api key not configured", "api key is not set", "api key is not configured", "api key is incorrect", "api key does not exist", "api key provided",
		"access key id does not exist", "apikey is required", "apikey invalid", "provide a valid api key", "provide an api key", "no credentials",
		"no valid credentials", "credentials not found", "credentials are invalid", "credentials are missing", "credentials were rejected",
		"credentials were not accepted", "credential is invalid", "could not validate credentials", "could not authenticate", "could not be authenticated",
		"unable to authenticate", "cannot authenticate", "failed to authenticate", "authentication failure", "authentication is required",
		"authentication needed", "authentication has expired", "authentication expired", "authentication was unsuccessful", "authentication rejected",
		"authorization required", "authorization is required", "authorization expired", "authorization header is missing", "authorization header missing",
		"authorize the app", "need to authorize", "not signed in", "not logged into", "not been authenticated", "you must log in", "you must login",
		"you need to log in", "you need to sign in", "you need to authenticate", "must authenticate", "must sign in", "sign in to continue",
		"sign in required", "log in to continue", "login to continue", "login failed", "login expired", "login is required", "login has expired",
		"requires authentication", "requires login", "requires user authentication", "requires re-authentication", "require authentication", "re-login",
		"relogin", "session is invalid", "session is no longer valid", "session no longer valid", "expired session", "expired credentials",
		"expired api key", "signature does not match", "signature verification failed", "signature mismatch", "signature is invalid",
		"signature has expired", "jwt is invalid", "jwt is expired", "jwt verification failed", "jwt signature", "no jwt", "oauth error",
		"oauth authentication", "oauth credentials", "oauth authorization", "sso required", "two-factor authentication", "2fa required",
		"terminal prompts disabled", "permission denied (publickey)", "no identities", "could not read password", "could not read from remote repository",
		"gcloud auth login", "huggingface-cli login", "run `login`", "aadsts", "身份过期", "登录态",
		"登录状态", "重新登录", "没有登录", "需要登录", "未登陆", "请先登陆", "token 无效", "token 过期", "token 失效", "token不合法", "token错误", "token 已过期", "无效的token", "无效token",
		"非法token", "apikey 无效", "apikey无效", "api key 无效", "无效的api key", "密钥错误", "密钥不存在", "密钥过期", "验签失败", "签名不正确", "签名验证失败", "access_token过期",
	}},
	{rule{Unauthenticated, 57, bare}, []string{
		"unauthenticated request", "credential problem",
	}},
	// Common words: they tell the kind of a failure, and no failure.
	{rule{Unauthenticated, 58, 0}, []string{
		"authentication token", "authorization header", "refresh token", "oauth token", "令牌", "anonymous users", "personal access token",
	}},
	// Offers that come with an absence, too.
	{rule{Unauthenticated, 58, bare}, []string{
		"docker login", "npm login", "az login", "vercel login",
	}},
	{rule{Unauthenticated, 72, bare}, []string{
		"please authenticate",
	}},
	{rule{Unauthenticated, 72, bare}, []string{
		"key has expired", "key has been revoked", "key was rejected",
	}},
}

package fault

// timeoutTable holds what says that a deadline passed.
func timeoutTable() []textRule {
	return []textRule{
		{rule{Timeout, 60, passing | bare}, []string{
			"timed out", "request timed out", "request timeout", "timeout exceeded", "deadline exceeded", "deadline_exceeded",
			"gateway time-out", "gateway timeout", "etimedout", "esockettimedout", "read timeout", "readtimeout",
			"timeouterror", "sockettimeoutexception", "timeout of", "response timeout", "timed out after",
			"operation timed out", "execution timed out", "statement timeout", "lock wait timeout exceeded; timeout",
			"upstream request timeout", "net/http: request canceled while waiting", "请求超时", "超时", "连接超时",
			"aborted due to timeout", "took too long", "time limit exceeded", "did not respond within", "no response within",
			"rpc timeout", "timeoutexception", "taskcanceledexception", "status 504", "超過時間", "逾時",
		}},
		{rule{Timeout, 62, passing | unsent | bare}, []string{
			"connect timeout", "connection timed out", "connecttimeout", "connecttimeouterror", "und_err_connect_timeout",
			"connection timeout",
		}},
		{rule{Timeout, 40, passing}, []string{
			"timeout", "time out", "time-out",
		}},
	}
}

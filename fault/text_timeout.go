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
			"took too long", "time limit exceeded", "did not respond within", "no response within",
			"rpc timeout", "timeoutexception", "taskcanceledexception", "status 504", "超過時間", "逾時",
		}},
		{rule{Timeout, 62, passing | unsent | bare}, []string{
			"connect timeout", "connection timed out", "connecttimeout", "connecttimeouterror", "und_err_connect_timeout",
			"connection timeout",
		}},
		// Words of a cancellation that a deadline caused.
		{rule{Timeout, 77, passing | bare}, []string{
			"aborted due to timeout", "curl error 28", "due to the configured httpclient.timeout",
		}},
		// The database rolls back what it cancels.
		{rule{Timeout, 77, passing | unsent | bare}, []string{
			"canceling statement due to statement timeout", "canceling statement due to lock timeout",
		}},
		{rule{Timeout, 40, passing}, []string{
			"timeout", "time out", "time-out",
		}},
	}
}

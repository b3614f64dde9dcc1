package fault

// timeoutTable holds what says that a deadline passed.
var timeoutTable = []textRule{
	{rule{Timeout, 60, passing | bare}, []string{
		"timed out", "request timeout", "timeout exceeded", "deadline exceeded", "gateway time-out", "gateway timeout", "etimedout", "esockettimedout",
		"read timeout", "readtimeout", "timeouterror", "sockettimeoutexception", "timeout of", "response timeout", "statement timeout",
		"net/http: request canceled while waiting", "超时", "took too long", "time limit exceeded", "did not respond within", "no response within",
		"rpc timeout", "timeoutexception", "taskcanceledexception", "status 504", "超過時間", "逾時",
	}},
	{rule{Timeout, 62, passing | unsent | bare}, []string{
		"connect timeout", "connection timed out", "connecttimeout", "connecttimeouterror", "connection timeout",
	}},
	// The number of the error beside it does not say what was under way.
	{rule{Timeout, 79, passing | unsent | bare}, []string{"connect etimedout"}},
	// The gateway had the call, and its upstream may have it, too.
	{rule{Timeout, 64, passing | doubted | bare}, append(sentences(
		[]string{"upstream", "backend", "origin", "upstream server", "backend server", "origin server", "upstream service"},
		[]string{
			"connection timeout", "connection timed out", "connect timeout", "request timeout", "request timed out", "read timeout", "response timeout", "timed out",
			"timeout", "is timing out", "did not respond in time", "took too long to respond", "failed to respond in time",
		},
	), "endpoint request timed out", "waiting for upstream", "timeout from upstream", "timeout from backend")},
	// Words of a cancellation that a deadline caused.
	{rule{Timeout, 77, passing | bare}, []string{
		"aborted due to timeout", "curl error 28", "due to the configured httpclient.timeout",
	}},
	{rule{Timeout, 78, passing | unsent | bare}, []string{
		"resolving timed out", "name lookup timed out", "dns lookup timed out",
	}},
	// The database rolls back what it cancels.
	{rule{Timeout, 77, passing | unsent | bare}, []string{
		"canceling statement due to statement timeout", "canceling statement due to lock timeout",
	}},
	{rule{Timeout, 40, passing}, []string{
		"timeout", "time out",
	}},
	{rule{Timeout, 60, passing | bare}, []string{
		"time limit was exceeded", "exceeded the time limit", "exceeded time limit", "exceeded its deadline", "exceeded the deadline", "deadline expired",
		"deadline has passed", "timeout expired", "timeout elapsed", "timeout period elapsed", "timeout reached", "timeout was reached", "timeout error",
		"hit the timeout", "timeout waiting", "timeout while", "time out waiting", "timeout after", "timeout occurred", "did not complete within",
		"did not finish within", "did not complete in time", "did not respond in time", "failed to respond in time", "failed to respond within",
		"no response from server", "no response received", "no response after", "no reply within", "was not responding", "took longer than",
		"taking too long", "took too much time", "waited too long", "gave up waiting", "gave up after waiting", "max wait time exceeded",
		"maximum execution time", "max execution time", "execution time limit", "semaphore timeout", "query timeout", "script timeout", "page load timeout",
		"navigation timeout", "waiting for function failed", "exceeded while awaiting headers", "i/o timeout", "tls handshake timeout",
		"response header timeout", "idle timeout", "inactivity timeout", "signal: killed", "soft time limit", "execution expired",
		"tiempo de espera agotado", "タイムアウト",
	}},
	{rule{Timeout, 60, passing | bare}, []string{
		"did not return within", "didn't return within", "did not finish in", "has not responded", "hasn't responded", "no answer within", "was stopped after",
		"ran too long", "running too long", "ran longer than", "exceeded the maximum time",
	}},
	// Common words: they tell the kind of a failure, and no failure.
	{rule{Timeout, 60, passing}, []string{
		"not responding", "awaiting headers", "waiting for selector",
	}},
	// Nothing went out before the connection stood.
	{rule{Timeout, 62, passing | unsent | bare}, []string{
		"timed out connecting", "timeout connecting", "timed out while connecting", "timed out trying to connect", "failed to connect within",
		"could not connect within", "connect timed out", "connection attempt timed out", "timeout acquiring", "timed out acquiring",
		"timeout exceeded when trying to connect", "queuepool limit", "timed out fetching a new connection", "建立连接超时",
	}},
}

package fault

// limitsTable holds what says that a call was refused for load or a short window.
func limitsTable() []textRule {
	return []textRule{
		{rule{RateLimited, 70, passing | bare}, []string{
			"rate limit", "rate limits", "rate-limited", "rate limited", "ratelimited", "rate_limit", "rate_limited",
			"rate_limit_error", "rate_limit_exceeded", "ratelimiterror", "ratelimitexceeded", "rate limit exceeded",
			"ratelimit", "too many requests", "toomanyrequests", "toomanyrequestsexception", "throttlingexception", "throttled",
			"throttling", "requestlimitexceeded", "slowdown", "slow down", "reduce your request rate",
			"provisionedthroughputexceeded", "provisionedthroughputexceededexception", "userratelimitexceeded",
			"secondary rate limit", "overloaded", "overloaded_error", "server is overloaded", "model is overloaded",
			"too many tokens, please wait", "per-minute", "per minute", "requests per second", "try again in a few seconds",
			"loading redis is loading", "es_rejected_execution_exception", "esrejectedexecution", "queue capacity",
			"queue full", "queue is full", "too many concurrent", "concurrency limit", "too many connections",
			"too_many_connections", "too many clients", "rate exceeded", "request limit reached", "请求限制", "request_limit_exceeded", "limit exceeded per", "per 100 seconds", "flood wait",
			"flood_wait", "请求过于频繁", "请求太频繁", "频率限制", "频率超限", "请求速率", "速率限制", "速率超过限制", "限流", "操作频繁", "访问频繁", "并发超限", "触发限流",
			"稍后再试，请求", "qps", "busy, please", "server busy", "serverbusy", "server is busy", "服务器繁忙", "系统繁忙", "服务繁忙", "负载已饱和",
			"1302", "99991400", "too_many_requests", "capacity exceeded", "at capacity", "over capacity",
		}},
		{rule{RateLimited, 50, passing}, []string{
			"resource_exhausted", "resourceexhausted", "resource exhausted", "too frequently",
		}},
		// A server that fails says so as well: its own words outweigh these.
		{rule{RateLimited, 19, passing}, []string{
			"try again later", "retry after",
		}},
		{rule{RateLimited, 70, passing | bare}, []string{"rate-limit", "maximum request rate", "request rate is too large"}},
	}
}

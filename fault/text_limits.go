package fault

// limitsTable holds what says that a call was refused for load or a short window.
var limitsTable = []textRule{
	{rule{RateLimited, 72, passing | bare}, append(sentences(
		[]string{"exceeds the", "exceeded the", "exceeding the", "reached the", "over the", "hit the"},
		[]string{"frequency limit", "request frequency", "call frequency", "calling frequency", "qps limit", "qps", "rps limit", "per second limit", "per minute limit", "throughput limit"},
	), "reduce the frequency", "reduce the request frequency", "reduce your request frequency", "lower the frequency", "lower your request rate", "frequency limit exceeded", "frequency control", "access frequency limit", "request frequency is too high", "call frequency is too high")},
	// A short penalty: however many calls led to it, it ends by itself.
	{rule{RateLimited, 86, passing | bare}, append(sentences([]string{"temporarily"}, []string{
		"banned for too many", "throttled", "blocked due to too many", "suspended due to too many", "disabled due to too many", "restricted due to too many",
	}), "暂时禁用", "暂时限制访问", "暂时限流", "暂时封禁", "被限流", "触发限流", "处罚将在", "限流中", "解除限流")},
	{rule{RateLimited, 70, passing | bare}, []string{
		"rate limit", "rate limits", "rate-limited", "ratelimited", "ratelimiterror", "ratelimitexceeded", "ratelimit", "too many requests",
		"toomanyrequests", "toomanyrequestsexception", "throttlingexception", "throttled", "throttling", "requestlimitexceeded", "slowdown", "slow down",
		"reduce your request rate", "provisionedthroughputexceeded", "provisionedthroughputexceededexception", "userratelimitexceeded", "overloaded",
		"too many tokens, please wait", "try again in a few seconds", "loading redis is loading", "esrejectedexecution", "queue capacity", "queue full",
		"queue is full", "too many concurrent", "concurrency limit", "too many connections", "too many clients", "rate exceeded", "request limit reached",
		"请求限制", "request_limit_exceeded", "limit exceeded per", "flood wait", "请求太频繁", "频率限制", "频率超限", "请求速率", "速率限制", "速率超过限制", "限流", "操作频繁", "访问频繁",
		"并发超限", "稍后再试，请求", "qps limit", "exceeded qps", "busy, please", "server busy", "serverbusy", "server is busy", "服务器繁忙", "系统繁忙", "服务繁忙", "负载已饱和",
		"capacity exceeded", "at capacity", "over capacity",
	}},
	{rule{RateLimited, 50, passing}, []string{
		"resource_exhausted", "resourceexhausted", "too frequently",
	}},
	// A server that fails says so as well: its own words outweigh these.
	{rule{RateLimited, 23, passing}, []string{
		"retry after",
	}},
	{rule{RateLimited, 70, passing | bare}, []string{
		"maximum request rate", "request rate is too large",
	}},
	{rule{RateLimited, 70, passing | bare}, []string{
		"request limit per", "too many api calls", "too many calls", "too many queries", "too many attempts", "too many login attempts",
		"too many parallel", "too many simultaneous", "too many pending requests", "too many in-flight", "throttle limit", "throttle exceeded",
		"slow your request", "sending requests too fast", "requests too quickly", "abuse detection mechanism", "temporarily limited",
		"currently experiencing high demand", "experiencing high load", "experiencing heavy load", "under heavy load", "under high load", "service is busy",
		"service is too busy", "server too busy", "concurrency quota", "concurrent request limit", "concurrent requests limit",
		"maximum number of concurrent", "connection limit exceeded", "connection limit reached", "max client connections reached",
		"max number of clients reached", "remaining connection slots are reserved", "no available capacity", "no capacity available", "rejected execution",
		"circuit breaker is open", "circuit breaker open", "load shedding", "调用频率", "请求频率", "请求次数过多", "请求过多", "过于频繁", "频繁操作", "访问过快", "请求过快", "请求量过大",
		"并发限制", "并发过高", "限频", "频控", "当前访问量过大", "当前使用人数", "速率受限", "流量控制",
	}},
	// Common words: they tell the kind of a failure, and no failure.
	{rule{RateLimited, 70, passing}, []string{
		"per minute", "per 100 seconds", "requests per second", "rate limiting", "rate limiter", "requests per hour", "tokens per min",
		"queries per second", "calls per second", "calls per hour", "hourly limit", "burst limit", "burst capacity", "high demand", "high traffic",
		"heavy traffic", "unusual traffic", "too busy", "currently busy", "busy at the moment", "maximum concurrent", "max concurrent",
		"concurrent connections", "too many active", "insufficient capacity", "capacity limit", "request queue", "queue limit", "queue length",
		"circuitbreaker", "backpressure", "per second limit", "cool down", "cooldown", "slowmode", "并发数", "排队", "流控", "过载", "繁忙",
	}},
}

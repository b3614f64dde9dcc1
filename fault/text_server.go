package fault

// serverTable holds what says that the tool or its backend failed by itself.
var serverTable = []textRule{
	// What proxies say of the server behind them.
	{rule{ServerError, 72, passing | brief | bare}, append(sentences(
		[]string{"invalid response was received from", "received an invalid response from", "got an invalid response from", "invalid response from", "bad response from", "error reading response from", "incomplete response from"},
		[]string{"upstream", "the upstream", "an upstream", "the upstream server", "an upstream server", "the backend", "the origin", "the origin server", "a backend server"},
	), "invalid or incomplete response", "invalid response from an inbound server", "upstream sent invalid header", "upstream sent too big header", "backend fetch failed", "no backend server available", "backend is unhealthy", "backend is sick", "no server is available to handle this request")},
	{rule{ServerError, 42, passing | bare}, []string{
		"internalservererror", "service unavailable", "serviceunavailable", "the server had an error", "bad gateway", "server error", "servererror",
		"api_error", "internal_error", "internalfailure", "internalerror", "服务不可用", "服务器错误", "内部错误", "服务异常", "系统异常", "系统错误", "暂时不可用", "upstream error",
		"backend error", "backenderror", "statuscode.internal", "code = internal",
	}},
	{rule{ServerError, 46, lasting | bare}, []string{
		"nil pointer dereference", "panicked at", "panic:", "segmentation fault", "nullpointerexception", "nullreferenceexception", "null pointer",
		"undefined is not", "is not a function", "keyerror", "typeerror", "attributeerror",
		"nameerror", "indexerror", "zerodivisionerror", "recursionerror", "importerror", "outofmemoryerror", "out of memory", "stack overflow",
		"stackoverflowerror", "classcastexception", "indexoutofbounds", "nomethoderror", "undefined method", "uncaught exception", "unhandled exception",
		"read-only file system", "no space left on device", "disk full", "not properly initialized", "called `option::unwrap()`", "fatal error",
		"unsupported operand", "notimplementederror", "not implemented", "unimplemented", "cannot invoke",
	}},
	// A crash of the program, and not a value out of its range.
	{rule{ServerError, 67, lasting | bare}, []string{
		"index out of range", "slice bounds out of range", "runtime error:",
	}},
	// The library prints the tool's own statement: no argument named it.
	{rule{ServerError, 60, lasting | bare}, []string{
		"[sql: select", "[sql: insert", "[sql: update", "[sql: delete",
	}},

	// It says itself that it passes.
	{rule{ServerError, 47, passing | brief | bare}, []string{
		"temporarily unavailable", "temporarily not available", "temporarily offline", "temporarily out of service", "temporary failure", "temporary error",
		"temporary problem", "temporary issue", "temporary server error", "temporary internal error", "transient error", "transient failure",
		"transient problem", "intermittent error", "currently unavailable", "currently not available", "currently down", "currently offline",
		"down for maintenance", "under maintenance", "undergoing maintenance", "in maintenance mode", "maintenance in progress", "is starting up",
		"is still starting", "still initializing", "is warming up", "is currently loading", "model is loading", "service is unavailable", "service is down",
		"service is offline", "service is not available", "service not available", "server is unavailable", "server is down", "server unavailable",
		"backend unavailable", "backend is unavailable", "backend is down", "upstream unavailable", "upstream is unavailable", "upstream is down",
		"upstream server error", "upstream request failed", "upstream failure", "provider returned error", "provider is unavailable",
		"dependency unavailable", "dependency failure", "no server is available to handle this request", "retry your request", "服务暂时", "暂时无法", "暂不可用",
		"临时不可用", "服务维护", "升级维护", "正在维护", "服务暂停",
	}},
	{rule{ServerError, 42, passing | bare}, []string{
		"internal service error", "internal exception", "internal failure", "internal fault", "internal tool error", "unexpected internal",
		"server encountered an", "encountered an internal", "encountered an unexpected", "error on the server", "error on our end", "error on our side",
		"problem on our end", "issue on our end", "fault on the server", "something went wrong on", "server-side error", "server failed to",
		"server failure", "server fault", "server threw", "service failure", "service failed to process", "backend failure", "backend fetch failed",
		"backend failed", "application failed to respond", "an unexpected error has occurred", "an unhandled error", "an unhandled exception",
		"unexpected error occurred", "guru meditation", "origin is unreachable", "origin error", "web server is returning an unknown error",
		"origin web server", "invalid ssl certificate at origin", "worker threw exception", "function invocation failed", "internal_function",
		"lambda timed", "database connection failed", "db error", "disk error", "hardware error", "input/output error", "ioerror", "系统出错", "系统故障", "服务器出错",
		"服务器异常", "服务器开小差", "服务出错", "服务出现异常", "服务内部", "后台错误", "后端错误", "内部异常", "未知异常", "网关错误", "服务端错误", "服务端异常", "サーバーエラー", "erreur interne", "error interno",
		"interner serverfehler",
	}},
	{rule{ServerError, 46, lasting | bare}, []string{
		"object is not an iterator", "object does not support", "object is not reversible", "object can't be used in 'await' expression",
		"object cannot be interpreted", "object has no len", "'nonetype' object", "is not subscriptable", "is not iterable", "is not callable",
		"is not a constructor", "is not an object (evaluating", "is not serializable", "json serializable", "unhashable type",
		"not enough values to unpack", "too many values to unpack", "cannot unpack", "list index out of range", "string index out of range",
		"tuple index out of range", "pop from empty list", "list indices must be", "string indices must be", "dictionary update sequence",
		"dictionary changed size during iteration", "maximum recursion depth exceeded", "maximum call stack size exceeded", "can only concatenate",
		"can't concat", "cannot concatenate", "must be str, not", "division by zero", "integer division or modulo by zero", "referenced before assignment",
		"cannot access local variable", "name 'self'", "cannot pickle", "event loop is closed", "asyncio.run() cannot be called", "was never awaited",
		"unhandled errors in a taskgroup error", "cannot set property", "cannot destructure",
		"object reference not set to an instance of an object", "nil reference", "invalid memory address", "nil map", "concurrent map writes",
		"all goroutines are asleep", "null reference", "null is not an object", "undefined index", "undefined offset", "undefined array key",
		"undefined constant", "undefined local variable", "uncaught error", "uncaught referenceerror", "call to undefined function",
		"call to a member function", "wrong number of arguments (given", "takes 0 positional arguments", "takes 1 positional argument",
		"takes no arguments", "positional argument but", "positional arguments but", "stack smashing", "double free", "illegal instruction",
		"access violation", "assertion `", "assertion failure in", "invariant violation", "java heap space", "gc overhead limit", "cannot allocate memory",
		"memory limit exceeded", "allowed memory size", "javascript heap", "oom-killed", "oomkilled", "out of disk", "disk is full",
		"database disk image is malformed", "file is not a database", "unable to open database file", "schema is out of date", "configuration error",
		"not configured correctly", "not properly configured", "improperly configured", "failed to import", "has no attribute", "incompatible version",
		"version incompatib", "abi mismatch", "undefined symbol", "cannot open shared object file", "no such method error", "render error", "空指针", "数组越界",
		"内存不足", "内存溢出", "磁盘空间不足", "磁盘已满", "配置错误",
	}},
	// Advice that comes with anything: another sentence outweighs it.
	{rule{ServerError, 21, passing | brief}, []string{
		"please retry", "retry the request", "please try again", "should be retried", "may be retried", "can be retried", "try again soon", "请重试", "稍后再来",
	}},
	// Common words: they tell the kind of a failure, and no failure.
	{rule{ServerError, 42, passing}, []string{
		"upstream service", "upstream returned", "provider error", "error 500", "http 500", "http 502", "http 503", "i/o error", "application error",
		"storage error", "database error", "unexpected exception", "service error", "unhandled error", "internal problem",
	}},
	{rule{ServerError, 42, passing | brief}, []string{
		"is starting", "starting up", "still loading", "scheduled maintenance", "maintenance window", "not yet available", "is initializing", "维护中", "系统维护",
	}},
	{rule{ServerError, 46, lasting}, []string{
		"is not defined", "nonetype", "no running event loop", "object of type", "undefined variable", "coroutine object", "method missing",
		"symbol not found", "bus error", "template error", "not enough memory", "undefined property", "cannot import name", "unreachable code",
		"local variable", "未定义",
	}},
	{rule{ServerError, 38, lasting}, []string{
		"environment variable", "env var", "is not configured", "not been configured", "misconfigured", "misconfiguration", "missing configuration", "未配置",
		"环境变量", "migration",
	}},
	{rule{ServerError, 21, passing | brief | bare}, []string{
		"please retry later", "please retry your request", "try again in a few minutes", "try again in a few moments", "try again in a little while",
		"try again shortly", "try again after some time", "try after some time", "please try later", "please try again later", "请稍候再试", "请稍候重试", "稍后再试",
		"稍后重试", "try your request again", "retry your call", "try again in a moment",
	}},
	{rule{ServerError, 21, passing | brief}, []string{
		"try again later",
	}},
	{rule{ServerError, 46, lasting | bare}, []string{
		"readonly database",
	}},
	// A crash, whatever its words are about.
	{rule{ServerError, 67, lasting | bare}, []string{
		"undefined or null to object", "cannot read properties of", "cannot read property", "cannot set properties of", "object has no attribute",
		"object is not iterable", "object is not subscriptable",
	}},
	{rule{ServerError, 67, lasting | bare}, []string{
		"read only replica",
	}},
	// What the system calls of a machine in trouble say.
	{rule{ServerError, 46, lasting | bare}, []string{
		"too many open files", "bad file descriptor", "no buffer space available", "no child processes", "too many levels of symbolic links",
		"exec format error",
	}},
}

package fault

// serverTable holds what says that the tool or its backend failed by itself.
func serverTable() []textRule {
	return []textRule{
		{rule{ServerError, 42, passing | bare}, []string{
			"internal server error", "internal_server_error", "internalservererror", "service unavailable",
			"serviceunavailable", "service_unavailable", "temporarily down", "the server had an error", "temporarily unavailable", "bad gateway", "server error", "servererror", "api_error",
			"internal_error", "internalfailure", "internalerror", "服务不可用", "服务器错误", "服务器内部错误", "内部错误", "服务异常", "系统异常", "系统错误",
			"暂时不可用", "upstream error", "backend error", "backenderror", "statuscode.internal", "code = internal",
		}},
		{rule{ServerError, 46, lasting | bare}, []string{
			"nil pointer dereference", "panicked at", "panic:", "segmentation fault", "nullpointerexception",
			"nullreferenceexception", "null pointer", "undefined is not", "cannot read properties of", "cannot read property",
			"is not a function", "keyerror", "typeerror", "attributeerror", "nameerror", "indexerror", "zerodivisionerror",
			"recursionerror", "importerror", "outofmemoryerror", "out of memory", "stack overflow", "stackoverflowerror",
			"classcastexception", "indexoutofbounds", "nomethoderror", "undefined method", "uncaught exception",
			"unhandled exception", "readonly database", "read-only file system", "no space left on device", "disk full",
			"not properly initialized", "called `option::unwrap()`", "fatal error", "unsupported operand",
			"object has no attribute", "notimplementederror", "not implemented", "unimplemented", "cannot invoke",
		}},
		// A crash of the program, and not a value out of its range.
		{rule{ServerError, 67, lasting | bare}, []string{
			"index out of range", "slice bounds out of range", "runtime error:",
		}},
		// The library prints the tool's own statement: no argument named it.
		{rule{ServerError, 60, lasting | bare}, []string{
			"[sql: select", "[sql: insert", "[sql: update", "[sql: delete",
		}},
		{rule{ServerError, 20, passing}, []string{
			"internal error", "-32603",
		}},
	}
}

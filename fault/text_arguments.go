package fault

// argumentsTable holds what says that an argument is wrong.
func argumentsTable() []textRule {
	return []textRule{
		{rule{InvalidArgument, 66, bare}, []string{
			"invalid argument", "invalid arguments", "invalid_argument", "invalidargument", "invalid params",
			"invalid parameter", "invalid_parameter", "invalidparameter", "invalidparametervalue", "invalid value",
			"invalid input", "invalid_input", "invalid format", "invalid date", "invalid syntax",
			"validation error", "validation failed", "validationerror", "validationexception", "validation errors",
			"validation_error", "input validation error", "unexpected keyword argument", "got an unexpected keyword argument",
			"input should be", "should be a valid", "must be one of", "must be a", "must be an", "must be of type",
			"must be greater", "must be less", "must be at least", "must be at most", "must be between", "must be positive",
			"must be in", "must not be", "must match", "must have", "must contain", "should match", "should be one of",
			"is not one of", "not one of", "is not a valid", "not a valid", "not valid", "is invalid", "invalid_type",
			"invalid_enum_value", "unrecognized_keys", "unrecognized argument", "unrecognized option", "unknown option",
			"unknown argument", "unknown parameter", "unknown field", "no such option", "unknown flag", "invalid option",
			"illegal option", "illegal argument", "illegalargumentexception", "usage:", "for usage", "valid values are",
			"allowed values", "available metrics", "expected one of", "expected string", "expected number", "expected a",
			"wrong type", "type mismatch", "type_error", "cannot parse", "failed to parse", "could not parse",
			"unable to parse", "parse error", "parsing failed", "syntax error", "you have an error in your sql syntax",
			"undefined column", "unknown column", "no such column", "column does not", "42703", "42601", "22p02",
			"invalid input syntax", "out of range", "exceeds maximum", "exceeds the maximum", "exceeds limit",
			"maximum context length", "context_length_exceeded", "context length", "prompt is too long", "input is too long",
			"request too large", "payload too large", "larger than max", "over limit",
			"unsupported_value", "string to replace not found", "did not appear verbatim", "should not be present", "failed validation", "no replacement was performed", "should be smaller than",
			"should be less than", "should be greater than", "should be between",
			"old_string", "not unique", "is not unique", "multiple matches", "invalid json", "json parse error",
			"参数错误", "参数无效", "参数不合法",
			"参数不正确", "非法参数", "格式错误", "格式不正确", "无效的", "不合法", "不支持", "取值范围", "invalid url", "invalid uri", "unknown url type",
			"invalid cron", "invalid regex", "invalid selector", "invalid path", "valueerror", "invalid literal",
			"invalid choice", "invalid uuid", "is not a number", "division by zero in expression",
		}},
		{rule{InvalidArgument, 70, doubted | bare}, []string{
			"exceeds maximum allowed tokens",
		}},
		{rule{InvalidArgument, 50, bare}, []string{
			"invalid_request_error", "invalid_request", "bad request", "badrequest", "bad_request", "invalid request", "unprocessable", "unprocessable_entity", "unsupported", "not supported", "the value", "too long", "too large", "malformed request",
		}},
	}
}

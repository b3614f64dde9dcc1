package fault

// argumentsTable holds what says that an argument is wrong.
var argumentsTable = []textRule{
	{rule{InvalidArgument, 66, bare}, []string{
		"invalid argument", "invalid arguments", "invalidargument", "invalid params", "invalid parameter", "invalidparameter", "invalidparametervalue",
		"invalid value", "invalid format", "invalid date", "invalid syntax", "validation error", "validation failed", "validationerror",
		"validationexception", "validation errors", "unexpected keyword argument", "input should be", "should be a valid", "must be one of",
		"must be of type", "must be greater", "must be less", "must be at least", "must be at most", "must be between", "must be positive",
		"should be one of", "not one of", "not a valid", "invalid_type", "unrecognized_keys", "unrecognized argument", "unrecognized option",
		"unknown option", "unknown argument", "unknown parameter", "no such option", "unknown flag", "invalid option", "illegal option", "illegal argument",
		"illegalargumentexception", "valid values are", "allowed values", "available metrics", "expected one of", "expected string", "expected number",
		"wrong type", "type mismatch", "type_error",
		"syntax error", "you have an error in your sql syntax", "undefined column", "unknown column", "no such column", "column does not",
		"exceeds maximum", "exceeds the maximum", "context length", "prompt is too long", "input is too long", "request too large", "payload too large",
		"larger than max", "unsupported_value", "string to replace not found", "did not appear verbatim", "should not be present", "failed validation",
		"no replacement was performed", "should be smaller than", "should be between", "not unique", "multiple matches", "invalid json", "参数错误", "参数无效",
		"参数不正确", "非法参数", "格式错误", "格式不正确", "无效的", "不合法", "取值范围", "invalid url", "invalid uri", "unknown url type", "invalid cron", "invalid regex",
		"invalid selector", "invalid path", "valueerror", "invalid literal", "invalid choice", "invalid uuid", "is not a number",
		"division by zero in expression",
	}},
	{rule{InvalidArgument, 70, doubted | bare}, []string{
		"exceeds maximum allowed tokens",
	}},
	{rule{InvalidArgument, 50, bare}, []string{
		"invalid_request", "bad request", "badrequest", "unprocessable", "malformed request",
	}},
	{rule{InvalidArgument, 66, bare}, []string{
		"must not be", "must match", "must contain", "not valid", "is invalid", "out of range", "exceeds limit", "should match",
		"are invalid", "was invalid", "invalid id", "invalid identifier", "invalid name", "invalid query", "invalid body", "invalid content",
		"invalid email", "invalid phone", "invalid number", "invalid integer", "invalid length", "invalid range", "invalid filter", "invalid field",
		"invalid property", "invalid key", "invalid index", "invalid expression", "invalid character", "invalid characters", "invalid operation type",
		"invalid cursor", "invalid page", "invalid limit", "invalid size", "invalid file", "invalid image", "invalid address", "invalid host",
		"invalid port", "invalid ip", "invalid timestamp", "invalid time", "invalid timezone", "invalid datetime", "invalid isoformat", "invalid currency",
		"invalid country", "invalid language", "invalid locale", "invalid model", "invalid mode", "invalid action", "invalid command",
		"invalid method parameter", "invalid schema", "invalid payload", "invalid data", "invalid xml", "invalid yaml", "invalid html", "invalid base64",
		"invalid hex", "invalid utf-8", "invalid unicode", "invalid escape", "invalid regular expression", "invalid pattern", "invalid xpath",
		"invalid css selector", "invalid sql", "invalid statement", "invalid function", "invalid tool arguments", "invalid tool input",
		"invalid tool call arguments", "malformed id", "malformed query", "malformed json in request", "malformed request body", "malformed input",
		"malformed url", "malformed uri", "ill-formed", "illegal character", "illegal value", "bad value", "bad argument", "bad parameter", "bad input",
		"bad query", "bad arguments", "bad date", "wrong value", "wrong format", "wrong number of arguments", "wrong argument", "wrong parameter",
		"incorrect type", "incorrect format", "incorrect value", "incorrect syntax", "incorrect parameter", "unknown property", "unknown attribute",
		"unknown keyword", "unknown filter", "unknown operator", "unknown service name", "unknown command", "unknown subcommand", "unknown shorthand flag",
		"unrecognized field", "unrecognized parameter", "unrecognized arguments", "unrecognized command", "unrecognized key", "unrecognized value",
		"unrecognised", "unexpected argument", "unexpected arguments", "unexpected parameter", "unexpected property", "unexpected field", "unexpected type",
		"unexpected value", "unsupported type", "unsupported format", "unsupported parameter", "unsupported operator", "unsupported method",
		"unsupported file", "unsupported media type", "unsupported operation", "unsupported protocol", "unsupported url", "unsupported language",
		"not a supported",
		"was unexpected", "were unexpected", "should be of type", "should be string", "should be greater", "should be less", "should be equal",
		"should be integer", "should have at least", "should have at most", "must be string", "must be number", "must be integer", "must be boolean",
		"must be array", "must be object", "must be equal", "must be valid", "must be larger", "must be smaller", "must be shorter", "must be longer",
		"must be before", "must be after", "must be in the future", "must be in the past", "must be later", "must be earlier", "must be lower",
		"must be higher", "must be no more", "must be no less", "must be non-negative", "must be non-empty", "must be numeric", "must be json",
		"must be either", "must be exactly", "must be within", "must be of the form", "must be in the format", "must start with", "must begin with",
		"must end with", "must not contain", "must not exceed", "must not start", "must not have", "must only contain", "must consist of", "must conform",
		"may not exceed", "can only contain", "cannot be greater", "cannot be less", "cannot be negative", "cannot be used together", "cannot be combined",
		"cannot be longer", "cannot exceed", "cannot contain", "can't contain", "cannot be converted", "could not convert",
		"failed to convert", "unparseable",
		"cannot coerce", "could not coerce",
		"cannot interpret", "could not interpret", "is not of a type", "not of type", "is not an integer", "is not a string", "is not a boolean",
		"is not an array", "is not an object", "is not a list", "is not a dict", "is not a date", "is not an allowed", "is not in the list",
		"is not in range", "is not within", "is not under", "is not a recognized", "not recognized", "is not a known", "is not correctly formatted",
		"not in the correct format", "not in a correct format", "does not match the pattern", "does not match pattern", "does not match the regex",
		"does not match the regular expression", "does not match the expected", "does not match expected", "does not match format", "does not match schema",
		"does not conform", "does not satisfy", "does not fit", "did not match the expected", "did not match schema", "is too many", "too many arguments",
		"too few arguments", "too many parameters", "too many items", "too many values", "too many characters", "too many elements", "exceeds the allowed",
		"exceeds the size", "exceeds the character", "exceeds the context", "exceeds the model", "exceeds allowed", "exceeds size limit",
		"exceeds the token limit", "exceeds character limit", "exceeded maximum", "exceeded the maximum", "exceeded max length", "exceed the limit",
		"exceed the maximum", "exceed maximum", "maximum length exceeded", "maximum size exceeded", "maximum allowed size", "max length is",
		"maximum length is", "over the limit of", "longer than the maximum", "longer than maximum", "larger than the maximum", "larger than maximum",
		"greater than the maximum", "greater than maximum", "less than the minimum", "less than minimum", "smaller than the minimum", "below the minimum",
		"above the maximum", "string_too_long", "string_too_short", "value_error", "literal_error", "too_big", "too_small", "int_parsing", "bool_parsing",
		"float_parsing", "int_type", "list_type", "dict_type", "model_type", "enum", "json_invalid", "url_parsing", "date_parsing", "datetime_parsing",
		"uuid_parsing", "string_pattern_mismatch", "union_tag_invalid", "schema validation", "schema error", "schema mismatch",
		"does not comply with schema", "data validation", "parameter validation", "validation problem", "validation issues", "validation exception",
		"request was malformed", "request is malformed", "malformed syntax", "cannot be understood", "could not understand the request",
		"could not be understood", "cannot process the request", "parameter error", "parameters were invalid", "parameter values were invalid",
		"argument error", "arguments must", "expected object", "expected array", "expected boolean", "expected integer", "expected null", "expected type",
		"expected format", "expected value of type", "expected int", "expected str", "expected list", "expected dict", "got an invalid", "choose one of",
		"valid options are", "valid choices", "valid types are", "available choices", "permitted values", "allowed options", "accepted values",
		"acceptable values", "must be provided as", "date must be", "start date must", "cannot be in the past", "unclosed quote", "unterminated quoted",
		"unexpected end of input", "unexpected identifier", "lexical error", "check the manual that corresponds",
		"ambiguous", "function does not exist", "operator does not exist", "no such function:", "invalid column name", "invalid object",
		"unknown identifier", "unresolved column", "cannot resolve column", "has no field", "has no column", "no field named", "no column named",
		"no property named", "no attribute named", "not an allowed value", "is not iso", "relative url without a base", "no scheme supplied",
		"missing scheme", "no connection adapters were found", "strict mode violation", "no changes to apply", "old string not found",
		"string not found in file", "found multiple times", "occurs multiple times", "appears multiple times", "multiple occurrences", "file name too long",
		"参数类型", "参数校验", "参数验证", "参数格式", "参数异常", "参数非法", "参数有误", "参数不对", "参数不符", "参数解析", "格式有误", "格式不对", "格式不支持", "类型不匹配", "长度超", "长度不", "超过最大", "超出最大",
		"超过限制长度", "超过长度", "超出范围", "超出长度", "不能超过", "不能大于", "不能小于", "不能晚于", "不能早于", "必须是", "必须为", "必须大于", "必须小于", "应该是", "只能是", "只能为", "可选值", "校验失败", "校验不通过",
		"验证失败", "语法错误", "非法的", "无效参数", "无效值", "无效id", "暂不支持",
	}},
	// Common words: they tell the kind of a failure, and no failure.
	{rule{InvalidArgument, 66, 0}, []string{
		"usage:", "for usage", "over limit", "old_string", "不支持",
	}},
	{rule{InvalidArgument, 50, 0}, []string{
		"too long", "too large", "unsupported", "not supported",
	}},
	{rule{InvalidArgument, 70, bare}, []string{
		"request entity too large", "request body too large", "exceeds the context window", "exceeds context window",
		"input length and `max_tokens` exceed", "too many input tokens", "input too long", "input is too large", "file is too large", "file too large",
		"file size exceeds", "body exceeded", "message is too long", "message too long", "image exceeds", "payload is too large",
	}},
	{rule{InvalidArgument, 48, 0}, []string{
		"end date", "in the past", "in the future", "are the same", "are identical", "resolved to", "one of the following", "one of:", "possible values",
		"available options", "choose from", "string_type", "values are:", "options are:", "expected: ", "unterminated", "unmatched", "unbalanced",
		"near \"", "at or near", "必须在", "应为", "取值", "数据类型", "请求参数", "入参", "参数值", "类型错误", "仅支持", "只支持", "maximum is", "minimum is", "may not be",
		"can only be", "does not contain any", "additional property", "doesn't match", "didn't match", "context window", "maximum context", "expected an",
		"expected to be", "expects a", "expects an", "argument type", "greater_than", "less_than", "supported types", "supported formats", "valid values",
		"supported values", "must include", "must follow", "doesn't support", "are not supported", "isn't supported", "not supported for",
		"not supported by", "is too big", "is too small", "is too high", "is too low", "too short", "is not part of", "is not known", "is not recognized",
		"is a directory", "not a directory", "unknown type", "unknown value", "unknown format", "unknown key", "may only contain", "should be a",
		"should be an", "should be in", "should be one", "must be unique", "exceeds the limit", "exceeds max", "additionalproperties", "in enum",
		"parsing error", "argument must", "expecting a", "must satisfy",
	}},
	{rule{InvalidArgument, 66, 0}, []string{
		"must be a", "must be an", "must be in", "must have", "expected a", "is too long", "is too large", "is not supported", "does not support",
	}},
	{rule{InvalidArgument, 66, bare}, []string{
		"validation failures", "validation errors found",
	}},
	// What was to be parsed may be the answer: its own words outweigh these.
	{rule{InvalidArgument, 51, bare}, []string{
		"error parsing", "failed to parse", "cannot parse", "could not parse", "unable to parse", "parse error", "parsing failed", "failed parsing",
		"parse failure", "unable to decode", "cannot decode", "failed to decode", "cannot deserialize", "failed to deserialize", "cannot unmarshal",
		"parsing exception", "解析失败", "could not be parsed", "cannot be parsed", "can't parse",
	}},
	// A schema forbids what it does not know; nobody is refused.
	{rule{InvalidArgument, 77, bare}, []string{
		"additional properties are not allowed", "additional properties is not allowed", "extra inputs are not permitted", "extra fields not permitted",
		"extra_forbidden",
	}},
	{rule{InvalidArgument, 66, bare}, []string{
		"cannot convert string", "cannot convert value", "could not convert string",
	}},
	// What an edit was to replace is an argument, and no record.
	{rule{InvalidArgument, 67, bare}, []string{
		"could not find match", "could not find a match", "could not find exact match", "no match found for", "no exact match", "text to replace",
		"oldtext", "old_str", "search block", "search string not found", "could not find context", "hunk failed", "hunk #", "patch does not apply",
		"patch failed", "anchor not found", "old text not found",
	}},
	{rule{InvalidArgument, 65, bare}, musts()},
	{rule{InvalidArgument, 60, bare}, []string{
		"is not recognised", "is not recognized", "was not recognised", "was not recognized", "file is larger than", "file is bigger than", "image is larger than",
		"message is larger than", "is longer than the", "is not a known",
	}},
	// A parser's words about what it was given.
	{rule{InvalidArgument, 66, bare}, []string{
		"mismatched input", "extraneous input", "no viable alternative", "token identifier", "token recognition error", "expecting <eof>",
		"encountered unexpected token", "unexpected token:", "was expecting one of", "lexical error at", "expecting right", "expecting left",
		"unterminated quoted string", "unbalanced parenthesis", "unmatched parenthesis", "unclosed quote", "unexpected end of statement",
		"unexpected end of query", "unexpected keyword", "unexpected identifier", "query parse error", "failed to parse query", "parse error at line",
		"unknown field", "unknown property", "unknown attribute", "unknown setting", "no such field", "no such property", "no such parameter",
		"no such argument", "no such attribute", "unrecognized column", "unrecognized field", "unrecognized property", "unrecognized key", "unrecognized parameter",
	}},
	{rule{InvalidArgument, 66, 0}, append(sentences(
		[]string{"expected", "expected a", "expected an", "expecting a", "expecting an", "wants a", "takes a", "not a", "not an"},
		[]string{"bool", "boolean", "int", "integer", "string", "number", "numeric", "float", "array", "list", "object", "dict", "mapping", "date", "datetime", "timestamp", "uuid"},
	), sentences(
		[]string{"comes last", "comes first", "must come last", "must come first", "must be last", "must be first", "has to come last", "must be the last", "must be the first", "must precede"},
	)...)},
	{rule{InvalidArgument, 55, bare}, []string{
		"invalid input",
	}},
	{rule{InvalidArgument, 66, bare}, []string{
		"argument out of domain", "destination address required",
	}},
}

// musts returns what validators say that a value must be.
func musts() []string {
	return append(sentences(
		[]string{"must be a", "must be an", "should be a", "should be an", "has to be a", "needs to be a", "must not be"},
		[]string{"positive", "non negative", "number", "string", "integer", "boolean", "list", "array", "object", "date", "valid", "email", "url", "whole number", "negative", "in the past", "in the future", "before", "after", "longer than", "greater than", "less than"},
	),
		"must start with", "must end with", "must match", "must contain", "must not contain", "must not exceed", "must have at least", "must have exactly", "must come after", "must come before")
}

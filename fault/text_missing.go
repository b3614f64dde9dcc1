package fault

// missingTable holds what says that a required argument is absent.
var missingTable = []textRule{
	{rule{MissingArgument, 67, bare}, []string{
		"must be given", "has to be given", "needs to be given", "have to be given", "needs to be provided", "has to be provided", "needs to be specified",
		"has to be specified", "may not be blank", "must not be blank", "was left blank", "was left empty",
	}},
	{rule{MissingArgument, 74, bare}, []string{
		"field required", "field is required", "missing required", "required positional argument", "missing parameter", "missing argument",
		"missing arguments", "missingparameter", "missing field", "value_error.missing", "required property", "parameter is required",
		"argument is required", "cannot be empty", "must not be empty", "cannot be null", "must not be null", "no value provided", "value required",
		"should not be empty", "can't be blank", "cannot be blank", "null value in column", "not-null constraint", "required_field_missing",
		"received undefined", `"received": "undefined"`, `"received":"undefined"`, "received: undefined", "缺少", "必填", "不能为空", "参数为空",
	}},
	{rule{MissingArgument, 67, bare}, []string{
		"is required", "are required", "is missing", "is mandatory", "not provided", "required parameter", "required argument", "must be provided",
		"must be specified",
	}},
	{rule{MissingArgument, 74, bare}, []string{
		"missing 1 required", "missing 2 required", "missing 3 required", "missing mandatory", "missing parameters", "missing param", "missing input",
		"missing property", "missing key", "missing value for", "missing or empty", "missing body", "missing request body", "missing the required",
		"missing arg", "misses required", "fields are missing", "field is missing", "fields missing", "parameter is missing", "parameter missing",
		"parameters missing", "parameters are missing", "argument is missing", "argument missing", "arguments are missing", "property is missing",
		"required key not provided", "required but not provided", "required but was not", "required but missing", "required and cannot be",
		"this field may not be", "property is required", "query is required", "id is required", "url is required", "path is required", "name is required",
		"message is required", "text is required", "content is required", "body is required", "input is required", "parameters are required",
		"arguments are required", "fields are required", "is required but", "are required but", "is required and", "is a required field",
		"is a required parameter", "is a required argument", "are required properties", "must be non-null", "must not be blank", "must not be none",
		"must not be undefined", "must not be nil", "must contain at least one", "must have at least one", "cannot be none", "cannot be nil",
		"cannot be undefined", "cannot be omitted", "can not be empty", "can not be null", "can't be empty", "can't be null", "may not be empty",
		"may not be null", "may not be blank", "should not be null", "should not be blank", "should not be none", "shouldn't be empty", "is null or empty",
		"is undefined or null", "is not defined in the request", "is not specified", "no arguments", "no input provided", "no query provided",
		"no id provided", "no url provided", "no file provided", "no text provided", "no path provided", "no content provided", "no parameters provided",
		"no name provided", "no message provided", "not present in the request", "not found in request", "not found in tool config", "was not given",
		"was not supplied", "was not specified", "were not provided", "weren't provided", "wasn't provided", "wasn't specified", "has not been provided",
		"has not been specified", "without required", "without a required", "lacks required", "lacking required", "needs an argument", "needs a value",
		"requires an argument", "requires a value", "requires a parameter", "requires the parameter", "requires parameter", "requires argument",
		"requires one argument", "requires 1 argument", "option requires", "got undefined", "received null", "received none", "received nothing",
		"instead was `undefined`", "instead was undefined", "required, got", "input type: undefined", "invalid_type undefined",
		"does not have a default value", "doesn't have a default value", "参数缺失", "必须提供", "必须传", "必须填写", "必须指定", "必传", "不可为空", "不得为空", "不能为null", "不允许为空",
		"没有传", "未传", "未指定", "未填写", "丢失参数",
	}},
	{rule{MissingArgument, 74, bare}, sentences(
		[]string{"requires", "require", "needs", "expects"},
		[]string{"payload", "a payload", "a body", "a request body", "params", "parameters", "args", "a query", "a path", "a url", "an id", "a name"},
	)},
	// What it may ask for besides is somebody's consent.
	{rule{MissingArgument, 72, 0}, sentences(
		[]string{"requires", "require", "needs", "expects"},
		[]string{"an explicit", "explicit"},
	)},
	{rule{MissingArgument, 66, 0}, sentences(
		[]string{"requires", "require", "needs", "expects"},
		[]string{"arguments", "an input", "input", "either", "exactly one of"},
	)},
	// Common words: they tell the kind of a failure, and no failure.
	{rule{MissingArgument, 67, 0}, []string{
		"未提供", "required value missing",
	}},
	{rule{MissingArgument, 67, bare}, []string{
		"should be defined", "you need to provide", "you need to specify", "must provide", "must specify", "must supply", "required field",
		"required fields", "missing url", "missing path", "missing query", "not specified", "not supplied", "没有提供", "must be present", "must be supplied",
	}},
	{rule{MissingArgument, 47, 0}, []string{
		"was null", "was undefined", "was empty", "is not set", "not given", "no argument", "no input", "at least one of", "please provide",
		"please specify", "please supply", "must pass", "请提供", "请指定", "请输入", "请传入", "required to be", "required for this", "requires that",
		"requires at least", "required value", "required key", "not passed", "got none", "got null", "required: true", "must be set", "must be defined",
		"no parameter", "为空，", "missing or invalid", "expected at least", "expects at least", "has no value",
	}},
	{rule{MissingArgument, 47, 0}, []string{
		"is empty", "is null", "is undefined", "is none", "is blank", "are blank",
	}},
}

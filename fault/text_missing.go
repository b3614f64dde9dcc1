package fault

// missingTable holds what says that a required argument is absent.
func missingTable() []textRule {
	return []textRule{
		{rule{MissingArgument, 74, bare}, []string{
			"field required", "field is required", "missing required", "missing required argument",
			"missing required arguments", "missing required parameter", "missing required positional argument",
			"required positional argument", "missing parameter", "missing argument", "missing arguments", "missing_parameter",
			"missingparameter", "missing field", "missing_required_parameter", "value_error.missing", "type=missing",
			"is a required property", "required property", "must have required property",
			"parameter is required", "argument is required",
			"cannot be empty", "must not be empty", "cannot be null", "must not be null",
			"no value provided", "value required",
			"should not be empty", "can't be blank", "cannot be blank", "null value in column",
			"not-null constraint", "required_field_missing", "received undefined", `"received": "undefined"`,
			`"received":"undefined"`, "received: undefined", "the following arguments are required", "缺少", "必填", "不能为空", "参数为空",
			"未提供", "parameter url not found in tool config",
		}},
		{rule{MissingArgument, 67, bare}, []string{
			"is required", "are required", "is missing", "is mandatory", "not provided", "was not provided", "required parameter", "required field", "required argument", "must be provided", "must be specified",
		}},
	}
}

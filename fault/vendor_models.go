package fault

// modelCodeTable holds the error types and codes of model providers.
var modelCodeTable = []codeRule{
	{rule{RateLimited, 79, passing | bare}, `rate_limit_error rate_limit_exceeded rate_limit_reached requests_rate_limit tokens_rate_limit overloaded_error engine_overloaded engine_overloaded_error model_overloaded capacity_exceeded too_many_concurrent_requests rate_limit_reached_error
		Throttling.RateQuota ServiceTierCapacityExceeded server_overloaded queue_full slow_down`},
	{rule{QuotaExhausted, 84, bare}, `insufficient_quota billing_hard_limit_reached billing_not_active billing_error exceeded_current_quota_error exceeded_quota insufficient_balance insufficient_user_quota access_terminated_error AllocationQuota Throttling.AllocationQuota AccountOverdueError
		SetLimitExceeded FreeTierOnly payment_required credits_exhausted out_of_credits daily_limit_exceeded monthly_limit_exceeded usage_limit_reached spend_limit_exceeded UsageLimitReachedError quota_not_enough`},
	{rule{Unauthenticated, 79, bare}, `invalid_api_key authentication_error incorrect_api_key_provided invalid_authentication_error missing_api_key api_key_not_found api_key_expired InvalidApiKey invalid_iam_token AuthenticationError token_invalidated invalid_organization no_such_organization mismatched_organization`},
	{rule{Forbidden, 79, bare}, `permission_error permission_denied_error model_not_allowed content_policy_violation content_filter content_filtered moderation_blocked ResponsibleAIPolicyViolation data_inspection_failed DataInspectionFailed unsupported_country_region_territory account_deactivated
		ip_not_authorized PermissionDeniedError SensitiveContentDetected prohibited_content PROHIBITED_CONTENT risk_control region_not_supported Model.AccessDenied organization_restricted cyber_policy_violation`},
	{rule{NotFound, 79, bare}, `model_not_found not_found_error deployment_not_found DeploymentNotFound ModelNotFound ModelNotOpen resource_not_found_error file_not_found assistant_not_found thread_not_found response_not_found previous_response_not_found`},
	{rule{InvalidArgument, 79, bare}, `context_length_exceeded string_above_max_length array_above_max_length integer_above_max_value integer_below_min_value request_too_large invalid_type invalid_value unsupported_value unsupported_parameter unknown_parameter invalid_image invalid_image_url invalid_image_format image_too_large
		invalid_prompt invalid_function_parameters invalid_json_schema invalid_base64 context_window_exceeded max_tokens_exceeded InvalidParameter.DataCheck tool_use_failed ContextWindowExceededError UnsupportedParamsError reached_max_length model_context_window_exceeded payload_too_large unprocessable_entity_error`},
	{rule{MissingArgument, 79, bare}, `missing_required_parameter missing_required_field empty_array empty_string`},
	{rule{ServerError, 79, passing | brief | bare}, `engine_unavailable model_not_ready model_loading bad_gateway_error service_unavailable_error upstream_error upstream_unavailable ModelServingError ServiceUnavailableError MidStreamFallbackError`},
	{rule{ServerError, 42, passing}, `server_error api_error internal_server_error InternalServerError internal_error`},
	{rule{InvalidArgument, 50, 0}, `invalid_request_error invalid_request BadRequestError bad_request`},
	{rule{Timeout, 79, passing | bare}, `timeout_error APITimeoutError APIConnectionTimeoutError request_timeout deadline_exceeded_error`},
	{rule{Network, 66, passing | bare}, `APIConnectionError`},
	{rule{Malformed, 76, passing | bare}, `malformed_function_call MALFORMED_FUNCTION_CALL JSONSchemaValidationError OutputParserException OUTPUT_PARSING_FAILURE OutputParsingError incomplete_response LengthFinishReasonError`},
}

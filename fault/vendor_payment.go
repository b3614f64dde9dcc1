package fault

// paymentCodeTable holds the codes of payment and shop services. A card that a
// bank refuses is a state of the world, no refusal by a person.
var paymentCodeTable = []codeRule{
	{rule{Conflict, 79, bare}, `card_declined insufficient_funds expired_card lost_card stolen_card generic_decline do_not_honor charge_already_refunded charge_already_captured charge_disputed charge_expired_for_capture payment_intent_unexpected_state setup_intent_unexpected_state
		payment_intent_authentication_failure idempotency_key_in_use idempotency_error balance_insufficient resource_already_exists invoice_not_editable invoice_already_paid order_already_captured ORDER_ALREADY_CAPTURED INSTRUMENT_DECLINED PAYER_ACTION_REQUIRED ORDER_NOT_APPROVED DUPLICATE_INVOICE_ID
		AUTHORIZATION_ALREADY_CAPTURED CAPTURE_FULLY_REFUNDED DUPLICATE_TRANSACTION out_of_stock OUT_OF_STOCK INSUFFICIENT_INVENTORY subscription_canceled coupon_expired bank_account_verification_failed VERSION_MISMATCH IDEMPOTENCY_KEY_REUSED CARD_EXPIRED GENERIC_DECLINE TRANSACTION_REFUSED
		REFUND_ALREADY_PENDING PAYMENT_NOT_REFUNDABLE already_captured already_refunded`},
	{rule{Conflict, 79, passing | bare}, `lock_timeout`},
	{rule{Unauthenticated, 79, bare}, `api_key_expired platform_api_key_expired secret_key_required testmode_charges_only AUTHENTICATION_FAILURE ACCESS_TOKEN_REVOKED`},
	{rule{Forbidden, 79, bare}, `account_invalid_permissions country_unsupported livemode_mismatch fraudulent merchant_blacklist pickup_card restricted_card PERMISSION_DENIED_MERCHANT NOT_AUTHORIZED COMPLIANCE_VIOLATION INSUFFICIENT_SCOPES merchant_not_enabled_for_api`},
	{rule{NotFound, 80, bare}, `resource_missing RESOURCE_NOT_FOUND no_account`},
	{rule{InvalidArgument, 79, bare}, `parameter_invalid_integer parameter_invalid_string_blank parameter_invalid_string_empty parameter_unknown parameters_exclusive invalid_number incorrect_number incorrect_cvc invalid_cvc invalid_expiry_month invalid_expiry_year incorrect_zip postal_code_invalid amount_too_large amount_too_small
		email_invalid url_invalid tax_id_invalid currency_not_supported invalid_charge_amount invalid_source_usage INVALID_PARAMETER_VALUE INVALID_PARAMETER_SYNTAX INVALID_STRING_LENGTH CURRENCY_NOT_SUPPORTED DECIMAL_PRECISION AMOUNT_MISMATCH INVALID_CURRENCY_CODE UNPROCESSABLE_ENTITY parameter_invalid`},
	{rule{MissingArgument, 79, bare}, `parameter_missing parameter_invalid_empty MISSING_REQUIRED_PARAMETER payment_method_missing BLANK`},
	{rule{RateLimited, 79, passing | bare}, `rate_limit RATE_LIMITED THROTTLED RATE_LIMIT_REACHED`},
	{rule{QuotaExhausted, 84, bare}, `charge_exceeds_source_limit charge_exceeds_transaction_limit account_over_limit`},
}

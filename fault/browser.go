package fault

// browserCodeTable holds Chromium's and Firefox's network errors, and the codes
// of browser drivers.
var browserCodeTable = []codeRule{
	{rule{Network, 79, passing | unsent | bare}, `ERR_CONNECTION_REFUSED ERR_NAME_NOT_RESOLVED ERR_INTERNET_DISCONNECTED ERR_ADDRESS_UNREACHABLE ERR_PROXY_CONNECTION_FAILED ERR_TUNNEL_CONNECTION_FAILED ERR_NAME_RESOLUTION_FAILED ERR_DNS_TIMED_OUT NS_ERROR_UNKNOWN_HOST NS_ERROR_CONNECTION_REFUSED ERR_SOCKS_CONNECTION_FAILED
		ERR_NETWORK_ACCESS_DENIED ERR_CONNECTION_FAILED`},
	{rule{Network, 79, passing | bare}, `ERR_CONNECTION_RESET ERR_CONNECTION_CLOSED ERR_CONNECTION_ABORTED ERR_EMPTY_RESPONSE ERR_NETWORK_CHANGED ERR_HTTP2_PROTOCOL_ERROR ERR_QUIC_PROTOCOL_ERROR ERR_SOCKET_NOT_CONNECTED ERR_NETWORK_IO_SUSPENDED NS_ERROR_NET_RESET NS_ERROR_NET_INTERRUPT ERR_INCOMPLETE_CHUNKED_ENCODING ERR_CONTENT_LENGTH_MISMATCH
		TargetClosedError`},
	{rule{Timeout, 79, passing | bare}, `ERR_CONNECTION_TIMED_OUT ERR_TIMED_OUT NS_ERROR_NET_TIMEOUT`},
	{rule{Network, 79, lasting | unsent | bare}, `ERR_CERT_AUTHORITY_INVALID ERR_CERT_COMMON_NAME_INVALID ERR_CERT_DATE_INVALID ERR_CERT_INVALID ERR_CERT_REVOKED ERR_SSL_PROTOCOL_ERROR ERR_SSL_VERSION_OR_CIPHER_MISMATCH ERR_BAD_SSL_CLIENT_AUTH_CERT ERR_CERT_WEAK_SIGNATURE_ALGORITHM SEC_ERROR_UNKNOWN_ISSUER SSL_ERROR_BAD_CERT_DOMAIN
		SEC_ERROR_EXPIRED_CERTIFICATE MOZILLA_PKIX_ERROR_SELF_SIGNED_CERT`},
	{rule{Forbidden, 79, bare}, `ERR_BLOCKED_BY_CLIENT ERR_BLOCKED_BY_RESPONSE ERR_BLOCKED_BY_ADMINISTRATOR ERR_BLOCKED_BY_CSP ERR_BLOCKED_BY_ORB ERR_UNSAFE_PORT NotAllowedError SecurityError`},
	{rule{NotFound, 79, bare}, `ERR_FILE_NOT_FOUND`},
	{rule{InvalidArgument, 79, bare}, `ERR_INVALID_URL ERR_UNKNOWN_URL_SCHEME ERR_DISALLOWED_URL_SCHEME InvalidSelectorError InvalidSelectorException`},
	{rule{Canceled, 79, bare}, `ERR_ABORTED`},
	{rule{Conflict, 72, bare}, `ElementClickInterceptedException ElementNotInteractableException ElementNotVisibleException StaleElementReferenceError InvalidElementStateException UnexpectedAlertPresentException ElementClickInterceptedError ElementNotInteractableError`},
	{rule{NotFound, 62, bare}, `NoSuchWindowError NoSuchFrameError NoSuchAlertException NoAlertPresentException`},
	{rule{ServerError, 46, lasting | bare}, `JavascriptException`},
	{rule{Network, 66, passing | unsent | bare}, `SessionNotCreatedException SessionNotCreatedError InvalidSessionIdException NoSuchDriverException`},
}

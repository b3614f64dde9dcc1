package fault

// pythonCodeTable holds the exceptions of Python and of the libraries that tools
// are made of: requests, httpx, aiohttp, grpc, boto, anyio, pydantic, jsonschema.
var pythonCodeTable = []codeRule{
	{rule{Timeout, 62, passing | unsent | bare}, `ConnectTimeout ConnectTimeoutError ConnectionTimeoutError PoolTimeout`},
	{rule{Timeout, 60, passing | bare}, `ReadTimeout WriteTimeout TimeoutError TimeoutException TimeoutExpired ServerTimeoutError SocketTimeout LockTimeoutError WaitTimeout`},
	{rule{Network, 66, passing | unsent | bare}, `ConnectError ClientConnectorError ClientConnectorDNSError ClientProxyConnectionError NewConnectionError NameResolutionError ConnectionRefusedError gaierror ProxyError TunnelError`},
	{rule{Network, 64, passing | bare}, `ConnectionResetError BrokenPipeError ConnectionAbortedError RemoteDisconnected ServerDisconnectedError ClientOSError ClientPayloadError IncompleteRead ChunkedEncodingError ProtocolError RemoteProtocolError LocalProtocolError ReadError WriteError CloseError
		ConnectionClosedError ConnectionClosedOK ClosedResourceError BrokenResourceError EndOfStream NetworkError TransportError ClientConnectionError ClientConnectionResetError ContentLengthError StreamConsumed StreamClosed IncompleteReadError`},
	{rule{Network, 73, lasting | unsent | bare}, `SSLCertVerificationError ClientConnectorCertificateError ClientConnectorSSLError CertificateError CertificateVerifyError`},
	{rule{Forbidden, 71, bare}, `PermissionError PermissionDenied PermissionDeniedError ForbiddenError Http403 SuspiciousOperation SuspiciousFileOperation DisallowedHost SecurityError AccessDeniedError`},
	{rule{Unauthenticated, 72, bare}, `AuthenticationError AuthenticationFailed NotAuthenticated UnauthorizedError LoginRequired NotAuthenticatedError TokenExpiredError ExpiredSignatureError InvalidTokenError InvalidSignatureError InvalidCredentials BadCredentialsException LoginRequiredError OAuthError InvalidGrantError ExpiredTokenError MissingTokenError OAuthRegistrationError OAuthTokenError OAuthFlowError`},
	{rule{NotFound, 57, bare}, `FileNotFoundError NotFoundError Http404 PackageNotFoundError NoSuchElementException NoSuchElementError NoSuchWindowException NoSuchFrameException UnknownObjectException NoSuchFileException`},
	{rule{Conflict, 72, bare}, `FileExistsError IntegrityError ConflictError AlreadyExistsError InvalidStateError StaleElementReferenceException StaleDataError MultipleResultsFound InvalidStateTransition TransitionNotAllowed`},
	{rule{Conflict, 78, passing | unsent | bare}, `LockError LockNotOwnedError BlockingIOError LockAcquisitionError`},
	{rule{InvalidArgument, 66, bare}, `ValidationError SchemaError BadRequest BadRequestError MissingSchema InvalidSchema InvalidURL InvalidHeader UnsupportedProtocol UnicodeEncodeError UnicodeDecodeError IsADirectoryError NotADirectoryError ParserError DateParseError OutOfBoundsDatetime TemplateSyntaxError
		InvalidArgumentError InvalidSelectorException InvalidArgumentException UnrecognizedOption TypeConversionError ParseException CronSyntaxError ToolInputError RequestValidationError ArgumentError ArgumentTypeError UsageError BadParameter`},
	{rule{InvalidArgument, 64, bare}, `ValueError`},
	{rule{MissingArgument, 74, bare}, `MissingParameter MissingArgumentError MissingInputError MissingRequiredArgument MultiValueDictKeyError BadRequestKeyError`},
	{rule{RateLimited, 70, passing | bare}, `RateLimitError TooManyRequests RateLimitExceeded RateLimitedError RateLimitExceededError RateLimitException ThrottledError TooManyRequestsError FloodWaitError OverloadedError`},
	{rule{QuotaExhausted, 84, bare}, `QuotaExceededError InsufficientQuotaError InsufficientCreditsError PaymentRequiredError QuotaExceededException QuotaExceeded`},
	{rule{ServerError, 46, lasting | bare}, `KeyError TypeError AttributeError NameError IndexError UnboundLocalError ZeroDivisionError RecursionError ImportError NotImplementedError MemoryError StopIteration StopAsyncIteration SystemError OverflowError LookupError FloatingPointError ImproperlyConfigured`},
	{rule{ServerError, 42, passing | bare}, `InternalServerError ServiceUnavailableError ServerError APIStatusError HTTPStatusError`},
	{rule{Canceled, 75, bare}, `CancelledError KeyboardInterrupt`},
	{rule{Malformed, 52, passing | bare}, `JSONDecodeError ContentTypeError DecodingError BadZipFile UnpicklingError XMLSyntaxError`},
	{rule{ExecutionFailed, 62, bare}, `CalledProcessError InterpreterError CellExecutionError AssertionError`},
	{rule{UnknownTool, 82, bare}, `ToolNotFound UnknownToolException`},
}

// javaCodeTable holds the exceptions of Java and Kotlin.
var javaCodeTable = []codeRule{
	{rule{Timeout, 62, passing | unsent | bare}, `ConnectTimeoutException HttpConnectTimeoutException ConnectionPoolTimeoutException ConnectionRequestTimeoutException`},
	{rule{Timeout, 60, passing | bare}, `SocketTimeoutException HttpTimeoutException TimeoutCancellationException AsyncRequestTimeoutException ResponseTimeoutException HystrixTimeoutException`},
	{rule{Network, 66, passing | unsent | bare}, `ConnectException UnknownHostException NoRouteToHostException UnresolvedAddressException HttpHostConnectException PortUnreachableException BindException`},
	{rule{Network, 64, passing | bare}, `ClosedChannelException EOFException NoHttpResponseException ConnectionClosedException PrematureCloseException AsynchronousCloseException StreamResetException ConnectionShutdownException ResourceAccessException RetryableException`},
	{rule{Network, 73, lasting | unsent | bare}, `SSLHandshakeException SSLPeerUnverifiedException CertificateException CertPathValidatorException CertPathBuilderException SunCertPathBuilderException SSLProtocolException CertificateExpiredException`},
	{rule{Forbidden, 71, bare}, `AccessDeniedException AuthorizationDeniedException SecurityException AccessControlException AuthorizationException ForbiddenException UnauthorizedAccessException`},
	{rule{Unauthenticated, 72, bare}, `BadCredentialsException AuthenticationException AuthenticationCredentialsNotFoundException InsufficientAuthenticationException ExpiredJwtException MalformedJwtException JwtException InvalidBearerTokenException CredentialsExpiredException UnauthorizedException NotAuthorizedException`},
	{rule{NotFound, 57, bare}, `FileNotFoundException NoSuchFileException NotFoundException NoHandlerFoundException NoResourceFoundException NoResultException`},
	{rule{Conflict, 72, bare}, `IllegalStateException FileAlreadyExistsException DirectoryNotEmptyException ConcurrentModificationException EntityExistsException DuplicateKeyException`},
	{rule{Conflict, 78, passing | unsent | bare}, `OverlappingFileLockException`},
	{rule{InvalidArgument, 66, bare}, `IllegalArgumentException NumberFormatException DateTimeParseException MethodArgumentNotValidException MethodArgumentTypeMismatchException HttpMessageNotReadableException TypeMismatchException InputMismatchException PatternSyntaxException MalformedURLException URISyntaxException InvalidFormatException
		UnrecognizedPropertyException JsonMappingException MismatchedInputException HttpMediaTypeNotSupportedException HttpRequestMethodNotSupportedException MaxUploadSizeExceededException InvalidPathException`},
	{rule{MissingArgument, 74, bare}, `MissingServletRequestParameterException MissingPathVariableException MissingRequestHeaderException MissingRequestValueException`},
	{rule{RateLimited, 70, passing | bare}, `RejectedExecutionException TooManyRequestsException RequestNotPermitted BulkheadFullException RateLimitException CallNotPermittedException`},
	{rule{ServerError, 46, lasting | bare}, `NullPointerException ClassCastException IndexOutOfBoundsException ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException StackOverflowError OutOfMemoryError NoSuchMethodError NoSuchMethodException NoSuchFieldError ClassNotFoundException NoClassDefFoundError UnsupportedOperationException
		ArithmeticException NegativeArraySizeException LazyInitializationException BeanCreationException NoSuchBeanDefinitionException UndeclaredThrowableException ExceptionInInitializerError AbstractMethodError UnsatisfiedLinkError`},
	{rule{Canceled, 75, bare}, `CancellationException InterruptedException JobCancellationException ClosedByInterruptException InterruptedIOException`},
	{rule{Malformed, 52, passing | bare}, `JsonParseException JsonSyntaxException JsonProcessingException MalformedJsonException JsonEOFException MalformedInputException StreamCorruptedException`},
}

// dotnetCodeTable holds the exceptions of .NET.
var dotnetCodeTable = []codeRule{
	{rule{Timeout, 60, passing | bare}, `TimeoutRejectedException RegexMatchTimeoutException`},
	{rule{Network, 50, passing | bare}, `HttpIOException`},
	{rule{NotFound, 57, bare}, `DirectoryNotFoundException DriveNotFoundException`},
	{rule{Conflict, 72, bare}, `DBConcurrencyException`},
	{rule{InvalidArgument, 66, bare}, `ArgumentException ArgumentOutOfRangeException FormatException InvalidEnumArgumentException UriFormatException PathTooLongException CultureNotFoundException`},
	{rule{MissingArgument, 74, bare}, `ArgumentNullException`},
	{rule{ServerError, 46, lasting | bare}, `NullReferenceException InvalidCastException IndexOutOfRangeException KeyNotFoundException NotImplementedException StackOverflowException OutOfMemoryException AccessViolationException TypeLoadException TypeInitializationException MissingMethodException DivideByZeroException ObjectDisposedException EntryPointNotFoundException BadImageFormatException`},
	{rule{Canceled, 62, bare}, `OperationCanceledException`},
	{rule{RateLimited, 70, passing | bare}, `RateLimiterRejectedException BrokenCircuitException`},
	{rule{Malformed, 52, passing | bare}, `JsonException JsonReaderException JsonSerializationException InvalidDataException`},
}

// nodeCodeTable holds the codes and error classes of Node, undici, axios and got.
var nodeCodeTable = []codeRule{
	{rule{Timeout, 77, passing | unsent | bare}, `UND_ERR_CONNECT_TIMEOUT`},
	{rule{Timeout, 66, passing | bare}, `UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ERR_HTTP_REQUEST_TIMEOUT ERR_SOCKET_CONNECTION_TIMEOUT HeadersTimeoutError BodyTimeoutError ResponseTimeoutError ERR_SCRIPT_EXECUTION_TIMEOUT`},
	{rule{Network, 66, passing | bare}, `UND_ERR_SOCKET UND_ERR_CLOSED UND_ERR_DESTROYED ERR_STREAM_PREMATURE_CLOSE ERR_STREAM_DESTROYED ERR_SOCKET_CLOSED ERR_HTTP2_STREAM_ERROR ERR_HTTP2_SESSION_ERROR ERR_HTTP2_GOAWAY_SESSION ERR_NETWORK ERR_IPC_CHANNEL_CLOSED SocketError HPE_INVALID_CONSTANT`},
	{rule{Network, 73, lasting | unsent | bare}, `UNABLE_TO_VERIFY_LEAF_SIGNATURE DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_UNTRUSTED CERT_REVOKED ERR_SSL_WRONG_VERSION_NUMBER CERT_NOT_YET_VALID UNABLE_TO_GET_ISSUER_CERT ERR_TLS_HANDSHAKE_TIMEOUT`},
	{rule{Forbidden, 76, bare}, `ERR_ACCESS_DENIED`},
	{rule{NotFound, 57, bare}, `MODULE_NOT_FOUND ERR_MODULE_NOT_FOUND ERR_PACKAGE_PATH_NOT_EXPORTED`},
	{rule{InvalidArgument, 66, bare}, `ERR_INVALID_ARG_VALUE ERR_INVALID_URL ERR_OUT_OF_RANGE ERR_INVALID_PROTOCOL ERR_UNESCAPED_CHARACTERS ERR_INVALID_CHAR ERR_FR_MAX_BODY_LENGTH_EXCEEDED ERR_PARSE_ARGS_UNKNOWN_OPTION ERR_INVALID_FILE_URL_PATH URIError ZodError InvalidUrlError TypeBoxError ValiError`},
	{rule{InvalidArgument, 64, bare}, `RangeError`},
	{rule{ServerError, 46, lasting | bare}, `ReferenceError ERR_INVALID_ARG_TYPE ERR_REQUIRE_ESM ERR_UNHANDLED_REJECTION ERR_UNHANDLED_ERROR ERR_METHOD_NOT_IMPLEMENTED ERR_FR_TOO_MANY_REDIRECTS ERR_TOO_MANY_REDIRECTS TooManyRedirects`},
	{rule{Canceled, 75, bare}, `AbortError UND_ERR_ABORTED ABORT_ERR CanceledError`},
	{rule{Malformed, 60, passing | bare}, `ERR_BODY_PARSE_FAILURE UND_ERR_RES_CONTENT_LENGTH_MISMATCH UND_ERR_HEADERS_OVERFLOW HPE_INVALID_HEADER_TOKEN`},
	{rule{InvalidArgument, 18, 0}, `ERR_BAD_REQUEST ERR_NON_2XX_3XX_RESPONSE UND_ERR_RESPONSE_STATUS_CODE`},
	{rule{ServerError, 18, passing}, `ERR_BAD_RESPONSE`},
}

// scriptCodeTable holds the exceptions of Ruby, PHP, Go, Rust, Elixir and Dart.
var scriptCodeTable = []codeRule{
	{rule{Timeout, 62, passing | unsent | bare}, `OpenTimeout`},
	{rule{Network, 64, passing | bare}, `SocketError ConnectionFailed HandshakeException ConnectionReset ConnectionAborted UnexpectedEof NotConnected`},
	{rule{Network, 66, passing | unsent | bare}, `ConnectionRefused AddrNotAvailable`},
	{rule{InvalidArgument, 66, bare}, `InvalidArgumentException ParameterTypeError UnpermittedParameters UnprocessableEntity InvalidInput FormatException`},
	{rule{MissingArgument, 74, bare}, `ParameterMissing ArgumentCountError`},
	{rule{NotFound, 57, bare}, `RecordNotFound RoutingError NotFoundHttpException NoResultsError`},
	{rule{Conflict, 72, bare}, `RecordNotUnique StaleObjectError AddrInUse`},
	{rule{Conflict, 78, passing | unsent | bare}, `WouldBlock`},
	{rule{Forbidden, 71, bare}, `Pundit::NotAuthorizedError AuthorizationException`},
	{rule{RateLimited, 70, passing | bare}, `ThrottleRequestsException`},
	{rule{ServerError, 46, lasting | bare}, `NoMethodError UncaughtThrowError FrozenError FunctionClauseError MatchError ErrorException BadMethodCallException SystemStackError`},
	{rule{InvalidArgument, 66, bare}, `RecordInvalid`},
}

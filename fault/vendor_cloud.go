package fault

// awsCodeTable holds the error codes of Amazon's services, and those that Aliyun
// and Tencent Cloud share with them.
var awsCodeTable = []codeRule{
	{rule{RateLimited, 79, passing | bare}, `Throttling ThrottlingException ThrottledException RequestThrottled RequestThrottledException TooManyRequestsException RequestLimitExceeded
		BandwidthLimitExceeded ProvisionedThroughputExceededException SlowDown PriorRequestNotComplete EC2ThrottledException Throttling.User Throttling.Api
		RequestLimitExceeded.UinLimitExceeded ModelNotReadyException ConcurrentInvocationLimitExceeded ServerBusy KMSThrottlingException`},
	{rule{Forbidden, 79, bare}, `AccessDenied AccessDeniedException UnauthorizedOperation AuthorizationError AuthorizationErrorException NotAuthorized ForbiddenException OptInRequired AllAccessDisabled
		AccountProblem InvalidPayer CrossRegionForbidden KMSAccessDeniedException LakeFormationAccessDenied UnauthorizedOperation.CamNoAuth Forbidden.RAM NoPermission SCPDenied MethodNotAllowedException OperationNotPermittedException
		ObjectLockConfigurationForbidden InvalidObjectState`},
	{rule{Unauthenticated, 79, bare}, `ExpiredToken ExpiredTokenException TokenRefreshRequired RequestExpired InvalidClientTokenId UnrecognizedClientException InvalidAccessKeyId SignatureDoesNotMatch IncompleteSignature
		MissingAuthenticationToken MissingAuthenticationTokenException InvalidSignatureException AuthFailure AuthFailure.SignatureFailure AuthFailure.SecretIdNotFound AuthFailure.TokenFailure InvalidSecurityToken InvalidToken
		RequestTimeTooSkewed CredentialsNotSupported NoCredentialsError PartialCredentialsError CredentialRetrievalError TokenRetrievalError UnauthorizedSSOTokenError SSOTokenLoadError InvalidIdentityToken NotAuthorizedException UserNotConfirmedException
		PasswordResetRequiredException InvalidAccessKeyId.NotFound InvalidSecurityToken.Expired NoCredentialProviders CredentialUnavailableException`},
	{rule{QuotaExhausted, 79, bare}, `ServiceQuotaExceededException ServiceQuotaExceeded AccountLimitExceeded InstanceLimitExceeded VcpuLimitExceeded TooManyBuckets
		SubscriptionRequiredException DailyQuotaExceeded MaxSendingRateExceeded Arrearage InsufficientBalance`},
	// Some services mean a short window by it; their sentence says so.
	{rule{QuotaExhausted, 60, 0}, `LimitExceededException LimitExceeded`},
	{rule{NotFound, 79, bare}, `NoSuchKey NoSuchBucket NoSuchUpload NoSuchVersion NoSuchEntity NoSuchEntityException NoSuchTagSet NoSuchBucketPolicy NoSuchLifecycleConfiguration NoSuchHostedZone ResourceNotFound ResourceNotFoundException
		ResourceNotFoundFault DBInstanceNotFound DBInstanceNotFoundFault ClusterNotFoundException ServiceNotFoundException TaskDefinitionNotFound RepositoryNotFoundException ImageNotFoundException ParameterNotFound StateMachineDoesNotExist ExecutionDoesNotExist
		QueueDoesNotExist NonExistentQueue InvalidInstanceID.NotFound InvalidGroup.NotFound InvalidSubnetID.NotFound InvalidAMIID.NotFound InvalidVpcID.NotFound InvalidVolume.NotFound InvalidKeyPair.NotFound UserNotFoundException
		FunctionNotFound StackNotFoundException LoadBalancerNotFound TopicNotFound EntityDoesNotExist DirectoryDoesNotExist FileDoesNotExistException BranchDoesNotExistException PipelineNotFoundException`},
	{rule{Conflict, 79, bare}, `BucketAlreadyExists BucketAlreadyOwnedByYou BucketNotEmpty EntityAlreadyExists EntityAlreadyExistsException ResourceConflictException ResourceInUseException ResourceInUse ConflictException DeleteConflict DeleteConflictException DependencyViolation
		ConditionalCheckFailedException ConditionalCheckFailed IncorrectState IncorrectInstanceState InvalidInstanceState InvalidState InvalidStateException PreconditionFailed OperationAborted IdempotentParameterMismatch AlreadyExistsException AlreadyExists
		ResourceAlreadyExistsException QueueNameExists QueueDeletedRecently RepositoryAlreadyExistsException ExecutionAlreadyExists UsernameExistsException AliasExistsException InvalidGroup.Duplicate InvalidPermission.Duplicate VersionConflictException DBInstanceAlreadyExists
		InvalidDBInstanceState TableAlreadyExistsException TableInUseException ObjectAlreadyInActiveTierError KMSInvalidStateException`},
	{rule{Conflict, 79, passing | bare}, `ConcurrentModification ConcurrentModificationException ConcurrentUpdateException OperationInProgress ResourceNotReady ResourceNotReadyException UpdateInProgressException`},
	{rule{MissingArgument, 79, bare}, `MissingParameter MissingParameterValue MissingAction MissingRequiredParameter MissingRequiredParameterException MissingContentLength MissingRequestBodyError MissingSecurityHeader`},
	{rule{InvalidArgument, 79, bare}, `InvalidParameterValue InvalidParameterValueException InvalidParameterCombination InvalidParameter InvalidParameterException InvalidArgument InvalidAction InvalidQueryParameter InvalidInput InvalidInputException InvalidBucketName
		InvalidRange InvalidArn InvalidArnException InvalidARNFault MalformedQueryString MalformedPolicyDocument MalformedXML MalformedPolicy MalformedACLError EntityTooLarge EntityTooSmall KeyTooLongError MaxMessageLengthExceeded InvalidAMIID.Malformed
		InvalidInstanceID.Malformed InvalidSubnet.Range ParamValidationError UnknownParameterError InvalidPaginationToken InvalidNextToken InvalidRequestContentException InvalidFilterKey InvalidResourceId InvalidDocumentContent ItemCollectionSizeLimitExceeded
		UnsupportedOperation UnsupportedMediaTypeException RequestEntityTooLargeException RequestTooLargeException InvalidPasswordException UnknownOperationException UnknownOperation UnknownServiceError NoRegionError`},
	{rule{InvalidArgument, 55, 0}, `ValidationError ValidationException ValidationErrorException BadRequestException InvalidRequest InvalidRequestException`},
	{rule{ServerError, 79, passing | brief | bare}, `ServiceUnavailable ServiceUnavailableException ServiceException InsufficientInstanceCapacity InsufficientCapacity InternalServiceError InternalServerException InternalServiceException InternalServiceFault DependencyFailedException`},
	{rule{ServerError, 46, passing}, `InternalFailure InternalError InternalErrorException ServiceFault`},
	{rule{Timeout, 79, passing | bare}, `RequestTimeout RequestTimeoutException ModelTimeoutException ReadTimeoutError`},
	{rule{Network, 79, passing | unsent | bare}, `EndpointConnectionError ProxyConnectionError`},
	{rule{Network, 79, passing | bare}, `ConnectionClosedError HTTPClientError`},
	{rule{Network, 79, lasting | unsent | bare}, `SSLError`},
}

// azureCodeTable holds the codes of Azure's services and of Microsoft Graph.
var azureCodeTable = []codeRule{
	{rule{RateLimited, 79, passing | bare}, `ActivityLimitReached TooManyRequests RequestThrottled ApplicationThrottled SubscriptionRequestsThrottled ServerTooBusy MailboxConcurrency ApplicationConcurrency ErrorServerBusy ErrorTooManyObjectsOpened NotReady RequestRateTooLarge`},
	{rule{Forbidden, 79, bare}, `AuthorizationFailed LinkedAuthorizationFailed AuthorizationPermissionMismatch AuthorizationFailure Authorization_RequestDenied accessRestricted ErrorAccessDenied InsufficientAccountPermissions RequestDisallowedByPolicy RequestDisallowedByAzure
		DisallowedOperation ReadOnlyDisabledSubscription SubscriptionNotRegistered MissingSubscriptionRegistration NotAllowed notAllowed malwareDetected virusSuspicious AccountIsDisabled ScopeLocked ForbiddenByRbac ForbiddenByPolicy ForbiddenByFirewall Authorization_IdentityNotFound
		MailboxNotEnabledForRESTAPI ErrorSendAsDenied AccountSuspended`},
	{rule{Unauthenticated, 79, bare}, `InvalidAuthenticationToken AuthenticationFailed InvalidAuthenticationInfo ExpiredAuthenticationToken InvalidAuthenticationTokenTenant NoAuthenticationInformation CompactToken InteractionRequired interaction_required consent_required AuthenticationError
		unauthenticated tokenExpired MsalUiRequiredException AADSTS50034 AADSTS50058 AADSTS50076 AADSTS50079 AADSTS50126 AADSTS65001 AADSTS70000 AADSTS70008 AADSTS700016 AADSTS700082 AADSTS7000215 AADSTS7000222 AADSTS90002 ClientAuthenticationError`},
	{rule{QuotaExhausted, 79, bare}, `QuotaExceeded quotaLimitReached ErrorQuotaExceeded insufficientStorage Directory_QuotaExceeded SubscriptionQuotaReached ErrorExceededMessageLimit SkuQuotaExceeded`},
	{rule{NotFound, 79, bare}, `ResourceNotFound ResourceGroupNotFound SubscriptionNotFound ParentResourceNotFound itemNotFound ErrorItemNotFound ErrorInvalidMailboxItemId Request_ResourceNotFound ContainerNotFound BlobNotFound ShareNotFound QueueNotFound TableNotFound EntityNotFound
		DeploymentNotFound ImageNotFound SecretNotFound KeyNotFound VaultNotFound MailboxNotFound ErrorFolderNotFound ErrorNonExistentMailbox NotFound ResourceNotFoundError`},
	{rule{Conflict, 79, bare}, `nameAlreadyExists resourceModified BlobAlreadyExists ContainerAlreadyExists ConditionNotMet TargetConditionNotMet LeaseAlreadyPresent LeaseIdMissing LeaseIdMismatchWithBlobOperation BlobImmutableDueToPolicy ResourceExistsError ResourceModifiedError
		UpdateConditionNotSatisfied EntityAlreadyExists StorageAccountAlreadyTaken AnotherOperationInProgress ErrorIrresolvableConflict PropertyConflict VMExtensionProvisioningError InUseSubnetCannotBeDeleted ErrorItemSave`},
	{rule{Conflict, 79, passing | bare}, `ContainerBeingDeleted ConflictError RetryableError resourceLocked`},
	{rule{InvalidArgument, 79, bare}, `InvalidRequestContent InvalidTemplate InvalidTemplateDeployment InvalidResourceName InvalidResourceType InvalidParameter InvalidQueryParameterValue InvalidHeaderValue OutOfRangeInput OutOfRangeQueryParameterValue invalidRange Request_BadRequest Request_UnsupportedQuery
		ErrorInvalidRequest ErrorInvalidIdMalformed ErrorInvalidUser ErrorInvalidRecipients ErrorInvalidProperty RequestBroker--ParseUri LocationNotAvailableForResourceType SkuNotAvailable InvalidApiVersionParameter NoRegisteredProviderFound InvalidBlobOrBlock InvalidUri
		RequestBodyTooLarge UnsupportedHttpVerb InvalidFilterClause InvalidAutoScaleSettings BlobOverwriteNotAllowed`},
	{rule{MissingArgument, 79, bare}, `MissingRequiredHeader MissingRequiredQueryParameter MissingRequiredXmlNode MissingApiVersionParameter LinkedInvalidPropertyId Request_MissingRequiredProperty ErrorMissingArgument`},
	{rule{ServerError, 79, passing | brief | bare}, `serviceNotAvailable generalException ErrorInternalServerTransientError ErrorMailboxStoreUnavailable AllocationFailed OverconstrainedAllocationRequest`},
	{rule{Timeout, 79, passing | bare}, `OperationTimedOut GatewayTimeout ErrorTimeoutExpired`},
}

// googleCodeTable holds the reasons of Google's APIs.
var googleCodeTable = []codeRule{
	{rule{RateLimited, 79, passing | bare}, `rateLimitExceeded userRateLimitExceeded RATE_LIMIT_EXCEEDED quotaExceededForQuotaUser concurrentLimitExceeded jobRateLimitExceeded sharingRateLimitExceeded calendarUsageLimitsExceeded`},
	{rule{QuotaExhausted, 84, bare}, `dailyLimitExceeded dailyLimitExceededUnreg quotaExceeded storageQuotaExceeded uploadLimitExceeded videoUploadLimitExceeded teamDriveFileLimitExceeded BILLING_DISABLED billingNotEnabled accountDelinquent billingTierLimitExceeded`},
	{rule{Forbidden, 60, bare}, `REQUEST_DENIED`},
	{rule{Forbidden, 79, bare}, `insufficientPermissions insufficientFilePermissions insufficientParentPermissions ACCESS_TOKEN_SCOPE_INSUFFICIENT accessNotConfigured SERVICE_DISABLED CONSUMER_SUSPENDED IAM_PERMISSION_DENIED domainPolicy appNotAuthorizedToFile forbiddenForServiceAccounts forbiddenForNonOrganizer
		cannotModifyInheritedPermission cannotCopyFile sharingNotSupported API_KEY_SERVICE_BLOCKED API_KEY_HTTP_REFERRER_BLOCKED API_KEY_IP_ADDRESS_BLOCKED SECURITY_POLICY_VIOLATED VPC_SERVICE_CONTROLS ORG_RESTRICTION_VIOLATION commentsDisabled ipRefererBlocked sslRequired LOCATION_ORG_POLICY_VIOLATED
		mailServiceNotEnabled delegationDenied`},
	{rule{Unauthenticated, 79, bare}, `authError API_KEY_INVALID ACCESS_TOKEN_EXPIRED CREDENTIALS_MISSING ACCESS_TOKEN_TYPE_UNSUPPORTED ACCOUNT_STATE_INVALID keyInvalid keyExpired youtubeSignupRequired RefreshError DefaultCredentialsError invalid_rapt SESSION_COOKIE_EXPIRED expiredAccessToken`},
	{rule{NotFound, 79, bare}, `videoNotFound channelNotFound playlistNotFound commentThreadNotFound parentCommentNotFound fileNotFound notFound`},
	{rule{Empty, 79, bare}, `ZERO_RESULTS`},
	{rule{Conflict, 79, bare}, `conditionNotMet alreadyExists resourceInUseByAnotherResource resourceNotReady duplicate fileAlreadyExists updatedMinTooLongAgo fullSyncRequired cyclicMembershipsNotAllowed fingerprintMismatch`},
	{rule{InvalidArgument, 79, bare}, `invalidParameter invalidQuery invalidSharingRequest badRequest parseError invalidValue unknownParameter invalidPageToken badContent uploadTooLarge MAX_ELEMENTS_EXCEEDED MAX_WAYPOINTS_EXCEEDED MAX_ROUTE_LENGTH_EXCEEDED fieldInvalid FIELD_INVALID`},
	{rule{MissingArgument, 79, bare}, `FIELD_REQUIRED`},
	{rule{ServerError, 79, passing | brief | bare}, `backendError transientError backendNotConnected`},
}

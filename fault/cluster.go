package fault

// clusterCodeTable holds the reasons of Kubernetes, and what container runtimes
// and orchestrators call a failure.
var clusterCodeTable = []codeRule{
	{rule{RateLimited, 79, passing | bare}, `TooManyRequests PodDisruptionBudgetViolation`},
	{rule{Unauthenticated, 72, bare}, `Unauthorized`},
	{rule{Forbidden, 71, bare}, `Forbidden FailedAdmission PolicyViolation`},
	{rule{Conflict, 79, bare}, `FieldManagerConflict NamespaceTerminating AlreadyBound`},
	{rule{NotFound, 79, bare}, `ErrImageNeverPull ContainerNotFound`},
	{rule{InvalidArgument, 79, bare}, `InvalidImageName CreateContainerConfigError RequestEntityTooLarge UnsupportedMediaType NotAcceptable MethodNotAllowed`},
	{rule{ServerError, 79, lasting | bare}, `CrashLoopBackOff OOMKilled ImagePullBackOff ErrImagePull RunContainerError CreateContainerError Evicted`},
	{rule{Timeout, 79, passing | bare}, `ServerTimeout DeadlineExceeded ProgressDeadlineExceeded`},
	{rule{Conflict, 70, 0}, `Expired Gone`},
}

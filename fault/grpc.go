package fault

// grpcNumberTable holds the status numbers of gRPC. Aborted and Unavailable say
// themselves that the call may be made again.
var grpcNumberTable = map[string]rule{
	"1": {Canceled, 75, 0}, "3": {InvalidArgument, 66, 0}, "4": {Timeout, 60, passing}, "5": {NotFound, 57, 0}, "6": {Conflict, 72, 0},
	"7": {Forbidden, 71, 0}, "8": {RateLimited, 50, passing}, "9": {Conflict, 72, 0}, "10": {Conflict, 60, passing}, "11": {InvalidArgument, 66, 0},
	"12": {ServerError, 60, lasting}, "13": {ServerError, 42, passing}, "14": {Network, 45, passing}, "15": {ServerError, 60, lasting}, "16": {Unauthenticated, 72, 0},
}

// grpcCodeTable holds the names, which Google's JSON errors carry as well.
var grpcCodeTable = []codeRule{
	{rule{Timeout, 60, passing | bare}, `DEADLINE_EXCEEDED`},
	{rule{InvalidArgument, 66, bare}, `INVALID_ARGUMENT OUT_OF_RANGE`},
	{rule{NotFound, 57, 0}, `NOT_FOUND`},
	{rule{Conflict, 72, bare}, `ALREADY_EXISTS FAILED_PRECONDITION`},
	{rule{Conflict, 60, passing}, `ABORTED`},
	{rule{Forbidden, 71, bare}, `PERMISSION_DENIED`},
	{rule{Unauthenticated, 72, bare}, `UNAUTHENTICATED`},
	{rule{RateLimited, 50, passing}, `RESOURCE_EXHAUSTED`},
	{rule{ServerError, 60, lasting}, `UNIMPLEMENTED DATA_LOSS`},
}

package fault

// signalTable holds words that decide nothing by themselves: a short text that has
// one is read more closely.
var signalTable = []textRule{
	{rule{Unknown, 0, 0}, []string{
		"failed", "failure", "errored", "abort", "rejected", "declined", "denied", "terminated",
		"killed", "disconnected", "unavailable", "busy", "失败", "出错", "出现错误",
	}},
	{rule{Unknown, 0, 0}, []string{
		"not granted", "approval", "authenticate", "timeout", "could not be", "couldn't be", "not approved", "is not in", "permission to use", "role", "were not", "used up", "done with", "finished with", "completed with",
	}},
}

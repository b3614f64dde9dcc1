package fault

// canceledTable holds what says that the caller gave up.
var canceledTable = []textRule{
	{rule{Canceled, 75, bare}, []string{
		"context canceled", "code = canceled", "aborterror", "request was aborted", "operation was aborted", "operation was canceled",
		"operation was cancelled", "request canceled", "request cancelled", "interrupted by user", "cancelled by user", "canceled by user",
		"cancellederror", "cancelled_error", "keyboardinterrupt", "user aborted", "aborted by user", "cancelled by client", "查询已取消", "用户中断",
		"request interrupted", "no result available", "tool call was interrupted",
	}},
	// The database rolls back what it cancels.
	{rule{Canceled, 76, unsent | bare}, []string{
		"canceling statement due to user request",
	}},
	{rule{Canceled, 75, bare}, []string{
		"operation aborted", "operation cancelled", "operation canceled", "execution was cancelled", "execution was canceled", "execution cancelled",
		"execution canceled", "execution aborted", "execution interrupted", "task was cancelled", "task was canceled", "task cancelled", "task canceled",
		"call was cancelled", "call was canceled", "call cancelled", "call canceled", "call interrupted", "tool call aborted",
		"tool execution was interrupted", "tool use was cancelled", "interrupted by the user", "aborted by the user", "aborted by client",
		"aborted by caller", "canceled by the user", "cancelled by the user", "canceled by caller", "cancelled by caller", "canceled by client",
		"canceled by the client", "cancelled by the client", "cancelled by request", "client closed request", "client gave up", "caller gave up",
		"user interrupted", "user cancelled", "user canceled", "user has cancelled", "user has canceled", "user stopped", "user hit ctrl",
		"stopped by user", "stopped by the user", "terminated by user", "killed by user", "received sigint", "received sigterm", "signal: interrupt",
		"request aborted", "request was cancelled", "request was canceled", "request has been cancelled", "request has been canceled",
		"request has been aborted", "query was cancelled", "query was canceled", "query cancelled", "query canceled", "job was cancelled",
		"job was canceled", "run was cancelled", "run was canceled", "cancellation requested", "cancelled before", "canceled before", "cancelled while",
		"canceled while", "cancelled during", "canceled during", "no tool result", "no result was returned", "no result for this", "result missing due to",
		"missing tool result", "tool result is missing", "tool result missing", "did not return a result before", "call has no result", "操作已取消", "操作被取消",
		"请求已取消", "请求被取消", "任务已取消", "任务被取消", "被中断", "已中断", "已被取消", "用户终止", "用户停止", "用户取消操作", "手动取消", "手动停止",
	}},
	// Common words: they tell the kind of a failure, and no failure.
	{rule{Canceled, 75, 0}, []string{
		"cancellation token", "ctrl-c", "ctrl+c", "was cancelled", "was canceled", "已取消", "已终止",
	}},
	{rule{Canceled, 58, 0}, []string{
		"cancel scope", "client disconnected", "user pressed",
	}},
	{rule{Canceled, 30, 0}, []string{
		"aborted", "interrupted", "cancelled", "canceled",
	}},
}

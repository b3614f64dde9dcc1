package fault

// canceledTable holds what says that the caller gave up.
func canceledTable() []textRule {
	return []textRule{
		{rule{Canceled, 75, bare}, []string{
			"context canceled", "code = canceled", "aborterror", "request was aborted", "operation was aborted",
			"this operation was aborted", "operation was canceled", "operation was cancelled", "request canceled",
			"request cancelled", "interrupted by user", "cancelled by user", "canceled by user",
			"cancellederror", "cancelled_error", "keyboardinterrupt", "user aborted",
			"aborted by user", "was cancelled", "was canceled", "cancelled by client", "查询已取消", "已取消", "用户中断",
			"request interrupted", "no result available", "tool call was interrupted",
		}},
		// The database rolls back what it cancels.
		{rule{Canceled, 76, unsent | bare}, []string{
			"canceling statement due to user request",
		}},
	}
}

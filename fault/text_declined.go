package fault

// declinedTable holds what says that a person or a gate refused this call.
var declinedTable = []textRule{
	{rule{Declined, 86, bare}, []string{
		"user rejected", "user declined", "user denied", "rejected by user", "denied by user", "declined by user", "user refused",
		"doesn't want to take this action", "tool use was rejected", "user has rejected", "execution-denied", "approval denied", "approval was denied",
		"rejected by the user", "declined by the user", "denied by the user", "user did not approve", "用户拒绝", "已被拒绝执行", "用户取消了", "human rejected",
	}},
	{rule{Declined, 86, bare}, []string{
		"user reason:", "user said no",
	}},
	{rule{Declined, 86, bare}, []string{
		"not approved by the user", "not approved by user", "not approved by the human", "not approved by a human", "not approved by the operator",
		"not approved by you", "has not approved", "hasn't approved", "tool call was not approved", "tool call not approved",
		"tool execution was not approved", "execution was not approved", "execution not approved", "tool use was not approved",
		"command was not approved", "command not approved", "action was not approved", "operation was not approved", "call was not approved",
		"not confirmed by the user", "not authorized by the user", "not accepted by the user", "vetoed by", "user skipped this", "user has skipped", "operator said no", "operator has declined", "reviewer said no", "did not respond to the approval", "no response to the approval", "approval request expired", "approval expired", "approval timed out", "用户未确认", "用户没有同意",
		"用户没有批准", "未经用户同意", "未经批准",
	}},
	{rule{Declined, 86, bare}, []string{
		"rejected by you", "declined by you", "denied by you", "you rejected", "you declined", "you denied", "user has denied", "user has declined",
		"user has refused", "user does not want", "user doesn't want", "user did not allow", "user didn't allow", "user didn't approve",
		"user did not consent", "user did not grant", "user did not confirm", "user chose to reject", "user chose not", "user selected no",
		"user answered no", "user dismissed", "user said: no", "user disapproved", "wasn't approved", "rejected by human", "rejected by the human",
		"rejected by reviewer", "rejected by the operator", "rejected by operator", "declined by human", "declined by the human", "denied by human",
		"denied by operator", "denied by the operator", "denied by reviewer", "human denied", "human declined", "human did not approve", "human said no",
		"operator rejected", "operator denied", "operator declined", "reviewer rejected", "approver rejected", "approval was rejected",
		"approval was declined", "approval rejected", "approval declined", "approval refused", "approval not granted", "approval was not granted",
		"approval request was denied", "approval request denied", "permission to use this tool has been denied", "permission request was denied",
		"permission was not granted by",
		"tool use rejected", "tool use was denied",
		"command was denied by",
		"confirmation declined", "confirmation denied", "confirmation was declined", "elicitation declined", "elicitation was declined", "consent denied",
		"consent was not given", "execution declined", "edit was rejected",
		"changes were rejected", "refused by user", "refused by the user", "用户已拒绝", "用户不同意", "用户未同意", "用户未批准", "用户未授权执行", "用户否决", "用户选择不", "用户选择拒绝", "审批被拒",
		"审批拒绝", "审批未通过", "未获批准", "未通过审批", "人工拒绝", "拒绝执行该",
	}},
	// Nobody is named: a refusal within says more.
	{rule{Declined, 69, bare}, []string{
		"command rejected", "tool call was rejected", "tool call rejected", "tool call was denied", "tool call denied", "tool call was declined",
		"tool use denied", "tool execution was denied", "tool execution denied", "tool execution rejected", "command was rejected", "action was rejected",
		"action rejected", "action declined", "action was declined", "request declined", "execution rejected", "execution was rejected",
		"execution denied", "operation rejected by",
	}},
	{rule{Declined, 69, 0}, []string{
		"not approved", "已拒绝", "user skipped", "edit rejected", "change rejected",
	}},
}

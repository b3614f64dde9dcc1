package fault

// declinedTable holds what says that a person or a gate refused this call.
func declinedTable() []textRule {
	return []textRule{
		{rule{Declined, 86, bare}, []string{
			"user rejected", "user declined", "user denied", "rejected by user", "denied by user", "declined by user",
			"user refused", "user doesn't want to proceed", "doesn't want to take this action", "tool use was rejected",
			"user has rejected", "user chose not to", "execution-denied", "approval denied",
			"approval was denied", "not approved", "rejected by the user", "declined by the user", "denied by the user",
			"user did not approve", "用户拒绝", "已被拒绝执行", "用户取消了", "request was rejected by the human", "human rejected",
		}},
		{rule{Declined, 86, bare}, []string{"call denied. user", "denied. user reason", "user reason:", "user said no"}},
	}
}

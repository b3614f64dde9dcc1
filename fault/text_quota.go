package fault

// quotaTable holds what says that a long or paid limit is spent.
func quotaTable() []textRule {
	return []textRule{
		{rule{QuotaExhausted, 84, bare}, []string{
			"insufficient_quota", "exceeded your current quota", "daily limit exceeded", "dailylimitexceeded", "daily limit",
			"daily quota", "daily request quota", "monthly limit", "monthly quota", "weekly limit", "quota exhausted", "quota has been exceeded", "out of call volume quota",
			"billing_hard_limit_reached", "billing hard limit", "credit balance is too low", "insufficient credits",
			"insufficient credit", "insufficient balance", "insufficient_balance", "insufficient funds for api",
			"out of credits", "no credits", "credits exhausted", "payment required", "usage limit reached", "usage limit",
			"spending limit", "spend limit", "exhausted your capacity", "free tier limit", "free_tier", "plan limit",
			"limit for your plan", "per day", "requests per day", "tokens per day", "quota will be reset",
			"quota will be replenished", "subscription limit", "余额不足", "balance is insufficient", "剩余额度", "扣费额度失败", "账户余额", "额度不足", "额度已用", "配额", "欠费", "用量已达", "免费额度",
			"次数已用完", "已达上限", "hit your limit", "you've reached your limit", "out of quota", "exceeded your <a",
			"storagequotaexceeded", "limit_exceeded_for_month", "resource has been exhausted (e.g. check quota)",
			"exceeded the quota", "exceeded your quota", "billing details", "upgrade your plan",
		}},
		{rule{QuotaExhausted, 46, 0}, []string{
			"quota exceeded", "quota",
		}},
	}
}

package fault

// quotaTable holds what says that a long or paid limit is spent.
var quotaTable = []textRule{
	{rule{QuotaExhausted, 84, bare}, []string{
		"your plan allows", "plan only allows", "allowance is used up", "allowance has been used", "allowance exceeded", "limit of your plan", "limit for your plan",
		"limit on your plan",
	}},
	{rule{QuotaExhausted, 84, bare}, []string{
		"insufficient_quota", "exceeded your current quota", "dailylimitexceeded", "daily limit", "daily quota", "daily request quota", "monthly limit",
		"monthly quota", "weekly limit", "quota exhausted", "quota has been exceeded", "out of call volume quota", "billing hard limit",
		"insufficient credits", "insufficient credit", "insufficient balance", "insufficient funds for api", "out of credits", "no credits",
		"credits exhausted", "payment required", "usage limit", "spending limit", "spend limit", "exhausted your capacity", "free_tier", "plan limit",
		"limit for your plan", "quota will be reset", "quota will be replenished", "subscription limit", "余额不足", "balance is insufficient",
		"账户余额", "额度不足", "额度已用", "配额", "欠费", "用量已达", "免费额度", "次数已用完", "已达上限", "hit your limit", "you've reached your limit", "out of quota",
		"storagequotaexceeded", "limit_exceeded_for_month", "resource has been exhausted (e.g. check quota)", "exceeded the quota",
		"exceeded your quota",
	}},
	{rule{QuotaExhausted, 46, 0}, []string{
		"quota",
	}},
	{rule{QuotaExhausted, 84, bare}, []string{
		"requests for today", "exceeded your monthly", "exceeded your daily", "exceeded the daily", "exceeded the monthly", "exceeded its quota",
		"exceeded its monthly", "exceeded your usage", "exceeded your plan", "exceeded your free", "exceeded your credit", "exceeded your allotted",
		"exceeded your budget", "usage quota", "used up your", "used all your", "used all of your", "not enough credits", "no remaining credits",
		"credit limit reached", "credit limit exceeded", "purchase more credits", "buy more credits", "add more credits", "add a payment method",
		"top up your", "please recharge", "billing is not enabled", "billing not enabled", "payment is required", "insufficient account balance",
		"account has insufficient", "balance is too low", "trial has expired", "trial has ended", "trial expired", "plan's limit", "allowed by your plan",
		"limits of your plan", "limit of your plan", "subscription has expired", "subscription expired", "license limit",
		"disk quota exceeded", "mailbox is full", "over your quota", "quota is exhausted", "quota has been exhausted", "quota reached",
		"quota limit reached", "quota limit exceeded", "quota used up", "budget exceeded", "budget has been exceeded", "session limit reached", "额度用完",
		"额度耗尽", "超出限额", "请充值", "免费次数", "次数用尽", "已耗尽",
	}},
	// Common words: they tell the kind of a failure, and no failure.
	{rule{QuotaExhausted, 84, 0}, []string{
		"daily cap", "daily allowance", "daily message limit", "daily api limit", "monthly usage", "monthly cap", "monthly allowance", "weekly quota",
		"yearly limit", "per month", "usage cap", "hard limit", "storage quota", "storage limit", "past due", "free trial", "free plan", "free quota",
		"your current plan", "per day", "套餐", "充值",
	}},
	// Offers that come with a short limit, too.
	{rule{QuotaExhausted, 68, 0}, []string{
		"upgrade your plan", "upgrade your subscription", "billing details",
	}},
	{rule{QuotaExhausted, 84, bare}, []string{
		"enough credit", "enough credits", "enough quota", "out of credit",
	}},
}

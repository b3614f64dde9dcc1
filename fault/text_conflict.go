package fault

// conflictTable holds what says that the present state does not allow it.
var conflictTable = []textRule{
	{rule{Conflict, 73, bare}, sentences(
		[]string{"coupon", "offer", "link", "invitation", "invite", "reservation", "listing", "quote", "voucher", "auction", "poll"}, []string{"has expired", "is expired", "has ended", "is closed"},
	)},
	{rule{Conflict, 72, bare}, []string{
		"already booked", "is fully booked", "slot taken", "was rolled back", "has been rolled back", "version mismatch", "revision mismatch", "etag mismatch", "checksum mismatch", "out of stock", "sold out", "fully booked", "no longer editable",
	}},
	{rule{Conflict, 72, bare}, []string{
		"already exists", "alreadyexists", "already been taken", "duplicate key", "duplicate entry", "unique constraint", "uniqueviolation",
		"integrityerror", "optimistic lock", "has been modified", "unexpectedly modified", "modified since", "precondition failed", "failed_precondition",
		"failedprecondition", "conditionalcheckfailed", "conditionalcheckfailedexception", "non-fast-forward", "updates were rejected", "read it first",
		"foreign key constraint", "violates foreign key", "already in progress", "already running", "already open", "already closed",
		"resource busy", "ebusy", "eexist", "enotempty", "invalid state", "illegal state", "illegalstateexception", "state transition",
		"cannot be fulfilled", "apply your changes to the latest version", "insufficient balance in account", "not enough seats", "sold out",
		"out of stock", "does not add up", "cannot be used to update", "is currently loaded", "no canvas", "no active session", "cannot be used for", "cannot be cancelled", "cannot be canceled", "not in a state",
		"dirty working tree", "would be overwritten", "需要先", "已存在", "冲突", "已被占用", "状态不允许", "uncommitted changes", "workspace is dirty",
	}},
	{rule{Conflict, 78, passing | unsent | bare}, []string{
		"database is locked", "sqlite_busy", "deadlock found", "deadlock detected", "lock wait timeout exceeded", "serialization failure",
		"serializationfailure", "sqlstate 40001", "(40001)", "sqlstate: 40001", "sqlstate 40p01", "(40p01)", "could not obtain lock", "lock timeout",
		"index.lock", "another git process", "could not get lock", "resource temporarily unavailable", "try restarting transaction",
	}},
	{rule{Conflict, 78, passing | unsent | bare}, []string{
		"unable to obtain exclusive access",
	}},
	{rule{Conflict, 72, bare}, []string{
		"conflict", "already registered", "already taken", "already used", "already in use", "already been used", "already been processed",
		"already been completed", "already been cancelled", "already been canceled", "already been refunded", "already been captured",
		"already been merged", "already been closed", "already been deleted by", "already been created", "already been applied", "already been added",
		"already been submitted", "already been assigned", "already been paid", "already cancelled", "already canceled", "already processed",
		"already paid", "already refunded", "already captured", "already shipped", "already merged", "already archived", "already reacted",
		"already a member", "already claimed", "already booked", "already reserved", "already deployed", "is already being", "is already locked",
		"name is taken", "unique key constraint", "unique index", "must make a unique set", "cannot insert duplicate", "violates unique", "violates check",
		"violates exclusion", "referential integrity", "constraint violation", "constraint failed", "reference constraint", "still referenced from",
		"still in use", "currently in use", "in use by", "being used by another", "used by another process", "has dependents", "has dependent",
		"depends on it", "cannot delete or update a parent row", "edit conflicts", "concurrent modification", "concurrent update", "concurrently modified",
		"modified concurrently", "was modified by", "been modified by", "been changed by", "file has changed", "content has changed",
		"has been updated since", "out-of-date", "outdated version", "stale data", "stale version", "stale object", "stale element", "stale read",
		"stale info", "stale revision", "stale file handle", "version does not match", "revision mismatch", "etag mismatch", "etag does not match",
		"checksum mismatch", "hash mismatch", "sequence number mismatch", "wrong version", "tip of your current branch is behind", "fetch first",
		"[rejected]", "failed to push some refs", "need to resolve your current index", "you have unmerged", "unmerged files", "unmerged paths",
		"needs merge", "automatic merge failed", "not fully merged", "your local changes", "unstaged changes", "working tree is dirty", "cannot rebase",
		"cannot lock ref", "cannot pull with rebase", "not possible to fast-forward", "invalid transition", "invalid status transition",
		"transition is not valid", "transition not allowed", "not a valid transition", "cannot transition", "can't transition", "wrong state",
		"wrong status", "not in the correct state", "not in the right state", "not in a valid state", "not in the expected state", "not in state",
		"in the current state", "in its current state", "in current state", "status does not allow", "state does not allow", "has not been created yet",
		"has not been initialized", "must be called first", "must be closed before", "must be read first", "must be approved before",
		"must be verified before", "call it first", "run it first", "need to be confirmed", "not been read", "haven't read", "pre-condition",
		"condition not met", "conditions not met", "condition failed", "requirement not met", "rule violation", "violates business", "not eligible",
		"not refundable", "non-refundable", "cannot be refunded", "cannot refund", "cannot be deleted because", "cannot be removed because",
		"cannot be merged", "cannot be completed in", "cannot be reopened", "cannot be shipped", "cannot be returned", "can't be cancelled",
		"can't be canceled", "can no longer be", "can not be cancelled", "no longer editable", "window has closed", "window has passed",
		"past the deadline", "is closed for", "is locked by", "locked by another user", "is checked out by", "not enough stock", "not enough inventory",
		"not enough balance", "not enough funds in", "not enough money", "not enough space on", "insufficient stock", "insufficient inventory",
		"insufficient quantity", "insufficient seats", "no rooms available", "fully booked", "is unavailable for", "exceeds available",
		"exceeds the available", "exceeds balance", "exceeds the balance", "exceeds the remaining", "amount exceeds", "does not match the order",
		"does not match the total", "do not add up", "doesn't add up", "card was declined", "card has been declined", "card declined",
		"payment was declined", "payment declined", "transaction declined", "do not honor", "port is already allocated", "eaddrinuse", "nothing to merge",
		"directory not empty", "not an empty directory", "目录非空", "已经存在", "已被使用", "已被注册", "重名", "名称重复", "重复提交", "重复的", "数据重复", "不能重复", "请勿重复", "状态不正确",
		"状态错误", "状态异常", "版本不一致", "已被修改", "库存不足", "余票不足", "售罄", "不满足条件", "不符合条件", "先决条件",
	}},
	{rule{Conflict, 78, passing | unsent | bare}, []string{
		"table is locked", "row is locked", "record is locked", "resource is locked", "file is locked", "document is locked", "lock is held",
		"lock held by", "held by another", "held by process", "unable to acquire lock", "could not acquire lock", "couldn't acquire lock",
		"failed to acquire lock", "cannot acquire lock", "can't acquire lock", "failed to obtain lock", "failed to lock", "cannot obtain lock",
		"could not lock", "unable to lock", "state lock", "lock could not be", "lock request time out", "lock not available", "deadlocked",
		"chosen as the deadlock victim", "serialize access", "could not serialize", "transaction was aborted", "transaction has been aborted",
		"transaction conflict", "write-write conflict", "try the transaction again", "retry the transaction", "restart transaction", "retry transaction",
		"another operation is in progress", "another operation is already", "operation is already in progress", "another update is", "another transaction",
		"another request is", "another deployment", "update is in progress", "updating in progress", "is being modified", "is being deleted",
		"device or resource busy", "device is busy", "text file busy", "resource is busy", "dpkg frontend lock", "被锁定", "已锁定", "已被锁", "锁定中", "死锁", "锁等待",
	}},
	// Common words: they tell the kind of a failure, and no failure.
	{rule{Conflict, 72, 0}, []string{
		"file exists", "already exist", "already has a", "already have a", "duplicate", "duplicated", "duplicates", "insufficient funds", "cannot delete",
		"cannot be deleted", "cannot be changed", "cannot be updated", "cannot be modified", "cannot be edited", "version mismatch",
		"must be called before", "already completed", "already started", "already active", "already connected", "already initialized", "already assigned",
		"already finished", "already present", "already existing", "business rule", "precondition", "no availability", "is still referenced",
		"has changed since", "is not ready", "ineligible", "must first", "请先", "尚未", "已完成", "已支付", "已退款", "已关闭", "已使用",
	}},
	{rule{Conflict, 77, passing | unsent}, []string{
		"is locked", "are locked", "deadlock", "lock file", "waiting for lock", "is being processed", "is being created", "is being updated",
		"operation in progress", "another process is", "another instance", "处理中", "正在处理", "正在执行", "正在使用", "snapshot isolation",
	}},
	{rule{Conflict, 48, 0}, []string{
		"uniqueness", "is taken", "is closed", "is archived", "is frozen", "overlaps", "overlapping", "worktree", "diverged", "prerequisite",
		"prerequisites", "preconditions", "is up to date", "nothing to commit", "no changes added", "前置", "已过期", "当前状态", "is in state", "before you can",
		"before calling", "before using", "before it can", "before editing", "before writing", "you haven't", "is outdated", "no longer valid",
		"too late to", "with the same name", "local changes", "not available for", "currently being", "must be started", "must be stopped", "not ready yet",
		"not yet ready", "has not started", "not been started", "changed since", "is not empty", "no seats", "head detached", "branch already",
		"tag already", "remote already", "is already in", "already up to date and", "checked out by", "current state does not",
	}},
	{rule{Conflict, 72, bare}, []string{
		"is not enough", "are not enough", "does not suffice",
	}},
	{rule{Conflict, 72, bare}, []string{
		"is not modified", "not mergeable", "is not mergeable",
	}},
	{rule{Conflict, 72, bare}, []string{
		"库存不足",
	}},
	{rule{Conflict, 60, passing}, []string{
		"code = aborted", "statuscode.aborted",
	}},
	{rule{Conflict, 72, bare}, []string{
		"unrelated histories",
	}},
	{rule{Conflict, 78, passing | unsent | bare}, []string{
		"operation now in progress", "no locks available",
	}},
}

package fault

// conflictTable holds what says that the present state does not allow it.
func conflictTable() []textRule {
	return []textRule{
		{rule{Conflict, 72, bare}, []string{
			"already exists", "already_exists", "alreadyexists", "already been taken", "duplicate key", "duplicate entry",
			"unique constraint", "uniqueviolation", "integrityerror", "unique violation", "conflict", "edit conflict",
			"version conflict", "version_conflict", "optimistic lock", "stale", "has been modified", "unexpectedly modified",
			"modified since", "precondition failed", "failed_precondition", "failedprecondition", "conditionalcheckfailed",
			"conditionalcheckfailedexception", "non-fast-forward", "updates were rejected", "has not been read yet",
			"read it first", "must be read", "merge conflict", "foreign key constraint", "violates foreign key", "in use",
			"already in progress", "already running", "already open", "already closed", "already generating", "resource busy",
			"ebusy", "eexist", "not empty", "enotempty", "invalid state", "illegal state", "illegalstateexception",
			"state transition", "cannot be fulfilled", "apply your changes to the latest version",
			"insufficient balance in account", "not enough seats", "is not enough", "sold out", "out of stock", "does not add up",
			"cannot be used to update", "cannot be used for", "cannot cancel", "cannot be cancelled", "cannot be canceled", "not in a state", "dirty working tree",
			"would be overwritten", "需要先", "已存在", "冲突", "已被占用", "状态不允许", "重复", "uncommitted changes", "workspace is dirty",
		}},
		{rule{Conflict, 78, passing | unsent | bare}, []string{
			"database is locked", "database table is locked", "sqlite_busy", "deadlock found", "deadlock detected",
			"lock wait timeout exceeded", "could not serialize access", "serialization failure", "serializationfailure",
			"sqlstate 40001", "(40001)", "sqlstate: 40001", "sqlstate 40p01", "(40p01)", "could not obtain lock", "lock timeout", "index.lock", "another git process",
			"could not get lock", "resource temporarily unavailable", "try restarting transaction",
			"session already generating",
		}},
		{rule{Conflict, 78, passing | unsent | bare}, []string{"unable_to_lock_row", "unable to obtain exclusive access"}},
	}
}

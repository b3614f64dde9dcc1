package fault

// sqlstateRule returns what an SQLSTATE means: its own rule, or its class's.
func sqlstateRule(state string) (rule, bool) {
	if r, ok := sqlstateTable[state]; ok {
		return r, true
	}
	r, ok := sqlstateClassTable[state[:2]]
	return r, ok
}

// sqlstateTable holds the states that say more than their class.
var sqlstateTable = map[string]rule{
	"08001": {Network, 79, passing | unsent}, "08004": {Network, 79, passing | unsent},
	"22P02": {InvalidArgument, 79, 0}, "23502": {MissingArgument, 79, 0}, "23503": {Conflict, 79, 0}, "23505": {Conflict, 79, 0},
	"23514": {InvalidArgument, 79, 0}, "25006": {Forbidden, 79, 0}, "28000": {Unauthenticated, 79, 0}, "28P01": {Unauthenticated, 79, 0},
	"3D000": {NotFound, 79, 0}, "3F000": {NotFound, 79, 0},
	"40001": {Conflict, 79, passing | unsent}, "40P01": {Conflict, 79, passing | unsent},
	"42501": {Forbidden, 79, 0}, "42601": {InvalidArgument, 79, 0}, "42703": {InvalidArgument, 79, 0}, "42883": {InvalidArgument, 79, 0},
	"42P01": {NotFound, 79, 0}, "42S02": {NotFound, 79, 0}, "42P07": {Conflict, 79, 0}, "42710": {Conflict, 79, 0}, "42S01": {Conflict, 79, 0},
	"53100": {ServerError, 79, lasting}, "53300": {RateLimited, 79, passing}, "53400": {QuotaExhausted, 79, 0},
	"55006": {Conflict, 79, passing | unsent}, "55P03": {Conflict, 79, passing | unsent}, "57014": {Canceled, 74, unsent},
	"57P01": {Network, 79, passing}, "57P02": {Network, 79, passing}, "57P03": {ServerError, 79, passing | unsent | brief},
	"0A000": {InvalidArgument, 70, 0}, "HYT00": {Timeout, 79, passing}, "HYT01": {Timeout, 79, passing | unsent},
}

// sqlstateClassTable holds what the first two characters say.
var sqlstateClassTable = map[string]rule{
	"08": {Network, 66, passing}, "22": {InvalidArgument, 70, 0}, "23": {Conflict, 70, 0}, "25": {Conflict, 60, 0},
	"28": {Unauthenticated, 70, 0}, "40": {Conflict, 70, passing | unsent}, "42": {InvalidArgument, 66, 0}, "44": {InvalidArgument, 66, 0},
	"53": {ServerError, 60, lasting}, "54": {InvalidArgument, 66, 0}, "55": {Conflict, 66, 0}, "57": {ServerError, 60, passing},
	"58": {ServerError, 60, lasting}, "XX": {ServerError, 60, lasting}, "P0": {Conflict, 30, 0},
}

// mysqlNumberTable holds the errors of MySQL and MariaDB, the client's too.
var mysqlNumberTable = map[string]rule{
	"1040": {RateLimited, 79, passing | unsent}, "1203": {RateLimited, 79, passing | unsent}, "1226": {QuotaExhausted, 79, 0},
	"1044": {Forbidden, 79, 0}, "1142": {Forbidden, 79, 0}, "1143": {Forbidden, 79, 0}, "1227": {Forbidden, 79, 0}, "1290": {Forbidden, 79, 0},
	"1045": {Unauthenticated, 79, 0}, "1698": {Unauthenticated, 79, 0}, "1820": {Unauthenticated, 79, 0}, "3118": {Unauthenticated, 79, 0},
	"1049": {NotFound, 79, 0}, "1146": {NotFound, 79, 0}, "1051": {NotFound, 79, 0}, "1305": {NotFound, 79, 0},
	"1054": {InvalidArgument, 79, 0}, "1064": {InvalidArgument, 79, 0}, "1052": {InvalidArgument, 79, 0}, "1136": {InvalidArgument, 79, 0},
	"1264": {InvalidArgument, 79, 0}, "1265": {InvalidArgument, 79, 0}, "1292": {InvalidArgument, 79, 0}, "1366": {InvalidArgument, 79, 0},
	"1406": {InvalidArgument, 79, 0}, "3140": {InvalidArgument, 79, 0}, "3819": {InvalidArgument, 79, 0}, "1153": {InvalidArgument, 79, 0},
	"1048": {MissingArgument, 79, 0}, "1364": {MissingArgument, 79, 0},
	"1050": {Conflict, 79, 0}, "1007": {Conflict, 79, 0}, "1008": {NotFound, 79, 0}, "1062": {Conflict, 79, 0}, "1451": {Conflict, 79, 0}, "1452": {Conflict, 79, 0},
	"1205": {Conflict, 79, passing | unsent}, "1213": {Conflict, 79, passing | unsent}, "1099": {Conflict, 79, 0},
	"1317": {Canceled, 79, 0}, "3024": {Timeout, 79, passing}, "1969": {Timeout, 79, passing}, "1159": {Timeout, 79, passing},
	"1158": {Network, 79, passing}, "2002": {Network, 79, passing | unsent}, "2003": {Network, 79, passing | unsent},
	"2005": {Network, 79, passing | unsent}, "2006": {Network, 79, passing}, "2013": {Network, 79, passing}, "2026": {Network, 79, lasting | unsent},
	"1021": {ServerError, 79, lasting}, "1041": {ServerError, 79, lasting}, "1836": {ServerError, 79, lasting}, "1053": {Network, 79, passing},
}

// sqlserverNumberTable holds the errors of SQL Server.
var sqlserverNumberTable = map[string]rule{
	"102": {InvalidArgument, 79, 0}, "156": {InvalidArgument, 79, 0}, "207": {InvalidArgument, 79, 0}, "245": {InvalidArgument, 79, 0}, "8152": {InvalidArgument, 79, 0},
	"8114": {InvalidArgument, 79, 0}, "2628": {InvalidArgument, 79, 0}, "201": {MissingArgument, 79, 0}, "515": {MissingArgument, 79, 0},
	"208": {NotFound, 79, 0}, "911": {NotFound, 79, 0}, "2812": {NotFound, 79, 0}, "229": {Forbidden, 79, 0}, "230": {Forbidden, 79, 0}, "262": {Forbidden, 79, 0}, "916": {Forbidden, 79, 0},
	"4060": {Forbidden, 79, 0}, "18456": {Unauthenticated, 79, 0}, "18452": {Unauthenticated, 79, 0}, "40615": {Forbidden, 79, 0},
	"547": {Conflict, 79, 0}, "2601": {Conflict, 79, 0}, "2627": {Conflict, 79, 0}, "2714": {Conflict, 79, 0}, "1205": {Conflict, 79, passing | unsent}, "1222": {Conflict, 79, passing | unsent},
	"3960": {Conflict, 79, passing | unsent}, "10928": {RateLimited, 79, passing}, "10929": {RateLimited, 79, passing}, "40501": {RateLimited, 79, passing},
	"49918": {RateLimited, 79, passing}, "40613": {ServerError, 79, passing | unsent | brief}, "40197": {ServerError, 79, passing | brief}, "9002": {ServerError, 79, lasting}, "40544": {QuotaExhausted, 79, 0},
}

// oracleNumberTable holds the errors of Oracle, without leading zeros.
var oracleNumberTable = map[string]rule{
	"1": {Conflict, 79, 0}, "54": {Conflict, 79, passing | unsent}, "60": {Conflict, 79, passing | unsent}, "8177": {Conflict, 79, passing | unsent}, "955": {Conflict, 79, 0}, "2291": {Conflict, 79, 0}, "2292": {Conflict, 79, 0},
	"900": {InvalidArgument, 79, 0}, "904": {InvalidArgument, 79, 0}, "911": {InvalidArgument, 79, 0}, "933": {InvalidArgument, 79, 0}, "936": {InvalidArgument, 79, 0}, "1722": {InvalidArgument, 79, 0}, "1843": {InvalidArgument, 79, 0}, "12899": {InvalidArgument, 79, 0},
	"942": {NotFound, 79, 0}, "1400": {MissingArgument, 79, 0}, "1017": {Unauthenticated, 79, 0}, "28000": {Unauthenticated, 79, 0}, "28001": {Unauthenticated, 79, 0}, "1031": {Forbidden, 79, 0}, "1045": {Forbidden, 79, 0},
	"1013": {Canceled, 79, 0}, "1653": {ServerError, 79, lasting}, "1536": {QuotaExhausted, 79, 0}, "12154": {Network, 79, lasting | unsent}, "12170": {Timeout, 79, passing | unsent}, "12514": {Network, 79, passing | unsent}, "12541": {Network, 79, passing | unsent},
	"12516": {RateLimited, 79, passing | unsent}, "12519": {RateLimited, 79, passing | unsent}, "20": {RateLimited, 79, passing | unsent}, "18": {RateLimited, 79, passing | unsent}, "3113": {Network, 79, passing}, "3114": {Network, 79, passing}, "3135": {Network, 79, passing}, "1403": {Empty, 79, 0},
}

// mongoNumberTable holds the server errors of MongoDB that drivers print by number.
var mongoNumberTable = map[string]rule{
	"13": {Forbidden, 79, 0}, "18": {Unauthenticated, 79, 0}, "26": {NotFound, 79, 0}, "50": {Timeout, 79, passing}, "112": {Conflict, 79, passing | unsent}, "121": {InvalidArgument, 79, 0}, "11000": {Conflict, 79, 0}, "11001": {Conflict, 79, 0},
	"9": {InvalidArgument, 79, 0}, "2": {InvalidArgument, 79, 0}, "8000": {Unauthenticated, 79, 0}, "48": {Conflict, 79, 0},
}

// databaseCodeTable holds the names that databases and stores give to errors.
var databaseCodeTable = []codeRule{
	{rule{Conflict, 79, passing | unsent | bare}, `SQLITE_BUSY SQLITE_LOCKED SQLITE_BUSY_SNAPSHOT SQLITE_BUSY_RECOVERY ER_LOCK_DEADLOCK ER_LOCK_WAIT_TIMEOUT
		ER_LOCK_NOWAIT DeadlockDetected LockNotAvailable SerializationFailure deadlock_detected lock_not_available WriteConflict TransientTransactionError
		LockTimeout LockBusy TransactionConflict TransactionConflictException TransactionInProgressException TransactionCanceledException DeadlockLoserDataAccessException CannotAcquireLockException
		PessimisticLockException PessimisticLockingFailureException LockTimeoutException TransactionRetryError TransactionAborted ConcurrentAppendException`},
	{rule{Conflict, 79, bare}, `SQLITE_CONSTRAINT SQLITE_CONSTRAINT_UNIQUE SQLITE_CONSTRAINT_PRIMARYKEY SQLITE_CONSTRAINT_FOREIGNKEY SQLITE_CONSTRAINT_TRIGGER ER_DUP_ENTRY ER_ROW_IS_REFERENCED_2
		ER_NO_REFERENCED_ROW_2 ER_TABLE_EXISTS_ERROR UniqueViolation ForeignKeyViolation ExclusionViolation unique_violation foreign_key_violation DuplicateKey DuplicateKeyError
		DuplicateKeyException DuplicateTable DuplicateObject NamespaceExists IndexAlreadyExists DataIntegrityViolationException ConstraintViolationException version_conflict_engine_exception
		VersionConflictEngineException resource_already_exists_exception ResourceAlreadyExistsException document_already_exists_exception OptimisticLockException OptimisticLockingFailureException
		ObjectOptimisticLockingFailureException StaleObjectStateException StaleObjectError DbUpdateConcurrencyException EXECABORT BUSYKEY BUSYGROUP index_closed_exception P2002 P2003 P2034`},
	{rule{MissingArgument, 79, bare}, `SQLITE_CONSTRAINT_NOTNULL ER_BAD_NULL_ERROR ER_NO_DEFAULT_FOR_FIELD NotNullViolation not_null_violation P2011 P2012 P2013 action_request_validation_exception`},
	{rule{InvalidArgument, 79, bare}, `SQLITE_MISMATCH SQLITE_TOOBIG SQLITE_RANGE SQLITE_CONSTRAINT_CHECK ER_PARSE_ERROR ER_BAD_FIELD_ERROR ER_DATA_TOO_LONG ER_TRUNCATED_WRONG_VALUE ER_WRONG_VALUE_COUNT_ON_ROW ER_NON_UNIQ_ERROR
		ER_SYNTAX_ERROR UndefinedColumn UndefinedFunction AmbiguousColumn InvalidTextRepresentation InvalidDatetimeFormat NumericValueOutOfRange StringDataRightTruncation CheckViolation DatatypeMismatch GroupingError
		undefined_column undefined_function invalid_text_representation check_violation DocumentValidationFailure FailedToParse BadValue TypeMismatch DocumentTooLarge
		parsing_exception ParsingException query_shard_exception QueryShardException mapper_parsing_exception MapperParsingException document_parsing_exception x_content_parse_exception illegal_argument_exception
		strict_dynamic_mapping_exception too_many_clauses too_many_buckets_exception verification_exception invalid_index_name_exception WRONGTYPE CROSSSLOT SyntaxErrorException InvalidQueryException
		BadSqlGrammarException SQLSyntaxErrorException SQLGrammarException P2000 P2005 P2006 P2007 P2009 P2010 P2019 P2020 P2022`},
	{rule{NotFound, 79, bare}, `ER_NO_SUCH_TABLE ER_BAD_DB_ERROR ER_NO_SUCH_THREAD UndefinedTable undefined_table InvalidCatalogName InvalidSchemaName NamespaceNotFound IndexNotFound CursorNotFound index_not_found_exception
		IndexNotFoundException resource_not_found_exception document_missing_exception DocumentMissingException search_context_missing_exception NoSuchTable NoSuchTableError NOSCRIPT NOGROUP P2001 P2015 P2018 P2025 P2021 P1003
		ObjectNotFound EntityNotFoundException EmptyResultDataAccessException NoResultFound DoesNotExist ObjectDoesNotExist RecordNotFound ModelNotFoundException`},
	{rule{Forbidden, 79, bare}, `SQLITE_READONLY SQLITE_AUTH SQLITE_PERM ER_TABLEACCESS_DENIED_ERROR ER_DBACCESS_DENIED_ERROR ER_COLUMNACCESS_DENIED_ERROR ER_SPECIFIC_ACCESS_DENIED_ERROR ER_OPTION_PREVENTS_STATEMENT InsufficientPrivilege insufficient_privilege
		cluster_block_exception ClusterBlockException NOPERM DENIED ReadOnlySqlTransaction P1010`},
	{rule{Unauthenticated, 79, bare}, `ER_ACCESS_DENIED_ERROR InvalidPassword InvalidAuthorizationSpecification invalid_password NOAUTH WRONGPASS AuthenticationFailed P1000 JWSError PGRST301 PGRST302 PGRST303`},
	{rule{RateLimited, 79, passing | bare}, `ER_CON_COUNT_ERROR ER_USER_LIMIT_REACHED TooManyConnections too_many_connections es_rejected_execution_exception EsRejectedExecutionException rejected_execution_exception
		circuit_breaking_exception CircuitBreakingException TRYAGAIN P2024 P2037 OverloadedException`},
	{rule{ServerError, 79, passing | brief | bare}, `CLUSTERDOWN MASTERDOWN NotPrimaryNoSecondaryOk NotWritablePrimary PrimarySteppedDown InterruptedDueToReplStateChange no_shard_available_action_exception NoShardAvailableActionException
		unavailable_shards_exception master_not_discovered_exception node_disconnected_exception CannotConnectNow cannot_connect_now`},
	{rule{RateLimited, 68, passing | bare}, `LOADING`},
	{rule{ServerError, 79, lasting | bare}, `SQLITE_CORRUPT SQLITE_NOTADB SQLITE_FULL SQLITE_IOERR SQLITE_CANTOPEN SQLITE_INTERNAL SQLITE_NOMEM DiskFull disk_full OutOfMemory MISCONF OOM`},
	{rule{Timeout, 79, passing | bare}, `MaxTimeMSExpired ExceededTimeLimit SocketTimeout ER_QUERY_TIMEOUT process_cluster_event_timeout_exception receive_timeout_transport_exception QueryTimeoutException WriteTimeoutException ReadTimeoutException P1002 P1008`},
	{rule{Network, 79, passing | unsent | bare}, `ServerSelectionTimeoutError MongoServerSelectionError ER_CONN_HOST_ERROR CR_CONN_HOST_ERROR CR_CONNECTION_ERROR P1001 P1017 CannotGetJdbcConnectionException CommunicationsException ConnectTransportException NodeNotConnectedException no_node_available_exception NoLivingConnectionsError HostUnreachable HostNotFound`},
	{rule{Network, 79, passing | bare}, `PROTOCOL_CONNECTION_LOST AdminShutdown CrashShutdown ConnectionFailure ConnectionDoesNotExist MongoNetworkError MongoNetworkTimeoutError AutoReconnect NetworkInterfaceExceededTimeLimit PoolClosedError`},
	{rule{Canceled, 76, unsent | bare}, `QueryCanceled query_canceled QueryInterrupted ER_QUERY_INTERRUPTED SQLITE_INTERRUPT task_cancelled_exception TaskCancelledException`},
}

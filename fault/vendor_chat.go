package fault

// chatCodeTable holds the codes of messengers: Slack, Discord, Telegram, Teams,
// Zoom, Twitter and their like.
var chatCodeTable = []codeRule{
	{rule{Unauthenticated, 79, bare}, `not_authed invalid_auth account_inactive token_revoked token_expired invalid_refresh_token two_factor_setup_required AUTH_KEY_UNREGISTERED AUTH_KEY_INVALID SESSION_REVOKED SESSION_EXPIRED USER_DEACTIVATED PHONE_CODE_INVALID PASSWORD_HASH_INVALID tenant_access_token_invalid`},
	{rule{Forbidden, 79, bare}, `missing_scope not_in_channel restricted_action restricted_action_read_only_channel restricted_action_thread_only_channel restricted_action_non_threadable_channel no_permission access_denied not_allowed_token_type ekm_access_denied enterprise_is_restricted user_is_restricted user_is_bot
		org_login_required team_access_not_granted cant_delete_message cant_update_message cant_invite cant_invite_self cant_kick_self method_not_supported_for_channel_type posting_to_general_channel_denied CHAT_WRITE_FORBIDDEN CHAT_ADMIN_REQUIRED CHAT_SEND_MEDIA_FORBIDDEN USER_PRIVACY_RESTRICTED USER_BANNED_IN_CHANNEL
		CHANNEL_PRIVATE PEER_FLOOD USER_IS_BLOCKED bot_blocked_by_user is_inactive cannot_dm_bot external_channel_migrating messages_tab_disabled as_user_not_supported`},
	{rule{NotFound, 79, bare}, `channel_not_found user_not_found users_not_found message_not_found file_not_found file_deleted team_not_found bot_not_found no_reaction no_item_specified_found usergroup_not_found list_not_found view_not_found subteam_not_found no_such_subteam 
		PEER_ID_INVALID USERNAME_NOT_OCCUPIED CHANNEL_INVALID MESSAGE_ID_INVALID chat_not_found CHAT_ID_INVALID`},
	{rule{Conflict, 79, bare}, `is_archived already_archived already_in_channel already_reacted already_pinned not_pinned name_taken name_exists edit_window_closed too_many_reactions too_many_members already_starred MESSAGE_NOT_MODIFIED USER_ALREADY_PARTICIPANT USERNAME_OCCUPIED hash_conflict expired_trigger_id trigger_exchanged
		time_in_past trigger_expired duplicate_message_not_allowed user_already_team_member`},
	{rule{RateLimited, 79, passing | bare}, `ratelimited rate_limited FLOOD_WAIT SLOWMODE_WAIT message_limit_exceeded accesslimited`},
	{rule{MissingArgument, 79, bare}, `no_text no_channel missing_argument missing_post_type missing_charset no_file_data MESSAGE_EMPTY no_user missing_recipient_user_id no_query`},
	{rule{InvalidArgument, 79, bare}, `msg_too_long invalid_arguments invalid_arg_name invalid_array_arg invalid_blocks invalid_blocks_format invalid_attachments invalid_charset invalid_form_data invalid_json invalid_name invalid_name_specials invalid_name_maxlength invalid_post_type invalid_cursor invalid_timestamp
		invalid_channel invalid_ts_latest invalid_ts_oldest invalid_users bad_timestamp too_many_attachments too_long time_too_far time_too_short unparseable unsupported_type invalid_emoji bad_image json_not_object invalid_metadata_schema MESSAGE_TOO_LONG MEDIA_CAPTION_TOO_LONG BUTTON_DATA_INVALID PHOTO_INVALID_DIMENSIONS
		FILE_REFERENCE_EXPIRED ENTITY_BOUNDS_INVALID block_mismatch markdown_text_conflict`},
	{rule{ServerError, 79, passing | brief | bare}, `fatal_error service_unavailable msg_send_failed RPC_CALL_FAIL`},
}

// discordNumberTable holds Discord's numbers, which say "Unknown Message" for an
// absent one.
var discordNumberTable = map[string]rule{
	"10001": {NotFound, 79, 0}, "10003": {NotFound, 79, 0}, "10004": {NotFound, 79, 0}, "10005": {NotFound, 79, 0}, "10006": {NotFound, 79, 0},
	"10007": {NotFound, 79, 0}, "10008": {NotFound, 79, 0}, "10010": {NotFound, 79, 0}, "10011": {NotFound, 79, 0}, "10013": {NotFound, 79, 0},
	"10014": {NotFound, 79, 0}, "10015": {NotFound, 79, 0}, "10026": {NotFound, 79, 0}, "10062": {NotFound, 79, 0}, "10063": {NotFound, 79, 0},
	"20012": {Forbidden, 79, 0}, "20016": {RateLimited, 79, passing}, "20022": {RateLimited, 79, passing}, "20028": {RateLimited, 79, passing},
	"30001": {QuotaExhausted, 79, 0}, "30003": {QuotaExhausted, 79, 0}, "30005": {QuotaExhausted, 79, 0}, "30013": {QuotaExhausted, 79, 0},
	"40005": {InvalidArgument, 79, 0}, "40006": {ServerError, 79, passing | brief}, "40060": {Conflict, 79, 0},
	"50001": {Forbidden, 79, 0}, "50005": {Forbidden, 79, 0}, "50006": {MissingArgument, 79, 0}, "50007": {Forbidden, 79, 0}, "50008": {Forbidden, 79, 0},
	"50013": {Forbidden, 79, 0}, "50014": {Unauthenticated, 79, 0}, "50016": {InvalidArgument, 79, 0}, "50034": {InvalidArgument, 79, 0}, "50035": {InvalidArgument, 60, 0},
	"50036": {InvalidArgument, 79, 0}, "50109": {InvalidArgument, 79, 0}, "130000": {RateLimited, 79, passing}, "160005": {Conflict, 79, 0},
}

// platformNumberTable holds the numbers of WeChat, DingTalk, Feishu, Weibo,
// Baidu and Zhipu, which stand in errcode or code.
var platformNumberTable = map[string]rule{
	// WeChat and DingTalk.
	"40001": {Unauthenticated, 71, 0}, "40013": {Unauthenticated, 79, 0}, "40014": {Unauthenticated, 79, 0}, "40125": {Unauthenticated, 79, 0}, "41001": {Unauthenticated, 79, 0}, "42001": {Unauthenticated, 79, 0}, "42007": {Unauthenticated, 79, 0},
	"40078": {Unauthenticated, 79, 0}, "88": {Unauthenticated, 50, 0}, "33001": {Unauthenticated, 79, 0},
	"40003": {InvalidArgument, 79, 0}, "40004": {InvalidArgument, 79, 0}, "40006": {InvalidArgument, 79, 0}, "40007": {InvalidArgument, 79, 0}, "40008": {InvalidArgument, 79, 0}, "40033": {InvalidArgument, 79, 0}, "40035": {InvalidArgument, 79, 0}, "40058": {InvalidArgument, 79, 0}, "45001": {InvalidArgument, 79, 0}, "45002": {InvalidArgument, 79, 0}, "47001": {InvalidArgument, 79, 0}, "81013": {InvalidArgument, 79, 0},
	"41004": {MissingArgument, 79, 0}, "41005": {MissingArgument, 79, 0}, "41006": {MissingArgument, 79, 0}, "44001": {MissingArgument, 79, 0}, "44002": {MissingArgument, 79, 0}, "44004": {MissingArgument, 79, 0},
	"43004": {Forbidden, 79, 0}, "48001": {Forbidden, 79, 0}, "48002": {Forbidden, 79, 0}, "48004": {Forbidden, 79, 0}, "50002": {Forbidden, 79, 0}, "50004": {Forbidden, 79, 0}, "60011": {Forbidden, 79, 0}, "60020": {Forbidden, 79, 0}, "61007": {Forbidden, 79, 0}, "87014": {Forbidden, 79, 0},
	"45009": {QuotaExhausted, 84, 0}, "45011": {RateLimited, 79, passing}, "45033": {RateLimited, 79, passing}, "90018": {RateLimited, 79, passing}, "130101": {RateLimited, 79, passing}, "45015": {Conflict, 79, 0}, "45047": {RateLimited, 79, 0},
	"46003": {NotFound, 79, 0}, "46004": {NotFound, 79, 0}, "60003": {NotFound, 79, 0}, "60121": {NotFound, 79, 0},
	// Feishu.
	"99991400": {RateLimited, 79, passing}, "99991661": {Unauthenticated, 79, 0}, "99991663": {Unauthenticated, 79, 0}, "99991664": {Unauthenticated, 79, 0}, "99991668": {Unauthenticated, 79, 0}, "99991671": {Unauthenticated, 79, 0}, "99991677": {Unauthenticated, 79, 0},
	"99991672": {Forbidden, 80, 0}, "99991679": {Forbidden, 80, 0}, "99991401": {Forbidden, 79, 0}, "99992402": {InvalidArgument, 79, 0}, "230002": {Forbidden, 79, 0}, "230013": {Forbidden, 79, 0}, "1254045": {InvalidArgument, 79, 0}, "1254302": {Forbidden, 79, 0}, "1254290": {RateLimited, 79, passing}, "1061004": {Forbidden, 79, 0}, "1254040": {NotFound, 79, 0}, "1254041": {NotFound, 79, 0}, "1254043": {NotFound, 79, 0},
	// Zhipu, Baidu and Amap.
	"1302": {RateLimited, 79, passing}, "1303": {RateLimited, 79, passing}, "1305": {RateLimited, 79, passing}, "1304": {QuotaExhausted, 84, 0}, "1308": {QuotaExhausted, 84, 0}, "1112": {Forbidden, 79, 0}, "1113": {QuotaExhausted, 84, 0}, "1301": {Forbidden, 79, 0}, "1261": {InvalidArgument, 79, 0}, "1210": {InvalidArgument, 79, 0},
	"336501": {RateLimited, 79, passing}, "336502": {RateLimited, 79, passing}, "336100": {RateLimited, 79, passing},
	"10001": {Unauthenticated, 50, 0}, "10003": {QuotaExhausted, 50, 0}, "10004": {RateLimited, 50, passing}, "10009": {Unauthenticated, 50, 0}, "10021": {RateLimited, 50, passing}, "10044": {QuotaExhausted, 50, 0}, "20000": {InvalidArgument, 50, 0}, "20001": {MissingArgument, 50, 0},
}

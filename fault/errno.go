package fault

// errnoCodeTable holds the names of system call errors.
var errnoCodeTable = []codeRule{
	{rule{Network, 79, passing | unsent | bare}, `ECONNREFUSED EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN EADDRNOTAVAIL ENOTFOUND EAI_AGAIN EAI_NODATA EAI_NONAME EAI_FAIL WSAECONNREFUSED WSAEHOSTUNREACH WSAENETUNREACH WSAHOST_NOT_FOUND`},
	{rule{Network, 66, passing | bare}, `ECONNRESET EPIPE ECONNABORTED ENOTCONN ENETRESET ESHUTDOWN EPROTO WSAECONNRESET WSAECONNABORTED`},
	{rule{Timeout, 66, passing | bare}, `ETIMEDOUT ESOCKETTIMEDOUT ETIME WSAETIMEDOUT`},
	{rule{Forbidden, 76, bare}, `EACCES EPERM EROFS`},
	{rule{NotFound, 57, bare}, `ENOENT ESRCH ENXIO ENODEV`},
	{rule{Conflict, 72, bare}, `EEXIST ENOTEMPTY EISCONN EALREADY EINPROGRESS EXDEV`},
	{rule{Conflict, 72, unsent | bare}, `EADDRINUSE`}, // what cannot listen has not begun
	{rule{Conflict, 78, passing | unsent | bare}, `EBUSY EAGAIN EWOULDBLOCK ETXTBSY ELOCKED EDEADLK ENOLCK`},
	{rule{ServerError, 67, lasting | bare}, `ENOSPC ENOMEM EIO EMFILE ENFILE ENOBUFS EFAULT ENOSYS ELOOP`},
	{rule{QuotaExhausted, 79, bare}, `EDQUOT`},
	{rule{InvalidArgument, 66, bare}, `EINVAL EISDIR ENOTDIR ENAMETOOLONG ERANGE EDOM E2BIG EFBIG EMSGSIZE EBADF ENOTSUP EOPNOTSUPP`},
	{rule{Canceled, 75, bare}, `EINTR ECANCELED`},
}

// errnoNumberTable holds their numbers, of Linux and, where they clash with none,
// of macOS.
var errnoNumberTable = map[string]rule{
	"1": {Forbidden, 76, 0}, "2": {NotFound, 57, 0}, "3": {NotFound, 57, 0}, "4": {Canceled, 60, 0}, "5": {ServerError, 67, lasting}, "7": {InvalidArgument, 66, 0},
	"11": {Conflict, 78, passing | unsent}, "12": {ServerError, 67, lasting}, "13": {Forbidden, 76, 0}, "16": {Conflict, 78, passing | unsent}, "17": {Conflict, 72, 0},
	"20": {InvalidArgument, 66, 0}, "21": {InvalidArgument, 66, 0}, "22": {InvalidArgument, 66, 0}, "23": {ServerError, 67, lasting}, "24": {ServerError, 67, lasting}, "26": {Conflict, 78, passing | unsent}, "27": {InvalidArgument, 66, 0}, "28": {ServerError, 67, lasting},
	"30": {Forbidden, 76, 0}, "32": {Network, 66, passing}, "36": {InvalidArgument, 66, 0}, "39": {Conflict, 72, 0}, "98": {Conflict, 72, 0}, "48": {Conflict, 72, 0},
	"101": {Network, 79, passing | unsent}, "103": {Network, 66, passing}, "104": {Network, 66, passing}, "54": {Network, 66, passing}, "110": {Timeout, 66, passing}, "60": {Timeout, 66, passing}, "111": {Network, 79, passing | unsent}, "61": {Network, 79, passing | unsent}, "113": {Network, 79, passing | unsent}, "65": {Network, 79, passing | unsent},
	"122": {QuotaExhausted, 79, 0}, "11001": {Network, 79, passing | unsent}, "10061": {Network, 79, passing | unsent}, "10060": {Timeout, 66, passing}, "10054": {Network, 66, passing},
	"8": {Network, 50, passing | unsent},
}

// windowsNumberTable holds the numbers of Windows and of its sockets.
var windowsNumberTable = map[string]rule{
	"2": {NotFound, 57, 0}, "3": {NotFound, 57, 0}, "5": {Forbidden, 76, 0}, "19": {Forbidden, 76, 0}, "32": {Conflict, 78, passing | unsent}, "33": {Conflict, 78, passing | unsent}, "80": {Conflict, 72, 0}, "87": {InvalidArgument, 66, 0}, "109": {Network, 66, passing}, "112": {ServerError, 67, lasting},
	"121": {Timeout, 66, passing}, "123": {InvalidArgument, 66, 0}, "145": {Conflict, 72, 0}, "183": {Conflict, 72, 0}, "193": {InvalidArgument, 66, 0}, "206": {InvalidArgument, 66, 0}, "225": {Forbidden, 76, 0}, "232": {Network, 66, passing}, "267": {NotFound, 57, 0}, "740": {Forbidden, 76, 0}, "1223": {Declined, 86, 0}, "1314": {Forbidden, 76, 0}, "1326": {Unauthenticated, 79, 0}, "1450": {ServerError, 67, lasting}, "1455": {ServerError, 67, lasting},
	"10013": {Forbidden, 76, 0}, "10048": {Conflict, 72, 0}, "10049": {Network, 79, lasting | unsent}, "10051": {Network, 79, passing | unsent}, "10053": {Network, 66, passing}, "10054": {Network, 66, passing}, "10057": {Network, 66, passing}, "10060": {Timeout, 66, passing}, "10061": {Network, 79, passing | unsent}, "10065": {Network, 79, passing | unsent}, "11001": {Network, 79, passing | unsent}, "11002": {Network, 79, passing | unsent}, "11004": {Network, 79, passing | unsent},
}

// curlNumberTable holds curl's own exit codes.
var curlNumberTable = map[string]rule{
	"3": {InvalidArgument, 66, 0}, "1": {InvalidArgument, 66, 0}, "5": {Network, 79, passing | unsent}, "6": {Network, 79, passing | unsent}, "7": {Network, 79, passing | unsent}, "16": {Network, 66, passing}, "18": {Malformed, 66, passing}, "22": {InvalidArgument, 15, 0}, "28": {Timeout, 77, passing},
	"35": {Network, 79, lasting | unsent}, "47": {ServerError, 50, lasting}, "51": {Network, 79, lasting | unsent}, "52": {Network, 66, passing}, "55": {Network, 66, passing}, "56": {Network, 66, passing}, "58": {Network, 79, lasting | unsent}, "60": {Network, 79, lasting | unsent}, "67": {Unauthenticated, 79, 0}, "77": {Network, 79, lasting | unsent}, "92": {Network, 66, passing}, "78": {NotFound, 63, 0},
}

// protocolNumberTable holds the codes of JSON-RPC, without their sign. Those from
// -32000 to -32019 have no agreed meaning.
var protocolNumberTable = map[string]rule{
	"32700": {Malformed, 40, passing}, "32600": {InvalidArgument, 30, 0}, "32601": {UnknownTool, 82, 0}, "32602": {InvalidArgument, 50, 0}, "32603": {ServerError, 20, passing},
	"32800": {Canceled, 75, 0}, "32801": {Conflict, 60, 0}, "32802": {Canceled, 60, 0},
}

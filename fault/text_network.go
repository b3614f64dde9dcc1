package fault

// networkTable holds what says that a connection failed, broke or was lost.
var networkTable = []textRule{
	{rule{Network, 50, passing | bare}, []string{
		"max retries exceeded", "device is offline", "server is offline", "host is offline", "node is offline", "agent is offline", "currently offline",
		"appears to be offline", "seems to be offline", "设备离线", "设备不在线",
	}},
	{rule{Network, 64, passing | unsent | bare}, []string{
		"econnrefused", "connection refused", "actively refused it", "connectionrefusederror", "enotfound", "getaddrinfo", "no such host",
		"name or service not known", "could not resolve host", "name resolution", "dns lookup failed", "eai_again", "failed to resolve",
		"nodename nor servname", "ehostunreach", "enetunreach", "network is unreachable", "no route to host", "host unreachable", "not connected",
		"failed to connect to", "could not connect to server", "couldn't connect to server", "unable to connect to the remote server",
		"can't connect to mysql server", "connection could not be established", "newconnectionerror", "unknownhostexception", "nohostavailable",
		"cannot connect to host", "connectexception", "no valid session id", "session not found", "session terminated", "session expired, reinitialize",
		"无法连接", "连接被拒绝", "连接失败", "websocket is not open", "cannot connect to the docker daemon", "server not initialized", "nosuchsession",
	}},
	{rule{Network, 62, passing | bare}, []string{
		"fetch failed", "socket hang up", "econnreset", "connection reset", "connectionreseterror", "connection closed", "connection aborted",
		"remote end closed connection", "server disconnected", "broken pipe", "epipe", "econnaborted", "connection was closed", "connection lost",
		"lost connection", "unexpected eof", "eof occurred", "transport closed", "transport error", "transport is closed", "stream closed", "stream error",
		"network error", "networkerror", "err_network", "connection terminated", "closed unexpectedly", "exited unexpectedly", "process exited",
		"premature close", "incompleteread", "chunkedencodingerror", "remotedisconnected", "closedresourceerror", "brokenresourceerror",
		"remoteprotocolerror", "io exception", "connection error", "apiconnectionerror", "connectionerror", "upstream connect error",
		"disconnect/reset before headers", "und_err_socket", "web server is down", "连接已关闭", "连接断开", "连接中断", "网络错误", "网络异常", "网络连接", "err_connection",
		"net::err", "ssl_error_syscall", "communications link failure", "server has gone away", "mcp server process", "connection is closed",
		"socket closed", "connection dropped", "err_http2", "goaway", "failed to fetch",
	}},
	{rule{Network, 73, lasting | unsent | bare}, []string{
		"certificate_verify_failed", "self-signed certificate", "unable to verify the first certificate", "unable to get local issuer certificate",
		"certificate has expired", "cert_has_expired", "x509:", "sslhandshakeexception", "pkix path building failed", "depth_zero_self_signed_cert",
		"err_cert", "err_tls_cert_altname_invalid", "wrong version number", "tls handshake", "ssl handshake", "handshake_failure", "证书",
	}},
	{rule{Network, 45, passing}, []string{
		"code = unavailable", "statuscode.unavailable", "unavailable:",
	}},
	{rule{Network, 79, passing | unsent | bare}, []string{
		"dial tcp: lookup",
	}},
	{rule{Network, 64, passing | unsent | bare}, []string{
		"no connection could be made", "connection was refused", "refused to connect", "refused the connection", "connection attempt failed",
		"all connection attempts failed", "failed to establish a new connection", "server unreachable", "could not resolve hostname",
		"could not resolve proxy", "couldn't resolve host", "unable to resolve host", "unknown host", "host not found", "name does not resolve",
		"server misbehaving", "dns resolution failed", "dns error", "dns name does not exist", "nxdomain", "servfail", "is the docker daemon running",
		"failed to dial", "error dialing", "dial error", "spawn enoent", "failed to spawn", "failed to start server", "server failed to start",
		"failed to start mcp server", "server is not running", "server not running", "daemon is not running", "no active connection",
		"connection not established", "connection is not open", "no such session", "session id not found", "unknown session", "session does not exist",
		"session was not found", "invalid or missing session", "no transport found for session", "no servers available", "no suitable servers",
		"no reachable servers", "no healthy upstream", "no brokers available", "failed to get connection", "browser is not running",
		"browser has been closed", "failed to launch the browser", "could not find chrome", "no tab attached", "no browser connected",
		"before initialization", "server is not initialized", "网络不可达", "无法访问服务器", "无法解析", "连接不上", "会话不存在", "connexion refusée", "verbindung abgelehnt",
		"conexión rechazada",
	}},
	{rule{Network, 62, passing | bare}, []string{
		"connection was reset", "connection has been closed", "connection was aborted", "connection was lost", "connection was terminated",
		"connection unexpectedly closed", "prematurely closed connection", "connection prematurely closed", "connection broken", "connection interrupted",
		"connection has been lost", "closed by remote host", "closed by the remote host", "closed by peer", "reset by peer", "peer closed connection",
		"remote party closed", "server has closed", "closed the connection", "before secure tls connection was established", "empty reply from server",
		"without sending a response", "without sending complete message body", "response ended prematurely", "stream was reset", "stream terminated",
		"stream ended unexpectedly", "stream disconnected", "rst_stream", "use of closed network connection", "transport endpoint is not connected",
		"websocket disconnected", "websocket error", "channel is closed", "pipe is broken", "write after end",
		"target page, context or browser has been closed", "page crashed", "process has exited", "process died", "process crashed", "subprocess exited",
		"server exited", "server crashed", "worker died", "worker crashed", "network timeout error", "network failure", "network request failed",
		"network changed", "network is down", "error sending request", "error trying to connect", "tcp connect error", "kex_exchange_identification",
		"the remote end hung up unexpectedly", "recv failure", "send failure", "unexpected disconnect", "连接被重置", "连接已断开", "网络中断", "网络请求失败",
	}},
	// Common words: they tell the kind of a failure, and no failure.
	{rule{Network, 62, passing}, []string{
		"unreachable", "session closed", "target closed", "page has been closed", "channel closed", "server closed", "load failed", "early eof",
		"closed before",
	}},
	// Trust is not regained by waiting.
	{rule{Network, 73, lasting | unsent | bare}, []string{
		"certificate is not trusted", "certificate not trusted", "untrusted certificate", "certificate signed by unknown authority",
		"certificate has been revoked", "certificate is not yet valid", "unknown certificate authority", "invalid peer certificate", "hostname mismatch",
		"hostname/ip does not match", "ssl certificate problem", "ssl certificate error", "ssl: certificate", "ssl routines",
		"tls: failed to verify certificate", "tls: bad", "could not establish trust relationship", "remote certificate is invalid",
		"unable to get issuer certificate", "server certificate verification failed", "host key verification failed",
		"the ssl connection could not be established", "no required ssl certificate was sent",
	}},
	{rule{Network, 66, lasting | unsent}, []string{
		"unknown ca", "bad certificate", "invalid certificate", "peer certificate", "certificate required",
	}},
	// What wrappers say: a status or a sentence within tells more.
	{rule{Network, 39, passing | unsent | bare}, []string{
		"failed to establish communication", "unable to connect", "could not connect", "cannot connect", "can't connect", "couldn't connect",
		"cannot reach", "could not reach", "unable to reach", "could not establish connection", "could not establish a connection",
		"unable to establish connection", "failed to establish connection",
	}},
	{rule{Network, 39, passing | bare}, []string{
		"connection failed", "connection failure",
	}},
	{rule{Network, 62, passing | bare}, []string{
		"terminating connection", "connection issue", "connection problem", "connection issues",
	}},
	{rule{Network, 64, passing | unsent | bare}, []string{
		"cannot assign requested address", "host is down", "machine is not on the network",
	}},
	{rule{Network, 62, passing | bare}, []string{
		"software caused connection abort", "network dropped connection", "protocol error", "communication error on send", "transport endpoint shutdown",
	}},
}

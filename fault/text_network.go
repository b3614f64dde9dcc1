package fault

// networkTable holds what says that a connection failed, broke or was lost.
func networkTable() []textRule {
	return []textRule{
		{rule{Network, 64, passing | unsent | bare}, []string{
			"econnrefused", "connection refused", "actively refused it", "connectionrefusederror", "enotfound", "getaddrinfo",
			"no such host", "name or service not known", "temporary failure in name resolution", "could not resolve host",
			"name resolution", "dns lookup failed", "eai_again", "failed to resolve", "nodename nor servname", "ehostunreach",
			"enetunreach", "network is unreachable", "no route to host", "host unreachable", "not connected",
			"failed to connect to", "could not connect to server", "couldn't connect to server",
			"unable to connect to the remote server", "can't connect to mysql server", "connection could not be established",
			"newconnectionerror", "unknownhostexception", "nohostavailable", "cannot connect to host", "connectexception",
			"no valid session id", "session not found", "session terminated", "session expired, reinitialize", "无法连接", "连接被拒绝",
			"连接失败", "client is not connected", "websocket is not open", "cannot connect to the docker daemon",
			"mcp server is not running", "server not initialized", "nosuchsession",
		}},
		{rule{Network, 62, passing | bare}, []string{
			"fetch failed", "socket hang up", "econnreset", "connection reset", "connectionreseterror", "connection closed",
			"connection aborted", "remote end closed connection", "server disconnected", "broken pipe", "epipe", "econnaborted",
			"connection was closed", "connection lost", "lost connection", "unexpected eof", "eof occurred", "transport closed",
			"transport error", "transport is closed", "stream closed", "stream error", "network error", "networkerror",
			"err_network", "connection terminated", "closed unexpectedly", "exited unexpectedly", "process exited",
			"server closed the connection", "premature close", "incompleteread", "chunkedencodingerror", "remotedisconnected",
			"closedresourceerror", "brokenresourceerror", "remoteprotocolerror", "io exception", "connection error",
			"apiconnectionerror", "connectionerror", "upstream connect error", "disconnect/reset before headers",
			"und_err_socket", "web server is down", "连接已关闭", "连接断开", "连接中断", "网络错误", "网络异常", "网络连接", "err_connection",
			"net::err", "ssl_error_syscall", "communications link failure", "server has gone away", "mcp server process",
			"unavailable: io exception", "connection is closed", "socket closed", "connection dropped", "err_http2", "goaway",
			"failed to fetch",
		}},
		{rule{Network, 66, lasting | unsent | bare}, []string{
			"certificate_verify_failed", "certificate verify failed", "self-signed certificate", "self signed certificate",
			"unable to verify the first certificate", "unable to get local issuer certificate", "certificate has expired",
			"cert_has_expired", "x509:", "sslhandshakeexception", "pkix path building failed", "depth_zero_self_signed_cert",
			"err_cert", "err_tls_cert_altname_invalid", "wrong version number", "tls handshake", "ssl handshake",
			"handshake_failure", "证书",
		}},
		{rule{Network, 45, passing}, []string{
			"code = unavailable", "statuscode.unavailable", "unavailable:",
		}},
		{rule{Network, 79, passing | unsent | bare}, []string{"dial tcp: lookup"}},
	}
}

package fault

// malformedTable holds what says that a reply broke off or is not what was promised.
var malformedTable = []textRule{
	// A parser's complaint about what was said on the wire.
	{rule{Malformed, 72, 0}, []string{
		"not a valid json-rpc message", "invalid json-rpc message", "failed to parse jsonrpc message", "failed to parse json-rpc message", "failed to parse message from server",
		"error parsing jsonrpc", "could not parse server message", "non-json output on stdout", "polluting stdout",
	}},
	{rule{Malformed, 52, passing | bare}, []string{
		"unexpected end of json", "unterminated string", "is not valid json", "expecting value: line 1", "jsondecodeerror", "invalid json response",
		"malformed response", "malformed json", "unparseable response", "could not decode response", "unexpected response", "incomplete response",
		"truncated response",
	}},
	// A reply that is no JSON, and not an argument that is none.
	{rule{Malformed, 77, passing | bare}, []string{
		"unexpected token <", "unexpected token '<'",
	}},
	// The protocol gives the code of a bad argument, but the output is at fault.
	{rule{Malformed, 75, lasting | bare}, []string{
		"output validation error", "does not match the tool's output schema", "structured content does not match", "has an output schema but",
		"did not return structured content", "output schema validation", "output does not match", "output failed validation", "output validation failed",
		"result does not match the output schema", "result validation failed", "structured content is required", "structuredcontent is required",
		"no structured content was provided", "does not conform to the output schema", "does not conform to its output schema", "response validation error",
		"response validation failed", "responsevalidationerror", "response does not match schema", "response schema validation",
		"failed to validate response", "failed to validate output", "invalid tool result", "invalid tool output", "invalid call tool result",
		"unexpected content type", "attempt to decode json with unexpected mimetype", "no structured output",
	}},
	{rule{Malformed, 52, passing | bare}, []string{
		"unexpected end of input json", "unexpected end of data", "unexpected end of file json", "unexpected end of stream", "unexpected end of xml",
		"unexpected non-whitespace character after json", "no json object could be decoded", "expecting property name enclosed", "expecting ',' delimiter",
		"expecting ':' delimiter", "extra data: line", "invalid control character at", "eof while parsing", "trailing characters at line",
		"expected value at line", "expected ident at line", "invalid character '<' looking for", "looking for beginning of value",
		"looking for beginning of object key", "after top-level value", "invalid json received", "invalid json output", "invalid json string",
		"invalid response body", "invalid response from", "invalid response format", "invalid response received", "invalid reply",
		"invalid server response", "malformed reply", "malformed output", "malformed chunk", "malformed message", "failed to parse response",
		"failed to parse json", "failed to parse the response", "failed to parse output", "failed to parse tool", "failed to parse result",
		"failed to parse server response", "failed to parse message", "failed to decode response", "failed to decode json",
		"failed to deserialize response", "failed to deserialize the json response", "error decoding response", "error parsing response",
		"error parsing json", "error reading response", "could not parse response", "could not parse json", "could not parse the response",
		"could not parse tool", "could not parse llm output", "could not decode json", "cannot parse response", "unable to parse response",
		"unable to parse json", "unable to decode response", "response is not json", "response was not valid json", "response was not json",
		"response body is not", "response is not valid", "response is malformed", "response truncated", "response was truncated", "response was cut off",
		"response body is empty", "response ended unexpectedly", "non-json response", "not a json response", "received non-json", "received an html",
		"html instead of json", "html response instead", "returned invalid json", "returned malformed", "returned non-json", "returned an invalid response",
		"returned an empty response", "empty response body", "empty response from", "content-type was text/html", "unexpected mimetype",
		"unexpected mime type", "incomplete json", "incomplete read of", "incomplete chunk", "incomplete chunked", "truncated json", "truncated message",
		"prematurely ended", "content-length mismatch", "checksum error in response", "bad chunk", "deserialization failed", "deserialization error",
		"decoding error", "decoding failed", "cannot decode response", "failed to unmarshal response", "malformed http response", "invalid http response",
		"invalid http status line", "bad status line", "badstatusline", "parse error: expected http", "bytes of invalid", "utf-8 codec can't decode",
		"invalid start byte", "响应格式", "响应解析", "响应不是", "返回数据格式", "返回内容不是", "返回结果解析", "解析响应", "解析返回", "解析json", "json解析", "json 解析", "非json", "不是有效的json",
		"不是合法的json", "响应不完整", "返回不完整", "响应被截断",
	}},
	// Common words: they tell the kind of a failure, and no failure.
	{rule{Malformed, 52, passing}, []string{
		"unexpected token", "unexpected character", "body length", "chunked encoding", "unmarshal", "unmarshalling", "decode error", "trailing data",
		"empty body", "empty reply", "returned html", "got html", "received html", "response was not", "incomplete message", "truncated data",
		"malformed data", "invalid response", "premature end of", "返回为空", "返回格式",
	}},
}

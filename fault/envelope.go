package fault

import "strings"

// maxDepth is how many wrappers are opened on the way to a cause.
const maxDepth = 6

// stateTable tells what a state means where it is all that a body says.
var stateTable = map[string]rule{
	"cancelled": {Canceled, 40, 0}, "canceled": {Canceled, 40, 0}, "denied": {Forbidden, 40, 0},
	"timeout": {Timeout, 40, passing}, "timed_out": {Timeout, 40, passing},
}

// envelope is what the fields around a body's data say of it. Plain data is
// never opened: only the fields that wrap a result.
type envelope struct {
	failing  bool // some field says that the call failed
	success  bool // some field says that it succeeded
	statuses []int
	exit     int
	exitZero bool            // a field holds the exit code 0
	text     strings.Builder // the messages of the fields that tell a failure
	block    string          // the text of the first content block
	blocks   int             // blocks of text
	sole     bool            // the text of a field that wraps the result
	lone     string          // the first plain text: where it is all, it is what was said
	span     string          // the first field that told a failure
	named    bool            // a field for the code of an error holds one
	noise    string          // the first error that is a plain text
	state    string          // a state that is the outcome's own, or else a record's
	content  int             // values that hold content
	lists    int             // lists without any element
	applied  bool            // a part was done
	failed   int             // parts that were not
	codes    [4]string       // what stands in fields made for codes, outermost first
	coded    int             // how many of them there are
	told     bool            // an error was given, and not only a state
	record   bool            // what failed may be the thing that a record is about
	parts    parts           // how many things were asked for, done and failed
}

// read opens an object or a list of content blocks.
func (e *envelope) read(body string, depth int) {
	if depth > maxDepth {
		return
	}
	switch {
	case isObject(body):
		members(body, func(key, value string) bool {
			e.member(key, value, depth)
			return true
		})
	case isList(body):
		elements(body, func(value string) bool {
			if isObject(value) && depth > 0 || wraps(value[:min(len(value), 200)]) {
				e.read(value, depth+1)
			} else {
				e.content++
			}
			return e.content < 4
		})
	default:
		e.content++
	}
}

// wraps says whether an element of a list is a block of content or an error, and
// no record.
func wraps(head string) bool {
	if strings.Contains(head, `"text"`) && strings.Contains(head, `"type"`) {
		return true
	}
	if _, after, ok := strings.Cut(head, `Errors"`); ok && strings.HasPrefix(strings.TrimLeft(after, ": "), "[{") {
		return true
	}
	for _, key := range [...]string{"errorCode", `"error_code"`, `"loc"`} {
		if strings.Contains(head, key) {
			return true
		}
	}
	return strings.Contains(head, `"message"`) && (strings.Contains(head, `"code"`) || strings.Contains(head, `"path"`))
}

// member takes one field of a wrapper.
func (e *envelope) member(key, value string, depth int) {
	switch key {
	case "error", "err", "Err", "exception", "Error", "fault", "failure", "error_message", "errorMessage", "errMessage", "err_message", "errMsg", "errmsg", "exc", "exc_info", "traceback":
		e.failure(key, value, depth)
	case "errors", "errorMessages":
		if value == "true" || value == "True" {
			e.failing, e.applied, e.span = true, true, `"errors": true`
		} else {
			e.failure(key, value, depth)
		}
	case "isError", "is_error", "success", "ok", "succeeded":
		e.flag(key, value)
	case "status", "statusCode", "status_code", "httpCode", "http_status", "code", "retcode", "HTTPStatusCode", "errcode", "state", "ret", "errno", "retCode", "resultCode", "result_code", "err_no", "infocode":
		e.status(key, unquote(value), depth)
	case "exit_code", "exitCode", "returncode", "exit_status", "return_code", "ExitCode", "returnCode":
		n := number(value)
		if n != 0 && !isNothing(value) {
			e.exit, e.failing, e.span = n, true, key+": "+value
		}
		e.exitZero = e.exitZero || n == 0 && unquote(value) == "0"
	case "applied", "written", "processed", "completed":
		e.applied = e.applied || number(value) > 0
		e.parts.take(key, value)
	case "message", "msg", "detail", "details", "error_description", "reason", "description", "title", "type", "__type", "error_code", "errorCode",
		"fault_code", "err_code", "errCode", "Message", "Code", "stderr", "cause", "info", "stoppedBy", "Reason", "output", "error_type", "errorType", "codeName", "code_name",
		"decline_code", "error_subcode", "errorName", "error_name", "name", "subcode", "error_msg", "errorMsg", "err_msg", "error_detail", "hint", "exceptionMessage", "ExceptionMessage", "exception_message", "faultstring", "faultcode", "sqlMessage", "userMessage", "developerMessage", "suggestion":
		e.words(key, value, depth)
	case "count", "total", "total_count", "totalCount", "num_results", "total_results":
		e.parts.take(key, value)
		if value != "0" { // of nothing, the list beside it tells as much
			e.data(value)
		}
	case "query", "request", "params", "parameters", "arguments", "filters":
		if !isObject(value) { // an echo of what was asked is no answer
			e.data(value)
		}
	case "result", "content", "structuredContent", "response", "toolCallResult", "body", "text", "ResponseMetadata", "data", "metadata", "Response", "Result", "hits":
		e.inner(key, value, depth)
	default:
		switch {
		case strings.HasSuffix(key, "Errors") || strings.HasSuffix(key, "_errors"):
			e.failure(key, value, depth)
			return
		case isObject(value) && depth < maxDepth && hasUserErrors(value[:min(len(value), 400)]):
			e.read(value, depth+1)
			return
		case isObject(value) && depth < maxDepth && strings.ContainsAny(key, `/\`): // a map by path: each value is an outcome
			e.read(value, depth+1)
			return
		case strings.HasSuffix(key, "_reason"):
			e.code(value)
			e.say(unescape(unquote(value)))
		}
		e.parts.take(key, value)
		e.data(value)
		if depth == 0 && e.lone == "" && len(value) > 2 && value[0] == '"' {
			e.lone = unescape(unquote(value))
		}
	}
}

// failure takes a field whose presence tells a failure, unless it is empty.
func (e *envelope) failure(key, value string, depth int) {
	if isNothing(value) {
		return
	}
	if saysWell(unquote(value)) {
		e.success = true
		return
	}
	e.failing, e.told = true, true
	if e.span == "" {
		e.span = key
	}
	if isObject(value) || isList(value) {
		if isList(value) {
			e.parts.failed = max(e.parts.failed, 1)
		}
		e.say(value)
		e.read(value, depth+1)
		return
	}
	if e.noise == "" {
		e.noise = unescape(unquote(value))
	}
	e.code(value)
	e.say(unquote(value))
}

// saysWell says whether a field for errors states that there is none.
func saysWell(text string) bool {
	if len(text) > 24 {
		return false
	}
	switch strings.TrimRight(lowered(text), ".! ") {
	case "ok", "success", "succeed", "succeeded", "no error", "no errors", "none", "no_error", "成功", "请求成功", "操作成功", "处理成功":
		return true
	}
	return false
}

// code keeps what a field holds for a code, if it is one: a problem's type is
// the end of its address.
func (e *envelope) code(value string) {
	value = strings.TrimRight(unquote(value), "/")
	if _, after, ok := strings.Cut(value, "://"); ok {
		value = after[max(strings.LastIndexByte(after, '/'), strings.LastIndexByte(after, '#'))+1:]
	}
	if len(value) > 1 && len(value) <= maxCode && !strings.ContainsAny(value, " \n{[") && e.coded < len(e.codes) {
		e.codes[e.coded] = value
		e.coded++
	}
}

func (e *envelope) flag(key, value string) {
	good := value == "true" || value == "True"
	bad := value == "false" || value == "False"
	if strings.HasPrefix(key, "is") {
		good, bad = bad, good
	}
	e.parts.take(key, value)
	e.success = e.success || good && !strings.HasPrefix(key, "is") // the protocol's own flag errs
	if bad {
		e.failing, e.span = true, key+": "+value
	}
}

// status takes a field that holds a status, a vendor's code or a state.
func (e *envelope) status(key, value string, depth int) {
	if n := number(value); n >= 400 && n <= 599 && key != "retcode" && key != "state" {
		e.statuses = append(e.statuses, n)
		e.failing = true
		if e.span == "" {
			e.span = key + ": " + value
		}
		return
	}
	lower := strings.ToLower(value)
	if _, ok := stateTable[lower]; ok {
		e.state = lower
		e.say(value)
		return
	}
	switch lower {
	case "error", "failed", "failure", "fail":
		e.failing, e.span = true, key+": "+value
		e.record = depth == 0 && (key == "status" || key == "state")
		e.say(value)
	case "partial", "partial_success", "partial_failure", "partially_failed", "partially_succeeded":
		e.failing, e.applied, e.span = true, true, key+": "+value
	case "0":
		// As a code it is a success everywhere, as a status it is a failure for some.
		e.success = e.success || key != "status" && key != "state"
	case "ok", "success", "succeeded", "200", "completed", "201", "204":
		e.success = true
		if key == "httpCode" {
			e.content++
		}
	default:
		e.code(value)
		e.say(value)
		if key != "state" && key != "status" && depth == 0 && !isNothing(value) && len(value) < 40 {
			e.failed++ // a vendor's code: counts only beside a message that tells a failure
			return
		}
		if _, known := codeOf(value); known {
			return
		}
		e.data(value)
	}
}

// words takes a field that holds a sentence or a word on the outcome.
func (e *envelope) words(key, value string, depth int) {
	if isNothing(value) {
		return
	}
	text := unescape(unquote(value))
	if isObject(text) || isList(text) {
		e.say(text)
		e.read(text, depth+1)
		return
	}
	switch key {
	case "name":
		// A record's name is data; an error's is its class.
		if depth > 0 || isFailureName(text) {
			e.code(value)
		}
		e.data(value)
		return
	case "error_code", "errorCode", "err_code", "errCode":
		if n := number(value); n != 0 && (n < 100 || n > 399) {
			e.failing = true
			if e.span == "" {
				e.span = key + ": " + value
			}
		}
		e.named = e.named || isConstant(text) && !strings.HasPrefix(text, "NO_ERR")
		e.code(value)
	case "type", "__type", "reason", "Reason", "fault_code", "Code", "error_type", "errorType", "codeName", "code_name", "decline_code", "error_subcode", "errorName", "error_name", "subcode", "faultcode":
		e.code(value)
	}
	e.say(text)
	switch key {
	case "type":
		if text != "text" { // a block of content says what it is
			e.data(value)
		}
	case "info":
		if isConstant(text) {
			e.code(value)
			return
		}
		e.data(value)
	case "output", "description", "title", "hint", "suggestion", "subcode":
		e.data(value)
	}
}

// isFailureName says whether a name is that of an error's class.
func isFailureName(name string) bool {
	return strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception") || strings.HasSuffix(name, "Fault")
}

// inner opens a field that wraps a result.
func (e *envelope) inner(key, value string, depth int) {
	text := value
	if value != "" && (value[0] == '"' || value[0] == '\'') {
		text = strings.TrimSpace(unquote(value))
		if isObject(text) || isList(text) || strings.HasPrefix(text, `{\"`) || strings.HasPrefix(text, "{ \\") {
			text = unescape(text)
		} else {
			if key == "result" && isFailureWord(text) {
				e.failing, e.span = true, key+": "+text
				return
			}
			e.data(value)
			e.sole = depth == 0 && key != "text"
			if key == "text" {
				e.blocks++
			}
			if key == "text" && e.block == "" {
				e.block = unescape(text[:min(len(text), maxHead)])
			}
			if key == "text" || key == "data" || key == "result" || key == "body" {
				e.say(unescape(text))
			}
			return
		}
	}
	if isNothing(text) {
		e.lists++
		return
	}
	e.read(text, depth+1)
}

// isFailureWord says whether a result is nothing but the word for a failure.
func isFailureWord(text string) bool {
	switch lowered(text) {
	case "error", "failed", "failure", "fail":
		return true
	}
	return false
}

// data counts what a plain field holds, without opening it.
func (e *envelope) data(value string) {
	switch {
	case isNothing(value):
		if value == "[]" || value == "{}" {
			e.lists++
		}
	default:
		e.content++
	}
}

// say keeps a text for the matching, up to a bound.
func (e *envelope) say(text string) {
	if e.text.Len() < maxHead && text != "" {
		e.text.WriteString(unescape(text[:min(len(text), maxHead)]))
		e.text.WriteByte('\n')
	}
}

// number returns the whole number that a value is, else 0.
func number(value string) int {
	value = unquote(value)
	n, sign := 0, 1
	for i := range len(value) {
		switch {
		case i == 0 && value[i] == '-':
			sign = -1
		case !isDigit(value[i]) || n > 1e8:
			return 0
		default:
			n = n*10 + int(value[i]-'0')
		}
	}
	return sign * n
}

// isJSON says whether a text is one object or one list, as far as it was read: a
// line that only begins with a bracket is none.
func isJSON(body string) bool {
	if !isObject(body) && !isList(body) {
		return false
	}
	return isObject(body) || beginsValue(strings.TrimLeft(body[1:min(len(body), 40)], " \r\n\t")) && skipValue(body, 0) == len(body)
}

// hasUserErrors says whether a mutation's answer lists what the caller did wrong.
func hasUserErrors(head string) bool {
	_, after, ok := strings.Cut(head, `serErrors"`)
	return ok && strings.HasPrefix(strings.TrimLeft(after, ": "), "[{")
}

// beginsValue says whether a list's first element begins like a value.
func beginsValue(head string) bool {
	if head == "" || isDigit(head[0]) || strings.IndexByte(`{["'-]`, head[0]) >= 0 {
		return true
	}
	for _, word := range [...]string{"true", "false", "null", "True", "False", "None", "undefined", "NaN"} {
		if strings.HasPrefix(head, word) {
			return true
		}
	}
	// What JavaScript and Python print of objects begins with their class.
	return strings.HasPrefix(head, "TextContent(") || strings.HasPrefix(head, "ErrorDetail(")
}

// isConstant says whether a text is written like a constant: INVALID_USER_KEY.
func isConstant(text string) bool {
	for i := range len(text) {
		if !isUpper(text[i]) && text[i] != '_' && !isDigit(text[i]) {
			return false
		}
	}
	return strings.Contains(text, "_")
}

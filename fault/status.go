package fault

import "strings"

// statusRule returns what an HTTP status says by itself. A low rank is one that
// a sentence easily outweighs: 400 and 500 say next to nothing.
func statusRule(status int) (rule, bool) {
	if r, ok := statusTable[status]; ok {
		return r, true
	}
	switch {
	case status >= 500 && status <= 599:
		return rule{ServerError, 25, passing}, true
	case status >= 400 && status <= 499:
		return rule{InvalidArgument, 20, 0}, true
	}
	return rule{}, false
}

var statusTable = map[int]rule{
	400: {InvalidArgument, 20, 0}, 401: {Unauthenticated, 63, 0}, 402: {QuotaExhausted, 55, 0},
	403: {Forbidden, 63, 0}, 404: {NotFound, 63, 0}, 405: {InvalidArgument, 30, 0}, 407: {Unauthenticated, 50, 0},
	408: {Timeout, 50, passing}, 409: {Conflict, 50, 0}, 410: {NotFound, 48, 0}, 412: {Conflict, 50, 0},
	413: {InvalidArgument, 50, 0}, 419: {Unauthenticated, 30, 0}, 422: {InvalidArgument, 25, 0}, 423: {Conflict, 48, passing},
	425: {RateLimited, 30, passing}, 428: {Conflict, 45, 0}, 429: {RateLimited, 63, passing}, 440: {Unauthenticated, 50, 0},
	451: {Forbidden, 48, 0}, 498: {Unauthenticated, 50, 0}, 499: {Canceled, 45, 0},
	500: {ServerError, 22, passing}, 501: {ServerError, 30, lasting}, 502: {ServerError, 40, passing},
	503: {ServerError, 40, passing}, 504: {Timeout, 50, passing}, 507: {QuotaExhausted, 40, 0}, 511: {Unauthenticated, 45, 0},
	520: {ServerError, 40, passing}, 521: {Network, 45, passing}, 522: {Timeout, 50, passing}, 523: {Network, 45, passing},
	524: {Timeout, 50, passing}, 525: {Network, 45, lasting}, 526: {Network, 45, lasting}, 529: {RateLimited, 55, passing},
	598: {Timeout, 45, passing}, 599: {Timeout, 45, passing},
}

// cueNames end what stands before a number that is a status.
var cueNames = []string{
	"http", "http/1.1", "http/1.0", "http/2", "status", "status code", "statuscode", "status_code", "error code", "api error",
	"api error (", "error", "response code", "response", "client error", "server error", "http error", "returned", "got", "code",
	"failed with", "failed", "http status", "错误码", "状态码", "httpstatuscode", "unexpected status",
}

// reasonNames begin what stands after a number that is a status.
var reasonNames = []string{
	"bad request", "unauthorized", "payment required", "forbidden", "not found", "method not allowed", "request timeout",
	"conflict", "gone", "precondition failed", "payload too large", "unprocessable", "too many requests", "client error",
	"server error", "internal server error", "not implemented", "bad gateway", "service unavailable", "service temporarily",
	"gateway time", "slow down", "overloaded", "bad credentials", "rate limit", "{\"", "{'", "- {",
}

// textStatus finds the last number in a text that stands where a status stands.
// A number elsewhere ("order 429", "took 512 ms") is none.
func textStatus(text string) (status, at int) {
	for i := 0; i+3 <= len(text); i++ {
		if (text[i] != '4' && text[i] != '5') || !isDigit(text[i+1]) || !isDigit(text[i+2]) {
			continue
		}
		if i > 0 && (isAlnum(text[i-1]) || text[i-1] == '.' || text[i-1] == '#') ||
			i+3 < len(text) && (isAlnum(text[i+3]) || text[i+3] == '%' || text[i+3] == '.' && i+4 < len(text) && isDigit(text[i+4])) {
			continue
		}
		n := int(text[i]-'0')*100 + int(text[i+1]-'0')*10 + int(text[i+2]-'0')
		if statusShape(text, i) {
			status, at = n, i
		}
	}
	return status, at
}

func statusShape(text string, i int) bool {
	after := strings.ReplaceAll(strings.ToLower(strings.TrimLeft(text[i+3:min(len(text), i+40)], " :-,\"'")), "_", " ")
	for _, reason := range reasonNames {
		if strings.HasPrefix(after, reason) {
			return true
		}
	}
	if i > 0 && i+3 < len(text) && (text[i-1] == '(' && text[i+3] == ')' || text[i-1] == '[' && text[i+3] == ']') {
		return true
	}
	before := strings.ToLower(strings.TrimRight(text[max(0, i-24):i], " :=([-\"'\\：（【"))
	for _, cue := range cueNames {
		if strings.HasSuffix(before, cue) && (len(before) == len(cue) || !isAlnum(before[len(before)-len(cue)-1]) || cue[0] > 0x7f) {
			return true
		}
	}
	return false
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

package fault

import "strings"

// The class of an error or a code that no table knows is read by its words:
// InvalidSubnetStateFault is a state, InvalidNextTokenException an argument. The
// first fragment that fits decides, so the narrower ones stand first. All of these
// stand below what a sentence says.
var classTable = []struct {
	words string // words in lower case, each with its spaces
	rule
}{
	{" next token ", rule{InvalidArgument, 53, 0}},
	{" pagination token ", rule{InvalidArgument, 53, 0}},
	{" page token ", rule{InvalidArgument, 53, 0}},
	{" continuation token ", rule{InvalidArgument, 53, 0}},
	{" service down ", rule{ServerError, 54, passing}},
	{" server down ", rule{ServerError, 54, passing}},
	{" service failure ", rule{ServerError, 54, passing}},
	{" throttl", rule{RateLimited, 58, passing}},
	{" rate limit", rule{RateLimited, 58, passing}},
	{" rate exceeded ", rule{RateLimited, 58, passing}},
	{" slow down ", rule{RateLimited, 58, passing}},
	{" overload", rule{RateLimited, 58, passing}},
	{" too many requests ", rule{RateLimited, 58, passing}},
	{" too many calls ", rule{RateLimited, 58, passing}},
	{" too many attempts ", rule{RateLimited, 58, passing}},
	{" too many connections ", rule{RateLimited, 58, passing}},
	{" too frequent", rule{RateLimited, 58, passing}},
	{" concurrency limit ", rule{RateLimited, 55, passing}},
	{" user declined ", rule{Declined, 58, 0}},
	{" user rejected ", rule{Declined, 58, 0}},
	{" approval denied ", rule{Declined, 58, 0}},
	{" tool not found ", rule{UnknownTool, 58, 0}},
	{" unknown tool ", rule{UnknownTool, 58, 0}},
	{" no such tool ", rule{UnknownTool, 58, 0}},
	{" access denied ", rule{Forbidden, 58, 0}},
	{" permission", rule{Forbidden, 58, 0}},
	{" not authorized ", rule{Forbidden, 58, 0}},
	{" forbidden ", rule{Forbidden, 58, 0}},
	{" not permitted ", rule{Forbidden, 58, 0}},
	{" denied ", rule{Forbidden, 55, 0}},
	{" read only ", rule{Forbidden, 52, 0}},
	{" not verified ", rule{Forbidden, 52, 0}},
	{" not allowed ", rule{Forbidden, 58, 0}},
	{" authorization", rule{Forbidden, 58, 0}},
	{" insufficient privilege", rule{Forbidden, 58, 0}},
	{" insufficient scope ", rule{Forbidden, 58, 0}},
	{" insufficient access ", rule{Forbidden, 58, 0}},
	{" suspended ", rule{Forbidden, 58, 0}},
	{" blocked ", rule{Forbidden, 58, 0}},
	{" opt in required ", rule{Forbidden, 58, 0}},
	{" disallowed ", rule{Forbidden, 58, 0}},
	{" prohibited ", rule{Forbidden, 58, 0}},
	{" access not enabled ", rule{Forbidden, 58, 0}},
	{" not registered ", rule{Forbidden, 50, 0}},
	{" not subscribed ", rule{Forbidden, 58, 0}},
	{" unauthenticated ", rule{Unauthenticated, 58, 0}},
	{" unauthorized ", rule{Unauthenticated, 58, 0}},
	{" authentication", rule{Unauthenticated, 58, 0}},
	{" not authenticated ", rule{Unauthenticated, 58, 0}},
	{" login ", rule{Unauthenticated, 58, 0}},
	{" credential", rule{Unauthenticated, 58, 0}},
	{" access token ", rule{Unauthenticated, 58, 0}},
	{" expired token ", rule{Unauthenticated, 58, 0}},
	{" token expired ", rule{Unauthenticated, 58, 0}},
	{" session expired ", rule{Unauthenticated, 58, 0}},
	{" invalid token ", rule{Unauthenticated, 58, 0}},
	{" invalid session ", rule{Unauthenticated, 58, 0}},
	{" invalid signature ", rule{Unauthenticated, 58, 0}},
	{" signature ", rule{Unauthenticated, 55, 0}},
	{" api key ", rule{Unauthenticated, 55, 0}},
	{" jwt ", rule{Unauthenticated, 58, 0}},
	{" quota", rule{QuotaExhausted, 58, 0}},
	{" credits ", rule{QuotaExhausted, 58, 0}},
	{" insufficient balance ", rule{QuotaExhausted, 58, 0}},
	{" payment required ", rule{QuotaExhausted, 58, 0}},
	{" billing ", rule{QuotaExhausted, 58, 0}},
	{" subscription required ", rule{QuotaExhausted, 58, 0}},
	{" trial ", rule{QuotaExhausted, 58, 0}},
	{" size limit exceeded ", rule{InvalidArgument, 55, 0}},
	{" length exceeded ", rule{InvalidArgument, 55, 0}},
	{" size exceeded ", rule{InvalidArgument, 55, 0}},
	{" length limit exceeded ", rule{InvalidArgument, 55, 0}},
	{" token limit exceeded ", rule{InvalidArgument, 55, 0}},
	{" limit exceeded ", rule{QuotaExhausted, 55, 0}},
	{" limits exceeded ", rule{QuotaExhausted, 55, 0}},
	{" limit reached ", rule{QuotaExhausted, 55, 0}},
	{" exceeded limit ", rule{QuotaExhausted, 55, 0}},
	{" max limit ", rule{QuotaExhausted, 55, 0}},
	{" maximum number of ", rule{QuotaExhausted, 55, 0}},
	{" already ", rule{Conflict, 55, 0}},
	{" exists ", rule{Conflict, 55, 0}},
	{" in use ", rule{Conflict, 55, 0}},
	{" duplicate", rule{Conflict, 55, 0}},
	{" conflict", rule{Conflict, 55, 0}},
	{" not empty ", rule{Conflict, 55, 0}},
	{" non empty ", rule{Conflict, 55, 0}},
	{" stale ", rule{Conflict, 55, 0}},
	{" mismatch ", rule{Conflict, 50, 0}},
	{" precondition ", rule{Conflict, 55, 0}},
	{" concurrent ", rule{Conflict, 55, passing}},
	{" in progress ", rule{Conflict, 55, passing}},
	{" lock ", rule{Conflict, 55, passing}},
	{" locked ", rule{Conflict, 55, passing}},
	{" deadlock ", rule{Conflict, 55, passing}},
	{" contention ", rule{Conflict, 55, passing}},
	{" not ready ", rule{Conflict, 55, passing}},
	{" ongoing ", rule{Conflict, 55, passing}},
	{" state ", rule{Conflict, 55, 0}},
	{" status ", rule{Conflict, 52, 0}},
	{" transition ", rule{Conflict, 55, 0}},
	{" not disabled ", rule{Conflict, 55, 0}},
	{" not enabled ", rule{Conflict, 55, 0}},
	{" out of sync ", rule{Conflict, 55, 0}},
	{" out of stock ", rule{Conflict, 55, 0}},
	{" dependency violation ", rule{Conflict, 55, 0}},
	{" referenced ", rule{Conflict, 52, 0}},
	{" disabled ", rule{Conflict, 50, 0}},
	{" protected ", rule{Conflict, 50, 0}},
	{" changed ", rule{Conflict, 50, 0}},
	{" modified ", rule{Conflict, 50, 0}},
	{" cannot delete ", rule{Conflict, 50, 0}},
	{" not found ", rule{NotFound, 55, 0}},
	{" no such ", rule{NotFound, 55, 0}},
	{" does not exist ", rule{NotFound, 55, 0}},
	{" nonexistent ", rule{NotFound, 55, 0}},
	{" non existent ", rule{NotFound, 55, 0}},
	{" gone ", rule{NotFound, 52, 0}},
	{" deleted ", rule{NotFound, 50, 0}},
	{" not exist ", rule{NotFound, 55, 0}},
	{" missing ", rule{MissingArgument, 54, 0}},
	{" required ", rule{MissingArgument, 52, 0}},
	{" cannot be empty ", rule{MissingArgument, 54, 0}},
	{" null argument ", rule{MissingArgument, 54, 0}},
	{" argument null ", rule{MissingArgument, 54, 0}},
	{" empty ", rule{MissingArgument, 50, 0}},
	{" not valid ", rule{InvalidArgument, 54, 0}},
	{" invalid ", rule{InvalidArgument, 53, 0}},
	{" malformed ", rule{InvalidArgument, 53, 0}},
	{" illegal ", rule{InvalidArgument, 53, 0}},
	{" unsupported ", rule{InvalidArgument, 53, 0}},
	{" not supported ", rule{InvalidArgument, 53, 0}},
	{" unrecognized ", rule{InvalidArgument, 53, 0}},
	{" incorrect ", rule{InvalidArgument, 53, 0}},
	{" out of range ", rule{InvalidArgument, 54, 0}},
	{" out of bounds ", rule{InvalidArgument, 54, 0}},
	{" too long ", rule{InvalidArgument, 54, 0}},
	{" too large ", rule{InvalidArgument, 54, 0}},
	{" too small ", rule{InvalidArgument, 54, 0}},
	{" too short ", rule{InvalidArgument, 54, 0}},
	{" validation ", rule{InvalidArgument, 52, 0}},
	{" bad request ", rule{InvalidArgument, 50, 0}},
	{" incompatible ", rule{InvalidArgument, 52, 0}},
	{" inconsistent ", rule{InvalidArgument, 52, 0}},
	{" not satisfiable ", rule{InvalidArgument, 53, 0}},
	{" too many tags ", rule{InvalidArgument, 53, 0}},
	{" too many entries ", rule{InvalidArgument, 53, 0}},
	{" too many parameters ", rule{InvalidArgument, 53, 0}},
	{" too many values ", rule{InvalidArgument, 53, 0}},
	{" too many keys ", rule{InvalidArgument, 53, 0}},
	{" too many headers ", rule{InvalidArgument, 53, 0}},
	{" too many ", rule{QuotaExhausted, 53, 0}},
	{" exceeded ", rule{QuotaExhausted, 50, 0}},
	{" same ", rule{InvalidArgument, 50, 0}},
	{" outdated ", rule{Conflict, 50, 0}},
	{" paused ", rule{Conflict, 50, 0}},
	{" inactive ", rule{Conflict, 50, 0}},
	{" violation ", rule{Conflict, 48, 0}},
	{" undefined ", rule{InvalidArgument, 50, 0}},
	{" overflow ", rule{InvalidArgument, 50, 0}},
	{" ambiguous ", rule{InvalidArgument, 53, 0}},
	{" shutdown ", rule{Network, 50, passing}},
	{" not current ", rule{Conflict, 50, 0}},
	{" policy ", rule{Forbidden, 48, 0}},
	{" unknown ", rule{NotFound, 50, 0}},
	{" timeout ", rule{Timeout, 53, passing}},
	{" timed out ", rule{Timeout, 53, passing}},
	{" deadline ", rule{Timeout, 53, passing}},
	{" canceled ", rule{Canceled, 54, 0}},
	{" cancelled ", rule{Canceled, 54, 0}},
	{" cancellation ", rule{Canceled, 54, 0}},
	{" interrupted ", rule{Canceled, 52, 0}},
	{" connection ", rule{Network, 50, passing}},
	{" connectivity ", rule{Network, 50, passing}},
	{" connect ", rule{Network, 50, passing}},
	{" communication ", rule{Network, 48, passing}},
	{" disconnected ", rule{Network, 50, passing}},
	{" unreachable ", rule{Network, 50, passing}},
	{" network ", rule{Network, 48, passing}},
	{" socket ", rule{Network, 48, passing}},
	{" offline ", rule{Network, 50, passing}},
	{" not available ", rule{ServerError, 43, passing | brief}},
	{" unavailable ", rule{ServerError, 43, passing | brief}},
	{" insufficient ", rule{ServerError, 41, passing}},
	{" transient ", rule{ServerError, 43, passing | brief}},
	{" maintenance ", rule{ServerError, 43, passing | brief}},
	{" partial ", rule{Partial, 50, 0}},
	{" internal ", rule{ServerError, 41, passing}},
	{" server ", rule{ServerError, 41, passing}},
	{" service ", rule{ServerError, 39, passing}},
	{" dependency ", rule{ServerError, 41, passing}},
	{" failure ", rule{ServerError, 39, passing}},
	{" cannot ", rule{Conflict, 40, 0}},
	{" not ", rule{Conflict, 38, 0}},
}

// classRule reads the words of a name.
func classRule(name string) (rule, bool) {
	var words [2 * maxCode]byte
	n := 0
	words[n] = ' '
	n++
	nameWords(name, func(word string) bool {
		if n+len(word)+1 > len(words) {
			return false
		}
		n += copy(words[n:], word)
		words[n] = ' '
		n++
		return true
	})
	text := string(words[:n])
	for i := range classTable {
		if strings.Contains(text, classTable[i].words) {
			return classTable[i].rule, true
		}
	}
	return rule{}, false
}

// isClass says whether a word of a text is the name of an error's class, or stands
// where a code does.
func isClass(text string, start, end int) bool {
	for _, suffix := range [...]string{"Exception", "Error", "Fault", "Failure"} {
		if strings.HasSuffix(text[start:end], suffix) && end-start > len(suffix) {
			return true
		}
	}
	if start == 0 || end >= len(text) {
		return false
	}
	return text[start-1] == '(' && text[end] == ')' || text[start-1] == '[' && text[end] == ']' || text[start-1] == '>' && text[end] == '<'
}

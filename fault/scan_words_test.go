package fault

import (
	"testing"

	"github.com/sequitur-go/sequitur/tool"
)

var (
	zeroSpec    = &tool.Spec{}
	zeroOutcome = &tool.Outcome{}
)

func TestTextStatus(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"HTTP 404": 404, "status code 503": 503, "Error code: 429 - {'error'": 429, "(403)": 403, "[502]": 502, "401 Unauthorized": 401,
		"429: TOO_MANY_REQUESTS": 429, "HTTP/1.1 500 Internal Server Error": 500, "错误码：403": 403,
		"order 429": 0, "took 512 ms": 0, "404 items": 0, "item 4290": 0, "need 500 credits": 0, "port 443.": 0, "v4.0.4": 0, "#404": 0, "50%": 0, "": 0,
		"first status 500, then status 404": 404,
	} {
		if got, _ := textStatus(text); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

func TestStatusRules(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]Kind{
		400: InvalidArgument, 401: Unauthenticated, 402: QuotaExhausted, 403: Forbidden, 404: NotFound, 405: InvalidArgument, 408: Timeout, 409: Conflict, 410: NotFound,
		412: Conflict, 413: InvalidArgument, 418: InvalidArgument, 422: InvalidArgument, 423: Conflict, 429: RateLimited, 451: Forbidden, 499: Canceled, 500: ServerError, 502: ServerError,
		503: ServerError, 504: Timeout, 521: Network, 522: Timeout, 529: RateLimited, 555: ServerError,
	} {
		if r, ok := statusRule(status); !ok || r.kind != want {
			t.Errorf("%d: got %v, %v, want %v", status, r.kind, ok, want)
		}
	}
	for _, status := range []int{0, 100, 200, 304, 600} {
		if _, ok := statusRule(status); ok {
			t.Errorf("%d is taken for a failure", status)
		}
	}
}

func TestStartsLikeFailure(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Error: no": true, "❌ no": true, "错误：没有": true, "FAILED to save": true, "### Error\nTimeoutError: x": true, "Could not read": true, "  error": true,
		"## Error in the shop\ntext": false, "error_page 404;": false, "Errors are values": false, "Failures happen": false, "The error was fixed": false, "": false,
	} {
		if got := startsLikeFailure(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func TestLooksLikeData(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"12: return err": true, "3. Connection refused: causes": true, "2026-01-02T03:04:05Z ERROR x": true, "- timeout": true, "# Errors": true, "| 404 | not found |": true,
		"src/a.go:7: permission denied": true, "return errors.New(\"timeout\")": true, "ERROR_X=not found": true, "  retry: on timeout": true, "test_denied PASSED": true, "3,failed,timeout": true,
		"commit 1a2b": true, "": true,
		"Permission denied": false, "429: TOO_MANY_REQUESTS": false, "/bin/sh: 1: x: Permission denied": false, "connect ECONNREFUSED 10.0.0.5:5432": false, "404 Not Found": false,
	} {
		if got := looksLikeData(line); got != want {
			t.Errorf("%q: got %v, want %v", line, got, want)
		}
	}
}

func TestSupposed(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"If you get a timeout, wait.", "You may encounter a timeout here.", "How to fix a timeout"} {
		if at := len(line) - len("timeout") - 6; !supposes(line, at) {
			t.Errorf("%q is taken for a report", line)
		}
	}
	for _, line := range []string{"The call ended in a timeout", "Error: if this is a timeout"} {
		if supposes(line, len(line)-len("timeout")) {
			t.Errorf("%q is taken for a supposition", line)
		}
	}
}

func TestNameWords(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ acts, looksUp bool }{
		"get_order": {false, true}, "searchDocs": {false, true}, "github.list_issues": {false, true}, "send_mail": {true, false}, "browser-click": {true, false},
		"think": {true, false}, "sequentialthinking": {true, false}, "weather": {false, false}, "": {false, false},
	} {
		call := &tool.Call{Tool: name}
		if acts(call) != want.acts || looksUp(call) != want.looksUp {
			t.Errorf("%q: acts %v, looks up %v; want %v", name, acts(call), looksUp(call), want)
		}
	}
	if acts(nil) || looksUp(nil) || readsOnly(nil) {
		t.Error("no call is taken for one")
	}
}

func TestReadsOnly(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]bool{
		`{"method":"GET","url":"https://x.test"}`: true, `{"method":"get","path":"/a"}`: true, `{"method":"POST","url":"https://x.test"}`: false, `{"method":"GET"}`: false, `{"url":"https://x.test"}`: false,
		`{"sql":"SELECT name FROM users WHERE id = 7"}`: true, `{"sql":"select count(*) from t"}`: true, `{"query":"SHOW TABLES"}`: true, `{"query":"blue shoes"}`: false,
		`{"sql":"SELECT pay(7) FROM users"}`: false, `{"sql":"SELECT 1 FROM t; DROP TABLE t"}`: false, `{"sql":"SELECT * INTO b FROM a"}`: false, `{"sql":"UPDATE t SET a = 1"}`: false, `{"sql":"SELECT nextval('s') FROM t"}`: false,
		`{"sql":"WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d"}`: false,
		`{"command":"ls -la | grep x"}`:                                   true, `{"command":"git status"}`: true, `{"command":"kubectl get pods"}`: true, `{"command":"curl -s https://x.test"}`: true,
		`{"command":"rm -rf /tmp/x"}`: false, `{"command":"ls > out"}`: false, `{"command":"git push"}`: false, `{"command":"cat $(mk)"}`: false, `{"command":"curl -X POST https://x.test"}`: false, `{"command":"ls; rm x"}`: false, `{"command":""}`: false,
		`[]`: false, ``: false,
	} {
		if got := readsOnly(&tool.Call{Tool: "run", Args: []byte(args)}); got != want {
			t.Errorf("%s: got %v, want %v", args, got, want)
		}
	}
	if !readsOnly(&tool.Call{Tool: "tools/list"}) || readsOnly(&tool.Call{Tool: "get_order"}) {
		t.Error("the protocol's reads are known, and a name is no promise")
	}
}

func TestPartsOfWork(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		`{"requested_count":5,"saved_count":3}`: true, `{"UnprocessedItems":{"t":[1]}}`: true, `{"succeeded":2,"failed":1}`: true, `{"Successful":[{"Id":"1"}],"Failed":[{"Id":"2"}]}`: true,
		`{"requested_count":5,"saved_count":5}`: false, `{"UnprocessedItems":{}}`: false, `{"succeeded":2,"failed":0}`: false, `{"total":50,"count":20}`: false, `{"failed":3}`: false,
	} {
		f := Classify(nil, &tool.Call{Tool: "save_all"}, &tool.Outcome{Channel: tool.ChannelMCPResult, Body: body})
		if (f.Kind == Partial) != want {
			t.Errorf("%s: got %v", body, f.Kind)
		}
	}
	if f := Classify(nil, &tool.Call{Tool: "get_job"}, &tool.Outcome{Channel: tool.ChannelMCPResult, Body: `{"succeeded":2,"failed":1}`}); f.Kind != OK {
		t.Errorf("another job's counts are taken for this call's: %v", f.Kind)
	}
	for text, want := range map[string]bool{
		"3 of 4 files uploaded. Failed: d.png": true, "Imported 45 of 50 contacts; 5 failed": true, "4 of 4 files uploaded, no error": false, "3 of 40 tests failed": false, "page 3 of 4": false,
	} {
		if got := someOfMany(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func TestOutputEnds(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		"building\nFailed to compile": true, "\x1b[31m2 failed\x1b[0m, 3 total": true, "[10:11:12] Error: no": true, "a.ts(1,2): error TS1: x\nFound 1 error": true,
		"12 passed, 0 failed": false, "3 errors were fixed\nall good": false, "": false, "Error: first\nall good": false,
	} {
		if got := endsLikeFailure(body); got != want {
			t.Errorf("%q: got %v, want %v", body, got, want)
		}
	}
}

package fault

import (
	"slices"
	"strings"
	"testing"
)

func TestCodeSpellings(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"RATE_LIMIT_EXCEEDED", "RateLimitExceeded", "rate-limit-exceeded", "rateLimitExceeded"} {
		if r, ok := codeOf(code); !ok || r.kind != RateLimited {
			t.Errorf("%s: got %v, %v", code, r.kind, ok)
		}
	}
	for _, code := range []string{"", "x", "order", strings.Repeat("a", 200), "CustomerName"} {
		if r, ok := codeOf(code); ok {
			t.Errorf("%q is taken for a code of %v", code, r.kind)
		}
	}
}

// TestCodeTablesAgree keeps the same code in one family from having two meanings.
func TestCodeTablesAgree(t *testing.T) {
	t.Parallel()
	for _, family := range codeFamilies() {
		kinds := map[string]Kind{}
		for _, r := range family {
			for code := range strings.FieldsSeq(r.codes) {
				var plain [maxCode]byte
				key := string(plainCode(&plain, code))
				if key == "" {
					t.Errorf("code %q is too long to be found", code)
				}
				if kind, ok := kinds[key]; ok && kind != r.kind {
					t.Errorf("code %q is %v and %v", code, kind, r.kind)
				}
				kinds[key] = r.kind
			}
		}
	}
}

// TestNoCodeLoosens shows that no table calls a definite refusal retryable.
func TestNoCodeLoosens(t *testing.T) {
	t.Parallel()
	for code, r := range codeRules() {
		if neverRetryable(r.kind) && r.flags&passing != 0 {
			t.Errorf("code %q is %v and passes", code, r.kind)
		}
	}
	for word, table := range numberTable {
		for number, r := range table {
			if neverRetryable(r.kind) && r.flags&passing != 0 {
				t.Errorf("%s %s is %v and passes", word, number, r.kind)
			}
		}
	}
}

func TestEachCode(t *testing.T) {
	t.Parallel()
	text := "The order AB failed with ThrottlingException (code: rate_limit, HTTP) in us-east-1 by Ann"
	var got []string
	eachCode(text, func(start, end int) { got = append(got, text[start:end]) })
	want := []string{"ThrottlingException", "rate_limit", "HTTP", "us-east-1"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Kind{
		"OSError: [Errno 13] on that file":             Forbidden,
		"[WinError 10061] the target refused":          Network,
		"Io(Os { code: 2 }) (os error 2)":              NotFound,
		"ERROR 1062 (23000): again":                    Conflict,
		"(1045, 'no')":                                 Unknown,
		"OperationalError: (1045, 'no')":               Unauthenticated,
		"SQLSTATE[40001]: again":                       Conflict,
		"SQLSTATE: HYT00":                              Timeout,
		"ORA-00942: so it is":                          NotFound,
		"Msg 547, Level 16":                            Conflict,
		"curl: (28) no luck":                           Timeout,
		"grpc_status:7":                                Forbidden,
		"errcode: 45009":                               QuotaExhausted,
		"MCP error -32602: no":                         InvalidArgument,
		"order 1045 was sent":                          Unknown,
		"request exceeded 20000 ms":                    Timeout,
		"error 2026-01-02 in the log":                  Unknown,
		"the price of error 1146 is 3":                 Unknown,
		"DiscordAPIError[10008]: so":                   NotFound,
		"validation error for CallToolResult\nx\n  no": Malformed,
		"validation error for OrderInput\nx\n  no":     Unknown,
	} {
		var v view
		v.seen, v.begun = cuesOf(text)
		v.spec, v.out = zeroSpec, zeroOutcome
		v.codes(text)
		if v.best.kind != want {
			t.Errorf("%q: got %v, want %v (%v)", text, v.best.kind, want, v.proof)
		}
	}
}

func TestParameterNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"rate_limit must be an integer": true, "'timeout' is required": true, "timeout: must be positive": true, "rate limit exceeded": false,
		"ValueError: x": false, "timeout after 3 s": false,
	} {
		start := strings.IndexAny(text, "abcdefghijklmnopqrstuvwxyz")
		end := start + strings.IndexAny(text[start:]+" ", " _':")
		if got := isParameter(text, start, end); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

// TestClassNames reads classes of errors that no table knows.
func TestClassNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]Kind{
		"InvalidSubnetStateFault": Conflict, "InvalidNextTokenException": InvalidArgument, "ExpiredTokenFault": Unauthenticated, "NoSuchPublicKey": NotFound, "KMSKeyNotFoundFault": NotFound,
		"SubnetAlreadyInUse": Conflict, "TooManyDistributions": QuotaExhausted, "TooManyTagsException": InvalidArgument, "ApiLimitExceededException": QuotaExhausted, "WAFInvalidParameterException": InvalidArgument,
		"InsufficientScopeError": Forbidden, "PaymentProviderUnavailableException": ServerError, "LedgerLockedException": Conflict, "OrderTimeoutError": Timeout, "MissingColumnError": MissingArgument,
		"BrokerDisconnectedError": Network, "CouponAlreadyRedeemedError": Conflict, "ACCOUNT_SUSPENDED_BY_ADMIN": Forbidden, "CART_ITEM_NOT_FOUND": NotFound,
	} {
		if r, ok := classRule(name); !ok || r.kind != want {
			t.Errorf("%s: got %v, want %v", name, r.kind, want)
		}
	}
	for _, name := range []string{"BaseException", "KmsException", "MyAppError", ""} {
		if r, ok := classRule(name); ok {
			t.Errorf("%s is taken for %v", name, r.kind)
		}
	}
	for _, c := range classTable {
		if neverRetryable(c.kind) && c.flags&passing != 0 {
			t.Errorf("%q is %v and passes", c.words, c.kind)
		}
	}
}

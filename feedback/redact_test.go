package feedback_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/sequitur-go/sequitur/feedback"
)

func TestRedact(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"plain words":           {"File not exportable", "File not exportable"},
		"plain numbers":         {"amount must be >= 100.50 (got 12)", "amount must be >= 100.50 (got 12)"},
		"dates and ids":         {"order ORD-2024-0117 of 2024-05-01T10:00:00Z, cus_9s6XKzkNRiz8i3", "order ORD-2024-0117 of 2024-05-01T10:00:00Z, cus_9s6XKzkNRiz8i3"},
		"uuid":                  {"trace 123e4567-e89b-12d3-a456-426614174000", "trace 123e4567-e89b-12d3-a456-426614174000"},
		"camel case":            {"HorizontalPodAutoscalerV2Spec and getUserAccountByName2", "HorizontalPodAutoscalerV2Spec and getUserAccountByName2"},
		"media type and units":  {"text/html, km/h, and/or, 1/2", "text/html, km/h, and/or, 1/2"},
		"limits of tokens":      {"max_tokens=500, tokens: 300, token: Limit reached", "max_tokens=500, tokens: 300, token: Limit reached"},
		"chinese":               {"参数 月份 无效：必须是 1 到 12", "参数 月份 无效：必须是 1 到 12"},
		"public url":            {"see https://docs.github.com/en/rest/users?page=2.", "see https://docs.github.com/en/rest/users?page=2."},
		"package version":       {"react@18.2.0 and pkg@1.2.3", "react@18.2.0 and pkg@1.2.3"},
		"public address":        {"from 8.8.8.8", "from 8.8.8.8"},
		"unix path":             {"open /home/u1/.env: denied", "open [path]: denied"},
		"unix path in chinese":  {"文件/etc/passwd不存在，请检查", "文件[path]，请检查"},
		"path of one segment":   {"cannot read /etc", "cannot read [path]"},
		"home path":             {"read ~/.ssh/id_rsa", "read [path]"},
		"climbing path":         {"read ../../etc/passwd", "read [path]"},
		"quoted path":           {`open "/Users/John Smith/a b.txt": no`, `open "[path]": no`},
		"windows path":          {`in C:\Program Files (x86)\App\x.ini, line`, `in [path], line`},
		"windows path escaped":  {`{"f":"C:\\Users\\u1\\x.txt"}`, `{"f":"[path]"}`},
		"share":                 {`open \\fs01\team\x.doc failed`, `open [path] failed`},
		"file url":              {"load file:///home/u1/x.json now", "load [path] now"},
		"path after line end":   {`error\n/home/u1/x.sh: boom`, `error\n[path]: boom`},
		"private address":       {"dial tcp 10.1.2.3:5432: refused", "dial tcp [host]: refused"},
		"loopback":              {"dial [::1]:8080, 127.0.0.1, localhost:99", "dial [[host]]:8080, [host], [host]"},
		"private name":          {"call api.billing.svc.cluster.local:80 or db.internal", "call [host] or [host]"},
		"bare host in dsn":      {"postgres://app:pw@db:5432/shop failed", "[host] failed"},
		"bare host with port":   {"connect to redis:6379 failed", "connect to [host] failed"},
		"lookup":                {"lookup inventory on 127.0.0.11:53: no such host", "lookup [host] on [host]: no such host"},
		"node lookup":           {"getaddrinfo ENOTFOUND inventory", "getaddrinfo ENOTFOUND [host]"},
		"user in url":           {"https://bob:hunter2@api.example.com/v1?x=1", "https://api.example.com/v1?x=1"},
		"secret in query":       {"GET https://api.example.com/v1?api_key=abc&page=2", "GET https://api.example.com/v1?api_key=[secret]&page=2"},
		"webhook":               {"POST https://hooks.slack.com/services/T000/B000/XXXXXXXX", "POST https://hooks.slack.com"},
		"openai key":            {"Incorrect API key provided: sk-proj-abc123DEF456.", "Incorrect API key provided: [secret]."},
		"github token":          {"token ghp_16C7e42F292c6912E7710c838347Ae178B4a", "token [secret]"},
		"aws keys":              {"AKIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1", "[secret] [secret]"},
		"jwt":                   {"jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF_1 bad", "jwt [secret] bad"},
		"bearer":                {"Authorization: Bearer abc123def456", "Authorization: Bearer [secret]"},
		"basic":                 {"sent Basic dXNlcjpwYXNz to it", "sent Basic [secret] to it"},
		"basic in prose":        {"Basic authentication is required, bearer token missing", "Basic authentication is required, bearer token missing"},
		"password in json":      {`{"password": "hunter two", "n": 1}`, `{"password": "[secret]", "n": 1}`},
		"password in json text": {`{\"password\":\"abc\",\"n\":1}`, `{\"password\":\"[secret]\",\"n\":1}`},
		"password in prose":     {"the password: must be longer", "the password: must be longer"},
		"password assigned":     {"user=bob password=hunter2 dbname=x", "user=bob password=[secret] dbname=x"},
		"password in chinese":   {"密码：abc123，请重试", "密码：[secret]，请重试"},
		"mysql":                 {"Access denied for user 'root'@'localhost' (using password: YES)", "Access denied for user 'root'@'[host]' (using password: YES)"},
		"told password":         {"the password is hunter2, the token abc123 is bad", "the password is [secret], the token [secret] is bad"},
		"told no password":      {"the password is required, token 4711 follows", "the password is required, token 4711 follows"},
		"api key in words":      {"Invalid API key: abc123xyz", "Invalid API key: [secret]"},
		"mail link":             {"mailto:a.b@c.org", "mailto:[email]"},
		"words like keys":       {"hf_transformers_model_name_v2, npm_config_registry_2, sk-learn", "hf_transformers_model_name_v2, npm_config_registry_2, sk-learn"},
		"host at a port":        {"at db01:5432 and kafka-0.kafka:9092", "at [host] and [host]"},
		"pem":                   {"key -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- bad", "key [secret] bad"},
		"e-mail":                {"no user bob.smith+x@mail.example.co.uk here", "no user [email] here"},
		"ansi":                  {"\x1b[31mred\x1b[0m \\u001b[1mbold", "red bold"},
		"broken ansi":           {"\x1b[ /home/u1/x.txt \x1b[10.20.30.40", " [path] [host]"},
		"hidden":                {"ab\u200bc\u202ed\u0000e\U000E0041", "abcde"},
		"hidden in a key":       {"sk-proj-\u200babc123DEF456", "[secret]"},
		"python trace": {
			"Traceback (most recent call last):\n  File \"/app/x.py\", line 3, in f\n    run()\nKeyError: 'w'", "KeyError: 'w'",
		},
		"python trace in json": {
			`{"error":"Traceback (most recent call last):\n  File \"x.py\", line 3, in f\n    run()\nKeyError: 'w'"}`,
			`{"error":"\nKeyError: 'w'"}`,
		},
		"java trace": {
			"Exception in thread \"main\" a.b.C: No such order\n\tat a.b.D.m(D.java:12)\n\tat java.base/x.Y.z(Native Method)\n\t... 3 more", "a.b.C: No such order",
		},
		"node trace":       {"TypeError: x is undefined\n    at f (app.js:1:2)\n    at async Promise.all (index 0)", "TypeError: x is undefined"},
		"npm path":         {"in (C:\\Users\\u1\\npm-cache\\_npx\\x.js:101:32)", "in ([path])"},
		"npm frame":        {"boom\n    at A.<anonymous> (C:\\Users\\u1\\npm-cache\\x.js:101:32)", "boom"},
		"go frames alone":  {"http: panic: boom\ngoroutine 6 [running]:\npanic({0x15c9220?, 0x2})\nx.(*S).Do(0xc0, {0x1})", "http: panic: boom"},
		"short loopback":   {"connect ECONNREFUSED ::1:8100", "connect ECONNREFUSED [host]"},
		"node net frame":   {"TypeError: fetch failed\n    at A.b [as oncomplete] (node:net:1555:16) {", "TypeError: fetch failed"},
		"inline trace":     {"Error: boom at Object.f (app.js:1:2) at g (b.js:3:4)", "Error: boom"},
		"go trace":         {"panic: boom\n\ngoroutine 1 [running]:\nmain.f(0x1)\n\tx.go:12 +0x1d\nexit status 2", "panic: boom\nexit status 2"},
		"csharp trace":     {"System.Exception: bad\r\n   at A.B.C(String s) in D:\\x\\y.cs:line 4", "System.Exception: bad"},
		"ruby trace":       {"boom (RuntimeError)\n\tfrom a.rb:3:in `f'", "boom (RuntimeError)"},
		"php trace":        {"PHP Fatal error: boom\nStack trace:\n#0 /app/x.php(12): f()\n#1 {main}", "PHP Fatal error: boom"},
		"at in plain text": {"at least one item (see list) at noon", "at least one item (see list) at noon"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := feedback.NewRedactor().Redact(c.in); got != c.want {
				t.Errorf("Redact(%q)\n got %q\nwant %q", c.in, got, c.want)
			}
		})
	}
}

func TestRedactCaps(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"words": strings.Repeat("word ", 5000), "no gap": strings.Repeat("字", 9000), "one long line": strings.Repeat("a.", 40000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := feedback.NewRedactor().Redact(text)
			if len(got) > 2048 || !utf8.ValidString(got) {
				t.Errorf("%d bytes, valid %v", len(got), utf8.ValidString(got))
			}
		})
	}
	if got := (&feedback.Redactor{Limit: 20}).Redact("one two three four five"); len(got) > 20 || got == "" {
		t.Errorf("limit 20: got %q", got)
	}
}

// plantedNames are secrets, and all of them have to go wherever they stand.
var plantedNames = []string{
	"sk-proj-Abc123Def456Ghi789", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "AKIAIOSFODNN7EXAMPLE", "/home/alice/secret.txt",
	`C:\Users\alice\x.txt`, "10.20.30.40", "db.internal", "alice@corp.example.com", "password=hunter2", "xoxb-123456789012-abc",
	"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "postgres://u:p4ss@db:5432/x", "http://localhost:8080/admin",
	"Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    g()\n",
}

func FuzzRedact(f *testing.F) {
	for i := range plantedNames {
		f.Add("before", uint8(i), "after")
	}
	f.Add("{\"a\":\"", uint8(3), "\"}")
	f.Add("\\n", uint8(7), "\\n")
	f.Add("密码：\u200b", uint8(0), "。")
	f.Add("password: \"\\\"", uint8(1), "\x1b[3")
	f.Fuzz(func(t *testing.T, before string, which uint8, after string) {
		planted := plantedNames[int(which)%len(plantedNames)]
		r := feedback.NewRedactor()
		got := r.Redact(before + " " + planted + " " + after)
		checkClean(t, got)
		if again := r.Redact(got); again != got {
			t.Errorf("not idempotent:\n%q\n%q", got, again)
		}
		for _, part := range strings.FieldsFunc(planted, func(r rune) bool { return strings.ContainsRune(" \n/:=\\", r) }) {
			if len(part) > 8 && !strings.Contains(before, part) && !strings.Contains(after, part) && strings.Contains(got, part) && part != "localhost" {
				t.Errorf("%q of %q survives in %q", part, planted, got)
			}
		}
	})
}

// checkClean fails where a text holds what no message may.
func checkClean(t *testing.T, text string) {
	t.Helper()
	if !utf8.ValidString(text) || len(text) > 2048 {
		t.Errorf("%d bytes, valid UTF-8: %v: %q", len(text), utf8.ValidString(text), text)
	}
	for _, r := range text {
		if r != '\n' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co)) {
			t.Errorf("rune %U in %q", r, text)
		}
	}
}

func BenchmarkRedact(b *testing.B) {
	trace := "Traceback (most recent call last):\n" + strings.Repeat("  File \"/app/x.py\", line 3, in f\n    run(a, b)\n", 200) + "KeyError: 'w'"
	for name, text := range map[string]string{
		"sentence": "No such customer: cus_0000000000; a similar object exists in test mode.",
		"2kB":      strings.Repeat("Order 17 of bob@x.com failed at 10.0.0.1: see /var/log/x.log. ", 32),
		"trace":    trace,
		"hostile":  strings.Repeat("a-a:a@a.a/a\\a=", 2300),
	} {
		b.Run(name, func(b *testing.B) {
			r := feedback.NewRedactor()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				r.Redact(text)
			}
		})
	}
}

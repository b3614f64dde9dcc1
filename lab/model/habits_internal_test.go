package model

import (
	"testing"

	"github.com/sequitur-go/sequitur/lab/world"
	"github.com/sequitur-go/sequitur/tool"
)

// The messages are those of other projects, as they print them.
func TestCueIn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want cue
	}{
		"openai agents":          {"An error occurred while running the tool. Please try again.", cueRepeat},
		"openai rate limit":      {"Rate limit reached for requests. Please try again in 20s.", cueRepeat},
		"github secondary limit": {"You have exceeded a secondary rate limit. Please wait a few minutes before you try again.", cueRepeat},
		"langgraph retry":        {"Tool 'lookup_order' failed after 3 attempts with TimeoutError: . Please try again.", cueRepeat},
		"kubernetes conflict":    {"the object has been modified; please apply your changes to the latest version and try again", cueRepeat},
		"dynamodb":               {"The request rate is too high. Retry the request after a delay.", cueRepeat},
		"wechat":                 {"系统繁忙,请稍候再试", cueNone}, // 稍候 is a common misspelling of 稍后
		"aliyun":                 {"系统繁忙,请稍后重试。", cueRepeat},
		"langgraph unknown":      {"Error: find_order is not a valid tool, try one of [lookup_order].", cueName},
		"crewai unknown":         {"I encountered an error: Action 'find_order' don't exist, these are the only available Actions: lookup_order", cueName},
		"pydantic ai unknown":    {`{"error":"Unknown tool name: 'find_order'. Available tools: 'lookup_order'"}`, cueName},
		"click":                  {"Error: No such command 'instal'. Did you mean 'install'?", cueName},
		"git":                    {"git: 'comit' is not a git command. See 'git --help'.\n\nThe most similar command is\n\tcommit", cueName},
		"postgres":               {"ERROR:  column \"order_id\" does not exist\nHINT:  Perhaps you meant to reference the column \"orders.id\".", cueName},
		"argparse":               {"argument --mode: invalid choice: 'fast' (choose from 'quick', 'slow')", cueNone}, // "choose from" is a list of a usage text
		"django rest":            {"Valid values are: open, closed", cueName},
		"deprecated":             {"get_order is deprecated, use find_order instead", cueName},
		"claude code":            {"The user doesn't want to proceed with this tool use. STOP what you are doing and wait for the user to tell you how to proceed.", cueStop},
		"crewai reuse":           {"I tried reusing the same input, I must stop using this action input. I'll try something else instead.", cueStop},
		"stripe":                 {"The card was declined. The error is not retryable.", cueStop},
		"google cloud":           {"Permission denied on resource project. Contact your project owner.", cueStop},
		"aws":                    {"User is not authorized to perform s3:GetObject. Do not retry this request without changing the policy.", cueStop},
		"temporal":               {"activity error (type: x, retryable: false)", cueNone}, // a field, and no sentence
		"admin":                  {"Access denied. Please contact your administrator.", cueStop},
		"chinese":                {"无权访问该资源,请勿重试,请联系管理员。", cueStop},
		"langgraph default":      {"Error: HTTPStatusError(\"..\")\n Please fix your mistakes.", cueNone},
		"httpx":                  {"Client error '403 Forbidden' for url 'http://h/403'\nFor more information check: https://developer.mozilla.org/", cueNone},
		"plain refusal":          {`{"error":"forbidden","code":403}`, cueNone},
		"stop outweighs repeat":  {"Do not retry now. You may try again tomorrow.", cueStop},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := cueIn(c.text); got != c.want {
				t.Errorf("cueIn(%q) = %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func TestSignOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]sign{
		"":                          signEmpty,
		" [] ":                      signEmpty,
		"None":                      signEmpty,
		`{"results":[],"status":4}`: signEmpty,
		"no results found":          signEmpty,
		"没有找到订单":                    signEmpty,
		"403 Forbidden: you may not read this order": signForbidden,
		"401 Unauthorized":                           signForbidden,
		"没有权限":                                       signForbidden,
		"TimeoutError: timed out":                    signTransient,
		"Error: ETIMEDOUT: the request timed out":    signTransient,
		"Server error '503 Service Unavailable'":     signTransient,
		"请求超时":                                       signTransient,
		"Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n403":    signTrace,
		"TypeError: x is not a function\n    at load (/srv/app.js:10:3)\n":          signTrace,
		"An error occurred while running the tool. Please try again.":               signOther,
		"ValueError('Invalid arguments for function lookup_order')":                 signOther,
		`{"error":"internal server error","code":500}`:                              signOther,
		"Server error '500 Internal Server Error' for url 'http://127.0.0.1:8/t/o'": signOther,
	} {
		if got := signOf(text); got != want {
			t.Errorf("signOf(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestFunctionIn(t *testing.T) {
	t.Parallel()
	r := &reading{tools: []string{"create_order"}}
	for text, want := range map[string]string{
		"  File \"a.py\", line 3, in handle\n  File \"b.py\", line 9, in raise_for_status\n": "raise_for_status",
		"  File \"a.py\", line 3, in create_order\n  File \"b.py\", line 9, in post\n":       "create_order",
		"Error: x\n    at loadOrder (/srv/app.js:10:3)\n":                                    "loadOrder",
		"goroutine 1 [running]:\nmain.lookup(0xc000)\n":                                      "lookup",
		"no trace": "",
	} {
		if got := r.functionIn(text); got != want {
			t.Errorf("functionIn(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestAfterTrace(t *testing.T) {
	t.Parallel()
	const python = "Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    g()\n"
	for text, want := range map[string]string{
		python + "KeyError: 1":        "KeyError: 1",
		python + "403\nsee https://x": "403\nsee https://x",
		python:                        python,
		"no trace\n  at all\nhere":    "no trace\n  at all\nhere",
		"goroutine 1 [running]:":      "goroutine 1 [running]:",
	} {
		if got := afterTrace(text); got != want {
			t.Errorf("afterTrace(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestNarrowed(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		`{"limit":50}`:                       `{"limit":25}`,
		`{"customer":"Lin Mei"}`:             `{"customer":"Lin"}`,
		`{"customer":"Lin"}`:                 `{"customer":"L"}`,
		`{"name":"fin.rev.2024"}`:            `{"name":"fin.rev"}`,
		`{"b":true,"city":"北京"}`:             `{"b":true,"city":"北"}`,
		`{}`:                                 `{"limit":10}`,
		`nonsense`:                           `{"limit":10}`,
		`{"a":"","quantity":3,"z":"not me"}`: `{"a":"","quantity":1,"z":"not me"}`,
	} {
		if got := string(narrowed([]byte(args))); got != want {
			t.Errorf("narrowed(%s) = %s, want %s", args, got, want)
		}
	}
}

func TestWritesWhereAToolIsUnknown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		world, tool string
		want        bool
	}{
		"reads":         {"retail", "get_order", false},
		"writes":        {"retail", "create_order", true},
		"with a prefix": {"retail", "mcp_127_0_0_1_get_order", false},
		"unknown tool":  {"retail", "drop_table", true},
		"unknown world": {"moon", "get_order", true},
	} {
		r := &reading{trial: Trial{Task: world.Task{World: c.world}}}
		if got := r.writes(tool.Call{Tool: c.tool}); got != c.want {
			t.Errorf("%s: writes = %v, want %v", name, got, c.want)
		}
	}
}

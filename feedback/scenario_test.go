package feedback_test

import (
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// A scenario is one kind of fault in one situation.
type scenario struct {
	name  string // "kind/situation", and what is special behind it
	input feedback.Input
}

func metricSpec() *tool.Spec {
	return &tool.Spec{
		Name: "get_metric", Access: tool.AccessRead, Subject: "metric",
		Parameters: map[string]tool.Parameter{"metric": {Closed: true, Values: []tool.Value{
			{Name: "revenue_total", Aliases: []string{"total income"}},
			{Name: "revenue_net"},
			{Name: "orders_count"},
			{Name: "active_users"},
			{Name: "churn_rate"},
		}}},
	}
}

func orderSpec() *tool.Spec {
	return &tool.Spec{
		Name: "get_order", Access: tool.AccessRead, Subject: "order", StandIns: []string{"search_orders"},
		Input: []byte(`{"type":"object","properties":{"order_id":{"type":"string","examples":["A-1001"]},
			"limit":{"type":"integer"},"status":{"enum":["open","shipped","closed"]}}}`),
	}
}

func plainSpec() *tool.Spec { return &tool.Spec{Name: "get_order", Access: tool.AccessRead} }

func writeSpec() *tool.Spec { return &tool.Spec{Name: "create_order", Access: tool.AccessWrite} }

func verifiedSpec() *tool.Spec {
	return &tool.Spec{
		Name: "create_order", Access: tool.AccessWrite,
		Verify: &tool.Verification{Tool: "find_order", Args: map[string]string{"reference": "$reference"}},
	}
}

func call(name, args string) tool.Call { return tool.Call{Tool: name, Args: []byte(args)} }

func asked(c tool.Call, request string) tool.Call {
	c.Request = request
	return c
}

func given(path string, rule tool.Rule, value, want string, allowed ...string) []fault.Parameter {
	p := fault.Parameter{Path: path, Rule: rule, Want: want, Allowed: allowed}
	if value != "" {
		p.Given = []byte(value)
	}
	return []fault.Parameter{p}
}

func many(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = string(rune('a'+i%26)) + "_series"
		if i >= 26 {
			list[i] = "x" + list[i]
		}
	}
	return list
}

var (
	readOrder     = call("get_order", `{"order_id":"A-77"}`)
	makeOrder     = call("create_order", `{"reference":"R-5","item":"chair"}`)
	stop          = recovery.Verdict{Action: recovery.ActionStop}
	noEffect      = tool.EffectNone
	scenarioTable = append(argumentScenarios(), append(faultScenarios(), outcomeScenarios()...)...)
)

func argumentScenarios() []scenario {
	wrong := call("get_metric", `{"metric":"total income"}`)
	vague := call("get_metric", `{"metric":"revenue"}`)
	odd := call("get_metric", `{"metric":"how happy people are"}`)
	const request = "How much did we take in last month?"
	invalid := func(p []fault.Parameter) fault.Fault {
		return fault.Fault{Kind: fault.InvalidArgument, Effect: noEffect, Parameters: p}
	}
	return []scenario{
		{"invalid_argument/named", feedback.Input{Spec: metricSpec(), Call: wrong, Fault: invalid(given("metric", tool.RuleEnum, `"total income"`, ""))}},
		{"invalid_argument/named, blamed by nobody", feedback.Input{Spec: metricSpec(), Call: wrong, Fault: invalid(nil)}},
		{"invalid_argument/named, repeated", feedback.Input{Spec: metricSpec(), Call: wrong, Fault: invalid(nil), Repeats: 1}},
		{"invalid_argument/named, repeated twice", feedback.Input{Spec: metricSpec(), Call: wrong, Fault: invalid(nil), Repeats: 2}},
		{"invalid_argument/named, repeated to the end", feedback.Input{Spec: metricSpec(), Call: wrong, Fault: invalid(nil), Repeats: 3, Verdict: stop}},
		{"invalid_argument/shortlist", feedback.Input{Spec: metricSpec(), Call: vague, Fault: invalid(nil)}},
		{"invalid_argument/shortlist, request known", feedback.Input{Spec: metricSpec(), Call: asked(vague, request), Fault: invalid(nil)}},
		{"invalid_argument/list", feedback.Input{Spec: metricSpec(), Call: odd, Fault: invalid(nil)}},
		{"invalid_argument/list, request known", feedback.Input{Spec: metricSpec(), Call: asked(odd, request), Fault: invalid(nil)}},
		{"invalid_argument/list, from the upstream, cut", feedback.Input{Spec: plainSpec(), Call: call("get_order", `{"kind":"?!zz"}`), Fault: invalid(given("kind", tool.RuleEnum, `"?!zz"`, "", many(32)...))}},
		{"invalid_argument/list, from the schema", feedback.Input{Spec: orderSpec(), Call: call("get_order", `{"status":"lost at sea"}`), Fault: invalid(given("status", tool.RuleEnum, `"lost at sea"`, ""))}},
		{"invalid_argument/list, nothing known of the parameter", feedback.Input{Call: call("get_order", `{"a":"x","b":"y"}`), Fault: invalid(given("", tool.RuleOther, "", "", "red", "green"))}},
		{"invalid_argument/lookup", feedback.Input{
			Spec: &tool.Spec{Name: "get_metric", Parameters: map[string]tool.Parameter{"metric": {Lookup: "list_metrics"}}}, Call: wrong, Fault: invalid(given("metric", tool.RuleEnum, `"total income"`, "")),
		}},
		{"invalid_argument/none", feedback.Input{Spec: plainSpec(), Call: call("get_order", `{"year":"2021"}`), Fault: invalid(given("year", tool.RuleEnum, `"2021"`, "", "2023", "2024"))}},
		{"invalid_argument/rule", feedback.Input{Spec: orderSpec(), Call: call("get_order", `{"limit":500}`), Fault: invalid(given("limit", tool.RuleRange, "500", "at most 100"))}},
		{"invalid_argument/rule, converted", feedback.Input{Spec: orderSpec(), Call: call("get_order", `{"limit":"10"}`), Fault: invalid(given("limit", tool.RuleType, `"10"`, "integer"))}},
		{"invalid_argument/rule, two blamed", feedback.Input{Spec: orderSpec(), Call: call("get_order", `{"limit":-1,"page":-1}`), Fault: invalid(append(given("limit", tool.RuleRange, "-1", "at least 1"), given("page", tool.RuleRange, "-1", "at least 1")...))}},
		{"invalid_argument/unknown_parameter", feedback.Input{Spec: orderSpec(), Call: call("get_order", `{"orderId":"A-77"}`), Fault: invalid(given("orderId", tool.RuleUnknown, `"A-77"`, ""))}},
		{"invalid_argument/unknown_parameter, nothing like it", feedback.Input{Spec: orderSpec(), Call: call("get_order", `{"colour":"red"}`), Fault: invalid(given("colour", tool.RuleUnknown, `"red"`, ""))}},
		{"invalid_argument/plain", feedback.Input{Spec: plainSpec(), Call: call("get_order", `{"a":1,"b":2}`), Fault: fault.Fault{Kind: fault.InvalidArgument, Effect: noEffect, Detail: "The amount must be at least 100."}}},
		{"missing_argument/list", feedback.Input{Spec: metricSpec(), Call: asked(call("get_metric", `{}`), request), Fault: fault.Fault{Kind: fault.MissingArgument, Effect: noEffect, Parameters: given("metric", tool.RuleMissing, "", "")}}},
		{"missing_argument/missing", feedback.Input{Spec: orderSpec(), Call: call("get_order", `{}`), Fault: fault.Fault{Kind: fault.MissingArgument, Effect: noEffect, Parameters: given("order_id", tool.RuleMissing, "", "")}}},
		{"missing_argument/missing, unnamed", feedback.Input{Call: call("search", `{}`), Fault: fault.Fault{Kind: fault.MissingArgument, Effect: noEffect, Detail: "Query is required for keyword search."}}},
		{"unknown_tool/named", feedback.Input{Call: call("getOrder", `{}`), Tools: []string{"get_order", "find_user"}, Fault: fault.Fault{Kind: fault.UnknownTool, Effect: noEffect}}},
		{"unknown_tool/shortlist", feedback.Input{Call: call("orders", `{}`), Tools: []string{"list_orders", "find_orders", "find_user"}, Fault: fault.Fault{Kind: fault.UnknownTool, Effect: noEffect}}},
		{"unknown_tool/list", feedback.Input{Call: call("weather", `{}`), Tools: []string{"get_order", "find_user"}, Fault: fault.Fault{Kind: fault.UnknownTool, Effect: noEffect}}},
		{"unknown_tool/plain", feedback.Input{Call: call("weather", `{}`), Fault: fault.Fault{Kind: fault.UnknownTool, Effect: noEffect}}},
	}
}

func faultScenarios() []scenario {
	exhausted := recovery.Verdict{Action: recovery.ActionReturn, Exhausted: true, Escalate: true}
	f := func(k fault.Kind, detail string) fault.Fault {
		return fault.Fault{Kind: k, Effect: noEffect, Detail: detail}
	}
	later := f(fault.RateLimited, "")
	later.Retryable, later.RetryAfter = true, 90*time.Second
	locked := f(fault.Conflict, "")
	locked.Retryable = true
	partial := f(fault.Partial, "")
	partial.Parameters = append(given("", tool.RuleOther, `"R-5"`, ""), given("", tool.RuleOther, `"R-9"`, "")...)
	partial.Effect = tool.EffectCertain
	code := &tool.Spec{Name: "run_python", RunsCode: true}
	return []scenario{
		{"timeout/failed", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.Timeout, ""), Verdict: exhausted}},
		{"timeout/failed, told, stand-in", feedback.Input{Spec: orderSpec(), Call: readOrder, Fault: f(fault.Timeout, ""), Verdict: exhausted, Escalated: true}},
		{"timeout/failed, repeated", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.Timeout, ""), Repeats: 1}},
		{"network/failed", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.Network, "dial tcp 10.0.0.1:443: refused"), Verdict: exhausted}},
		{"rate_limited/failed", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.RateLimited, "")}},
		{"rate_limited/failed, wait handed on", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: later}},
		{"server_error/failed", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.ServerError, "KeyError: 'x'")}},
		{"unauthenticated/failed", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.Unauthenticated, "Token expired"), Verdict: stop}},
		{"forbidden/failed", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.Forbidden, "File not exportable"), Verdict: stop}},
		{"forbidden/failed, subject known", feedback.Input{Spec: orderSpec(), Call: readOrder, Fault: f(fault.Forbidden, "HTTP 403 Forbidden. Please try again."), Verdict: stop}},
		{"forbidden/failed, repeated", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.Forbidden, ""), Repeats: 1, Verdict: stop}},
		{"forbidden/failed, repeated to the end", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.Forbidden, ""), Repeats: 3, Verdict: stop}},
		{"quota_exhausted/failed", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.QuotaExhausted, "The quota will be reset at midnight Pacific Time (PT)."), Verdict: stop}},
		{"not_found/failed", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.NotFound, "Order not found")}},
		{"not_found/failed, stand-in", feedback.Input{Spec: orderSpec(), Call: readOrder, Fault: f(fault.NotFound, "")}},
		{"not_found/failed, said better", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.NotFound, "No such customer: 'cus_1'; a similar object exists in test mode, but a live mode key was used to make this request.")}},
		{"empty/failed", feedback.Input{Spec: plainSpec(), Call: call("get_metric", `{"metric":"active_users","month":"last month"}`), Fault: f(fault.Empty, "")}},
		{"empty/failed, stand-in", feedback.Input{Spec: orderSpec(), Call: readOrder, Fault: f(fault.Empty, "")}},
		{"conflict/failed", feedback.Input{Spec: writeSpec(), Call: makeOrder, Fault: f(fault.Conflict, "File has not been read yet. Read it first before writing to it.")}},
		{"conflict/failed, read known", feedback.Input{Spec: verifiedSpec(), Call: makeOrder, Fault: f(fault.Conflict, "Reference already exists")}},
		{"conflict/locked", feedback.Input{Spec: writeSpec(), Call: makeOrder, Fault: locked}},
		{"execution_failed/failed", feedback.Input{Spec: plainSpec(), Call: call("run_tests", `{}`), Fault: f(fault.ExecutionFailed, "Two tests failed in package billing.")}},
		{"execution_failed/output", feedback.Input{Spec: code, Call: call("run_python", `{}`), Fault: f(fault.ExecutionFailed, ""), Output: "Traceback (most recent call last):\n  File \"/workspace/job/main.py\", line 3, in <module>\n    total = sum(rows)\nTypeError: unsupported operand type(s) for +: 'int' and 'str'\n"}},
		{"declined/failed", feedback.Input{Spec: writeSpec(), Call: makeOrder, Fault: f(fault.Declined, "The user doesn't want to proceed with this tool use."), Verdict: stop}},
		{"partial/failed", feedback.Input{Spec: writeSpec(), Call: makeOrder, Fault: partial}},
		{"partial/failed, parts unknown", feedback.Input{Spec: writeSpec(), Call: makeOrder, Fault: fault.Fault{Kind: fault.Partial, Effect: tool.EffectCertain}}},
		{"malformed/failed", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.Malformed, "")}},
		{"canceled/failed", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.Canceled, "")}},
		{"unknown/failed", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: f(fault.Unknown, "Unexpected response type")}},
	}
}

func outcomeScenarios() []scenario {
	lost := fault.Fault{Kind: fault.Timeout, Retryable: true}
	root := func(k fault.Kind) []feedback.Root {
		return []feedback.Root{{Parameter: "order_id", Tool: "find_order", Kind: k}}
	}
	notFound := fault.Fault{Kind: fault.NotFound, Effect: noEffect}
	return []scenario{
		{"common/unknown_outcome", feedback.Input{Spec: writeSpec(), Call: makeOrder, Fault: lost}},
		{"common/unknown_outcome, read known", feedback.Input{Spec: verifiedSpec(), Call: makeOrder, Fault: lost}},
		{"common/unknown_outcome, tool unknown", feedback.Input{Call: makeOrder, Fault: fault.Fault{Kind: fault.Unknown}}},
		{"common/verify_failed", feedback.Input{Spec: verifiedSpec(), Call: makeOrder, Fault: lost, Verified: recovery.VerifyFailed}},
		{"common/done", feedback.Input{Spec: verifiedSpec(), Call: makeOrder, Fault: lost, Verified: recovery.VerifiedDone}},
		{"common/not_done", feedback.Input{Spec: verifiedSpec(), Call: makeOrder, Fault: lost, Verified: recovery.VerifiedNone}},
		{"common/done_unread", feedback.Input{Spec: verifiedSpec(), Call: makeOrder, Fault: fault.Fault{Kind: fault.Malformed, Effect: tool.EffectCertain}}},
		{"common/may_have", feedback.Input{Spec: writeSpec(), Call: makeOrder, Fault: fault.Fault{Kind: fault.Forbidden}, Verdict: stop}},
		{"common/root_retry", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: notFound, Roots: root(fault.Timeout)}},
		{"common/root_ask", feedback.Input{Spec: plainSpec(), Call: readOrder, Fault: notFound, Roots: root(fault.Empty)}},
	}
}

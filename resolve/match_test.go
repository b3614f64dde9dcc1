package resolve_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/resolve"
	"github.com/sequitur-go/sequitur/tool"
)

// values makes values of "name", "name(meaning)" or "name=alias".
func values(list ...string) []tool.Value {
	var vs []tool.Value
	for _, item := range list {
		name, meaning, _ := strings.Cut(strings.TrimSuffix(item, ")"), "(")
		name, alias, ok := strings.Cut(name, "=")
		v := tool.Value{Name: name, Meaning: meaning}
		if ok {
			v.Aliases = []string{alias}
		}
		vs = append(vs, v)
	}
	return vs
}

func TestMatchNames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		given string
		from  []tool.Value
		want  string
	}{
		"case and separators":  {"Order Count", values("orders_open", "order_count", "order_value"), "order_count"},
		"camel case":           {"orderCount", values("order_count", "order_value"), "order_count"},
		"full width":           {"ｏｐｅｎ", values("open", "closed"), "open"},
		"accented compat form": {"ﬁle", values("file", "folder"), "file"},
		"plural":               {"invoices", values("invoice", "quote"), "invoice"},
		"british spelling":     {"organisation", values("organization", "person"), "organization"},
		"doubled letter":       {"travelled", values("traveled", "booked"), "traveled"},
		"slip with company":    {"shiping address", values("shipping_address", "billing_address"), "shipping_address"},
		"swapped letters":      {"subscirption", values("subscription", "invoice"), "subscription"},
		"alias":                {"laptop", values("notebook=laptop", "tablet"), "notebook"},
		"meaning":              {"Berlin", values("de-1(Berlin)", "de-2(Munich)"), "de-1"},
		"part of a meaning":    {"Munich", values("de-1(Germany, Berlin)", "de-2(Germany, Munich)"), "de-2"},
		"other order":          {"rate of churn", values("of_churn_rate", "growth"), "of_churn_rate"},
		"initials":             {"arr", values("annual_recurring_revenue", "monthly_recurring_revenue"), "annual_recurring_revenue"},
		"spelt out":            {"annual recurring revenue", values("arr", "mrr"), "arr"},
		"cut words":            {"max_temp_c", values("max_temperature_c", "min_temperature_c"), "max_temperature_c"},
		"media type":           {"application/pdf", values("pdf", "docx"), "pdf"},
		"short years":          {"19/20", values("2019/2020", "2020/2021"), "2019/2020"},
		"special of a general": {"balancer", values("NetworkLoadBalancer", "Gateway"), "NetworkLoadBalancer"},
		"chinese special":      {"检验科", values("医学检验科", "药剂科"), "医学检验科"},
		"number of one form":   {"INV 2024 0017", values("INV-2024-0017", "INV-2024-0071"), "INV-2024-0017"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := resolve.Match(c.given, c.from); got.Named != c.want || got.Ranked != nil || got.None {
				t.Errorf("Match(%q) = %+v, want %q named", c.given, got, c.want)
			}
		})
	}
}

func TestMatchNamesNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		given string
		from  []tool.Value
		want  resolve.Result
	}{
		"near number":         {"INV-2024-0018", values("INV-2024-0017", "INV-2024-0019"), resolve.Result{None: true, Evidence: "another number or identifier"}},
		"other year":          {"2020", values("2021", "2022"), resolve.Result{None: true, Evidence: "another number or identifier"}},
		"opposite":            {"inactive", values("active", "pending"), resolve.Result{None: true, Evidence: "only the opposite"}},
		"opposite with not":   {"not shipped", values("shipped", "returned"), resolve.Result{None: true, Evidence: "only the opposite"}},
		"chinese opposite":    {"未发货", values("已发货", "已退货"), resolve.Result{None: true, Evidence: "only the opposite"}},
		"two words confused":  {"contract", values("contact", "invoice"), resolve.Result{}},
		"begins alike":        {"phone", values("phone_case", "tablet"), resolve.Result{}},
		"chinese begins so":   {"茶", values("茶几", "沙发"), resolve.Result{}},
		"danger":              {"wipe", values("factory_wipe", "status"), resolve.Result{Evidence: "too dangerous to guess"}},
		"unit by case":        {"mb", values("Mb", "kb"), resolve.Result{Named: "Mb", Evidence: "same name"}},
		"unit by mixed case":  {"mB", values("MB", "kB"), resolve.Result{Evidence: "a unit in another case"}},
		"nothing alike":       {"blue", values("north", "south"), resolve.Result{}},
		"nothing given":       {"", values("a"), resolve.Result{}},
		"only marks given":    {"--", values("a"), resolve.Result{}},
		"no values":           {"x", nil, resolve.Result{}},
		"general, two":        {"margin", values("net_margin", "gross_margin", "cost"), resolve.Result{Ranked: []string{"net_margin", "gross_margin"}, Evidence: "kind of it"}},
		"dangerous, two":      {"remove", values("remove_all", "remove_one"), resolve.Result{Ranked: []string{"remove_one", "remove_all"}, Evidence: "related"}},
		"two of one alias":    {"done", values("closed=done", "resolved=done", "open"), resolve.Result{Ranked: []string{"closed", "resolved"}, Evidence: "alias"}},
		"word in description": {"order", values("refund(Returns money for an order)", "void(Never paid)"), resolve.Result{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, resolve.Match(c.given, c.from)); diff != "" {
				t.Errorf("Match(%q) (-want +got):\n%s", c.given, diff)
			}
		})
	}
}

func TestSortPutsTheLikeliestFirst(t *testing.T) {
	t.Parallel()
	got := resolve.Sort("net revenue", values("orders", "revenue_gross", "revenue_net_total", "sessions"))
	if got[0] != "revenue_net_total" || len(got) != 4 {
		t.Errorf("got %v", got)
	}
}

func TestDefaultRanks(t *testing.T) {
	t.Parallel()
	var r resolve.Ranker = resolve.Default{}
	if got := r.Rank(resolve.Question{Given: "A B", Values: values("a_b", "c")}); got.Named != "a_b" {
		t.Errorf("got %+v", got)
	}
}

// A value whose figures differ is never named, whatever else is alike.
func TestOtherFiguresAreNeverNamed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-z]{3,10}`).Draw(t, "word")
		a, b := rapid.IntRange(100, 99999).Draw(t, "a"), rapid.IntRange(100, 99999).Draw(t, "b")
		if a == b {
			return
		}
		given, option := word+"-"+itoa(a), word+"-"+itoa(b)
		if got := resolve.Match(given, values(option)); got.Named != "" || got.Ranked != nil {
			t.Fatalf("Match(%q, %q) = %+v", given, option, got)
		}
	})
}

// Writing alone never hides a name.
func TestWritingIsNoDifference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z]{4,8}`), 2, 4).Draw(t, "words")
		name := strings.Join(words, "_")
		given := strings.ToUpper(strings.Join(words, rapid.SampledFrom([]string{" ", "-", ".", "/"}).Draw(t, "mark")))
		if got := resolve.Match(given, values(name, "zz9")); got.Named != name {
			t.Fatalf("Match(%q) = %+v, want %q", given, got, name)
		}
	})
}

func FuzzMatch(f *testing.F) {
	f.Add("total income", "revenue_total", "orders")
	f.Add("未签收", "已签收", "签收")
	f.Add("\xff1", "１", "")
	f.Fuzz(func(t *testing.T, given, a, b string) {
		from := []tool.Value{{Name: a, Meaning: b}, {Name: b, Aliases: []string{a}}}
		got := resolve.Match(given, from)
		if got.Named != "" && (got.Ranked != nil || got.None || got.Named != a && got.Named != b) {
			t.Errorf("Match(%q, %q, %q) = %+v", given, a, b, got)
		}
		if len(got.Ranked) == 1 || len(got.Ranked) > 3 || len(resolve.Sort(given, from)) != 2 {
			t.Errorf("Match(%q, %q, %q) = %+v", given, a, b, got)
		}
	})
}

// metrics makes n options as a catalogue of metrics has them.
func metrics(n int, meant bool) []tool.Value {
	things, counts := []string{"order", "revenue", "customer", "session", "refund", "invoice"}, []string{"count", "rate", "total", "value", "share"}
	var from []tool.Value
	for i := range n {
		v := tool.Value{Name: "monthly_" + things[i%6] + "_" + counts[i/6%5]}
		if i >= 30 {
			v.Name = "weekly" + v.Name[len("monthly"):]
		}
		if meant {
			v.Meaning = "The " + counts[i/6%5] + " of each " + things[i%6] + ", net of tests"
		}
		from = append(from, v)
	}
	return from
}

func BenchmarkMatch(b *testing.B) {
	for _, c := range []struct {
		name, given, request string
		meant                bool
	}{
		{"named", "Monthly Invoice Value", "", false},
		{"slip", "monthly invioce value", "", false},
		{"none", "churned logos", "", false},
		{"none with meanings", "churned logos", "", true},
		{"request and meanings", "churned logos", "How many logos left us in the last month, and what did they pay?", true},
	} {
		b.Run(c.name, func(b *testing.B) {
			q := resolve.Question{Given: c.given, Request: c.request, Values: metrics(60, c.meant)}
			b.ReportAllocs()
			for b.Loop() {
				resolve.Default{}.Rank(q)
			}
		})
	}
}

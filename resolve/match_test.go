package resolve_test

import (
	"strings"
	"sync"
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

// drawn draws names that are often near each other.
func drawn(t *rapid.T) (given, request string, from []tool.Value) {
	word := rapid.SampledFrom([]string{
		"order", "orders", "revenue", "refund", "delete", "active", "inactive", "not", "all", "total", "2024", "17", "v2", "paid", "unpaid", "the", "营收", "已退款", "未", "mW", "MW", "/", "#", "",
	})
	name := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(word, 1, 3).Draw(t, "words"), rapid.SampledFrom([]string{"_", " ", "-", ".", ""}).Draw(t, "mark"))
	})
	for range rapid.IntRange(1, 6).Draw(t, "n") {
		v := tool.Value{Name: name.Draw(t, "name")}
		if rapid.Bool().Draw(t, "meant") {
			v.Meaning = name.Draw(t, "meaning")
			v.Aliases = []string{name.Draw(t, "alias")}
		}
		from = append(from, v)
	}
	return name.Draw(t, "given"), name.Draw(t, "request"), from
}

// What is named or ranked is on the list, and the order of the list decides no
// name. Nothing is left over from the question before.
func TestResultsAreOptions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		given, request, from := drawn(t)
		q := resolve.Question{Given: given, Request: request, Values: from}
		got := resolve.Default{}.Rank(q)
		checkResult(t, got, from)
		resolve.Match("something else", values("other", "things"))
		if again := (resolve.Default{}).Rank(q); !cmp.Equal(got, again) {
			t.Fatalf("%+v: %+v, then %+v", q, got, again)
		}
		q.Values = rapid.Permutation(from).Draw(t, "permuted")
		if again := (resolve.Default{}).Rank(q); again.Named != got.Named || again.None != got.None {
			t.Fatalf("%+v: %+v, and in another order %+v", q, got, again)
		}
	})
}

func checkResult(t interface{ Fatalf(string, ...any) }, got resolve.Result, from []tool.Value) {
	names := map[string]bool{}
	for _, v := range from {
		names[v.Name] = true
	}
	seen := map[string]bool{}
	for _, name := range got.Ranked {
		if !names[name] || seen[name] {
			t.Fatalf("%+v of %+v", got, from)
		}
		seen[name] = true
	}
	if got.Named != "" && (!names[got.Named] || got.Ranked != nil || got.None) || len(got.Ranked) == 1 || len(got.Ranked) > 3 ||
		got.None && got.Ranked != nil || (got.Named != "" || got.Ranked != nil || got.None) && got.Evidence == "" {
		t.Fatalf("%+v of %+v", got, from)
	}
}

// A dangerous value is named only where it was written another way.
func TestDangerIsNeverGuessed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		option := rapid.SampledFrom([]string{"delete", "factory_reset", "force_stop", "drop_table", "full_refund", "admin_all"}).Draw(t, "option")
		given, request, _ := drawn(t)
		got := resolve.Default{}.Rank(resolve.Question{Given: given, Request: request + " " + option, Values: values(option, "status", "list")})
		squeezed := strings.ToLower(strings.NewReplacer("_", "", " ", "", "-", "", ".", "", "/", "").Replace(given))
		if got.Named == option && squeezed != strings.ReplaceAll(option, "_", "") && got.Evidence != "same words" &&
			got.Evidence != "same words in another order" && got.Evidence != "same words but for fillers" && got.Evidence != "another writing of the words" {
			t.Fatalf("%q: %+v", given, got)
		}
	})
}

// Many goroutines may ask at once.
func TestRankIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			list := values("order_count", "order_value", "item"+itoa(i))
			for range 200 {
				if got := resolve.Match("Item "+itoa(i), list); got.Named != "item"+itoa(i) {
					t.Errorf("got %+v", got)
					return
				}
			}
		})
	}
	group.Wait()
}

// A question costs memory for its answer only, however many options it has. The
// race detector throws the lent memory away now and then; even so ten times the
// options cost nothing like ten times the allocations.
func TestOptionsCostNoMemory(t *testing.T) { //nolint:paralleltest // what others allocate would be counted
	for name, given := range map[string]string{"none": "churned logos", "ranked": "order"} {
		for _, n := range []int{60, 600} {
			q := resolve.Question{Given: given, Request: "How many logos left?", Values: metrics(n, true)}
			resolve.Default{}.Rank(q)
			if got := testing.AllocsPerRun(20, func() { resolve.Default{}.Rank(q) }); got > max(45, float64(n)/4) {
				t.Errorf("%s, %d options: %.0f allocations", name, n, got)
			}
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("total income", "revenue_total", "orders", "which income?")
	f.Add("未签收", "已签收", "签收", "签收了吗")
	f.Add("\xff1", "１", "", "\xff")
	f.Add("m/s", "M/S", "ms", "/")
	f.Add("C#", "c", "c++", "3.11 3.1.1")
	f.Fuzz(func(t *testing.T, given, a, b, request string) {
		from := []tool.Value{{Name: a, Meaning: b}, {Name: b, Aliases: []string{a}}, {Name: "third", Meaning: request}}
		q := resolve.Question{Tool: b, Parameter: a, Request: request, Given: given, Values: from}
		checkResult(t, resolve.Default{}.Rank(q), from)
		if len(resolve.Sort(given, from)) != len(from) {
			t.Errorf("Sort(%q, %q, %q) lost one", given, a, b)
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

// Sixty options, of a list that is asked again and again as a tool's list is, and
// ("cold") of one that was not read before.
func BenchmarkMatch(b *testing.B) {
	const request = "How many logos left us in the last month, and what did they pay?"
	for _, c := range []struct {
		name, given, request string
		meant, cold          bool
	}{
		{name: "named", given: "Monthly Invoice Value"},
		{name: "slip", given: "monthly invioce value"},
		{name: "none", given: "churned logos"},
		{name: "none, with meanings", given: "churned logos", meant: true},
		{name: "none, with meanings and request", given: "churned logos", request: request, meant: true},
		{name: "cold, named", given: "Monthly Invoice Value", cold: true},
		{name: "cold, none", given: "churned logos", cold: true},
		{name: "cold, none, with meanings", given: "churned logos", meant: true, cold: true},
	} {
		b.Run(c.name, func(b *testing.B) {
			q := resolve.Question{Given: c.given, Request: c.request, Values: metrics(60, c.meant)}
			other := resolve.Question{Given: "x", Values: values("a")}
			b.ReportAllocs()
			for b.Loop() {
				if c.cold {
					resolve.Default{}.Rank(other)
				}
				resolve.Default{}.Rank(q)
			}
		})
	}
}

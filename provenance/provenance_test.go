package provenance_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/provenance"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

func given(texts ...string) *provenance.Given {
	var g provenance.Given
	for _, text := range texts {
		g.Add(provenance.Source{Kind: provenance.FromTool}, text)
	}
	return &g
}

func texts(claims []provenance.Claim) []string {
	var all []string
	for _, claim := range claims {
		all = append(all, claim.Text)
	}
	return all
}

const order = `{"order_id":"ORD-48213","total":1234.50,"currency":"USD","created":"2024-05-01T08:30:00Z","items":[{"sku":"SKU-0091","qty":3,"price":400},{"sku":"SKU-0092","qty":1,"price":34.5}],"carrier":"China Eastern","card":"************4242","email":"li.wei@example.com"}`

func TestUnsupported(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		given  string
		answer string
		want   []string
	}{
		// Honest answers.
		{"identifier as given", order, "Your order ORD-48213 is on its way.", nil},
		{"identifier in lower case", order, "Order ord-48213 was found.", nil},
		{"identifier without dash", order, "Order ORD48213 was found.", nil},
		{"identifier without prefix", order, "Order #48213 was found.", nil},
		{"identifier in full width", order, "订单ＯＲＤ－４８２１３已找到。", nil},
		{"amount with separators", order, "The total is $1,234.50.", nil},
		{"amount without zero", order, "The total is 1234.5 USD.", nil},
		{"amount in thousands", order, "The total is about 1.2k dollars.", nil},
		{"amount rounded", order, "The total is $1,235.", nil},
		{"amount cut", order, "The total is $1,234.", nil},
		{"amount, continental", order, "Der Betrag ist 1.234,50 €.", nil},
		{"amount in full width", order, "总金额为１２３４．５０美元。", nil},
		{"amount roughly", order, "It costs around $1,200.", nil},
		{"date in words", order, "You ordered on May 1, 2024.", nil},
		{"date in words, day first", order, "You ordered on 1st of May 2024.", nil},
		{"date without year", order, "You ordered on 1 May.", nil},
		{"date, month only", order, "You ordered in May 2024.", nil},
		{"date with slashes", order, "You ordered on 05/01/2024.", nil},
		{"date with slashes, day first", order, "You ordered on 01/05/2024.", nil},
		{"date in Chinese", order, "您于2024年5月1日下单。", nil},
		{"date in Chinese numerals", order, "您于二〇二四年五月一日下单。", nil},
		{"date in a zone ahead", order, "It was placed on 2024-05-02 local time.", nil},
		{"time", order, "It was placed at 8:30 am.", nil},
		{"time in another zone", order, "It was placed at 16:30 in Beijing.", nil},
		{"sum of two", order, "Both prices together are $434.50.", nil},
		{"product", order, "3 × 400 makes $1,200 for the first item.", nil},
		{"card's end", order, "It was charged to the card ending in 4242.", nil},
		{"e-mail", order, "We wrote to li.wei@example.com.", nil},
		{"count of a list", `[` + strings.Repeat(`{"id":1},`, 36) + `{"id":2}]`, "There are 37 entries.", nil},
		{"sum of a list", `[{"n":120},{"n":250},{"n":333}]`, "The total is 703.", nil},
		{"mean of a list", `[{"n":120},{"n":250},{"n":333}]`, "On average 234.33.", nil},
		{"lines of a text", strings.Repeat("a line\n", 42), "The file has 42 lines.", nil},
		{"percentage of two", `{"done":30,"all":120}`, "That is 25% of all.", nil},
		{"growth", `{"last":200,"this":250}`, "It grew by 25 percent.", nil},
		{"fraction as percentage", `{"rate":0.125}`, "The rate is 12.5%.", nil},
		{"percentage in Chinese", `{"rate":0.2}`, "增长了百分之二十。", nil},
		{"percentage in Chinese, digits", `{"rate":"20%"}`, "增长了百分之20。", nil},
		{"cents", `{"amount":1999}`, "It costs $19.99.", nil},
		{"milliseconds", `{"took_ms":1534}`, "It took 1.5 seconds.", nil},
		{"minutes in hours", `{"duration_min":90}`, "The flight takes 1.5 hours.", nil},
		{"seconds since 1970", `{"created":1714550400}`, "It was created on 2024-05-01.", nil},
		{"compact date", `{"date":"20240501"}`, "The date is 1 May 2024.", nil},
		{"ten thousands", `{"users":123456}`, "约12万用户。", nil},
		{"ten thousands, exact", `{"users":120000}`, "共有12万用户。", nil},
		{"hundred millions", `{"revenue":150000000}`, "营收为1.5亿元。", nil},
		{"Chinese numeral", `{"count":120}`, "一共有一百二十件。", nil},
		{"Chinese numeral, colloquial", `{"count":12000}`, "一共一万二。", nil},
		{"Chinese numeral for two", `{"count":2000}`, "共两千条记录。", nil},
		{"Chinese numeral with zero", `{"count":1005}`, "共一千零五条。", nil},
		{"Chinese numeral given", "一百二十三个订单", "There are 123 orders.", nil},
		{"more than", `{"count":1234}`, "超过1200条记录。", nil},
		{"escaped Chinese in JSON", `{"m":"\u5171123\u6761"}`, "共123条。", nil},
		{"flight number with a space", `{"flight":"CA1832"}`, "Your flight is CA 1832.", nil},
		{"flight number composed", `{"airline":"CA","number":"1832"}`, "Your flight is CA1832.", nil},
		{"UUID cut off", `{"id":"3f2504e0-4f89-11d3-9a0c-0305e82c3301"}`, "The id is 3f2504e0-4f89...", nil},
		{"not found", `{"error":"not found"}`, "I could not find that order. Please check the number, or try again in 24 hours.", nil},
		{"failure with status", `connection refused`, "The service answered with HTTP error 503, so I could not look it up.", nil},
		{"list of steps", `{}`, "1. Check the number.\n2. Call us.\n11. Wait.", nil},
		{"small numbers and always", `{}`, "I tried 3 times; support is there 24/7, it is 100% free.", nil},
		{"business days", `{}`, "It takes 3-5 business days, at most 30 days.", nil},
		{"year", `{}`, "In 2024 we had no such flight.", nil},
		{"words with digits", `{}`, "Use 5G or Wi-Fi 6, an MP3, a 4-star hotel, COVID-19, SHA-256.", nil},
		{"quoted words", `{}`, `The tool said "no record found" and “查询失败”.`, nil},
		{"idioms", `{}`, "千万不要担心，万一不行，十分抱歉，三三两两，一一说明。", nil},
		{"cron schedule", "Is '30 2 * * *' valid?", "Yes: it runs daily at 2:30 AM, that is at 2 AM and 30 minutes.", nil},
		{"price of several", `{"fares":[114,145,171,203,88,92,77,66,59,101,240,260,270]}`, "One ticket is $114, so two are $228.", nil},
		{"span of years", `{}`, "It covers 2008-2023.", nil},
		{"version", `{}`, "That came with version 0.7.29.", nil},
		{"quoted name that was given", order, `It ships with "China Eastern Airlines".`, nil},

		// Inventions.
		{"invented order", order, "Your order ORD-99999 is on its way.", []string{"ORD-99999"}},
		{"invented order of digits", order, "Your order number is 77125.", []string{"77125"}},
		{"invented order, Chinese", order, "您的订单号是77125。", []string{"77125"}},
		{"order that reads like a sum", `{"a":400,"b":34}`, "The order number is 434.", []string{"434"}},
		{"invented flight", `{"error":"not found"}`, "You can take flight CA981 at 14:35.", []string{"CA981", "14:35"}},
		{"invented flight, Chinese", `{"error":"not found"}`, "为您找到航班MU5123，票价为¥1,280，5月3日起飞。", []string{"MU5123", "1,280", "5月3日"}},
		{"invented short flight", `{}`, "Take flight 3U8633.", []string{"3U8633"}},
		{"invented amount", order, "The total is $987.65.", []string{"987.65"}},
		{"invented small amount", `{}`, "It costs $5.", []string{"5"}},
		{"invented amount in Chinese", `{}`, "2024年的营收为3.2亿元。", []string{"3.2亿"}},
		{"invented amount in Chinese numerals", `{}`, "一共三千五百元。", []string{"三千五百"}},
		{"invented count", `{"a":1}`, "There are 1,487 users.", []string{"1,487"}},
		{"invented percentage", `{"a":1}`, "It grew by 37.2%.", []string{"37.2%"}},
		{"invented date", order, "It arrives on 2024-06-15.", []string{"2024-06-15"}},
		{"invented date in words", order, "It arrives on June 15, 2024.", []string{"June 15, 2024"}},
		{"other year", order, "You ordered on May 1, 2023.", []string{"May 1, 2023"}},
		{"invented time", order, "It arrives at 19:47.", []string{"19:47"}},
		{"invented address", order, "Write to support@shop-example.com.", []string{"support@shop-example.com"}},
		{"invented UUID", order, "The id is 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d.", []string{"9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"}},
		{"invented phone", order, "Call 138-0013-8000.", []string{"138-0013-8000"}},
		{"invented card", order, "It was charged to the card ending in 1881.", []string{"1881"}},
		{"invented name", order, `You bought the "Blue Ceramic Mug".`, []string{"Blue Ceramic Mug"}},
		{"part of a number", `{"n":1234567}`, "The result is 4567.", []string{"4567"}},
		{"year as amount", `{}`, "It costs $2,024.", []string{"2,024"}},
		{"invented schedule", "Is '30 2 * * *' valid?", "It runs at 5:45 AM.", []string{"5:45 AM"}},
		{"address of a machine", `{}`, "It runs on 10.20.30.40.", []string{"10.20.30.40"}},
		{"invented link", `{}`, "See https://shop.example.com/track/ZX88120.", []string{"ZX88120"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, texts(given(test.given).Unsupported(test.answer))); diff != "" {
				t.Errorf("given %.200s\nanswer %s\n(-want +got):\n%s", test.given, test.answer, diff)
			}
		})
	}
}

func TestFind(t *testing.T) { //nolint:tparallel // its cases share one set
	t.Parallel()
	var g provenance.Given
	sources := []provenance.Source{
		{Kind: provenance.FromUser, Message: 1},
		{Kind: provenance.FromArguments, Tool: "find_order", CallID: "c1"},
		{Kind: provenance.FromTool, Tool: "find_order", CallID: "c1"},
		{Kind: provenance.FromTool, Tool: "get_rate", CallID: "c2"},
		{Kind: provenance.FromModel},
	}
	for i, text := range []string{
		"查一下 2024 年的营收，寄到 12 Rose Street, Berlin", `{"customer":"C-777","limit":50}`, order, `{"rate":"0.20","customer":"C-777","city":"北京"}`, "Perhaps it is ORD-11111.",
	} {
		g.Add(sources[i], text)
	}
	tests := []struct {
		value string
		want  int // index of the source, -1 for none
	}{
		{"ORD-48213", 2},
		{"ord48213", 2},
		{"48213", 2},
		{"1,234.5", 2},
		{"$1234.50", 2},
		{"May 1, 2024", 2},
		{"2024年5月1日", 2},
		{"4242", 2},
		{"20%", 3},
		{"C-777", 3}, // the model's own argument is no origin
		{"50", 1},    // but better than none
		{"北京", 3},
		{"12 Rose Street, Berlin", 0},
		{"Berlin, 12 Rose Street", 0},
		{"2024", 0},
		{"China Eastern", 2},
		{"ORD-11111", 4},
		{"ORD-4821", -1},
		{"ORD-482133", -1},
		{"Rose Streets", -1},
		{"234.50", -1},
		{"", -1},
		{"  ", -1},
	}
	for _, test := range tests { //nolint:paralleltest // the first question builds the index that the others share
		t.Run(test.value, func(t *testing.T) {
			got, ok := g.Find(test.value)
			switch {
			case test.want < 0 && ok:
				t.Errorf("found in %+v, want nowhere", got)
			case test.want >= 0 && (!ok || got != sources[test.want]):
				t.Errorf("found in %+v, %v; want %+v", got, ok, sources[test.want])
			}
		})
	}
}

func TestOrigins(t *testing.T) {
	t.Parallel()
	var g provenance.Given
	user := provenance.Source{Kind: provenance.FromUser}
	g.Add(user, "cancel order A-1001")
	got := g.Origins(json.RawMessage(`{"filter":{"ids":["A-1001","B-2002"]},"max":12345678901234567890,"dry":true,"none":null}`))
	want := []provenance.Origin{
		{Path: "filter.ids[0]", Value: "A-1001", Source: user, Found: true},
		{Path: "filter.ids[1]", Value: "B-2002"},
		{Path: "max", Value: "12345678901234567890"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := g.Origins(json.RawMessage(`{"broken`)); got != nil {
		t.Errorf("got %v for arguments that are no JSON", got)
	}
}

func TestClaims(t *testing.T) {
	t.Parallel()
	answer := `订单 ＯＲＤ－１ costs $1,200.50 (20%), due 2024-05-01 at 3 pm, "Blue Mug".`
	want := []provenance.Claim{
		{Kind: provenance.KindIdentifier, Text: "ＯＲＤ－１"},
		{Kind: provenance.KindNumber, Text: "1,200.50"},
		{Kind: provenance.KindNumber, Text: "20%"},
		{Kind: provenance.KindDate, Text: "2024-05-01"},
		{Kind: provenance.KindTime, Text: "3 pm"},
		{Kind: provenance.KindName, Text: "Blue Mug"},
	}
	got := provenance.Claims(answer)
	for i := range got {
		if answer[got[i].Start:got[i].End] != got[i].Text {
			t.Errorf("%q is not at %d:%d", got[i].Text, got[i].Start, got[i].End)
		}
		got[i].Start, got[i].End = 0, 0
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBoundedMemory(t *testing.T) {
	t.Parallel()
	g := provenance.Given{MaxSource: 100, MaxTotal: 150}
	g.Add(provenance.Source{}, "order A-1001"+strings.Repeat(" ", 80))
	if !g.Complete() || len(g.Unsupported("order B-2002")) != 1 {
		t.Error("nothing was left out yet")
	}
	g.Add(provenance.Source{}, strings.Repeat("x", 200))
	if g.Complete() || len(g.Unsupported("order B-2002")) != 0 {
		t.Error("what was left out could have held the value")
	}
	if _, ok := g.Find("A-1001"); !ok {
		t.Error("what was kept is not found")
	}
}

func TestWhatTheModelSaidIsNotGiven(t *testing.T) {
	t.Parallel()
	var g provenance.Given
	g.Add(provenance.Source{Kind: provenance.FromModel}, "Perhaps it is ORD-11111 for $77.12.")
	if got := texts(g.Unsupported("It is ORD-11111 for $77.12.")); len(got) != 2 {
		t.Errorf("got %v, want both values", got)
	}
}

func TestAddMessage(t *testing.T) {
	t.Parallel()
	run := trajectory.Trajectory{Messages: []trajectory.Message{
		{Role: trajectory.RoleUser, Text: "find the order of C-777"},
		{Role: trajectory.RoleAssistant, Calls: []tool.Call{{ID: "c1", Tool: "find", Args: json.RawMessage(`{"customer":"C-777"}`)}}},
		{Role: trajectory.RoleTool, CallID: "c1", Outcome: &tool.Outcome{Body: `{"order":"A-1001"}`}},
	}}
	var g provenance.Given
	for i := range run.Messages {
		g.AddMessage(i, &run.Messages[i], map[string]string{"c1": "find"})
	}
	got, ok := g.Find("A-1001")
	if want := (provenance.Source{Kind: provenance.FromTool, Tool: "find", CallID: "c1", Message: 2}); !ok || got != want {
		t.Errorf("got %+v, %v; want %+v", got, ok, want)
	}
	if got, _ := g.Find("C-777"); got.Kind != provenance.FromUser {
		t.Errorf("got %+v, want the user", got)
	}
}

// TestVerbatim: whatever is taken from a given text is supported, and in the
// other spellings of it.
func TestVerbatim(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, 1e12).Draw(t, "n")
		cents := rapid.IntRange(0, 99).Draw(t, "cents")
		id := rapid.StringMatching(`[A-Z]{2,4}-?[0-9]{3,9}`).Draw(t, "id")
		when := time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "when"), 0).UTC()
		amount := fmt.Sprintf("%d.%02d", n, cents)
		spellings := []string{
			amount, grouped(n) + fmt.Sprintf(".%02d", cents), "$" + amount, wide(amount), id, strings.ToLower(id), wide(id),
			strings.ReplaceAll(id, "-", ""), when.Format("2006-01-02"), when.Format("January 2, 2006"), when.Format("2 Jan 2006"),
			when.Format("2006年1月2日"), when.Format("2006/1/2"), when.Format("15:04"), when.Format("3:04 PM"),
		}
		from := rapid.SampledFrom([]string{
			fmt.Sprintf(`{"amount":%s,"id":%q,"at":%q}`, amount, id, when.Format(time.RFC3339)),
			fmt.Sprintf("%s cost %s at %s", id, amount, when.Format("2006-01-02 15:04")),
			fmt.Sprintf("编号%s，金额%s元，时间%s", id, amount, when.Format("2006年01月02日 15:04")),
		}).Draw(t, "given")
		g := given(from)
		for _, spelling := range spellings {
			if got := g.Unsupported("It is " + spelling + " indeed."); len(got) > 0 {
				t.Errorf("%q is called unsupported by %q", spelling, from)
			}
			if _, ok := g.Find(spelling); !ok {
				t.Errorf("%q is not found in %q", spelling, from)
			}
		}
	})
}

// TestEveryValueSupportsItself: a text never objects to its own values.
func TestEveryValueSupportsItself(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([A-Za-z0-9,.:/$%#@"'一二十百千万亿零年月日点半分之０-９－ \n-]{0,8}){0,8}`).Draw(t, "text")
		if got := given(text).Unsupported(text); len(got) > 0 {
			t.Errorf("%q objects to its own %+v", text, got)
		}
	})
}

func grouped(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// wide writes ASCII in full width.
func wide(text string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7F {
			return r + 0xFEE0
		}
		return r
	}, text)
}

func FuzzUnsupported(f *testing.F) {
	f.Add(order, "The order ORD-48213 costs $1,234.50.")
	f.Add("一百二十三万零五百，百分之", "２０２４年５月１日 12:61 1.2.3.4 1,23,456 9e9 \\u12 \\ud83d\\ude00")
	f.Fuzz(func(t *testing.T, from, answer string) {
		g := given(from)
		for _, claim := range append(g.Unsupported(answer), provenance.Claims(answer)...) {
			if answer[claim.Start:claim.End] != claim.Text || claim.Text == "" {
				t.Errorf("%+v is not in %q", claim, answer)
			}
		}
		g.Find(answer)
		if got := given(answer).Unsupported(answer); len(got) > 0 {
			t.Errorf("%q objects to its own %+v", answer, got)
		}
	})
}

func BenchmarkAdd(b *testing.B) {
	var text strings.Builder
	text.WriteByte('[')
	for i := 0; text.Len() < 1<<20; i++ {
		fmt.Fprintf(&text, `{"id":"ORD-%06d","customer":"C-%05d","total":%d.%02d,"created":"2024-05-%02dT08:30:00Z","status":"shipped","note":"left at the door"},`, i, i*7%99999, i*13%9999, i%100, i%28+1)
	}
	text.WriteString(`{}]`)
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		var g provenance.Given
		g.MaxSource = 2 << 20
		g.Add(provenance.Source{}, text.String())
		if !g.Complete() {
			b.Fatal("something was left out")
		}
	}
}

func BenchmarkUnsupported(b *testing.B) {
	g := given(order)
	b.ReportAllocs()
	for b.Loop() {
		g.Unsupported("Your order ORD-48213 of May 1, 2024 costs $1,234.50; flight CA981 leaves at 14:35.")
	}
}

func ExampleGiven_Unsupported() {
	var g provenance.Given
	g.Add(provenance.Source{Kind: provenance.FromUser}, "Is there a flight to Oslo on 3 May?")
	g.Add(provenance.Source{Kind: provenance.FromTool, Tool: "find_flights"}, `{"error":"timeout"}`)
	for _, claim := range g.Unsupported("Yes: on May 3rd, flight SK4435 leaves at 14:35 for $129.") {
		fmt.Println(claim.Text)
	}
	// Output:
	// SK4435
	// 14:35
	// 129
}

func ExampleGiven_Find() {
	var g provenance.Given
	g.Add(provenance.Source{Kind: provenance.FromTool, Tool: "find_order"}, `{"id":"ORD-1001","total":"1,250.00"}`)
	source, ok := g.Find("1250")
	fmt.Println(source.Tool, ok)
	_, ok = g.Find("ORD-2002")
	fmt.Println(ok)
	// Output:
	// find_order true
	// false
}

// TestWorkIsLinear: texts made to be slow take no longer than others.
func TestWorkIsLinear(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"1", "a", "1.", "a1.", "1,234", "一", "百分之", "2024年", "a-", "1:", "\"a\":", "may ", "\\u0031", "@", "x@"} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			text := strings.Repeat(part, 1<<18/len(part))
			started := time.Now()
			g := given(text)
			g.Find(text[:1000])
			g.Find(text[:1000] + "z")
			g.Unsupported(text)
			if took := time.Since(started); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

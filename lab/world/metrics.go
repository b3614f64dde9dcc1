package world

import (
	"fmt"
	"math/rand/v2"

	"github.com/sequitur-go/sequitur/tool"
)

// metricTable holds the metrics: the name that the backend knows, and what it
// means. Nobody who asks for "2024 年的营收" can guess the name.
var metricTable = []struct {
	value tool.Value
	unit  string
	low   int
	span  int
}{
	{tool.Value{Name: "fin.rev.2024", Meaning: "revenue 2024 (2024 年营收)", Aliases: []string{"2024年营收", "revenue 2024", "2024 revenue"}}, "CNY", 10_000_000, 80_000_000},
	{tool.Value{Name: "fin.rev.2023", Meaning: "revenue 2023 (2023 年营收)", Aliases: []string{"2023年营收", "revenue 2023", "2023 revenue"}}, "CNY", 10_000_000, 80_000_000},
	{tool.Value{Name: "fin.cost.2024", Meaning: "cost 2024 (2024 年成本)", Aliases: []string{"2024年成本", "cost 2024", "2024 cost"}}, "CNY", 10_000_000, 80_000_000},
	{tool.Value{Name: "fin.profit.2024", Meaning: "net profit 2024 (2024 年净利润)", Aliases: []string{"2024年净利润", "net profit 2024"}}, "CNY", 1_000_000, 8_000_000},
	{tool.Value{Name: "usr.active.2024", Meaning: "active users 2024 (2024 年活跃用户数)", Aliases: []string{"2024年活跃用户数", "active users 2024"}}, "users", 100_000, 800_000},
	{tool.Value{Name: "usr.new.2024", Meaning: "new users 2024 (2024 年新增用户数)", Aliases: []string{"2024年新增用户数", "new users 2024"}}, "users", 100_000, 800_000},
	{tool.Value{Name: "ord.count.2024", Meaning: "number of orders 2024 (2024 年订单数)", Aliases: []string{"2024年订单数", "orders 2024"}}, "orders", 100_000, 800_000},
	{tool.Value{Name: "ord.refund.2024", Meaning: "refunds 2024 (2024 年退款额)", Aliases: []string{"2024年退款额", "refunds 2024"}}, "CNY", 1_000_000, 8_000_000},
}

// metrics is a backend of named figures. A name that it does not have is a file
// that it cannot open, as in many real ones.
func metrics(random *rand.Rand) []entry {
	figures := make(map[string]map[string]any, len(metricTable))
	names := make([]tool.Value, len(metricTable))
	for i, m := range metricTable {
		figures[m.value.Name] = map[string]any{"name": m.value.Name, "value": m.low + random.IntN(m.span), "unit": m.unit}
		names[i] = m.value
	}
	spec := describe("get_metric", "Read one metric of the company by its name.", tool.AccessRead,
		param{"name", "string", "The metric's name."})
	spec.Upstream, spec.Subject = "metrics", "metric"
	return []entry{{
		spec:   spec,
		closed: map[string][]tool.Value{"name": names},
		run: func(args arguments) (any, *refusal) {
			figure, ok := figures[args["name"]]
			if !ok {
				return nil, &refusal{text: fmt.Sprintf("Error: ENOENT: no such metric, open '%s'", args["name"])}
			}
			return figure, nil
		},
	}}
}

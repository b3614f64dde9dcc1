package world

import (
	"fmt"
	"strings"
)

// taskTable holds the tasks of all worlds. In "phrase" tasks the question has a
// word of its own for what the tool wants; in "named" tasks it has the name.
var taskTable = []Task{
	metric("phrase-zh", "zh", "查一下 2024 年的营收", "2024年营收", "fin.rev.2024", "2024 年的营收是 $get_metric.value。"),
	metric("phrase-en", "en", "What was our revenue in 2024?", "revenue 2024", "fin.rev.2024", "Revenue in 2024 was $get_metric.value."),
	metric("named-zh", "zh", "查一下指标 fin.rev.2024 的值", "", "fin.rev.2024", "fin.rev.2024 的值是 $get_metric.value。"),
	metric("named-en", "en", "What is the value of the metric fin.rev.2024?", "", "fin.rev.2024", "fin.rev.2024 is $get_metric.value."),
	{
		ID: "order-total-en", World: "retail", Language: "en",
		Question: "What is the total of the latest order of Lin Mei? Find the order first, then read it.",
		Steps: []Step{
			{"find_order", map[string]any{"customer": "Lin Mei"}},
			{"get_order", map[string]any{"order_id": "$find_order.order_id"}},
		},
		Answer: "The latest order of Lin Mei comes to $get_order.total.",
	},
	{
		ID: "order-total-zh", World: "retail", Language: "zh",
		Question: "客户 Lin Mei 最近一笔订单的总额是多少?先查到订单,再读取它。",
		Steps: []Step{
			{"find_order", map[string]any{"customer": "Lin Mei"}},
			{"get_order", map[string]any{"order_id": "$find_order.order_id"}},
		},
		Answer: "客户 Lin Mei 最近一笔订单的总额是 $get_order.total。",
	},
	{
		ID: "stock-en", World: "retail", Language: "en", Question: "How many pieces of the product lamp are in stock?",
		Steps: []Step{{"get_stock", map[string]any{"product": "lamp"}}}, Answer: "There are $get_stock.stock lamps in stock.",
	},
	{
		ID: "create-order-en", World: "retail", Language: "en", Question: "Order 2 pieces of the product desk for Eva Brandt.",
		Steps:  []Step{{"create_order", map[string]any{"customer": "Eva Brandt", "product": "desk", "quantity": 2}}},
		Answer: "Ordered: $create_order.order_id.",
	},
	{
		ID: "refund-zh", World: "retail", Language: "zh", Question: "给客户 Omar Haddad 的最近一笔订单退款。",
		Steps: []Step{
			{"find_order", map[string]any{"customer": "Omar Haddad"}},
			{"refund_order", map[string]any{"order_id": "$find_order.order_id"}},
		},
		Answer: "已退款 $refund_order.refunded。",
	},
	{
		ID: "fare-en", World: "flights", Language: "en", Question: "What does the flight from Shanghai to Berlin cost?",
		Steps: []Step{
			{"search_flights", map[string]any{"origin": "Shanghai", "destination": "Berlin"}},
			{"get_fare", map[string]any{"flight": "$search_flights.flights.0.flight"}},
		},
		Answer: "The flight costs EUR $get_fare.fare.",
	},
	{
		ID: "book-zh", World: "flights", Language: "zh", Question: "给 Lin Mei 订一张柏林(Berlin)到里斯本(Lisbon)的机票。",
		Steps: []Step{
			{"search_flights", map[string]any{"origin": "Berlin", "destination": "Lisbon"}},
			{"book_flight", map[string]any{"flight": "$search_flights.flights.0.flight", "passenger": "Lin Mei"}},
		},
		Answer: "已预订,预订号 $book_flight.booking。",
	},
}

// metric is a task of one call that reads one metric.
func metric(id, language, question, phrase, name, answer string) Task { //nolint:unparam // a task says which metric it asks for
	return Task{
		ID: id, World: "metrics", Language: language, Question: question, Phrase: phrase,
		Steps: []Step{{"get_metric", map[string]any{"name": name}}}, Answer: answer,
	}
}

// Tasks returns all tasks, in a fixed order.
func Tasks() []Task { return append([]Task(nil), taskTable...) }

// Lookup returns the task of that identifier. The error lists them all.
func Lookup(id string) (Task, error) {
	ids := make([]string, len(taskTable))
	for i := range taskTable {
		if taskTable[i].ID == id {
			return taskTable[i], nil
		}
		ids[i] = taskTable[i].ID
	}
	return Task{}, fmt.Errorf("task must be one of %s, got %q", strings.Join(ids, ", "), id)
}

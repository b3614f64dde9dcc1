package world

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/sequitur-go/sequitur/tool"
)

const notFound = 404

// customerTable and productTable are who and what the shop knows.
var (
	customerTable = []string{"Lin Mei", "Omar Haddad", "Eva Brandt"}
	productTable  = []string{"kettle", "lamp", "desk"}
)

// order is one order of the shop.
type order struct {
	ID       string `json:"order_id"`
	Customer string `json:"customer"`
	Product  string `json:"product"`
	Quantity int    `json:"quantity"`
	Total    string `json:"total"`
	Tracking string `json:"tracking"`
}

// shop is the state behind the retail tools.
type shop struct {
	random *rand.Rand
	orders []order
	stock  map[string]int
}

// retail is a shop: orders to find and read, stock, new orders, refunds.
func retail(random *rand.Rand) []entry {
	s := &shop{random: random, stock: make(map[string]int)}
	for i, customer := range customerTable {
		s.orders = append(s.orders, s.draw(customer, productTable[i], 1+random.IntN(3)))
		s.stock[productTable[i]] = 100 + random.IntN(900)
	}
	entries := []entry{
		{run: s.findOrder, spec: describe("find_order", "Find a customer's latest order.", tool.AccessRead,
			param{"customer", "string", "The customer's full name."})},
		{run: s.getOrder, spec: describe("get_order", "Read one order.", tool.AccessRead,
			param{"order_id", "string", "The order's number, as find_order gives it."})},
		{run: s.getStock, spec: describe("get_stock", "How many pieces of a product are in stock.", tool.AccessRead,
			param{"product", "string", "The product's name."})},
		{run: s.createOrder, spec: describe("create_order", "Order a product for a customer.", tool.AccessWrite,
			param{"customer", "string", "The customer's full name."}, param{"product", "string", "The product's name."},
			param{"quantity", "integer", "How many pieces."})},
		{run: s.refundOrder, spec: describe("refund_order", "Refund an order in full.", tool.AccessWrite,
			param{"order_id", "string", "The order's number, as find_order gives it."})},
	}
	for i := range entries {
		entries[i].spec.Upstream = "retail"
	}
	for _, i := range []int{0, 1, 4} {
		entries[i].spec.Subject = "order"
	}
	entries[2].spec.Subject = "product"
	for _, i := range []int{1, 4} {
		entries[i].spec.Parameters = map[string]tool.Parameter{"order_id": {Source: "find_order", Type: "string"}}
	}
	return entries
}

// draw makes an order whose number and values nobody can guess.
func (s *shop) draw(customer, product string, quantity int) order {
	return order{
		ID:       fmt.Sprintf("ORD-%06d", 100_000+s.random.IntN(900_000)),
		Customer: customer, Product: product, Quantity: quantity,
		Total:    fmt.Sprintf("%d.%02d", 100+s.random.IntN(900), 1+s.random.IntN(99)),
		Tracking: fmt.Sprintf("TRK%08d", s.random.IntN(100_000_000)),
	}
}

func (s *shop) findOrder(args arguments) (any, *refusal) {
	for i := len(s.orders) - 1; i >= 0; i-- {
		if o := &s.orders[i]; o.Customer == args["customer"] {
			return map[string]string{"order_id": o.ID, "product": o.Product}, nil
		}
	}
	return nil, &refusal{notFound, fmt.Sprintf("no order of customer %q", args["customer"])}
}

func (s *shop) order(id string) (*order, *refusal) {
	for i := range s.orders {
		if s.orders[i].ID == id {
			return &s.orders[i], nil
		}
	}
	return nil, &refusal{notFound, fmt.Sprintf("order %q not found", id)}
}

func (s *shop) getOrder(args arguments) (any, *refusal) {
	o, no := s.order(args["order_id"])
	if no != nil {
		return nil, no
	}
	return o, nil
}

func (s *shop) getStock(args arguments) (any, *refusal) {
	n, ok := s.stock[args["product"]]
	if !ok {
		return nil, &refusal{notFound, fmt.Sprintf("product %q not found", args["product"])}
	}
	return map[string]any{"product": args["product"], "stock": n}, nil
}

func (s *shop) createOrder(args arguments) (any, *refusal) {
	quantity, err := strconv.Atoi(args["quantity"])
	if err != nil || quantity < 1 {
		return nil, &refusal{422, fmt.Sprintf("quantity must be a whole number of at least 1, got %q", args["quantity"])}
	}
	if _, ok := s.stock[args["product"]]; !ok {
		return nil, &refusal{notFound, fmt.Sprintf("product %q not found", args["product"])}
	}
	o := s.draw(args["customer"], args["product"], quantity)
	s.orders = append(s.orders, o)
	return o, nil
}

func (s *shop) refundOrder(args arguments) (any, *refusal) {
	o, no := s.order(args["order_id"])
	if no != nil {
		return nil, no
	}
	return map[string]string{"order_id": o.ID, "refunded": o.Total}, nil
}

package world

import (
	"fmt"
	"math/rand/v2"

	"github.com/sequitur-go/sequitur/tool"
)

// routeTable holds the routes that are flown.
var routeTable = [][2]string{{"Shanghai", "Berlin"}, {"Berlin", "Lisbon"}, {"Lisbon", "Shanghai"}}

// airline is the state behind the flight tools.
type airline struct {
	random *rand.Rand
	flight map[[2]string]string
	fare   map[string]int
}

// flights is an airline: search, fare, booking.
func flights(random *rand.Rand) []entry {
	a := &airline{random: random, flight: make(map[[2]string]string), fare: make(map[string]int)}
	for _, route := range routeTable {
		number := fmt.Sprintf("SQ%04d", 1000+random.IntN(9000))
		a.flight[route] = number
		a.fare[number] = 1001 + random.IntN(8000)
	}
	entries := []entry{
		{run: a.search, spec: describe("search_flights", "Find the flight of a route.", tool.AccessRead,
			param{"origin", "string", "City of departure, in English."}, param{"destination", "string", "City of arrival, in English."})},
		{run: a.getFare, spec: describe("get_fare", "What a flight costs.", tool.AccessRead,
			param{"flight", "string", "The flight's number, as search_flights gives it."})},
		{run: a.book, spec: describe("book_flight", "Book a seat.", tool.AccessWrite,
			param{"flight", "string", "The flight's number, as search_flights gives it."},
			param{"passenger", "string", "The passenger's full name."})},
	}
	for i := range entries {
		entries[i].spec.Upstream, entries[i].spec.Subject = "flights", "flight"
	}
	for _, i := range []int{1, 2} {
		entries[i].spec.Parameters = map[string]tool.Parameter{"flight": {Source: "search_flights", Type: "string"}}
	}
	return entries
}

func (a *airline) search(args arguments) (any, *refusal) {
	number, ok := a.flight[[2]string{args["origin"], args["destination"]}]
	if !ok {
		return map[string]any{"flights": []string{}}, nil
	}
	return map[string]any{"flights": []map[string]string{{"flight": number, "departs": "09:40"}}}, nil
}

func (a *airline) getFare(args arguments) (any, *refusal) {
	fare, ok := a.fare[args["flight"]]
	if !ok {
		return nil, &refusal{notFound, fmt.Sprintf("flight %q not found", args["flight"])}
	}
	return map[string]any{"flight": args["flight"], "fare": fare, "currency": "EUR"}, nil
}

func (a *airline) book(args arguments) (any, *refusal) {
	if _, ok := a.fare[args["flight"]]; !ok {
		return nil, &refusal{notFound, fmt.Sprintf("flight %q not found", args["flight"])}
	}
	return map[string]string{
		"booking": fmt.Sprintf("BK%07d", a.random.IntN(10_000_000)), "flight": args["flight"], "passenger": args["passenger"],
	}, nil
}

package sequitur_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/sequitur-go/sequitur"
	"github.com/sequitur-go/sequitur/tool"
)

// What the model is told of a tool holds the values that are known, so that it
// need not guess them.
func ExampleGuard_Specs() {
	g, err := sequitur.New(sequitur.Config{Tools: []tool.Spec{{
		Name:        "get_metric",
		Description: "Look up a figure of the business.",
		Input:       json.RawMessage(`{"type":"object","properties":{"metric":{"type":"string"}},"required":["metric"]}`),
		Access:      tool.AccessRead,
		Parameters: map[string]tool.Parameter{"metric": {Closed: true, Values: []tool.Value{
			{Name: "net_margin", Meaning: "profit after all costs, of revenue"}, {Name: "order_count"},
		}}},
	}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, spec := range g.Specs(tool.Enrichment{}) {
		fmt.Println(spec.Name, string(spec.Input))
	}
	// Output:
	// get_metric {"type":"object","properties":{"metric":{"type":"string","enum":["net_margin","order_count"],"description":"net_margin: profit after all costs, of revenue."}},"required":["metric"]}
}

// The guard's own tools are left as they were declared.
func TestSpecsAreCopies(t *testing.T) {
	t.Parallel()
	const input = `{"properties":{"p":{"type":"string"}}}`
	g, err := sequitur.New(sequitur.Config{Tools: []tool.Spec{
		{Name: "b", Input: json.RawMessage(input), Parameters: map[string]tool.Parameter{"p": {Closed: true, Values: []tool.Value{{Name: "v"}, {Name: "w"}}}}},
		{Name: "a"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	first, second := g.Specs(tool.Enrichment{}), g.Specs(tool.Enrichment{MaxValues: 1})
	if len(first) != 2 || first[0].Name != "b" || first[1].Name != "a" {
		t.Fatalf("got %v", first)
	}
	if string(first[0].Input) == input || string(second[0].Input) != input {
		t.Errorf("got %s and %s", first[0].Input, second[0].Input)
	}
}

package resolve_test

import (
	"fmt"
	"strconv"

	"github.com/sequitur-go/sequitur/resolve"
	"github.com/sequitur-go/sequitur/tool"
)

func ExampleMatch() {
	metrics := []tool.Value{{Name: "net_margin"}, {Name: "gross_margin"}, {Name: "order_count"}}
	for _, given := range []string{"Order Counts", "margin", "weather"} {
		m := resolve.Match(given, metrics)
		fmt.Printf("%s: named %q, ranked %q\n", given, m.Named, m.Ranked)
	}
	// Output:
	// Order Counts: named "order_count", ranked []
	// margin: named "", ranked ["net_margin" "gross_margin"]
	// weather: named "", ranked []
}

func itoa(n int) string { return strconv.Itoa(n) }

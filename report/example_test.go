package report_test

import (
	"fmt"
	"os"

	"github.com/sequitur-go/sequitur/report"
)

func Example() {
	d := report.Document{Title: "Findings", Label: "recorded runs", Sections: []report.Section{{Title: "By kind", Tables: []report.Table{{
		Title: "Blind repeats", Columns: []report.Column{{Name: "kind"}, {Name: "n", Figure: true}}, Rows: [][]string{{"营收", "3"}, {"timeout", "12"}},
	}}}}}
	if err := report.WriteText(os.Stdout, &d, 60); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Findings
	// recorded runs
	//
	// BY KIND
	//
	// Blind repeats (recorded runs)
	//   kind      n
	//   营收      3
	//   timeout  12
}

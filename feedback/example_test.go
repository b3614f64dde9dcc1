package feedback_test

import (
	"fmt"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/tool"
)

func ExampleRenderer_Render() {
	spec := &tool.Spec{
		Name: "get_metric", Access: tool.AccessRead,
		Parameters: map[string]tool.Parameter{"metric": {Values: []tool.Value{
			{Name: "revenue_total", Aliases: []string{"total income"}}, {Name: "orders_count"},
		}}},
	}
	var r feedback.Renderer
	m := r.Render(feedback.Input{
		Spec:  spec,
		Call:  tool.Call{Tool: "get_metric", Args: []byte(`{"metric":"total income"}`)},
		Fault: fault.Fault{Kind: fault.InvalidArgument, Effect: tool.EffectNone},
	})
	fmt.Println(m.Text)
	fmt.Println(m.Object.Parameter.Named)
	// Output:
	// "total income" is not a metric. Call get_metric again with metric="revenue_total".
	// revenue_total
}

func ExampleRedactor() {
	r := feedback.NewRedactor()
	fmt.Println(r.Redact("open /home/u1/.env: denied; token ghp_16C7e42F292c6912E7710c838347Ae178B4a"))
	// Output:
	// open [path]: denied; token [secret]
}

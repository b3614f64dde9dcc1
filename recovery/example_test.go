package recovery_test

import (
	"fmt"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// The same fault, and three tools: what may be repeated is the tool's property.
func ExamplePolicy_Decide() {
	policy := recovery.Default()
	timeout := fault.Fault{Kind: fault.Timeout, Retryable: true, Effect: tool.EffectPossible}
	for _, spec := range []tool.Spec{
		{Name: "put", Access: tool.AccessWrite, Idempotent: true},
		{Name: "pay", Access: tool.AccessWrite, Verify: &tool.Verification{Tool: "find_payment"}},
		{Name: "send", Access: tool.AccessWrite},
	} {
		v := policy.Decide(recovery.Situation{Spec: &spec, Fault: timeout, Attempt: 1, Rand: 0.5})
		fmt.Println(spec.Name, v.Action, v.After, v.Reason)
	}
	// Output:
	// put retry 500ms retryable and safe to repeat
	// pay verify 0s outcome unknown: read back
	// send return 0s outcome unknown: not safe to repeat
}

func Example() {
	policy := recovery.Default()
	spec := tool.Spec{Name: "find", Access: tool.AccessRead}
	limited := fault.Fault{Kind: fault.RateLimited, Retryable: true, Effect: tool.EffectNone, RetryAfter: 7 * time.Second}
	v := policy.Decide(recovery.Situation{Spec: &spec, Fault: limited, Attempt: 1})
	fmt.Println(v.Action, v.After)
	// Output: retry 7s
}

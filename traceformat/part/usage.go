package part

import "github.com/sequitur-go/sequitur/trajectory"

// Apart is what a recording states for a whole run, if it is more than the
// messages state for themselves; nil if they make it up.
func Apart(messages []trajectory.Message, whole *trajectory.Usage) *trajectory.Usage {
	var sum trajectory.Usage
	for i := range messages {
		if u := messages[i].Usage; u != nil {
			sum = sum.Add(*u)
		}
	}
	if whole == nil || whole.In <= sum.In && whole.Out <= sum.Out && sum.In+sum.Out > 0 {
		return nil
	}
	return whole
}

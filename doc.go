// Package sequitur makes an agent's next step after a failed tool call the right
// one. It stands between a tool and the model: it classifies each outcome,
// retries what may be retried, stops what must stop, tells the model what can be
// done next, and never repeats an effect.
//
// Three lines guard a function:
//
//	g, err := sequitur.New(sequitur.Config{})
//	order, err := sequitur.Do(ctx, g, tool.Call{Tool: "get_order"}, fetchOrder)
//	// err.Error() is the sentence for the model; errors.Is still sees the cause.
//
// [Guard.Wrap] does the same for every tool behind one [tool.Invoker]. A
// [Session] is one agent's run: it remembers what the model was given, so that a
// downstream fault can name its root and [Session.CheckAnswer] finds invented
// values. [Session.Begin] and [Operation.Observe] are the step machine below
// all of that; it never waits, so that other loops can drive it.
//
// Without a specification a tool counts as a write that must not be repeated.
// Say what a tool does in [Config.Tools] to have more retried.
package sequitur

package tool

import "context"

type outsideKey struct{}

// RepeatedOutside returns a context for calls that a guard further out repeats
// where that is right. A guard makes them once, and hands a failure that it would
// have repeated on as it is: layers of guards then do not multiply attempts.
func RepeatedOutside(ctx context.Context) context.Context {
	return context.WithValue(ctx, outsideKey{}, true)
}

// IsRepeatedOutside says whether the context is one of [RepeatedOutside].
func IsRepeatedOutside(ctx context.Context) bool {
	outside, _ := ctx.Value(outsideKey{}).(bool)
	return outside
}

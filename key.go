package sequitur

import (
	"crypto/rand"
	"encoding/json"

	"github.com/sequitur-go/sequitur/tool"
)

// keyed gives a call its idempotency key, and says whether the caller brought
// it. A key that the guard makes belongs to one logical call and is kept over
// its attempts: two equal calls of an agent are two calls.
func keyed(spec *tool.Spec, call tool.Call) (keyed tool.Call, callers bool) {
	place := spec.Key
	if call.Key == "" && place != nil && place.Argument != "" {
		var key string
		if json.Unmarshal(argumentAt(call.Args, place.Argument), &key) == nil {
			call.Key = key
		}
	}
	if callers = call.Key != ""; callers || place == nil || spec.Access == tool.AccessRead {
		return call, callers
	}
	call.Key = rand.Text()
	if place.Argument != "" {
		call.Args = withArgument(call.Args, place.Argument, call.Key)
	}
	return call, false
}

// withArgument returns the arguments with one more. Arguments that are no
// object stay as they are: the tool will refuse them anyway.
func withArgument(args json.RawMessage, name, value string) json.RawMessage {
	object := make(map[string]json.RawMessage)
	if len(args) > 0 && json.Unmarshal(args, &object) != nil {
		return args
	}
	if object == nil {
		object = make(map[string]json.RawMessage)
	}
	object[name] = quote(value)
	extended, err := json.Marshal(object)
	if err != nil {
		return args
	}
	return extended
}

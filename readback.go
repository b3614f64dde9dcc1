package sequitur

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// readBack is the call that tells whether the write happened.
func (o *Operation) readBack() tool.Call {
	verify := o.tool.spec.Verify
	var given map[string]json.RawMessage
	if json.Unmarshal(o.call.Args, &given) != nil {
		given = nil
	}
	args := make(map[string]json.RawMessage, len(verify.Args))
	for name, from := range verify.Args {
		if argument, ok := strings.CutPrefix(from, "$"); ok {
			if value := o.argument(given, argument); value != nil {
				args[name] = value
			}
			continue
		}
		args[name] = quote(from)
	}
	call := o.call
	call.Tool, call.Key = verify.Tool, ""
	call.Args, _ = json.Marshal(args) //nolint:errchkjson // raw messages that were parsed before
	return call
}

// argument returns an argument of the write; "$key" is its idempotency key.
func (o *Operation) argument(given map[string]json.RawMessage, name string) json.RawMessage {
	if value, ok := given[name]; ok {
		return value
	}
	if name == "key" && o.call.Key != "" {
		return quote(o.call.Key)
	}
	return nil
}

func quote(text string) json.RawMessage {
	quoted, _ := json.Marshal(text) //nolint:errchkjson // a string always marshals
	return quoted
}

// observeReadBack takes what the read-back showed. Only a found record proves
// that the write happened, and only a clean "no such record" that it did not.
func (o *Operation) observeReadBack(ctx context.Context, now time.Time, out tool.Outcome) Step {
	reader := o.guard.registry.find(o.tool.spec.Verify.Tool)
	call := o.call
	call.Tool = reader.spec.Name
	f := o.guard.classifier.Classify(&reader.spec, &call, &out)
	o.note(&f, &out, o.tool.spec.Verify.Tool)
	o.verified = recovery.VerifyFailed
	if f.Kind == fault.OK {
		o.verified, o.fault.Effect = recovery.VerifiedDone, tool.EffectCertain
	}
	if f.Kind == fault.Empty || f.Kind == fault.NotFound {
		o.verified, o.fault.Effect = recovery.VerifiedNone, tool.EffectNone
	}
	return o.act(ctx, now, o.guard.policy.Decide(o.situation(now)))
}

// observeStandIn takes what a stand-in gave: its success stands for the
// tool's, and says so; its fault leads back to the tool's own.
func (o *Operation) observeStandIn(ctx context.Context, now time.Time, out tool.Outcome) Step {
	name := o.tool.spec.StandIns[o.standIns-1]
	other := o.guard.registry.find(name)
	call := o.call
	call.Tool = name
	f := o.guard.classifier.Classify(&other.spec, &call, &out)
	o.note(&f, &out, name)
	if f.Kind != fault.OK {
		return o.act(ctx, now, o.guard.policy.Decide(o.situation(now)))
	}
	out.Note = o.guard.renderer.StandIn(o.call.Tool, name)
	return o.succeed(ctx, now, &out)
}

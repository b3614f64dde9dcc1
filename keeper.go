package sequitur

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/internal/keep"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/state"
	"github.com/sequitur-go/sequitur/state/memory"
	"github.com/sequitur-go/sequitur/tool"
)

// keeper is what outlives a call: refusals and idempotency claims. Its store is
// asked in a context of its own, because a claim has to be settled even where
// the caller has gone.
type keeper struct {
	memory keep.Memory
	claims keep.Claims
	good   keep.Good
}

// open lets the keeper work on the store, or in the process where it is nil.
func (k *keeper) open(store state.Store, now func() time.Time, policy *recovery.Policy) {
	shared := store != nil
	if !shared {
		store = &memory.Store{Now: now}
	}
	k.memory.Store, k.memory.TTL, k.memory.Shared = store, policy.Memory.TTL, shared
	k.claims.Store, k.claims.Lease = store, lease(policy)
}

// leaseMargin is what a claim outlasts the longest deadline by: an attempt that
// ignores its context, and clocks that differ between processes.
const leaseMargin = 15 * time.Second

// lease is how long a call may be in flight before others take its owner for
// dead and its outcome for unknown.
func lease(policy *recovery.Policy) time.Duration {
	longest := policy.Deadline
	for _, own := range policy.Tools {
		longest = max(longest, own.Deadline)
	}
	if policy.Deadline == 0 {
		return 0 // no bound: the claims' own preset
	}
	return longest + leaseMargin
}

// recall returns the refusal that the same call drew before. A store that does
// not answer stops no healthy tool: what cannot be looked up was not remembered.
func (k *keeper) recall(ctx context.Context, o *Operation) (fault.Fault, int, bool) {
	if k.memory.Empty(o.started) {
		return fault.Fault{}, 0, false
	}
	f, repeats, ok, err := k.memory.Recall(ctx, o.started, o.subject())
	return f, repeats, ok && err == nil
}

func (o *Operation) subject() keep.Subject {
	return keep.Subject{
		Principal: o.call.Principal, Tool: o.call.Tool, Upstream: o.tool.upstream.name, Args: o.asked,
	}
}

func (o *Operation) claimKey() keep.Key {
	return keep.Key{
		Principal: o.call.Principal, Tool: o.call.Tool, Key: o.call.Key, Args: o.asked, Owner: o.owner,
	}
}

// claim asks for the caller's key. Where the call may not be sent it returns
// the fault that says why, or the outcome of the call that was.
func (k *keeper) claim(ctx context.Context, o *Operation) (fault.Fault, *tool.Outcome, bool) {
	o.owner = rand.Text()
	admission, claim, err := k.claims.Take(ctx, o.started, o.claimKey())
	f := fault.Fault{Kind: fault.Conflict, Effect: tool.EffectNone}
	switch {
	case err != nil:
		// Without the claim nobody knows whether the call was sent before.
		f = fault.Fault{Kind: fault.Unknown, Effect: tool.EffectPossible}
	case admission == recovery.AdmitSend:
		return fault.Fault{}, nil, true
	case admission == recovery.AdmitReplay:
		var out tool.Outcome
		if claim.Outcome == nil || json.Unmarshal(claim.Outcome, &out) != nil {
			out = tool.Outcome{Flag: tool.FlagSuccess, Phase: tool.PhaseAnswered}
		}
		return fault.Fault{}, &out, false
	case admission == recovery.AdmitUnknown:
		f = fault.Fault{Kind: fault.Timeout, Effect: tool.EffectPossible}
	}
	f.Evidence = []fault.Evidence{{Layer: fault.LayerStructure, Rule: "claim." + admission.String()}}
	return f, nil, false
}

// succeeded settles the claim of a success, and forgets the refusals that a
// write may have cured.
func (k *keeper) succeeded(ctx context.Context, o *Operation, out *tool.Outcome) {
	ctx = context.WithoutCancel(ctx)
	now := o.guard.now()
	if o.claimed {
		_ = k.claims.Finish(ctx, now, o.claimKey(), out) // a claim left in flight ends as unknown: safe
	}
	k.cured(ctx, now, o.tool)
}

// cured forgets the refusals that the success of a tool's call may have cured.
func (k *keeper) cured(ctx context.Context, now time.Time, t *guarded) {
	if t.spec.Access == tool.AccessWrite && !k.memory.Empty(now) {
		_ = k.memory.Forget(ctx, now, recovery.Scope{Upstream: t.upstream.name}) // only costs a repeat its answer
	}
}

// concluded settles the claim of a call that failed, and remembers a refusal.
func (k *keeper) concluded(ctx context.Context, o *Operation, f *fault.Fault) {
	ctx = context.WithoutCancel(ctx)
	now := o.guard.now()
	if !o.known && recovery.Remembers(f.Kind) {
		_ = k.memory.Remember(ctx, now, o.subject(), f) // not remembered: asked again, no harm
	}
	if !o.claimed {
		return
	}
	switch {
	case f.Effect == tool.EffectNone:
		_ = k.claims.Release(ctx, now, o.claimKey()) // stays in flight until its lease ends: safe
	case o.verified == recovery.VerifiedDone:
		_ = k.claims.Finish(ctx, now, o.claimKey(), &o.outcome)
	default:
		_ = k.claims.Doubt(ctx, now, o.claimKey())
	}
}

// Forget forgets remembered refusals, for instance after a principal got new
// rights; the zero scope is all of them.
func (g *Guard) Forget(ctx context.Context, scope recovery.Scope) error {
	return g.keeper.memory.Forget(ctx, g.now(), scope)
}

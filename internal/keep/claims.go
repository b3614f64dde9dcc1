package keep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/state"
	"github.com/sequitur-go/sequitur/tool"
)

// Claims are the idempotency claims: of the calls under one key, one is sent.
// They are safe for concurrent use.
//
// Unlike the verdict memory, an error of the store is for the caller to weigh:
// without a claim nobody knows whether the call was sent before.
type Claims struct {
	Store state.Store
	// Lease is how long the owner of a claim is believed to be alive. It has to
	// outlast the deadline of a call, or be renewed; 0 is a minute.
	Lease time.Duration
	// Keep is how long a finished or doubtful claim is kept; 0 is a day.
	Keep time.Duration
	// MaxOutcome is how many bytes of an outcome are kept; 0 is 256 KiB. Of a
	// larger one only that it happened is kept.
	MaxOutcome int
}

// The presets of [Claims].
const (
	defaultLease      = time.Minute
	defaultKeep       = 24 * time.Hour
	defaultMaxOutcome = 256 << 10
)

// A Key names one idempotency key, and the call that asks for it.
type Key struct {
	Principal string
	Tool      string
	Key       string
	Args      json.RawMessage
	// Owner names the asking call. It is unique over all processes.
	Owner string
}

func (k *Key) name() string { return recovery.ClaimKey(k.Principal, k.Tool, k.Key) }

var errLost = errors.New("the claim belongs to somebody else")

// Take asks for the key. Only with [recovery.AdmitSend] may the call be sent;
// with [recovery.AdmitReplay] the returned claim holds the outcome, if it was
// kept.
func (c *Claims) Take(ctx context.Context, now time.Time, k Key) (recovery.Admission, recovery.Claim, error) {
	fingerprint := recovery.Fingerprint(k.Args)
	var claim recovery.Claim
	admission := recovery.AdmitNothing
	err := retry(func() error {
		admission = recovery.AdmitNothing
		present, item, err := c.read(ctx, &k)
		if err != nil {
			return err
		}
		next, admitted := present.Admit(k.Owner, fingerprint, now, now.Add(c.lease()))
		if admitted == recovery.AdmitSend || next.State != present.State {
			if err := c.write(ctx, now, &k, next, item.Version); err != nil {
				return err
			}
		}
		claim, admission = next, admitted
		return nil
	})
	if err != nil {
		return recovery.AdmitNothing, recovery.Claim{}, fmt.Errorf("idempotency claim: %w", err)
	}
	return admission, claim, nil
}

// Finish keeps the outcome of a call that is done: the next call under the key
// is answered with it.
func (c *Claims) Finish(ctx context.Context, now time.Time, k Key, out *tool.Outcome) error {
	kept, err := json.Marshal(out)
	if err != nil || len(kept) > c.maxOutcome() {
		kept = nil
	}
	return c.change(ctx, now, &k, func(claim recovery.Claim) (recovery.Claim, bool) {
		return claim.Finish(k.Owner, kept)
	})
}

// Doubt keeps that nobody knows whether the call happened.
func (c *Claims) Doubt(ctx context.Context, now time.Time, k Key) error {
	return c.change(ctx, now, &k, func(claim recovery.Claim) (recovery.Claim, bool) { return claim.Doubt(k.Owner) })
}

// Release frees the key of a call that is proven not to have happened.
func (c *Claims) Release(ctx context.Context, now time.Time, k Key) error {
	return c.change(ctx, now, &k, func(claim recovery.Claim) (recovery.Claim, bool) { return claim.Release(k.Owner) })
}

// Settle ends a doubt by a proof that does not come from the call's owner, for
// instance from a read-back.
func (c *Claims) Settle(ctx context.Context, now time.Time, k Key, happened bool) error {
	return c.change(ctx, now, &k, func(claim recovery.Claim) (recovery.Claim, bool) { return claim.Settle(happened) })
}

func (c *Claims) change(
	ctx context.Context, now time.Time, k *Key, transition func(recovery.Claim) (recovery.Claim, bool),
) error {
	err := retry(func() error {
		present, item, err := c.read(ctx, k)
		if err != nil {
			return err
		}
		next, ok := transition(present)
		if !ok {
			return errLost
		}
		return c.write(ctx, now, k, next, item.Version)
	})
	if err != nil {
		return fmt.Errorf("idempotency claim: %w", err)
	}
	return nil
}

func (c *Claims) read(ctx context.Context, k *Key) (recovery.Claim, state.Item, error) {
	item, err := get(ctx, c.Store, k.name())
	if err != nil || item.Version == "" {
		return recovery.Claim{}, item, err
	}
	claim, err := recovery.DecodeClaim(item.Value)
	return claim, item, err
}

// write stores a claim. A claim in flight is kept as long as the others, so
// that one whose owner went away is found, and found doubtful.
func (c *Claims) write(ctx context.Context, now time.Time, k *Key, claim recovery.Claim, version string) error {
	value, err := claim.Encode()
	if err != nil {
		return err
	}
	expires := now.Add(c.keep())
	if claim.State == recovery.ClaimFree {
		expires = now // stored as expired: deleted
	}
	return c.Store.Swap(ctx, k.name(), state.Item{Value: value, Version: version, Expires: expires})
}

func (c *Claims) lease() time.Duration {
	if c.Lease > 0 {
		return c.Lease
	}
	return defaultLease
}

func (c *Claims) keep() time.Duration {
	if c.Keep > 0 {
		return c.Keep
	}
	return defaultKeep
}

func (c *Claims) maxOutcome() int {
	if c.MaxOutcome > 0 {
		return c.MaxOutcome
	}
	return defaultMaxOutcome
}

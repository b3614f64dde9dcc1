package recovery

import (
	"encoding/json"
	"fmt"
	"time"
)

// A ClaimState is how far the call under one idempotency key has got.
type ClaimState string

// The states of a claim. A key that was released, or never claimed, is free.
const (
	ClaimFree     ClaimState = "free"
	ClaimInFlight ClaimState = "in_flight"
	ClaimDone     ClaimState = "done"
	ClaimUnknown  ClaimState = "unknown"
)

// A Claim is what is known of the call under one idempotency key. It is made
// before anything is sent, so that of two senders one waits:
//
//	free ──▶ in_flight ──▶ done       the outcome is kept
//	  ▲          │  └────▶ unknown    the outcome is ambiguous, or the lease ran out
//	  └──────────┘                    proven not to have happened
//
// Nothing leads on from unknown but a proof: an ambiguous call is never sent
// again under its key by accident.
type Claim struct {
	State ClaimState `json:"state"`
	// Fingerprint is that of the arguments: another payload under the same key
	// is a mistake of the caller's.
	Fingerprint string `json:"fingerprint,omitempty"`
	// Owner is who sends, while the call is in flight.
	Owner string `json:"owner,omitempty"`
	// Lease is until when the owner is believed to be alive.
	Lease time.Time `json:"lease,omitzero"`
	// Outcome is the kept outcome of a call that is done, nil where it was too
	// large to keep.
	Outcome json.RawMessage `json:"outcome,omitempty"`
}

// An Admission says what a claim lets a new call do.
type Admission uint8

// The admissions. AdmitNothing is the zero value: nothing may be sent.
const (
	AdmitNothing  Admission = iota
	AdmitSend               // the claim is the caller's: send
	AdmitWait               // another one is sending: wait, or refuse
	AdmitReplay             // it is done: answer with the kept outcome
	AdmitUnknown            // nobody knows whether it happened: check before repeating
	AdmitMismatch           // the key belongs to other arguments: refuse
)

var admissionNames = [...]string{"nothing", "send", "wait", "replay", "unknown", "mismatch"}

// String returns the admission's name.
func (a Admission) String() string { return admissionNames[min(int(a), len(admissionNames)-1)] }

// Admit returns the claim after a call with these arguments asked for the key,
// and what that call may do. Where it may send, the returned claim has to be
// stored first. The owner of a claim in flight may not send twice either: the
// attempts of one call are made under one claim.
func (c Claim) Admit(owner, fingerprint string, now, lease time.Time) (Claim, Admission) {
	switch {
	case c.State == "", c.State == ClaimFree:
		return Claim{State: ClaimInFlight, Fingerprint: fingerprint, Owner: owner, Lease: lease}, AdmitSend
	case c.Fingerprint != fingerprint:
		return c, AdmitMismatch
	case c.State == ClaimDone:
		return c, AdmitReplay
	case c.State == ClaimInFlight && now.Before(c.Lease):
		return c, AdmitWait
	case c.State == ClaimInFlight, c.State == ClaimUnknown:
		// An owner that went away leaves a call that may have happened.
		return c.doubted(), AdmitUnknown
	}
	return c, AdmitNothing
}

// Finish returns the claim of a call that is done, with its outcome. An owner
// whose lease ran out may still bring the proof.
func (c Claim) Finish(owner string, outcome json.RawMessage) (Claim, bool) {
	if !c.heldBy(owner) && !c.doubtedBy(owner) {
		return c, false
	}
	return Claim{State: ClaimDone, Fingerprint: c.Fingerprint, Outcome: outcome}, true
}

// Doubt returns the claim of a call whose outcome is ambiguous.
func (c Claim) Doubt(owner string) (Claim, bool) {
	if c.doubtedBy(owner) {
		return c, true
	}
	if !c.heldBy(owner) {
		return c, false
	}
	return c.doubted(), true
}

// Release returns the claim of a call that is proven not to have happened: the
// key is free again.
func (c Claim) Release(owner string) (Claim, bool) {
	if !c.heldBy(owner) && !c.doubtedBy(owner) {
		return c, false
	}
	return Claim{State: ClaimFree}, true
}

// Settle returns a claim in doubt after a proof by somebody else than its
// owner, for instance a read-back: done, or free again.
func (c Claim) Settle(happened bool) (Claim, bool) {
	switch {
	case c.State != ClaimUnknown:
		return c, false
	case happened:
		return Claim{State: ClaimDone, Fingerprint: c.Fingerprint}, true
	}
	return Claim{State: ClaimFree}, true
}

func (c *Claim) heldBy(owner string) bool { return c.State == ClaimInFlight && c.Owner == owner }

func (c *Claim) doubtedBy(owner string) bool { return c.State == ClaimUnknown && c.Owner == owner }

func (c *Claim) doubted() Claim {
	return Claim{State: ClaimUnknown, Fingerprint: c.Fingerprint, Owner: c.Owner}
}

// Encode returns the claim's bytes.
func (c *Claim) Encode() ([]byte, error) { return json.Marshal(c) }

// DecodeClaim reads what Encode wrote. A claim that cannot be read is an error,
// never a free key.
func DecodeClaim(data []byte) (Claim, error) {
	var c Claim
	if err := json.Unmarshal(data, &c); err != nil {
		return Claim{}, fmt.Errorf("claim entry: %w", err)
	}
	switch c.State {
	case ClaimFree, ClaimInFlight, ClaimDone, ClaimUnknown:
		return c, nil
	}
	return Claim{}, fmt.Errorf("claim entry: state must be one of free, in_flight, done, unknown, got %q", c.State)
}

// ClaimKey names the entry of one idempotency key. Keys of different principals
// or tools never meet.
func ClaimKey(principal, toolName, key string) string {
	return stateKey("claim/", principal, toolName, key)
}

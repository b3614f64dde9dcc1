package recovery_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

func TestRemembers(t *testing.T) {
	t.Parallel()
	want := map[fault.Kind]bool{
		fault.Forbidden: true, fault.QuotaExhausted: true, fault.Unauthenticated: true,
		fault.UnknownTool: true, fault.Declined: true, fault.InvalidArgument: true,
	}
	for _, k := range append(fault.Kinds(), fault.OK) {
		if got := recovery.Remembers(k); got != want[k] {
			t.Errorf("Remembers(%v) = %v", k, got)
		}
	}
}

func TestRefusalKeepsTheFault(t *testing.T) {
	t.Parallel()
	f := fault.Fault{
		Kind: fault.InvalidArgument, Effect: tool.EffectPossible, Retryable: true, Status: 400, Code: "bad_metric",
		Parameters: []fault.Parameter{
			{Path: "metric", Rule: tool.RuleEnum, Given: json.RawMessage(`"x"`), Want: "one of the list", Allowed: []string{"a", "b"}},
			{Path: "broken", Given: json.RawMessage(`{"`)},
		},
		Detail: strings.Repeat("é", 400),
	}
	refusal := recovery.NewRefusal(&f, "v1", []string{"", "m"}, epoch.Add(time.Minute))
	refusal = refusal.Repeated().Repeated()
	data, err := refusal.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := recovery.DecodeRefusal(data)
	if err != nil {
		t.Fatal(err)
	}
	if back.Repeats != 2 {
		t.Errorf("Repeats = %d, want 2", back.Repeats)
	}
	got := back.Fault()
	if len(got.Detail) != 500 || !utf8.ValidString(got.Detail) {
		t.Errorf("the detail is %d bytes, want 500 and whole runes", len(got.Detail))
	}
	want := fault.Fault{
		Kind: fault.InvalidArgument, Effect: tool.EffectNone, Status: 400, Code: "bad_metric", Parameters: f.Parameters,
		Detail: got.Detail, Evidence: []fault.Evidence{{Layer: fault.LayerStructure, Rule: "memory", Span: "invalid_argument"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Fault (-want +got):\n%s", diff)
	}
}

func TestRefusalHolds(t *testing.T) {
	t.Parallel()
	refusal := recovery.NewRefusal(&fault.Fault{Kind: fault.Forbidden}, "v1", []string{"", "m"}, epoch.Add(time.Minute))
	tests := []struct {
		name   string
		config string
		marks  []string
		now    time.Time
		want   bool
	}{
		{"nothing forgotten", "v1", []string{"", "m"}, epoch, true},
		{"the mark of before has expired", "v1", []string{"", ""}, epoch, true},
		{"first mark", "v1", []string{"new", "m"}, epoch, false},
		{"another mark", "v1", []string{"", "new"}, epoch, false},
		{"other scopes", "v1", []string{""}, epoch, false},
		{"configuration", "v2", []string{"", "m"}, epoch, false},
		{"expired", "v1", []string{"", "m"}, epoch.Add(time.Minute), false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := refusal.Holds(test.config, test.marks, test.now); got != test.want {
				t.Errorf("Holds = %v, want %v", got, test.want)
			}
		})
	}
}

func TestKeysAreApart(t *testing.T) {
	t.Parallel()
	keys := map[string]string{}
	add := func(what, key string) {
		if other, ok := keys[key]; ok {
			t.Errorf("%s and %s have one key", what, other)
		}
		keys[key] = what
		if strings.Contains(key, "ann") {
			t.Errorf("%s: the key shows the principal: %s", what, key)
		}
	}
	args := json.RawMessage(`{"a":1}`)
	add("refusal", recovery.RefusalKey("ann", "find", args))
	add("other principal", recovery.RefusalKey("bob", "find", args))
	add("other tool", recovery.RefusalKey("ann", "pay", args))
	add("other arguments", recovery.RefusalKey("ann", "find", nil))
	add("moved boundary", recovery.RefusalKey("annf", "ind", args))
	add("claim", recovery.ClaimKey("ann", "find", "k"))
	add("claim, moved boundary", recovery.ClaimKey("ann", "findk", ""))
	add("all", recovery.Scope{}.Key())
	add("scope principal", recovery.Scope{Principal: "ann"}.Key())
	add("scope tool", recovery.Scope{Tool: "ann"}.Key())
	add("scope upstream", recovery.Scope{Upstream: "ann"}.Key())
}

func TestAdmit(t *testing.T) {
	t.Parallel()
	lease := epoch.Add(time.Minute)
	inFlight := recovery.Claim{State: recovery.ClaimInFlight, Fingerprint: "f", Owner: "a", Lease: lease}
	unknown := recovery.Claim{State: recovery.ClaimUnknown, Fingerprint: "f", Owner: "a"}
	done := recovery.Claim{State: recovery.ClaimDone, Fingerprint: "f", Outcome: json.RawMessage(`{}`)}
	mine := recovery.Claim{State: recovery.ClaimInFlight, Fingerprint: "f", Owner: "b", Lease: lease}
	tests := []struct {
		name        string
		claim       recovery.Claim
		fingerprint string
		now         time.Time
		want        recovery.Claim
		admission   recovery.Admission
	}{
		{"never claimed", recovery.Claim{}, "f", epoch, mine, recovery.AdmitSend},
		{"released", recovery.Claim{State: recovery.ClaimFree}, "f", epoch, mine, recovery.AdmitSend},
		{"in flight", inFlight, "f", epoch, inFlight, recovery.AdmitWait},
		{"in flight, other payload", inFlight, "g", epoch, inFlight, recovery.AdmitMismatch},
		{"owner went away", inFlight, "f", lease, unknown, recovery.AdmitUnknown},
		{"owner went away, other payload", inFlight, "g", lease, inFlight, recovery.AdmitMismatch},
		{"unknown", unknown, "f", epoch, unknown, recovery.AdmitUnknown},
		{"done", done, "f", epoch, done, recovery.AdmitReplay},
		{"done, other payload", done, "g", epoch, done, recovery.AdmitMismatch},
		{"no such state", recovery.Claim{State: "odd", Fingerprint: "f"}, "f", epoch, recovery.Claim{State: "odd", Fingerprint: "f"}, recovery.AdmitNothing},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, admission := test.claim.Admit("b", test.fingerprint, test.now, lease)
			if admission != test.admission {
				t.Errorf("admission %v, want %v", admission, test.admission)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("claim (-want +got):\n%s", diff)
			}
		})
	}
}

// TestClaimModel drives one claim by several owners at random: never are two
// of them sending, and a call in doubt is never sent again without a proof.
func TestClaimModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var claim recovery.Claim
		now := epoch
		sending, doubt, happened := "", false, false
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 40).Draw(t, "seconds")) * time.Second)
			owner := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "owner")
			var ok bool
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0:
				before := claim
				var admission recovery.Admission
				claim, admission = claim.Admit(owner, "f", now, now.Add(time.Minute))
				if admission == recovery.AdmitSend {
					if sending != "" || doubt || happened {
						t.Fatalf("%s may send; sending %q, doubt %v, happened %v", owner, sending, doubt, happened)
					}
					sending = owner
				}
				if admission == recovery.AdmitUnknown {
					doubt = true
				}
				if admission == recovery.AdmitWait && !now.Before(before.Lease) {
					t.Fatal("waits for an owner that went away")
				}
			case 1:
				if claim, ok = claim.Finish(owner, nil); ok {
					if owner != sending {
						t.Fatalf("%s finished the call of %q", owner, sending)
					}
					sending, doubt, happened = "", false, true
				}
			case 2:
				if claim, ok = claim.Doubt(owner); ok {
					if owner != sending {
						t.Fatalf("%s doubted the call of %q", owner, sending)
					}
					doubt = true
				}
			case 3:
				if claim, ok = claim.Release(owner); ok {
					if owner != sending {
						t.Fatalf("%s released the call of %q", owner, sending)
					}
					sending, doubt = "", false
				}
			case 4:
				if claim, ok = claim.Settle(false); ok {
					if !doubt {
						t.Fatal("settled a call that nobody doubts")
					}
					sending, doubt = "", false
				}
			}
			data, err := claim.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if claim.State == "" {
				continue
			}
			if claim, err = recovery.DecodeClaim(data); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestSettle(t *testing.T) {
	t.Parallel()
	claim, _ := recovery.Claim{}.Admit("a", "f", epoch, epoch.Add(time.Second))
	if _, ok := claim.Settle(true); ok {
		t.Error("a call in flight was settled")
	}
	claim, _ = claim.Doubt("a")
	if done, ok := claim.Settle(true); !ok || done.State != recovery.ClaimDone {
		t.Errorf("settled: %v, %+v", ok, done)
	}
}

func TestDecodeRefusesWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	for _, data := range []string{``, `{`, `null`, `{}`, `{"state":"odd"}`, `{"kind":"timeout"}`} {
		if c, err := recovery.DecodeClaim([]byte(data)); err == nil {
			t.Errorf("claim %q was read as %+v", data, c)
		}
		if r, err := recovery.DecodeRefusal([]byte(data)); err == nil {
			t.Errorf("refusal %q was read as %+v", data, r)
		}
	}
}

// FuzzEntries reads what another process may have left in a store.
func FuzzEntries(f *testing.F) {
	f.Add([]byte(`{"state":"unknown"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if claim, err := recovery.DecodeClaim(data); err == nil {
			again, err := claim.Encode()
			if err != nil {
				t.Fatalf("%q was read, and cannot be written: %v", data, err)
			}
			if _, err := recovery.DecodeClaim(again); err != nil {
				t.Fatalf("%q was written, and cannot be read: %v", again, err)
			}
			_, admission := claim.Admit("b", "f", epoch, epoch)
			if admission == recovery.AdmitSend && claim.State != recovery.ClaimFree {
				t.Fatalf("%q lets a call be sent", data)
			}
		}
		if refusal, err := recovery.DecodeRefusal(data); err == nil {
			if !recovery.Remembers(refusal.Fault().Kind) {
				t.Fatalf("%q is remembered", data)
			}
		}
	})
}

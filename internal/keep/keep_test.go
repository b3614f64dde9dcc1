package keep_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/internal/keep"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/state"
	"github.com/sequitur-go/sequitur/state/memory"
	"github.com/sequitur-go/sequitur/tool"
)

const ttl = 10 * time.Minute

var epoch = time.Unix(1_800_000_000, 0)

// clock stands still until it is moved.
type clock struct{ nanos atomic.Int64 }

func (c *clock) Now() time.Time { return epoch.Add(time.Duration(c.nanos.Load())) }

func (c *clock) pass(d time.Duration) { c.nanos.Add(int64(d)) }

func newMemory() (*keep.Memory, *clock) {
	c := &clock{}
	return &keep.Memory{Store: &memory.Store{Now: c.Now}, TTL: ttl}, c
}

var (
	subject   = keep.Subject{Principal: "ann", Tool: "read_file", Upstream: "files", Args: json.RawMessage(`{"name":"a"}`)}
	forbidden = fault.Fault{Kind: fault.Forbidden, Detail: "no"}
)

func remember(t *testing.T, m *keep.Memory, c *clock, s keep.Subject) {
	t.Helper()
	if err := m.Remember(t.Context(), c.Now(), s, &forbidden); err != nil {
		t.Fatal(err)
	}
}

// recall returns the repeats, 0 where nothing is known.
func recall(t *testing.T, m *keep.Memory, c *clock, s keep.Subject) int {
	t.Helper()
	f, repeats, ok, err := m.Recall(t.Context(), c.Now(), s)
	if err != nil {
		t.Fatal(err)
	}
	if ok != (repeats > 0) || (ok && f.Kind != fault.Forbidden) {
		t.Fatalf("Recall = %+v, %d, %v", f, repeats, ok)
	}
	return repeats
}

func TestMemoryCountsRepeats(t *testing.T) {
	t.Parallel()
	m, c := newMemory()
	if !m.Empty(c.Now()) {
		t.Error("a new memory is not empty")
	}
	remember(t, m, c, subject)
	for want := 1; want <= 5; want++ {
		if got := recall(t, m, c, subject); got != want {
			t.Fatalf("repeat %d, want %d", got, want)
		}
	}
	respelt := subject
	respelt.Args = json.RawMessage(` { "name" : "a" } `)
	if recall(t, m, c, respelt) != 6 {
		t.Error("the same arguments, spelt otherwise, are not known")
	}
	c.pass(ttl)
	if recall(t, m, c, subject) != 0 || !m.Empty(c.Now()) {
		t.Error("remembered for longer than its time: repeats must not prolong it")
	}
}

func TestMemoryForgets(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		scope recovery.Scope
		known bool
	}{
		{"everything", recovery.Scope{}, false},
		{"the principal", recovery.Scope{Principal: "ann"}, false},
		{"another principal", recovery.Scope{Principal: "bob"}, true},
		{"the tool", recovery.Scope{Tool: "read_file"}, false},
		{"another tool", recovery.Scope{Tool: "ann"}, true},
		{"the upstream", recovery.Scope{Upstream: "files"}, false},
		{"another upstream", recovery.Scope{Upstream: "mail"}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m, c := newMemory()
			remember(t, m, c, subject)
			if err := m.Forget(t.Context(), c.Now(), test.scope); err != nil {
				t.Fatal(err)
			}
			if known := recall(t, m, c, subject) > 0; known != test.known {
				t.Errorf("known = %v, want %v", known, test.known)
			}
			remember(t, m, c, subject)
			if recall(t, m, c, subject) == 0 {
				t.Error("cannot be remembered anew")
			}
		})
	}
}

func TestMemoryOfAnotherConfiguration(t *testing.T) {
	t.Parallel()
	m, c := newMemory()
	remember(t, m, c, subject)
	other := &keep.Memory{Store: m.Store, TTL: ttl, Config: "v2", Shared: true}
	if recall(t, other, c, subject) != 0 {
		t.Error("recalled under another configuration")
	}
	same := &keep.Memory{Store: m.Store, TTL: ttl, Shared: true}
	if recall(t, same, c, subject) != 1 {
		t.Error("another process does not recall what is in the shared store")
	}
	if alone := (&keep.Memory{Store: m.Store, TTL: ttl}); recall(t, alone, c, subject) != 0 {
		t.Error("a store that is not shared was asked")
	}
}

func TestMemoryKeepsRefusalsOnly(t *testing.T) {
	t.Parallel()
	m, c := newMemory()
	for _, k := range fault.Kinds() {
		s := subject
		s.Tool = k.String()
		if err := m.Remember(t.Context(), c.Now(), s, &fault.Fault{Kind: k}); err != nil {
			t.Fatal(err)
		}
		_, _, ok, err := m.Recall(t.Context(), c.Now(), s)
		if err != nil || ok != recovery.Remembers(k) {
			t.Errorf("%v: recalled = %v, %v", k, ok, err)
		}
	}
	off := &keep.Memory{Store: m.Store, Shared: true}
	if err := off.Remember(t.Context(), c.Now(), subject, &forbidden); err != nil {
		t.Fatal(err)
	}
	if recall(t, off, c, subject) != 0 {
		t.Error("a memory without a time to live remembers")
	}
}

// TestRefusalReachesBackendOnce compares the memory with a plain table of what
// was refused and when it was forgotten: within its life a refused call reaches
// the backend once, and nothing else is held back.
func TestRefusalReachesBackendOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m, c := newMemory()
		refused := map[string]time.Time{} // when it was refused and not forgotten since
		pick := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(t, name) }
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			c.pass(time.Duration(rapid.IntRange(0, 240).Draw(t, "seconds")) * time.Second)
			if rapid.IntRange(0, 5).Draw(t, "what") == 0 {
				scope := recovery.Scope{Principal: pick("principal", "", "ann", "bob")}
				if scope.Principal == "" {
					scope.Tool = pick("tool", "", "read", "list")
				}
				if err := m.Forget(t.Context(), c.Now(), scope); err != nil {
					t.Fatal(err)
				}
				for key := range refused {
					if strings.Contains(key, scope.Principal+"/") && strings.Contains(key, "/"+scope.Tool) {
						delete(refused, key)
					}
				}
				continue
			}
			s := keep.Subject{Principal: pick("principal", "ann", "bob"), Tool: pick("tool", "read", "list"), Upstream: "files", Args: json.RawMessage(pick("args", `{"n":1}`, `{"n":2}`))}
			key := fmt.Sprintf("%s/%s%s", s.Principal, s.Tool, s.Args)
			at, known := refused[key]
			known = known && c.Now().Sub(at) < ttl
			_, _, ok, err := m.Recall(t.Context(), c.Now(), s)
			if err != nil {
				t.Fatal(err)
			}
			if ok != known {
				t.Fatalf("%s: recalled = %v, want %v", key, ok, known)
			}
			if !ok { // the backend is asked, and refuses
				refused[key] = c.Now()
				if err := m.Remember(t.Context(), c.Now(), s, &forbidden); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func TestMemoryUnderContention(t *testing.T) {
	t.Parallel()
	m, c := newMemory()
	remember(t, m, c, subject)
	var workers sync.WaitGroup
	var known atomic.Int64
	for range 16 {
		workers.Go(func() {
			for range 20 {
				_, _, ok, err := m.Recall(t.Context(), c.Now(), subject)
				if err != nil {
					t.Error(err)
				}
				if ok {
					known.Add(1)
				}
			}
		})
	}
	workers.Wait()
	if got := known.Load(); got != 320 {
		t.Errorf("known %d times of 320: a lost count must not let a call through", got)
	}
}

// broken is a store that is down.
type broken struct{}

var errDown = errors.New("store is down")

func (broken) Get(context.Context, string) (state.Item, error) { return state.Item{}, errDown }

func (broken) Swap(context.Context, string, state.Item) error { return errDown }

func TestStoreIsDown(t *testing.T) {
	t.Parallel()
	m := &keep.Memory{Store: broken{}, TTL: ttl, Shared: true}
	if err := m.Remember(t.Context(), epoch, subject, &forbidden); !errors.Is(err, errDown) {
		t.Errorf("Remember: %v", err)
	}
	if _, _, ok, err := m.Recall(t.Context(), epoch, subject); ok || !errors.Is(err, errDown) {
		t.Errorf("Recall: %v, %v", ok, err)
	}
	if err := m.Forget(t.Context(), epoch, recovery.Scope{}); !errors.Is(err, errDown) {
		t.Errorf("Forget: %v", err)
	}
	c := &keep.Claims{Store: broken{}}
	admission, _, err := c.Take(t.Context(), epoch, key("a"))
	if admission != recovery.AdmitNothing || !errors.Is(err, errDown) {
		t.Errorf("Take: %v, %v", admission, err)
	}
	if err := c.Doubt(t.Context(), epoch, key("a")); !errors.Is(err, errDown) {
		t.Errorf("Doubt: %v", err)
	}
}

func key(owner string) keep.Key {
	return keep.Key{Principal: "ann", Tool: "pay", Key: "k-1", Args: json.RawMessage(`{"amount":5}`), Owner: owner}
}

func newClaims() (*keep.Claims, *clock) {
	c := &clock{}
	return &keep.Claims{Store: &memory.Store{Now: c.Now}}, c
}

func take(t *testing.T, claims *keep.Claims, c *clock, k keep.Key, want recovery.Admission) recovery.Claim {
	t.Helper()
	admission, claim, err := claims.Take(t.Context(), c.Now(), k)
	if err != nil {
		t.Fatal(err)
	}
	if admission != want {
		t.Fatalf("%s: admission %v, want %v", k.Owner, admission, want)
	}
	return claim
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestClaimIsReplayed(t *testing.T) {
	t.Parallel()
	claims, c := newClaims()
	take(t, claims, c, key("a"), recovery.AdmitSend)
	take(t, claims, c, key("b"), recovery.AdmitWait)
	take(t, claims, c, key("a"), recovery.AdmitWait)
	must(t, claims.Finish(t.Context(), c.Now(), key("a"), &tool.Outcome{Body: `{"id":7}`, Flag: tool.FlagSuccess}))
	claim := take(t, claims, c, key("b"), recovery.AdmitReplay)
	var out tool.Outcome
	must(t, json.Unmarshal(claim.Outcome, &out))
	if out.Body != `{"id":7}` || out.Flag != tool.FlagSuccess {
		t.Errorf("replayed %+v", out)
	}
	other := key("b")
	other.Args = json.RawMessage(`{"amount":6}`)
	take(t, claims, c, other, recovery.AdmitMismatch)
	elsewhere := key("b")
	elsewhere.Principal = "bob"
	take(t, claims, c, elsewhere, recovery.AdmitSend)
	c.pass(25 * time.Hour)
	take(t, claims, c, key("b"), recovery.AdmitSend)
}

func TestClaimOfLargeOutcome(t *testing.T) {
	t.Parallel()
	claims, c := newClaims()
	claims.MaxOutcome = 100
	take(t, claims, c, key("a"), recovery.AdmitSend)
	must(t, claims.Finish(t.Context(), c.Now(), key("a"), &tool.Outcome{Body: strings.Repeat("x", 200)}))
	if claim := take(t, claims, c, key("b"), recovery.AdmitReplay); len(claim.Outcome) != 0 {
		t.Errorf("kept %d bytes", len(claim.Outcome))
	}
}

func TestClaimOfLostOwner(t *testing.T) {
	t.Parallel()
	claims, c := newClaims()
	take(t, claims, c, key("a"), recovery.AdmitSend)
	c.pass(50 * time.Second)
	take(t, claims, c, key("b"), recovery.AdmitWait)
	c.pass(10 * time.Second)
	take(t, claims, c, key("b"), recovery.AdmitUnknown)
	c.pass(time.Hour)
	take(t, claims, c, key("b"), recovery.AdmitUnknown)
	if err := claims.Release(t.Context(), c.Now(), key("b")); err == nil {
		t.Error("a stranger released the claim")
	}
	must(t, claims.Settle(t.Context(), c.Now(), key("b"), false))
	take(t, claims, c, key("b"), recovery.AdmitSend)
}

func TestClaimIsReleasedOrDoubted(t *testing.T) {
	t.Parallel()
	claims, c := newClaims()
	take(t, claims, c, key("a"), recovery.AdmitSend)
	must(t, claims.Release(t.Context(), c.Now(), key("a")))
	if _, err := claims.Store.Get(t.Context(), recovery.ClaimKey("ann", "pay", "k-1")); !errors.Is(err, state.ErrNotFound) {
		t.Errorf("a released claim stays in the store: %v", err)
	}
	take(t, claims, c, key("b"), recovery.AdmitSend)
	if err := claims.Finish(t.Context(), c.Now(), key("a"), &tool.Outcome{}); err == nil {
		t.Error("an owner of before finished the claim of its successor")
	}
	must(t, claims.Doubt(t.Context(), c.Now(), key("b")))
	take(t, claims, c, key("c"), recovery.AdmitUnknown)
	must(t, claims.Finish(t.Context(), c.Now(), key("b"), &tool.Outcome{Body: "late"}))
	take(t, claims, c, key("c"), recovery.AdmitReplay)
}

func TestClaimIsTakenOnce(t *testing.T) {
	t.Parallel()
	for range 50 {
		claims, c := newClaims()
		var sent atomic.Int64
		var workers sync.WaitGroup
		for i := range 32 {
			workers.Go(func() {
				admission, _, err := claims.Take(t.Context(), c.Now(), key(fmt.Sprint(i)))
				switch {
				case err != nil:
					t.Error(err)
				case admission == recovery.AdmitSend:
					sent.Add(1)
				case admission != recovery.AdmitWait:
					t.Errorf("admission %v", admission)
				}
			})
		}
		workers.Wait()
		if got := sent.Load(); got != 1 {
			t.Fatalf("%d of 32 may send, want 1", got)
		}
	}
}

func TestUnreadableClaimIsNotFree(t *testing.T) {
	t.Parallel()
	claims, c := newClaims()
	name := recovery.ClaimKey("ann", "pay", "k-1")
	must(t, claims.Store.Swap(t.Context(), name, state.Item{Value: []byte(`{"state":"from the future"}`)}))
	if admission, _, err := claims.Take(t.Context(), c.Now(), key("a")); err == nil || admission != recovery.AdmitNothing {
		t.Errorf("Take: %v, %v", admission, err)
	}
}

// BenchmarkEmpty is what the verdict memory costs a call while nothing is
// remembered.
func BenchmarkEmpty(b *testing.B) {
	m, c := newMemory()
	now := c.Now()
	for b.Loop() {
		if _, _, ok, _ := m.Recall(b.Context(), now, subject); ok {
			b.Fatal("known")
		}
	}
}

func Example() {
	ctx := context.Background()
	store := &memory.Store{Now: func() time.Time { return epoch }}
	m := &keep.Memory{Store: store, TTL: 10 * time.Minute}
	call := keep.Subject{Principal: "ann", Tool: "read_file", Args: json.RawMessage(`{"name":"a"}`)}
	fmt.Println(m.Remember(ctx, epoch, call, &fault.Fault{Kind: fault.Forbidden}))
	f, repeats, known, err := m.Recall(ctx, epoch, call)
	fmt.Println(f.Kind, repeats, known, err)
	// Output:
	// <nil>
	// forbidden 1 true <nil>
}

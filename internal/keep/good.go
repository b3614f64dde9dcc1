package keep

import (
	"sync"
	"time"

	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// What a Good keeps at most.
const (
	goodEntries = 256
	goodBytes   = 8 << 20
)

// Good keeps the last good results of reads in the process. They are nowhere
// else: a result may hold what must not lie about. The zero Good is empty and
// ready to use, and safe for concurrent use.
type Good struct {
	mu    sync.Mutex
	kept  map[goodKey]Kept
	order []goodKey // the oldest first
	bytes int
}

type goodKey struct{ principal, upstream, tool, args string }

// A Kept is a result, and when it came.
type Kept struct {
	Outcome tool.Outcome
	Time    time.Time
}

func keyOf(s Subject) goodKey {
	return goodKey{s.Principal, s.Upstream, s.Tool, recovery.Fingerprint(s.Args)}
}

// Put keeps a result in the place of an earlier one of the same call. The oldest
// ones make room.
func (g *Good) Put(now time.Time, s Subject, out *tool.Outcome) {
	size := len(out.Body)
	if size > goodBytes/8 {
		return // one must not push out all others
	}
	key := keyOf(s)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.drop(key)
	for len(g.order) >= goodEntries || g.bytes+size > goodBytes {
		g.drop(g.order[0])
	}
	if g.kept == nil {
		g.kept = map[goodKey]Kept{}
	}
	g.kept[key] = Kept{*out, now}
	g.order = append(g.order, key)
	g.bytes += size
}

// drop forgets a result, if there is one. g.mu is held.
func (g *Good) drop(key goodKey) {
	old, ok := g.kept[key]
	if !ok {
		return
	}
	delete(g.kept, key)
	g.bytes -= len(old.Outcome.Body)
	for i, k := range g.order {
		if k == key {
			g.order = append(g.order[:i], g.order[i+1:]...)
			return
		}
	}
}

// Get returns the last good result of the same call that is younger than age.
func (g *Good) Get(now time.Time, s Subject, age time.Duration) (Kept, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	kept, ok := g.kept[keyOf(s)]
	return kept, ok && now.Sub(kept.Time) <= age
}

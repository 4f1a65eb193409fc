package hitbuffer

import (
	"sync"

	"flyby/interaction"
	"flyby/internal/memory"
)

// ListHits is the number of hits that a list has room for: enough that its own cost
// is nothing beside theirs. Lists of one size are never copied to grow, and serve
// any search.
const ListHits = 1 << 14

// Growth makes memory for the hits of one search as it finds them, in lists that
// are counted beforehand (internal/memory). Once there is no more memory, hits are
// counted and dropped, so that the refusal can say how many there are. The zero
// Growth is ready; it is safe for concurrent use.
type Growth struct {
	// Stop is called once the hits dropped are hopeless times as many as there was memory
	// for: no later count would change the refusal. nil: nothing is called.
	Stop func()
	// Budget bounds the lists; once it is used up, Stop is called.
	Budget *memory.Budget

	lock    sync.Mutex
	made    uint64 // hits that memory was made for
	counted uint64 // hits that memory was counted for: made, and still to be made
	dropped uint64
	refusal *memory.Error // nil: there was memory so far
	over    error         // the budget's error; nil: it was not used up
}

const (
	hitBytes = 24
	// copies is how often a hit stands in memory: as it was found, and in order.
	copies = 2
	// freeHits is the number of hits that are not counted; grantHits is how many are
	// counted at a time.
	freeHits  = 1 << 19
	grantHits = 1 << 19
	// hopeless is how many times the hits that fit are dropped before Stop.
	hopeless = 16
)

// List returns memory for n hits, at most ListHits, with no hits in it; nil where
// there is no more.
func (g *Growth) List(n int) []interaction.HitRow {
	g.lock.Lock()
	defer g.lock.Unlock()
	if !g.take(n) || g.refusal != nil || g.made+uint64(n) > max(g.counted, freeHits) && !g.grant() {
		return nil
	}
	g.made += uint64(n)
	return make([]interaction.HitRow, 0, n)
}

// Reuse takes n hits of memory that exists already from the budget, and reports whether
// the budget has as much.
func (g *Growth) Reuse(n int) bool {
	g.lock.Lock()
	defer g.lock.Unlock()
	return g.take(n)
}

// take takes n hits from the budget.
func (g *Growth) take(n int) bool {
	if err := g.Budget.Take(uint64(n) * hitBytes); err != nil && g.over == nil {
		if g.over = err; g.Stop != nil {
			g.Stop()
		}
	}
	return g.over == nil
}

// grant counts memory for more hits, and for putting all in order.
func (g *Growth) grant() bool {
	wanted := g.made + grantHits
	err := memory.Need(memory.Count(wanted)+" hits", (copies*wanted-g.made)*hitBytes)
	if err == nil {
		g.counted = wanted
		return true
	}
	g.refusal, _ = err.(*memory.Error)
	return false
}

// Drop counts n hits for which there was no memory.
func (g *Growth) Drop(n int) {
	g.lock.Lock()
	defer g.lock.Unlock()
	g.dropped += uint64(n)
	if g.hopeless() && g.Stop != nil {
		g.Stop()
	}
}

func (g *Growth) hopeless() bool { return g.dropped > hopeless*max(g.made, grantHits) }

// Err returns nil where all hits fit, otherwise the error with the bytes that kept and
// dropped hits need, or the budget's error.
func (g *Growth) Err(kept uint64) error {
	g.lock.Lock()
	defer g.lock.Unlock()
	if g.over != nil || g.refusal == nil {
		return g.over
	}
	e := *g.refusal
	e.What = memory.Count(kept+g.dropped) + " hits"
	if g.hopeless() {
		e.What = "more than " + e.What
	}
	e.Bytes = max(copies*hitBytes*(kept+g.dropped), copies*hitBytes*(g.made+grantHits))
	e.Room += g.made * hitBytes
	return &e
}

// Finder collects the hits of one goroutine in memory that a Growth makes.
type Finder struct {
	Growth *Growth
	list   []interaction.HitRow // current list; its hits from first on are not yet taken
	first  int
	full   [][]interaction.HitRow
}

// Add adds a hit.
func (f *Finder) Add(h interaction.HitRow) {
	if len(f.list) == cap(f.list) {
		f.nextList()
	}
	f.list = append(f.list, h)
}

// nextList begins a list. Where there is no memory for it, hits are dropped as they come.
func (f *Finder) nextList() {
	list := f.Growth.List(min(max(2*cap(f.list), leastList), ListHits))
	if list == nil {
		f.Growth.Drop(len(f.list) - f.first)
		f.list = f.list[:f.first]
		if f.first == cap(f.list) { // all its hits are taken
			f.list, f.first = make([]interaction.HitRow, 0, leastList), 0
		}
		return
	}
	if f.first < len(f.list) {
		f.full = append(f.full, f.list[f.first:])
	}
	f.list, f.first = list, 0
}

// leastList is the number of hits of a Finder's first list.
const leastList = 1 << 8

// Take returns the hits that were added since the last call, in order.
func (f *Finder) Take() [][]interaction.HitRow {
	lists := f.full
	if f.first < len(f.list) {
		lists = append(lists, f.list[f.first:len(f.list):len(f.list)])
	}
	f.full, f.first = nil, len(f.list)
	return lists
}

package flyby

import (
	"iter"
	"runtime"
	"time"

	"flyby/interaction"
	"flyby/kernel"
	"flyby/trajectory"
)

// Result is what a search found, in the defined order: query trajectory, query
// segment, entry trajectory, entry segment. It needs no device: all of its methods
// work after the database is closed.
type Result struct {
	queries, entries *trajectory.Store
	rule             interaction.Rule
	hits             []interaction.HitRow   // none where encounters alone were wanted
	found            int                    // hits
	encounters       *trajectory.Encounters // nil: yet to be joined
	stats            Stats
	threads          int
	loan             loan // the memory of hits
	released         bool
}

// loan is memory of a driver's, to be given back once.
type loan struct {
	back    func() // nil: there is none, or it was given back
	cleanup runtime.Cleanup
}

// borrow notes that hits are in memory that back returns to its driver. If
// Release does not, the garbage collector will.
func (r *Result) borrow(back func()) {
	if back != nil {
		r.loan = loan{back, runtime.AddCleanup(r, func(back func()) { back() }, back)}
	}
}

// Release gives the memory of the hits back now, which makes the next search
// faster: where a device reads hits to is costly to make. The result has no hits
// to yield or to join from then on; chunks and encounters that it gave before
// stay. Without Release the garbage collector does it. A second call does nothing.
// No other method may run in another goroutine meanwhile.
func (r *Result) Release() {
	back := r.loan.back
	if r.hits, r.released = nil, true; back == nil {
		return
	}
	r.loan.cleanup.Stop()
	r.loan.back = nil
	back()
}

// Stats says what a search was and what it cost.
type Stats struct {
	Entries, Queries int           // segments
	Hits             uint64        // pairs of segments
	Method           Method        // the one that ran
	Device           string        // name
	Reason           string        // why this device
	Interactions     uint64        // comparisons of two segments
	BoxTests         uint64        // comparisons of two boxes
	Borderline       uint64        // pairs that exact arithmetic decided
	Batches          int           // of MethodTemporal
	Batching         time.Duration // to make them
	Index            time.Duration
	Search           time.Duration // from query values in memory to ordered hits, or encounters, in memory
	Kernel           time.Duration // on the device, where it tells
}

// count adds what the engine counted.
func (s *Stats) count(k kernel.Stats, hits int, search time.Duration) {
	s.Hits, s.Search = uint64(hits), search
	s.Interactions, s.BoxTests = k.Interactions, k.BoxTests
	s.Borderline = k.Borderline + k.Exact
	s.Kernel = time.Duration(k.KernelTime)
	s.Batches, s.Batching = k.Batches, time.Duration(k.BatchingTime)
}

// Hits returns the number of hits.
func (r *Result) Hits() int { return r.found }

// Stats says what the search cost.
func (r *Result) Stats() Stats { return r.stats }

// Queries returns the store that Hits.QueryTraj indexes: the entries in a join.
func (r *Result) Queries() *trajectory.Store { return r.queries }

// Entries returns the store that Hits.EntryTraj indexes.
func (r *Result) Entries() *trajectory.Store { return r.entries }

// chunkHits is the number of hits in a chunk: enough that the cost of a chunk
// is nothing beside that of its hits, and little enough to stay in the cache.
const chunkHits = 1 << 14

// Chunks yields the hits in order, none with Options.EncountersOnly. A chunk's
// columns are the caller's.
func (r *Result) Chunks() iter.Seq[trajectory.Hits] {
	return func(yield func(trajectory.Hits) bool) {
		for first := 0; first < len(r.hits); first += chunkHits {
			if !yield(r.chunk(r.hits[first:min(first+chunkHits, len(r.hits))])) {
				return
			}
		}
	}
}

// chunk turns rows into trajectories and segment ids.
func (r *Result) chunk(hits []interaction.HitRow) trajectory.Hits {
	defer runtime.KeepAlive(r) // which holds the memory of hits
	n := len(hits)
	c := trajectory.Hits{
		QueryTraj: make([]uint32, n), QuerySeg: make([]uint32, n),
		EntryTraj: make([]uint32, n), EntrySeg: make([]uint32, n),
		Enter: make([]float64, n), Exit: make([]float64, n),
	}
	query, entry := locator{store: r.queries}, locator{store: r.entries}
	for i, h := range hits {
		c.QueryTraj[i], c.QuerySeg[i] = query.locate(h.Query)
		c.EntryTraj[i], c.EntrySeg[i] = entry.locate(h.Entry)
		c.Enter[i], c.Exit[i] = h.Enter, h.Exit
	}
	return c
}

// locator finds the trajectory and segment id of rows, fast where successive
// rows belong to one trajectory.
type locator struct {
	store       *trajectory.Store
	traj        int
	first, last int // sample rows of traj
}

func (l *locator) locate(row uint32) (traj, segment uint32) {
	if int(row) < l.first || int(row) >= l.last {
		l.traj = l.store.Owner(int(row))
		l.first, l.last = l.store.Range(l.traj)
	}
	return uint32(l.traj), uint32(l.store.SegmentIDIn(l.traj, int(row)))
}

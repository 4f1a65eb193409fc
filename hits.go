package flyby

import (
	"errors"
	"iter"
	"runtime"

	"flyby/interaction"
	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/trajectory"
)

// ErrReleased says that a result has no hits any more, or query memory no samples.
var ErrReleased = errors.New("flyby: released before")

// Hits is the hits of a search, in the defined order: query trajectory, query segment,
// entry trajectory, entry segment. It is for one goroutine at a time.
type Hits struct {
	db       *Database
	queries  *trajectory.Store
	rows     []interaction.HitRow
	stats    Stats
	loan     loan // the memory of rows
	released bool
}

// loan is memory of a driver's, to be given back once.
type loan struct {
	back    func() // nil: there is none, or it was given back
	cleanup runtime.Cleanup
}

// newHits takes hits over. If Release does not give their memory back to its driver,
// the garbage collector will.
func newHits(db *Database, queries *trajectory.Store, f *engine.Found, s Stats) *Hits {
	h := &Hits{db: db, queries: queries, rows: f.Hits, stats: s}
	if f.Release != nil {
		h.loan = loan{f.Release, runtime.AddCleanup(h, func(back func()) { back() }, f.Release)}
	}
	return h
}

// Release gives the memory of the hits back now, which makes the next search
// faster: where a device reads hits to is costly to make. Chunks that were
// yielded before stay. Without Release the garbage collector does it. A second call
// does nothing.
func (h *Hits) Release() {
	back := h.loan.back
	if h.rows, h.released = nil, true; back == nil {
		return
	}
	h.loan.cleanup.Stop()
	h.loan.back = nil
	back()
}

// Stats says what the search cost.
func (h *Hits) Stats() Stats { return h.stats }

// chunkHits is the number of hits in a chunk: enough that the cost of a chunk
// is nothing beside that of its hits, and little enough to stay in the cache.
const chunkHits = 1 << 14

// Chunks yields the hits in order, in chunks whose columns are the caller's. QueryTraj
// counts in the query set, in a join in the entries. An error ends it: ErrReleased after
// Release, ErrClosed after the database's Close.
func (h *Hits) Chunks() iter.Seq2[trajectory.Hits, error] {
	return func(yield func(trajectory.Hits, error) bool) {
		for first := 0; ; first += chunkHits {
			if err := h.good(); err != nil {
				yield(trajectory.Hits{}, err)
				return
			}
			if first >= len(h.rows) || !yield(h.chunk(h.rows[first:min(first+chunkHits, len(h.rows))]), nil) {
				return
			}
		}
	}
}

// columnBytes is the memory of a hit in columns.
const columnBytes = 4*4 + 2*8

// Collect returns all hits in order, or the error that ends Chunks, or ErrMemory.
func (h *Hits) Collect() (trajectory.Hits, error) {
	if err := h.good(); err != nil {
		return trajectory.Hits{}, err
	}
	n := len(h.rows)
	if err := memory.Need(memory.Count(n)+" hits in columns", memory.Of(n, columnBytes)); err != nil {
		return trajectory.Hits{}, refusal("hits", err)
	}
	return h.chunk(h.rows), nil
}

// good reports why there is nothing to yield.
func (h *Hits) good() error {
	switch {
	case h.released:
		return ErrReleased
	case h.db.closed.Load():
		return ErrClosed
	}
	return nil
}

// chunk turns rows into trajectories and segment ids.
func (h *Hits) chunk(rows []interaction.HitRow) trajectory.Hits {
	defer runtime.KeepAlive(h) // which holds the memory of rows
	n := len(rows)
	c := trajectory.Hits{
		QueryTraj: make([]uint32, n), QuerySeg: make([]uint32, n),
		EntryTraj: make([]uint32, n), EntrySeg: make([]uint32, n),
		Enter: make([]float64, n), Exit: make([]float64, n),
	}
	query, entry := locator{store: h.queries}, locator{store: h.db.entries}
	for i, row := range rows {
		c.QueryTraj[i], c.QuerySeg[i] = query.locate(row.Query)
		c.EntryTraj[i], c.EntrySeg[i] = entry.locate(row.Entry)
		c.Enter[i], c.Exit[i] = row.Enter, row.Exit
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

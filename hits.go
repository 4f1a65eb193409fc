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

// Chunks yields the hits in order, in chunks whose columns are good until the next is asked
// for, which stands in the same memory; Collect's are the caller's. QueryTraj counts in the
// query set, in a join in the entries. An error ends it: ErrReleased after Release, ErrClosed
// after the database's Close.
func (h *Hits) Chunks() iter.Seq2[trajectory.Hits, error] {
	return func(yield func(trajectory.Hits, error) bool) {
		var c trajectory.Hits
		var query, entry *trajectory.Locator
		for first := 0; ; first += chunkHits {
			if err := h.good(); err != nil {
				yield(trajectory.Hits{}, err)
				return
			}
			if first >= len(h.rows) {
				return
			}
			rows := h.rows[first:min(first+chunkHits, len(h.rows))]
			if first == 0 {
				c = trajectory.NewHits(len(rows))
				query, entry = h.locators()
			}
			if !yield(h.chunkOf(rows, c.First(len(rows)), query, entry), nil) {
				return
			}
		}
	}
}

// Collect returns all hits in order, or the error that ends Chunks, or ErrMemory.
func (h *Hits) Collect() (trajectory.Hits, error) {
	if err := h.good(); err != nil {
		return trajectory.Hits{}, err
	}
	n := len(h.rows)
	if err := memory.Need(memory.Count(n)+" hits in columns", memory.Of(n, trajectory.HitBytes)); err != nil {
		return trajectory.Hits{}, refusal("hits", err)
	}
	query, entry := h.locators()
	return h.chunkOf(h.rows, trajectory.NewHits(n), query, entry), nil
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

// chunkOf turns rows into trajectories and segment ids, in columns of as many rows.
func (h *Hits) chunkOf(rows []interaction.HitRow, c trajectory.Hits, query, entry *trajectory.Locator) trajectory.Hits {
	defer runtime.KeepAlive(h) // which holds the memory of rows
	for i, row := range rows {
		c.QueryTraj[i], c.QuerySeg[i] = query.Locate(row.Query)
		c.EntryTraj[i], c.EntrySeg[i] = entry.Locate(row.Entry)
		c.Enter[i], c.Exit[i] = row.Enter, row.Exit
	}
	return c
}

// locators find what belongs to the rows of hits.
func (h *Hits) locators() (query, entry *trajectory.Locator) {
	return trajectory.NewLocator(h.queries, len(h.rows)), trajectory.NewLocator(h.db.entries, len(h.rows))
}

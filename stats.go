package flyby

import (
	"context"
	"iter"
	"time"

	"flyby/internal/engine"
	"flyby/trajectory"
)

// Stats says what a search was and what it cost.
type Stats struct {
	Entries, Queries int           // segments; both those of the entries in a join
	Hits             uint64        // pairs of segments
	Method           Method        // the one that ran
	Device           string        // name
	Reason           string        // why this device
	Interactions     uint64        // comparisons of two segments
	BoxTests         uint64        // comparisons of two boxes
	Borderline       uint64        // pairs that exact arithmetic decided
	AtVertical       uint64        // hits whose heights differ by Search.Vertical, as far as float64 can tell, at an end of their common span
	Batches          int           // of MethodTemporal
	Batching         time.Duration // to make them
	Index            time.Duration // to index the entries and make them resident, in Open
	Search           time.Duration // from query values in memory to ordered hits, or encounters, in memory
	Kernel           time.Duration // on the device, where it tells
	Spilled          uint64        // bytes that went to files of Options.Tmp
}

// result is what a search found, or what searches for it.
type result struct {
	ctx   context.Context // of the search
	db    *Database
	found *engine.Found // nil: released
	stats Stats
}

// Stats says what the search cost. Where Chunks or Collect search, it is complete once that
// has ended.
func (r *result) Stats() Stats { return r.stats }

// good reports why there is nothing to yield.
func (r *result) good() error {
	switch {
	case r.found == nil:
		return ErrReleased
	case r.db.turn.Closed():
		return ErrClosed
	}
	return nil
}

// parts yields what was found, in parts that are searched for meanwhile where they must be.
func (r *result) parts() iter.Seq2[*engine.Found, error] {
	return func(yield func(*engine.Found, error) bool) {
		if err := r.good(); err != nil {
			yield(nil, err)
			return
		}
		sum := engine.Found{Took: r.found.Took}
		for f, err := range r.found.Parts(r.ctx, r.db.turn) {
			if err == nil && f != r.found {
				sum.Add(f)
				r.stats = Stats(engine.Stats[Method](r.stats).With(&sum))
				err = r.good()
			}
			if !yield(f, refusal("search", err)) || err != nil {
				return
			}
		}
	}
}

// stats says what the last search was.
func (db *Database) stats(queries *trajectory.Store, f *engine.Found) Stats {
	return Stats(engine.StatsOf[Method](db.entries.Segments(), queries.Segments(), db.engine.Choice(), db.index, f))
}

package flyby

import (
	"context"
	"iter"
	"time"

	"flyby/internal/engine"
	"flyby/internal/source"
	"flyby/internal/sweep"
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
	slabs *slabbed      // of data that outgrow memory; nil: found has what was found
	stats Stats
}

// slabbed is a question that is searched slab by slab, each time that its result is read.
type slabbed struct {
	question
	plan source.Plan
}

// sweep begins to search, and tells Progress of the slabs.
func (r *result) sweep(ctx context.Context) (*source.Sweep, error) {
	told := func(done, total int) { r.db.options.tell("slabs", float64(done), float64(total)) }
	return r.slabs.pair.Sweep(ctx, r.slabs.plan, r.slabs.ask(), told)
}

// swept yields what a search in slabs finds, which has the database's turn meanwhile.
func swept[T any](r *result, find func(*source.Sweep, context.Context) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return engine.During(r.ctx, r.db.turn, func(ctx context.Context) iter.Seq2[T, error] {
		return func(yield func(T, error) bool) {
			s, err := r.sweep(ctx)
			if err != nil {
				yield(*new(T), r.db.refusal("search", err))
				return
			}
			defer func() { r.stats = r.db.sweptStats(r.slabs.pair, s.Cost()) }()
			for chunk, err := range find(s, ctx) {
				if err == nil {
					err = r.good()
				}
				if !yield(chunk, r.db.refusal("search", err)) || err != nil {
					return
				}
			}
		}
	})
}

// sweptStats says what a search in slabs was.
func (db *Database) sweptStats(p source.Pair, c sweep.Cost) Stats {
	return Stats(engine.StatsOf[Method](p.Entries.Segments(), p.Queries.Segments(), c.Choice, c.Index, &c.Found))
}

// Stats says what the search cost. Where Chunks or Collect search, it is complete once that
// has ended.
func (r *result) Stats() Stats { return r.stats }

// good reports why there is nothing to yield.
func (r *result) good() error {
	switch {
	case r.found == nil:
		return ErrReleased
	}
	return r.db.good()
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
			if !yield(f, r.db.refusal("search", err)) || err != nil {
				return
			}
		}
	}
}

// stats says what the last search was; of slabs, what it is going to be.
func (db *Database) stats(p source.Pair, f *engine.Found) Stats {
	choice := engine.Choice{Method: string(db.options.Method)}
	if db.engine != nil {
		choice = db.engine.Choice()
	}
	return Stats(engine.StatsOf[Method](p.Entries.Segments(), p.Queries.Segments(), choice, db.entries.Index.Took, f))
}

package flyby

import (
	"context"
	"iter"
	"time"

	"flyby/internal/engine"
	"flyby/internal/source"
	"flyby/internal/sweep"
)

// Stats describes a search, and its cost.
type Stats struct {
	Entries, Queries int           // numbers of segments; in a join both count the entries
	Hits             uint64        // pairs of segments
	Method           Method        // the method that ran
	Device           string        // its name
	Reason           string        // why this device
	Interactions     uint64        // comparisons of two segments
	BoxTests         uint64        // comparisons of two boxes
	Borderline       uint64        // pairs that exact arithmetic decided
	AtVertical       uint64        // hits whose heights differ by the vertical threshold, as far as float64 can tell, at an end of their common span
	Batches          int           // batches of MethodTemporal
	BatchSize        int           // query segments in each of them but the last; where parts of the search have several sizes, the largest; 0: the algorithm has none
	Batching         time.Duration // to make the batches, and to choose their size
	Index            time.Duration // to index the entries and make them resident, in Open
	Tuning           time.Duration // to make a performance model of the device first, where MethodTemporal had none
	Search           time.Duration // from query values in memory to ordered hits, or encounters, in memory
	Predicted        time.Duration // Search by the performance model of the device, where it was asked: for batching.Model, or for Options.Progress
	Kernel           time.Duration // time of kernels, where the device measures it
	Spilled          uint64        // bytes written to files of Options.Tmp
}

// result is a search that has found its rows, or finds them while they are read.
type result struct {
	ctx   context.Context // the search's
	db    *Database
	found *engine.Result // nil: released
	slabs *slabbed       // for data that outgrow memory; nil: the rows are in found
	stats Stats
}

// slabbed is a question to search slab by slab, each time that its result is read.
type slabbed struct {
	question
	plan source.Plan
}

// sweep begins to search, and tells Progress of the slabs.
func (r *result) sweep(ctx context.Context) (*source.Sweep, error) {
	told := func(done, total int) { r.db.options.reportProgress("slabs", float64(done), float64(total)) }
	return r.slabs.pair.Sweep(ctx, r.slabs.plan, r.slabs.rule(), r.slabs.batching, told)
}

// swept yields the rows of a search in slabs, which keeps the database's turn meanwhile.
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

// sweptStats returns the Stats of a search in slabs.
func (db *Database) sweptStats(p source.Pair, c sweep.Cost) Stats {
	return statsOf(p, c.Choice, c.Index).with(&c.Found)
}

// Stats describes the search and its cost. Where Chunks or Collect search, it is complete once they
// have ended.
func (r *result) Stats() Stats { return r.stats }

// good returns nil, or the reason why there is nothing to yield.
func (r *result) good() error {
	if r.found == nil {
		return ErrReleased
	}
	return r.db.good()
}

// parts yields the result in parts, which are searched for one by one where they do not fit memory together.
func (r *result) parts() iter.Seq2[*engine.Result, error] {
	return func(yield func(*engine.Result, error) bool) {
		if err := r.good(); err != nil {
			yield(nil, err)
			return
		}
		sum := engine.Result{Took: r.found.Took}
		for f, err := range r.found.Parts(r.ctx, r.db.turn) {
			if err == nil && f != r.found {
				sum.Add(f)
				r.stats = r.stats.with(&sum)
				err = r.good()
			}
			if !yield(f, r.db.refusal("search", err)) || err != nil {
				return
			}
		}
	}
}

// stats returns the Stats of the last search; for slabs, of the search to come.
func (db *Database) stats(p source.Pair, f *engine.Result) Stats {
	choice := engine.Choice{Method: string(db.options.Method)}
	if db.engine != nil {
		choice = db.engine.Choice()
	}
	return statsOf(p, choice, db.entries.Index.Took+db.prepared).with(f)
}

// statsOf returns the statistics of a search that has no counts yet. index is the time that indexing took.
func statsOf(p source.Pair, c engine.Choice, index time.Duration) Stats {
	return Stats{Entries: p.Entries.Segments(), Queries: p.Queries.Segments(), Method: Method(c.Method), Device: c.Device.Name, Reason: c.Reason, Index: index}
}

// with returns the same statistics with the counts of a result.
func (s Stats) with(f *engine.Result) Stats {
	s.Hits, s.AtVertical, s.Spilled = uint64(f.Count), f.AtVertical, f.Spilled
	s.Tuning = time.Duration(f.Stats.TuningTime)
	s.Search = f.Took - s.Tuning
	s.Interactions, s.BoxTests, s.Borderline = f.Stats.Interactions, f.Stats.BoxTests, f.Stats.Borderline+f.Stats.Exact
	s.Batches, s.BatchSize, s.Batching = f.Stats.Batches, f.Stats.BatchSize, time.Duration(f.Stats.BatchingTime)
	s.Predicted, s.Kernel = time.Duration(f.Stats.Predicted), time.Duration(f.Stats.KernelTime)
	return s
}

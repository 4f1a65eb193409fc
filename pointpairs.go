package flyby

import (
	"context"
	"iter"
	"time"

	"flyby/points"
)

// PointPairs is the result of a search for pairs, ordered by first row, then second. It is for one goroutine at a time.
type PointPairs struct {
	ctx    context.Context // the search's
	of     *Points
	search PointSearch
	stats  PointStats
}

// Stats returns the cost of the search, once Chunks has ended.
func (r *PointPairs) Stats() PointStats { return r.stats }

// pairs yields the pairs of the search, mirrored if it asks for that.
func (r *PointPairs) pairs() iter.Seq2[points.Pairs, error] {
	if r.search.Mirrored && r.search.Queries == nil {
		return r.of.engine.Mirrored(r.ctx, r.search.Distances, &r.stats.Stats)
	}
	return r.of.engine.Pairs(r.ctx, r.search.Queries, r.search.Distances, &r.stats.Stats)
}

// Chunks indexes the points unless their index serves the search, searches, and yields the pairs in order, in chunks of columns that the
// next chunk overwrites. Where Options.Memory is too little it searches in slabs of points or ranges of rows; the pairs are the same
// whatever the memory. The search keeps the turn of the points until it ends, at the latest where the caller stops. Its error is
// yielded last.
func (r *PointPairs) Chunks() iter.Seq2[points.Pairs, error] {
	return func(yield func(points.Pairs, error) bool) {
		if err := r.of.prepare(r.ctx, r.search, 0); err != nil {
			yield(points.Pairs{}, err)
			return
		}
		defer r.of.turn.Give()
		r.search.Foretold = nil // pairs that are read again are not foretold again
		r.stats = r.of.stats(r.search.Queries)
		start, waited := time.Now(), time.Duration(0)
		index, before := r.of.engine.Index(), r.of.engine.Indexing()
		tell := func() {
			slabs := r.of.engine.Indexing() - before
			r.stats.Index, r.stats.Search = index+slabs, time.Since(start)-waited-slabs
		}
		for chunk, err := range r.pairs() {
			tell()
			if err != nil {
				yield(points.Pairs{}, refusal("points", err))
				return
			}
			given := time.Now()
			more := yield(chunk, nil)
			waited += time.Since(given)
			if !more {
				return
			}
		}
		tell()
	}
}

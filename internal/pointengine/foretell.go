package pointengine

import (
	"context"
	"sync/atomic"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/internal/selection"
	"flyby/points"
)

const (
	// sampledRows is the number of rows whose neighbours are counted to foretell the number of pairs.
	sampledRows = 500
	// foretoldRows is the number of rows from which on a sample costs little beside the join.
	foretoldRows = 20 * sampledRows
)

// Foretell returns about how many pairs a join has with queries, or in a self-join, nil, by the neighbours of a sample of rows. ok is
// false where rows are too few for a sample. Points in slabs are not indexed for it.
func (e *Engine) Foretell(ctx context.Context, queries *points.Store) (pairs float64, ok bool, err error) {
	of := e.store
	if queries != nil {
		of = queries
	}
	if of.Len() < foretoldRows {
		return 0, false, nil
	}
	rows := make([]uint32, 0, sampledRows)
	for _, row := range selection.Evenly(of.Len(), sampledRows) {
		rows = append(rows, uint32(row))
	}
	sample, err := excerpt(of, rows, e.config.Threads)
	if err != nil {
		return 0, false, err
	}
	neighbours, err := e.neighbours(ctx, sample)
	if err != nil {
		return 0, false, err
	}
	each := neighbours / float64(len(rows))
	if queries == nil {
		each = (each - 1) / 2 // each row is its own neighbour, and a pair has two rows
	}
	pairs = max(each, 0) * float64(of.Len())
	e.config.Logger.Info("pairs foretold", "pairs", pairs, "neighbours", each)
	return pairs, true, nil
}

// neighbours returns about how many points are within the threshold of some queries, summed over the queries.
func (e *Engine) neighbours(ctx context.Context, queries *points.Store) (float64, error) {
	if r, ok := e.resident.(interface {
		neighbours(ctx context.Context, queries *points.Store, within pointjoin.Threshold) float64
	}); ok {
		return r.neighbours(ctx, queries, e.asked.within), context.Cause(ctx)
	}
	counts := make([]uint32, queries.Len())
	stats, err := e.resident.Counts(ctx, pointjoin.Work{Threshold: e.asked.within, Queries: queries, Last: queries.Len()}, counts)
	return float64(stats.Pairs), err
}

// comparedEach is how many comparisons a point the neighbours of some queries may take: about the time to index the point.
const comparedEach = 8

// neighbours is Engine.neighbours for points in slabs. It makes no index: each query is compared with the points within the threshold of
// it along the order of the points. Where these are too many in all, it is compared with an evenly spaced sample of them.
func (r *slabResident) neighbours(ctx context.Context, queries *points.Store, within pointjoin.Threshold) float64 {
	along := queries.Column(r.dimension)
	beside := func(query int) (first, last int) {
		return r.order.span(0, along[query]-within.Eps(), along[query]+within.Eps())
	}
	all := 0
	for query := range along {
		first, last := beside(query)
		all += last - first
	}
	step := 1 + all/(comparedEach*max(len(r.order.rows), 1))
	var found atomic.Int64
	parallel.Each(ctx, len(along), r.config.Threads, func(_, query int) {
		p, q := queries.Append(nil, query), make([]float64, 0, queries.Dimensions())
		n := 0
		first, last := beside(query)
		for at := first + query%step; at < last; at += step {
			if q = r.set.Points.Append(q[:0], int(r.order.rows[at])); within.Within(p, q) {
				n++
			}
		}
		found.Add(int64(n))
	})
	return float64(found.Load()) * float64(step)
}

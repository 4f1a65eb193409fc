package pointengine

import (
	"context"
	"sync/atomic"

	"flyby/internal/parallel"
	"flyby/internal/selection"
	"flyby/points"
	"flyby/points/pointjoin"
)

const (
	// sampledRows is how many rows are asked for their neighbours to foretell how many pairs there are.
	sampledRows = 500
	// foretoldRows is the number of rows from which on a sample of them is little beside the join.
	foretoldRows = 20 * sampledRows
)

// Foretell returns about how many pairs a join has with queries, or in a self-join, nil: by the neighbours of a sample of rows. ok is
// false where rows are too few for that. Points in slabs are not indexed for it.
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
		each = (each - 1) / 2 // each row is its own neighbour, and each pair is that of two
	}
	pairs = max(each, 0) * float64(of.Len())
	e.config.Logger.Info("pairs foretold", "pairs", pairs, "neighbours", each)
	return pairs, true, nil
}

// neighbours returns about how many points are within the threshold of a few queries, all told.
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

// comparedEach is how many comparisons the neighbours of a few queries may take for each of the points, which then take about as long as
// indexing the point does.
const comparedEach = 8

// neighbours is that of an engine. It makes no index: each query is compared with the points that are within the threshold of it along the
// order of the points. Where these are too many in all, it is compared with as many of them as may be, evenly spaced.
func (r *slabbed) neighbours(ctx context.Context, queries *points.Store, within pointjoin.Threshold) float64 {
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

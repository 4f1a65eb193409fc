package pointjointest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// empty: points without queries, and queries without points, have no pairs and no neighbours. A cancelled search
// for nearest points returns the cause.
func empty(t *testing.T, d pointjoin.Driver, m pointjoin.Method) {
	some, none := Store(t, [][]float64{{0, 0}, {0.5, 0}, {7, 1}}, 2), Store(t, nil, 2)
	within := threshold(t, 1)
	for _, c := range []struct{ points, queries *points.Store }{{some, none}, {none, some}, {none, none}} {
		r := load(t, d, pointjoin.Set{Points: c.points, Method: m.Name, Threshold: within})
		w := pointjoin.Work{Threshold: within, Queries: c.queries, Last: c.queries.Len()}
		if pairs := foundPairs(t, r, w); len(pairs) > 0 {
			t.Errorf("%d points, %d queries: %d pairs", c.points.Len(), c.queries.Len(), len(pairs))
		}
		counts := make([]uint32, c.queries.Len())
		if _, err := r.Counts(t.Context(), w, counts); err != nil || slices.Max(append(counts, 0)) > 0 {
			t.Errorf("%d points, %d queries: counts %v, %v", c.points.Len(), c.queries.Len(), counts, err)
		}
		if near, ok := r.(pointjoin.Nearer); ok {
			n := pointjoin.NearestWork{K: 2, Queries: c.queries, Last: c.queries.Len()}
			rows := make([]uint32, n.Each(c.points.Len())*c.queries.Len())
			if _, err := near.Nearest(t.Context(), n, rows); err != nil {
				t.Errorf("%d points, %d queries: %v", c.points.Len(), c.queries.Len(), err)
			}
		}
	}
	if near, ok := load(t, d, pointjoin.Set{Points: some, Method: m.Name, Threshold: within}).(pointjoin.Nearer); ok {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := near.Nearest(ctx, pointjoin.NearestWork{K: 1, Last: 3}, make([]uint32, 3)); !errors.Is(err, context.Canceled) {
			t.Errorf("nearest points, cancelled: %v", err)
		}
	}
}

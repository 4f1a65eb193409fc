package lss

import (
	"math"
	"slices"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// nearest finds the nearest points of one query after another, for one goroutine.
type nearest struct {
	*searcher
	queries     *points.Store
	self        bool
	finder      *finder.Finder
	near        *finder.Nearest
	place, high []uint32
	rows        []uint32
	point       []float64
}

// Nearest implements finder.Nearer.
func (s *searcher) Nearest(w pointjoin.NearestWork, f *finder.Finder) func(query int, rows []uint32) {
	n := s.points.Dimensions
	k := &nearest{searcher: s, queries: s.set, self: w.Queries == nil, finder: f, near: finder.NewNearest(s.points, nil)}
	k.place, k.high = make([]uint32, n), make([]uint32, n)
	if !k.self {
		k.queries = w.Queries
	}
	return k.query
}

// query writes the nearest points of a query. The points near its place on each list give a bound of
// their distance; then the points of the shortest interval for that bound are compared.
func (k *nearest) query(query int, rows []uint32) {
	if len(rows) == 0 || k.finder.Stopped() {
		return
	}
	k.point = k.queries.Append(k.point[:0], query)
	p := k.point
	k.offer(p, query, k.around(p, len(rows)), rows)
	eps := atLeast(pointjoin.Distance(p, k.points.Row(int(rows[len(rows)-1]))), len(p))
	k.lists.Frame().Corners(k.place, k.high, p, eps)
	k.finder.Stats.Cells += uint64(k.lists.Len())
	k.offer(p, query, k.lists.Rows(k.lists.Shortest(k.place, k.high)), rows)
}

// around returns the rows that are at most count places before or after the place of p on any list, each
// once: at least count rows other than p's, or all.
func (k *nearest) around(p []float64, count int) []uint32 {
	k.lists.Frame().Place(k.place, p)
	k.rows = k.rows[:0]
	for i := range k.lists.Len() {
		l := k.lists.List(i)
		at := l.First(k.place)
		k.rows = append(k.rows, l.Rows()[max(0, at-count):min(at+count+1, len(l.Rows()))]...)
	}
	slices.Sort(k.rows)
	return slices.Compact(k.rows)
}

// offer writes to rows the rows of from that are nearest to a query.
func (k *nearest) offer(p []float64, query int, from, rows []uint32) {
	k.near.Reset(p, len(rows))
	for _, row := range from {
		if !k.self || int(row) != query {
			k.near.Offer(int(row))
		}
	}
	k.finder.Stats.Candidates += uint64(len(from))
	k.finder.Stats.Float64 += uint64(len(from))
	k.near.End(rows, &k.finder.Stats)
}

// atLeast returns an upper bound of the distance of two points of n dimensions whose pointjoin.Distance
// is d (docs/exactness.md, P3).
func atLeast(d float64, n int) float64 {
	const u = 0x1p-53
	return math.Nextafter(float64(d*(1+float64(2*u*float64(n+4)))), math.Inf(1))
}

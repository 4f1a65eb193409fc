package host

import (
	"context"
	"errors"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/dense"
	"flyby/internal/pointjoin/host/internal/tile"
	"flyby/points"
)

// pairClusters is points of many dimensions as pointjoin.Clusters, whose methods use the pairs that tiles find, once for all methods. Pairs that
// outgrow their room are dropped, and cells, whose memory does not depend on the number of pairs, replace them from then on.
// docs/decisions/0116-small-sets-stay-on-the-host.md says when pairClusters is used.
type pairClusters struct {
	pointjoin.Clusters // cells; nil while pairs are used

	driver *Driver
	store  *points.Store
	within pointjoin.Threshold
	tiles  pointjoin.Resident
	room   uint64

	found  bool
	lists  []pointjoin.List
	counts []uint32 // of neighbours, by row
}

// newPairClusters indexes points whose pairs may take room bytes.
func (d *Driver) newPairClusters(ctx context.Context, s *points.Store, within pointjoin.Threshold, room uint64) (*pairClusters, error) {
	tiles, err := d.Load(ctx, pointjoin.Set{Points: s, Method: tilesMethod().Name, Threshold: within})
	if err != nil {
		return nil, err
	}
	return &pairClusters{driver: d, store: s, within: within, tiles: tiles, room: room}, nil
}

// Close does nothing: the garbage collector frees all memory.
func (l *pairClusters) Close() error { return nil }

// find finds the pairs, unless they were found before. It returns the statistics of the search.
func (l *pairClusters) find(ctx context.Context) (stats points.Stats, err error) {
	if l.found || l.Clusters != nil {
		return stats, context.Cause(ctx)
	}
	out := &pointjoin.Found{Budget: memory.NewBudget(l.room)}
	stats, err = l.tiles.Pairs(ctx, pointjoin.Work{Threshold: l.within, Last: l.store.Len()}, out)
	var over *pointjoin.OverflowError
	if errors.As(err, &over) {
		out.Lists, l.tiles = nil, nil
		l.Clusters, err = l.driver.cells(ctx, l.store, l.within)
		return stats, err
	}
	if err != nil {
		return stats, err
	}
	l.lists, l.tiles, l.found, l.counts = out.Lists, nil, true, make([]uint32, l.store.Len())
	for a, b := range l.pairs {
		l.counts[a]++
		l.counts[b]++
	}
	return stats, context.Cause(ctx)
}

// pairs yields the rows of each pair.
func (l *pairClusters) pairs(yield func(a, b uint32) bool) {
	for _, list := range l.lists {
		for _, p := range list.Pairs {
			if !yield(pointjoin.Rows(p)) {
				return
			}
		}
	}
}

// Cores implements pointjoin.Clusters.
func (l *pairClusters) Cores(ctx context.Context, minPoints int, core []bool) (points.Stats, error) {
	stats, err := l.find(ctx)
	if err != nil {
		return stats, err
	}
	if l.Clusters != nil {
		more, err := l.Clusters.Cores(ctx, minPoints, core)
		stats.Add(more)
		return stats, err
	}
	for row, n := range l.counts {
		core[row] = int(n)+1 >= minPoints
	}
	return stats, nil
}

// Unite implements pointjoin.Clusters. While it works, leads are links to lower rows.
func (l *pairClusters) Unite(ctx context.Context, core []bool, lead []uint32) (points.Stats, error) {
	stats, err := l.find(ctx)
	if err != nil {
		return stats, err
	}
	if l.Clusters != nil {
		more, err := l.Clusters.Unite(ctx, core, lead)
		stats.Add(more)
		return stats, err
	}
	for row, is := range core {
		if lead[row] = pointjoin.NoLead; is {
			lead[row] = uint32(row)
		}
	}
	for a, b := range l.pairs {
		if core[a] && core[b] {
			a, b = leastRow(lead, a), leastRow(lead, b)
			lead[max(a, b)] = min(a, b)
		}
	}
	for row, is := range core {
		if is {
			lead[row] = leastRow(lead, uint32(row))
		}
	}
	return stats, nil
}

// leastRow returns the least row of a set of linked rows, as united so far. It shortens links on the way.
func leastRow(lead []uint32, row uint32) uint32 {
	for lead[row] != row {
		lead[row] = lead[lead[row]]
		row = lead[row]
	}
	return row
}

// Borders implements pointjoin.Clusters.
func (l *pairClusters) Borders(ctx context.Context, core []bool, lead []uint32) (points.Stats, error) {
	stats, err := l.find(ctx)
	if err != nil {
		return stats, err
	}
	if l.Clusters != nil {
		more, err := l.Clusters.Borders(ctx, core, lead)
		stats.Add(more)
		return stats, err
	}
	for row, is := range core {
		if !is {
			lead[row] = pointjoin.NoLead
		}
	}
	for a, b := range l.pairs {
		switch {
		case core[a] && !core[b]:
			lead[b] = min(lead[b], lead[a])
		case core[b] && !core[a]:
			lead[a] = min(lead[a], lead[b])
		}
	}
	return stats, nil
}

// denseDimensions is the greatest number of dimensions in which cells are dense.
const denseDimensions = 3

// prefersPairs reports whether tiles find the pairs of points faster than cells find clusters, and pairs fit their room, as estimated from samples.
func prefersPairs(s *points.Store, within pointjoin.Threshold, room uint64) bool {
	const grown = 2 // memory of pairs grows, and may be half empty
	n, dimensions := float64(s.Len()), s.Dimensions()
	if n == 0 || dimensions <= denseDimensions {
		return false
	}
	if float64(nearFraction(s, within)*n*n/2*pointjoin.PairBytes*grown) > float64(room) {
		return false
	}
	if tile.Whole(s, within) <= sampleSeconds(dimensions) {
		return true
	}
	const early = 2 // factor by which cells are faster than predicted: they stop where a point has enough neighbours
	return tile.Predict(s, within) <= dense.Predict(s, within)/early
}

// sampleSeconds returns about the seconds of the samples from which methods are predicted.
func sampleSeconds(dimensions int) float64 { return 2e-3 * float64(dimensions) }

// nearFraction returns about the fraction of all pairs that are within a threshold.
func nearFraction(s *points.Store, within pointjoin.Threshold) float64 {
	const queries, others = 32, 512
	found, all, some := 0, 0, s.Evenly(others)
	for _, p := range s.Evenly(queries) {
		for _, q := range some {
			if near, _ := within.Judge(p, q); near {
				found++
			}
			all++
		}
	}
	return float64(max(0, found-queries)) / float64(all) // each point is near itself
}

// pairRoom returns the bytes that the pairs of points may take: the memory that cells would take in excess of tiles, or a small amount.
func pairRoom(count, dimensions int) uint64 {
	const little = 1 << 20
	cells, tiles := dense.Bytes(dimensions), tilesMethod().size.of(dimensions)
	return max(little, memory.Of(count, max(0, cells-tiles)))
}

package host

import (
	"context"
	"errors"

	"flyby/internal/memory"
	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/dense"
	"flyby/points/pointjoin/host/internal/tile"
)

// listed is points of many dimensions as pointjoin.Clusters, of which the verbs go by the pairs that tiles find, once for all of them. Pairs
// that outgrow their room are not kept: cells stand in for them from then on, whose memory does not depend on how many pairs there are.
// docs/decisions/0116-small-sets-stay-on-the-host.md says when.
type listed struct {
	pointjoin.Clusters // cells; nil while pairs serve

	driver *Driver
	store  *points.Store
	within pointjoin.Threshold
	tiles  pointjoin.Resident
	room   uint64

	found  bool
	lists  []pointjoin.List
	counts []uint32 // of neighbours, by row
}

// newListed indexes points whose pairs may take some bytes.
func (d *Driver) newListed(ctx context.Context, s *points.Store, within pointjoin.Threshold, room uint64) (*listed, error) {
	tiles, err := d.Load(ctx, pointjoin.Set{Points: s, Method: tilesMethod().Name, Threshold: within})
	if err != nil {
		return nil, err
	}
	return &listed{driver: d, store: s, within: within, tiles: tiles, room: room}, nil
}

// Close does nothing: the garbage collector has it all.
func (l *listed) Close() error { return nil }

// find finds the pairs, unless they are found. It returns what that cost.
func (l *listed) find(ctx context.Context) (stats pointjoin.Stats, err error) {
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
func (l *listed) pairs(yield func(a, b uint32) bool) {
	for _, list := range l.lists {
		for _, p := range list.Pairs {
			if !yield(pointjoin.Rows(p)) {
				return
			}
		}
	}
}

// Cores implements pointjoin.Clusters.
func (l *listed) Cores(ctx context.Context, minPoints int, core []bool) (pointjoin.Stats, error) {
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

// Unite implements pointjoin.Clusters. Leads are links to lower rows meanwhile.
func (l *listed) Unite(ctx context.Context, core []bool, lead []uint32) (pointjoin.Stats, error) {
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
			a, b = least(lead, a), least(lead, b)
			lead[max(a, b)] = min(a, b)
		}
	}
	for row, is := range core {
		if is {
			lead[row] = least(lead, uint32(row))
		}
	}
	return stats, nil
}

// least is the least row of a set of linked ones, as far as it is united. Links on the way are made shorter.
func least(lead []uint32, row uint32) uint32 {
	for lead[row] != row {
		lead[row] = lead[lead[row]]
		row = lead[row]
	}
	return row
}

// Borders implements pointjoin.Clusters.
func (l *listed) Borders(ctx context.Context, core []bool, lead []uint32) (pointjoin.Stats, error) {
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

// fewListed are dimensions in which cells are dense.
const fewListed = 3

// lists reports whether pairs of points are found by tiles sooner than clusters by cells, and fit their room, as far as samples tell.
func lists(s *points.Store, within pointjoin.Threshold, room uint64) bool {
	const grown = 2 // pairs are in memory that grew
	n, dimensions := float64(s.Len()), s.Dimensions()
	if n == 0 || dimensions <= fewListed {
		return false
	}
	if foundOf(s, within)*n*n/2*pointjoin.PairBytes*grown > float64(room) {
		return false
	}
	if tile.Whole(s, within) <= sampling(dimensions) {
		return true
	}
	const early = 2 // times that cells are faster than is predicted: they stop where points have neighbours enough
	return tile.Predict(s, within) <= dense.Predict(s, within)/early
}

// sampling is about how many seconds samples take by which methods are predicted.
func sampling(dimensions int) float64 { return 2e-3 * float64(dimensions) }

// foundOf is about which part of all pairs are within a threshold.
func foundOf(s *points.Store, within pointjoin.Threshold) float64 {
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
	return float64(max(0, found-queries)) / float64(all) // each is near itself
}

// listRoom is the bytes that the pairs of points may take: what cells would take more than tiles do, or little.
func listRoom(count, dimensions int) uint64 {
	const little = 1 << 20
	cells, tiles := dense.Bytes(dimensions), tilesMethod().size.of(dimensions)
	return max(little, memory.Of(count, max(0, cells-tiles)))
}

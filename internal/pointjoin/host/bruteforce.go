package host

import (
	"context"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
)

// bruteForce compares every pair, tile by tile.
type bruteForce struct {
	points finder.Matrix
}

// tileBytes is the size of a tile of resident points, which stays in the first-level cache while
// queries pass.
const (
	tileBytes   = 16 << 10
	leastTile   = 8
	queriesTile = 64
)

func buildBruteForce(_ context.Context, s pointjoin.Set, _ int) (finder.Searcher, error) {
	return &bruteForce{finder.NewMatrix(s.Points)}, nil
}

func (b *bruteForce) Begin(_ context.Context, w pointjoin.Work, _ int) (finder.Tasks, error) {
	t := &bruteTasks{work: w, points: b.points, queries: b.points}
	if !w.Self() {
		t.queries = finder.NewMatrix(w.Queries)
	}
	t.tile = max(leastTile, tileBytes/(8*b.points.Dimensions))
	return t, nil
}

// bruteTasks are the tasks of brute force: tiles of queries, each against all points.
type bruteTasks struct {
	work            pointjoin.Work
	points, queries finder.Matrix
	tile            int // number of resident points in a tile
}

func (t *bruteTasks) Len() int { return (t.work.Last - t.work.First + queriesTile - 1) / queriesTile }

// Ordered implements finder.Tasks: a tile's queries find their pairs in one tile of points after
// another.
func (t *bruteTasks) Ordered() bool { return false }

func (t *bruteTasks) Do(task int, f *finder.Finder) {
	first := t.work.First + task*queriesTile
	last := min(first+queriesTile, t.work.Last)
	from := 0
	if t.work.Self() {
		from = first
	}
	for ; from < t.points.Len() && !f.Stopped(); from += t.tile {
		to := min(from+t.tile, t.points.Len())
		for q := first; q < last; q++ {
			t.compare(q, from, to, f)
		}
	}
}

// compare compares a query with the points of a tile, in a self-join only with points behind it.
func (t *bruteTasks) compare(q, from, to int, f *finder.Finder) {
	if t.work.Self() {
		from = max(from, q+1)
	}
	p := t.queries.Row(q)
	for row := from; row < to; row++ {
		if f.Within(p, t.points.Row(row)) {
			f.Pair(uint32(q), uint32(row))
		}
	}
}

package tile

import (
	"cmp"
	"context"
	"math"
	"slices"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/internal/pointjoin/tiling"
)

var _ finder.TaskNearer = (*index)(nil)

// BeginNearest implements finder.TaskNearer: each tile of queries is a task.
func (x *index) BeginNearest(_ context.Context, w pointjoin.NearestWork, threads int) (finder.NearestTasks, error) {
	t := &nearestTasks{entries: x.all, first: w.First, each: w.Each(x.store.Len()), points: finder.NewMatrix(x.store)}
	switch {
	case w.Queries != nil:
		t.queries = newSet(&x.frame, w.Queries, tiling.Split(w.Queries, &x.frame, w.First, w.Last, tileRows, threads), threads, x.all.kernel)
	case w.First == 0 && w.Last == x.store.Len():
		t.queries, t.self = x.all, true
	default:
		t.queries, t.self = x.some(w.First, w.Last, threads), true
	}
	return t, nil
}

// nearestTasks are the tasks of finding the nearest points of queries, a tile of queries each.
type nearestTasks struct {
	queries, entries *set
	self             bool          // the queries are entries, and none is its own neighbour
	first, each      int           // the first query's row, and the number of points that each query asks for
	points           finder.Matrix // of the entries, by row
}

// Len implements finder.NearestTasks.
func (t *nearestTasks) Len() int { return t.queries.tree.tiles }

// A seeker finds the nearest points of one tile of queries.
type seeker struct {
	*nearestTasks
	tile   int
	rows   []uint32          // of the queries
	kept   []*finder.Nearest // by query
	filter filter
	off    float64           // error bound of distances from two tiles' offsets
	start  [tileRows]float32 // by query: start of its sums, so that they are positive beyond the farthest kept
	masks  panelMasks
	finder *finder.Finder
}

// Do implements finder.NearestTasks. Tiles of entries come by the distance of their boxes, until none of
// the remaining tiles can have neighbours of any query.
func (t *nearestTasks) Do(task int, rows []uint32, f *finder.Finder) {
	s := &seeker{nearestTasks: t, tile: task, rows: t.queries.tile(task), filter: newFilter(0, t.queries.frame), finder: f}
	if t.each == 0 {
		return
	}
	for _, row := range s.rows {
		k := finder.NewNearest(t.points, nil)
		k.Reset(t.queries.store.Append(nil, int(row)), t.each)
		s.kept = append(s.kept, k)
	}
	for _, c := range s.order() {
		if f.Stopped() {
			return
		}
		if s.beyond(c.gap) {
			break
		}
		s.look(c.tile)
	}
	for i, row := range s.rows {
		at := (int(row) - t.first) * t.each
		s.kept[i].End(rows[at:at+t.each], &f.Stats)
	}
}

// A tileGap is a tile of entries with the squared distance of its box.
type tileGap struct {
	gap  float64
	tile int
}

// order returns the tiles of the entries by the distance of their boxes, and equal distances by how near
// they are to the query tile's own place in the order of tiles: the queries' own tile is the first of
// all.
func (s *seeker) order() []tileGap {
	own := s.queries.tree.box(s.queries.tree.leaf(s.tile))
	all := make([]tileGap, s.entries.tree.tiles)
	next := s.tile * s.entries.tree.tiles / s.queries.tree.tiles
	for i := range all {
		all[i] = tileGap{gapOf(own, s.entries.tree.box(s.entries.tree.leaf(i))), i}
	}
	s.finder.Stats.Cells += uint64(len(all))
	slices.SortFunc(all, func(a, b tileGap) int {
		return cmp.Or(cmp.Compare(a.gap, b.gap), max(a.tile-next, next-a.tile)-max(b.tile-next, next-b.tile), a.tile-b.tile)
	})
	return all
}

// gapOf returns the squared distance of two boxes, rounded as pointjoin.Squares is, and finite.
func gapOf(one, other box) (sum float64) {
	for j, least := range one.least {
		if gap := max(least-other.most[j], other.least[j]-one.most[j]); gap > 0 {
			sum += float64(gap * gap)
		}
	}
	return min(sum, math.MaxFloat64)
}

// beyond reports whether a squared distance is too great for neighbours of every query.
func (s *seeker) beyond(gap float64) bool {
	for _, k := range s.kept {
		if !k.Beyond(gap) {
			return false
		}
	}
	return true
}

// look offers the points of a tile to the queries.
func (s *seeker) look(entry int) {
	entries := s.entries.tile(entry)
	a, b := s.queries.radius[s.tile], s.entries.radius[entry]
	s.finder.Stats.Candidates += uint64(len(s.rows)) * uint64(len(entries))
	if a <= mostRadius && b <= mostRadius {
		s.off = displaced(a) + displaced(b)
		s.panels(entry)
		return
	}
	for i := range s.rows {
		for _, row := range entries {
			s.offer(i, row)
		}
	}
}

// offer offers the point of an entry's row to a query, unless it is the query itself.
func (s *seeker) offer(query int, row uint32) {
	if !s.self || row != s.rows[query] {
		s.finder.Stats.Float64++
		s.kept[query].Offer(int(row))
	}
}

package nearest

import (
	"math"
	"slices"

	"flyby/interaction"
	"flyby/trajectory"
)

// ranking ranks the entries of one query at a time, for one goroutine.
type ranking struct {
	narrowing
	k        int
	margin   float64     // computed keys that differ by more are in the order of the true ones
	distance float64     // keys are at most that; +Inf: there is no bound
	likely   int         // capacity of a new list
	lists    []candidate // memory of new lists
	memory   []approach  // of ranked
}

// listed is the number of candidates whose memory is allocated at once.
const listed = 1 << 12

// ranked returns the approaches of candidates of a query by rank. They are good until the next call.
func (r *ranking) ranked(query int, candidates []candidate) []approach {
	r.of(query)
	for len(r.memory) < len(candidates) {
		r.memory = append(r.memory, approach{})
	}
	all := r.memory[:len(candidates)]
	for i, c := range candidates {
		all[i] = r.approachOf(c, all[i].passages)
	}
	slices.SortFunc(all, func(a, b approach) int { return a.compare(&b, &r.window) })
	return all
}

// newList returns an empty list for about as many candidates as are likely, from memory for several lists.
func (r *ranking) newList() []candidate {
	if len(r.lists) < r.likely {
		r.lists = make([]candidate, max(r.likely, listed))
	}
	l := r.lists[:0:r.likely]
	r.lists = r.lists[r.likely:]
	return l
}

// write makes the K of a shortlist the rows of the query, from the row first on. The query was searched within a distance.
func (r *ranking) write(rows *trajectory.Nearest, first int, query uint32, l *shortlist, distance float64) {
	l.cut(int(query), r)
	if r.single && r.plain(int(query), l.candidates, min(distance, r.distance)) {
		for i, c := range l.candidates[:min(r.k, len(l.candidates))] {
			n := first + i
			rows.QueryTraj[n], rows.EntryTraj[n], rows.Rank[n] = query, c.entry, uint32(i+1)
			rows.Closest[n], rows.Distance[n], rows.Speed[n], rows.Shared[n] = c.enter, c.key, c.exit, r.sharedOnce(int(query), int(c.entry))
		}
		return
	}
	all := r.ranked(int(query), l.candidates)
	for i := range min(r.k, len(all)) {
		a := &all[i]
		p, n := a.owner(&r.window), first+i
		found := r.window.ClosestOfOwners(p.q, p.e, r.distance)
		rows.QueryTraj[n], rows.EntryTraj[n], rows.Rank[n] = query, a.entry, uint32(i+1)
		rows.Closest[n], rows.Distance[n], rows.Speed[n] = found.Time, found.Distance, found.Speed
		rows.Shared[n] = r.shared(int(a.entry))
	}
}

// plain sorts candidates, each of which has one segment, and reports whether what was computed of them is right as it stands: their order, and all that a row says.
func (r *ranking) plain(query int, candidates []candidate, distance float64) bool {
	slices.SortFunc(candidates, candidate.compare)
	for i, c := range candidates {
		if i > 0 && !(c.key-candidates[i-1].key > r.margin) || !(c.key+r.margin < distance) || !(r.sharedOnce(query, int(c.entry)) > 0) {
			return false
		}
	}
	return true
}

// marginOf returns by how much two computed keys may differ while the true keys are in the opposite order: twice the bound of E7 for the largest
// scale of two segments of the stores. Along each axis neither their positions nor their motions differ by more than the side of the box of all positions.
func marginOf(queries, entries *trajectory.Store) float64 {
	scale := 0.0
	for _, side := range sidesOf(queries, entries) {
		scale += side
	}
	return 2 * (float64(interaction.DistanceError*(float64(3*scale)+entries.MaxRadius())) + interaction.Underflow)
}

// sidesOf returns the sides of the box of all positions of two stores.
func sidesOf(queries, entries *trajectory.Store) (sides [3]float64) {
	a, b := queries.Extent(), entries.Extent()
	for k := range sides {
		sides[k] = max(a.Max[k], b.Max[k]) - min(a.Min[k], b.Min[k])
	}
	return sides
}

// diagonalOf returns a distance that no two positions of the stores exceed.
func diagonalOf(queries, entries *trajectory.Store) float64 {
	sides := sidesOf(queries, entries)
	return math.Hypot(math.Hypot(sides[0], sides[1]), sides[2]) * (1 + 0x1p-40)
}

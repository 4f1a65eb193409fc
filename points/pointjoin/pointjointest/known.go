package pointjointest

import (
	"slices"
	"sync"

	"flyby/points/pointjoin"
)

// scene is a Scene with the oracle's answers, each found when first asked for. Drivers get copies of
// its points.
type scene struct {
	Scene
	self, join func() [][]pointjoin.Pair // at each threshold
	// near is every other point by its distance from each of some points, by rational numbers: of
	// the points themselves, and of the queries.
	near func() [2][][]uint32
}

// known and crowded return the scenes of the process, with answers that are found once.
var (
	known   = sync.OnceValue(func() []*scene { return answered(Scenes()) })
	crowded = sync.OnceValue(func() []*scene { return answered(ClusterScenes()) })
)

// answered are scenes with answers that the oracle will give.
func answered(scenes []Scene) (all []*scene) {
	for _, s := range scenes {
		all = append(all, &scene{s, sync.OnceValue(s.selfJoins), sync.OnceValue(s.joins), sync.OnceValue(s.nearest)})
	}
	return all
}

// of are the scenes of some numbers of dimensions, all where there are none.
func of(dimensions []int, all []*scene) (some []*scene) {
	for _, s := range all {
		if len(dimensions) == 0 || slices.Contains(dimensions, s.dimensions()) {
			some = append(some, s)
		}
	}
	return some
}

// selfJoins asks the oracle for the pairs of the points at each threshold.
func (s *Scene) selfJoins() (all [][]pointjoin.Pair) {
	for _, eps := range s.Eps {
		all = append(all, selfJoin(s.Rows, eps))
	}
	return all
}

// joins asks the oracle for the pairs of queries and points at each threshold.
func (s *Scene) joins() (all [][]pointjoin.Pair) {
	for _, eps := range s.Eps {
		all = append(all, join(s.Queries, s.Rows, eps))
	}
	return all
}

// nearest orders the points around some of them, and around some queries.
func (s *Scene) nearest() (all [2][][]uint32) {
	for i, p := range some(s.Rows) {
		all[0] = append(all[0], nearest(p, i, s.Rows))
	}
	for _, p := range some(s.Queries) {
		all[1] = append(all[1], nearest(p, -1, s.Rows))
	}
	return all
}

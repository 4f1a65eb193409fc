package pointjointest

import (
	"slices"
	"sync"

	"flyby/internal/pointjoin"
)

// scene is a Scene with the oracle's answers, each found when it is first asked for. Drivers get
// copies of its points.
type scene struct {
	Scene
	self, join func() [][]pointjoin.Pair // at each threshold
	// near has all other points ordered by distance, in rational numbers: from each of the first points
	// of the scene, and from each of the first queries.
	near func() [2][][]uint32
}

// oracleScenes and oracleClusterScenes return Scenes and ClusterScenes with answers, which are found once
// for the whole process.
var (
	oracleScenes        = sync.OnceValue(func() []*scene { return withAnswers(Scenes()) })
	oracleClusterScenes = sync.OnceValue(func() []*scene { return withAnswers(ClusterScenes()) })
)

// withAnswers returns scenes whose answers the oracle finds when asked.
func withAnswers(scenes []Scene) (all []*scene) {
	for _, s := range scenes {
		all = append(all, &scene{s, sync.OnceValue(s.selfJoins), sync.OnceValue(s.joins), sync.OnceValue(s.nearest)})
	}
	return all
}

// withDimensions returns the scenes of some numbers of dimensions, or all where none are given.
func withDimensions(dimensions []int, all []*scene) (some []*scene) {
	for _, s := range all {
		if len(dimensions) == 0 || slices.Contains(dimensions, s.dimensions()) {
			some = append(some, s)
		}
	}
	return some
}

// selfJoins returns the oracle's pairs of the points at each threshold.
func (s *Scene) selfJoins() (all [][]pointjoin.Pair) {
	for _, eps := range s.Eps {
		all = append(all, selfJoin(s.Rows, eps))
	}
	return all
}

// joins returns the oracle's pairs of queries and points at each threshold.
func (s *Scene) joins() (all [][]pointjoin.Pair) {
	for _, eps := range s.Eps {
		all = append(all, join(s.Queries, s.Rows, eps))
	}
	return all
}

// nearest returns the points in order around some of them, and around some queries.
func (s *Scene) nearest() (all [2][][]uint32) {
	for i, p := range firstRows(s.Rows) {
		all[0] = append(all[0], nearest(p, i, s.Rows))
	}
	for _, p := range firstRows(s.Queries) {
		all[1] = append(all[1], nearest(p, -1, s.Rows))
	}
	return all
}

package stage_test

import (
	"reflect"
	"testing"

	"flyby/stage"
	"flyby/trajectory"
)

// visits returns three visits of an object to a zone, and one to another.
func visits() trajectory.Encounters {
	return trajectory.Encounters{
		QueryTraj: []uint32{0, 0, 0, 0}, EntryTraj: []uint32{2, 2, 2, 3},
		Enter: []float64{0, 3, 9, 0}, Exit: []float64{2, 6, 10, 1}, Closest: []float64{1, 4, 9, 0}, Distance: []float64{0.5, 0, 1, 0.25}, Speed: make([]float64, 4),
		Open:   []trajectory.Open{trajectory.OpenStart, 0, trajectory.OpenEnd, 0},
		Inside: []float64{0, 1.5, 0, 0.5}, EnterAway: []float64{0.75, 1, 1, 0.5}, ExitAway: []float64{1, 0.875, 0.625, 1},
	}
}

// TestMergeGapOfVisits: the time inside is added up, and distances at the ends are of the first part and of the last.
func TestMergeGapOfVisits(t *testing.T) {
	for merged, err := range stage.MergeGap(one(visits()), 2) {
		want := visits().Pick([]int{0, 2, 3})
		want.Exit[0], want.ExitAway[0], want.Inside[0], want.Closest[0], want.Distance[0] = 6, 0.875, 1.5, 4, 0
		want.Parts = []uint32{2, 1, 1}
		if err != nil || !reflect.DeepEqual(merged, want) {
			t.Errorf("%+v, %v; want %+v", merged, err, want)
		}
	}
}

// TestPairsOfVisits: the time inside is added up.
func TestPairsOfVisits(t *testing.T) {
	for pairs, err := range stage.Pairs(one(visits())) {
		if err != nil || !reflect.DeepEqual(pairs.Inside, []float64{1.5, 0.5}) || !reflect.DeepEqual(pairs.Encounters, []uint32{3, 1}) {
			t.Errorf("%+v, %v", pairs, err)
		}
	}
}

// one is a stream of a chunk.
func one(e trajectory.Encounters) stage.Stream[trajectory.Encounters] {
	return func(yield func(trajectory.Encounters, error) bool) { yield(e, nil) }
}

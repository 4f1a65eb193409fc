package points_test

import (
	"math"
	"slices"
	"testing"

	"flyby/points"
	"flyby/trajectory"
)

// TestAt: At returns the objects present at an instant and their positions: ends are within, gaps
// are not.
func TestAt(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Code: []uint32{0, 0, 0, 1, 2, 2}, Name: []string{"a", "b", "c"}},
		T:  []float64{0, 1, 10, 5, 2, 6},
		X:  []float64{0, 4, 8, 1, 0, 8},
		Y:  []float64{1, 1, 1, 2, 0, 4},
	}, trajectory.BuildOptions{MaxGap: 4})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		t    float64
		ids  []string
		x, y []float64
	}{
		{-0.5, nil, nil, nil},
		{0, []string{"a"}, []float64{0}, []float64{1}},
		{0.25, []string{"a"}, []float64{1}, []float64{1}},
		{1, []string{"a"}, []float64{4}, []float64{1}},
		{1.5, nil, nil, nil},
		{3, []string{"c"}, []float64{2}, []float64{1}},
		{5, []string{"b", "c"}, []float64{1, 6}, []float64{2, 3}},
		{6, []string{"c"}, []float64{8}, []float64{4}},
		{10, []string{"a"}, []float64{8}, []float64{1}},
		{10.5, nil, nil, nil},
		{math.NaN(), nil, nil, nil},
	} {
		at := points.At(s, c.t)
		var ids []string
		for row := range at.Len() {
			ids = append(ids, at.IDs().ID(row))
		}
		if at.Dimensions() != 2 || !slices.Equal(ids, c.ids) || !slices.Equal(at.Column(0), c.x) || !slices.Equal(at.Column(1), c.y) {
			t.Errorf("at %v: %v at %v, %v", c.t, ids, at.Column(0), at.Column(1))
		}
	}
}

package dense

import (
	"slices"
	"testing"

	"flyby/internal/tier"
	"flyby/points"
)

// TestNarrow: where the grid has few cells in a row, no point around a cell counts twice, neither in dense cells nor in
// rowgrid's.
func TestNarrow(t *testing.T) {
	tier.Full(t)
	const eps = 1
	for _, side := range []float64{0.1, 0.8, 1.5, 2.2, 2.9, 3.7, 5} {
		columns := even(t, 300, 2, 1).Columns()
		for row := range columns[0] {
			columns[0][row] *= side
			columns[1][row] *= 60
		}
		s := storeOf(t, columns...)
		for _, x := range []*Index{newIndex(t, s, eps), looseIndex(t, s, eps, 1)} {
			for minPoints := 2; minPoints < 14; minPoints++ {
				if core, _ := labelled(t, x, minPoints); !slices.Equal(core, coresOf(s, x, minPoints)) {
					t.Errorf("%v wide, dense %t, minPoints %d: other core points", side, x.dense, minPoints)
				}
			}
		}
	}
}

// coresOf reports which points are core, by comparing all with all.
func coresOf(s *points.Store, x *Index, minPoints int) []bool {
	core := make([]bool, s.Len())
	for row := range core {
		near := 0
		for other := range core {
			if x.within.Within(s.Append(nil, row), s.Append(nil, other)) {
				near++
			}
		}
		core[row] = near >= minPoints
	}
	return core
}

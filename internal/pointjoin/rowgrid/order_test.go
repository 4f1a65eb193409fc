package rowgrid

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOrderOfCells: rows come by the ids of their cells, and rows of one cell keep their order; cells are listed with their starts. One
// Order sorts them all.
func TestOrderOfCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 3))
	var o Order
	for _, most := range []int64{1, 1 << 8, 1 << 32, 1<<32 + 1, 1 << 40, 1 << 62} {
		for _, n := range []int{0, 1, 300, 5000} {
			ids := make([]int64, n)
			for row := range ids {
				if ids[row] = rng.Int64N(most); row > 0 && row%3 == 0 {
					ids[row] = ids[rng.IntN(row)] // cells of several points
				}
			}
			want, got := make([]uint32, n), make([]uint32, n)
			for row := range want {
				want[row] = uint32(row)
			}
			rng.Shuffle(n, func(i, j int) { want[i], want[j] = want[j], want[i] })
			copy(got, want)
			slices.SortStableFunc(want, func(a, b uint32) int { return cmp.Compare(ids[a], ids[b]) })
			o.Sort(got, most, 1+n%2, func(row uint32) int64 { return ids[row] })
			if !slices.Equal(got, want) {
				t.Errorf("%d rows in cells below %d: not in order", n, most)
			}
			checkCells(t, &o, want, ids)
		}
	}
}

// checkCells checks the cells and starts of sorted rows.
func checkCells(t *testing.T, o *Order, rows []uint32, ids []int64) {
	t.Helper()
	var cells []int64
	starts := []uint32{}
	for place, row := range rows {
		if place == 0 || ids[row] != ids[rows[place-1]] {
			cells, starts = append(cells, ids[row]), append(starts, uint32(place))
		}
	}
	if starts = append(starts, uint32(len(rows))); !slices.Equal(o.Cells, cells) || !slices.Equal(o.Starts, starts) {
		t.Errorf("%d rows: %d cells, want %d", len(rows), len(o.Cells), len(cells))
	}
}

package pointengine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/tier"
	"flyby/points"
)

// TestFilling: lists have the neighbours of the pairs, in order, on any number of threads and of
// any length.
func TestFilling(t *testing.T) {
	tier.Full(t)
	const rows = 1500 // pairs are put more than once
	r := rand.New(rand.NewPCG(16, 17))
	want := make([][]uint32, rows)
	var pairs points.Pairs
	for a := range uint32(rows - 1) {
		for b := a + 1; b < rows; b++ {
			if a < 10 || r.IntN(3) == 0 { // the first rows have most neighbours
				pairs.First, pairs.Second = append(pairs.First, a), append(pairs.Second, b)
				want[a], want[b] = append(want[a], b), append(want[b], a)
			}
		}
	}
	for _, mirrored := range []bool{true, false} {
		for _, threads := range []int{0, 1, 2, 7, 3 * rows} {
			table := points.Table{Offsets: make([]uint64, 1)}
			for row, list := range want {
				if !mirrored { // higher neighbours
					list = list[slices.IndexFunc(append(list, rows), func(b uint32) bool { return b > uint32(row) }):]
				}
				table.Offsets = append(table.Offsets, table.Offsets[row]+uint64(len(list)))
			}
			table.Rows = make([]uint32, table.Offsets[rows])
			f := newTableFiller(table, mirrored, threads)
			for first := 0; first < len(pairs.First); first += 9999 {
				last := min(first+9999, len(pairs.First))
				f.add(points.Pairs{First: pairs.First[first:last], Second: pairs.Second[first:last]})
			}
			f.flush()
			for row, list := range want {
				got := table.Rows[table.Offsets[row]:table.Offsets[row+1]]
				if !slices.Equal(got, list[len(list)-len(got):]) {
					t.Fatalf("mirrored %t, %d threads: row %d has %v of %v", mirrored, threads, row, got, list)
				}
			}
		}
	}
}

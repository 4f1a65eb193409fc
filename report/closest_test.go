package report

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestEquallyCloseRows: rows of one distance stand in the order of the file, and where a page shows only some, it shows the first of them.
func TestEquallyCloseRows(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, most := range []int{1, 7, 50, 400} {
		c := closest{most: most}
		var all [][2]int // distance and number of each row
		for number := range 300 {
			r := row{distance: float64(random.IntN(3)), number: number}
			all = append(all, [2]int{int(r.distance), number})
			c.add(&r)
		}
		slices.SortFunc(all, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
		var kept [][2]int
		for _, r := range c.sorted() {
			kept = append(kept, [2]int{int(r.distance), r.number})
		}
		if want := all[:min(most, len(all))]; !slices.Equal(kept, want) {
			t.Errorf("the closest %d rows are %v, want %v", most, kept, want)
		}
	}
}

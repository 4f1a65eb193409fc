package report_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/report/internal/page"
)

// TestTop: rows that are equal in the order stand in the order of the file, and where a page shows only some, it shows the first of them.
func TestTop(t *testing.T) {
	type row struct{ size, number int }
	random := rand.New(rand.NewPCG(1, 1))
	for _, most := range []int{1, 7, 50, 400} {
		top := page.Top[row]{Most: most, Compare: func(a, b *row) int { return cmp.Compare(b.size, a.size) }, Keep: func(r *row) *row { of := *r; return &of }}
		var all []row
		var r row // a row is good until the next one
		for r.number = range 300 {
			r.size = random.IntN(3)
			all = append(all, r)
			top.Add(&r)
		}
		slices.SortFunc(all, func(a, b row) int { return cmp.Or(b.size-a.size, a.number-b.number) })
		var kept []row
		for _, r := range top.Sorted() {
			kept = append(kept, *r)
		}
		if want := all[:min(most, len(all))]; !slices.Equal(kept, want) {
			t.Errorf("the first %d rows are %v, want %v", most, kept, want)
		}
	}
}

package dense

import (
	"cmp"
	"slices"
)

// inOrder puts rows of cells in order of their distance, and of step where that is equal. later leaves out those of lower linear ids.
func inOrder(all []row, later bool) []row {
	if later {
		all = slices.DeleteFunc(all, func(r row) bool { return r.step < 0 })
	}
	slices.SortFunc(all, func(a, b row) int {
		return cmp.Or(cmp.Compare(distance(a), distance(b)), cmp.Compare(a.step, b.step))
	})
	return all
}

// distance is that of the middles of rows, squared.
func distance(r row) (sum int) {
	for _, d := range r.apart {
		sum += d * d
	}
	return sum
}

package page

import "slices"

// A Top keeps the rows that come first in an order, rows that are equal in it by their place in the file.
type Top[R any] struct {
	Compare func(a, b *R) int
	Keep    func(*R) *R // returns a row that stays good
	Most    int
	all     []*R
	last    *R // the last row to keep, once there were more than are kept
}

// Add keeps a row, unless enough others come before it.
func (t *Top[R]) Add(r *R) {
	if t.last != nil && t.Compare(r, t.last) >= 0 {
		return
	}
	if t.all = append(t.all, t.Keep(r)); len(t.all) >= 2*t.Most {
		t.all = t.Sorted()
		t.last = t.all[t.Most-1]
	}
}

// Sorted returns the rows kept, in order.
func (t *Top[R]) Sorted() []*R {
	slices.SortStableFunc(t.all, t.Compare)
	kept := min(len(t.all), t.Most)
	clear(t.all[kept:])
	return t.all[:kept]
}

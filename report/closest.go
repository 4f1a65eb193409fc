package report

import (
	"cmp"
	"container/heap"
	"slices"
)

// compareRows orders rows by distance, rows of equal distance by their place in the file.
func compareRows(a, b *row) int {
	return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.number, b.number))
}

// closest keeps the closest rows, in a heap whose first row is the farthest of them.
type closest struct {
	most int
	rows []row
}

// Len returns the number of rows kept.
func (c *closest) Len() int { return len(c.rows) }

// Less reports whether a row is farther than another.
func (c *closest) Less(i, k int) bool { return compareRows(&c.rows[i], &c.rows[k]) > 0 }

// Swap exchanges two rows.
func (c *closest) Swap(i, k int) { c.rows[i], c.rows[k] = c.rows[k], c.rows[i] }

// Push adds a row.
func (c *closest) Push(r any) { c.rows = append(c.rows, r.(row)) }

// Pop takes the last row.
func (c *closest) Pop() any {
	last := c.rows[len(c.rows)-1]
	c.rows = c.rows[:len(c.rows)-1]
	return last
}

// add keeps a row that is closer than the farthest row kept.
func (c *closest) add(r *row) {
	if len(c.rows) < c.most {
		heap.Push(c, r.kept())
	} else if compareRows(r, &c.rows[0]) < 0 {
		c.rows[0] = r.kept()
		heap.Fix(c, 0)
	}
}

// sorted returns the rows kept, the closest first.
func (c *closest) sorted() []row {
	slices.SortFunc(c.rows, func(a, b row) int { return compareRows(&a, &b) })
	return c.rows
}

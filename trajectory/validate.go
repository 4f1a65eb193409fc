package trajectory

import (
	"cmp"
	"slices"
)

// fewRows is how many bad rows are remembered.
const fewRows = 5

// validate checks every row. keep[i] says whether row i is to stay; keep is nil if all are.
// repeats are the others that are not bad, and first has the first few bad rows in file order.
// Rows are in the store's order; order[i] is the file's row, nil for i itself.
func (c Columns) validate(owners, order []uint32) (keep []bool, repeats int, first []*RowError) {
	rules := Rules{Times: c.Times}
	prev := -1 // last kept row of the same trajectory
	for row, o := range owners {
		if prev >= 0 && owners[prev] != o {
			prev = -1
		}
		again, bad := c.rowError(rules, row, prev)
		if bad == nil && !again {
			prev = row
			continue
		}
		if keep == nil {
			keep = allTrue(len(owners))
		}
		keep[row] = false
		if again {
			repeats++
			continue
		}
		bad.Row = row
		if order != nil {
			bad.Row = int(order[row])
		}
		first = remember(first, bad)
	}
	return keep, repeats, first
}

// remember adds a bad row to the first few.
func remember(first []*RowError, bad *RowError) []*RowError {
	i, _ := slices.BinarySearchFunc(first, bad, func(a, b *RowError) int { return cmp.Compare(a.Row, b.Row) })
	if i == fewRows {
		return first
	}
	first = slices.Insert(first, i, bad)
	return first[:min(len(first), fewRows)]
}

func allTrue(n int) []bool {
	b := make([]bool, n)
	for i := range b {
		b[i] = true
	}
	return b
}

// rowError says what is wrong with a row, prev being the one before it in its trajectory or -1.
// repeats says that it is the same as prev.
func (c *Columns) rowError(r Rules, row, prev int) (repeats bool, bad *RowError) {
	s := c.Sample(row)
	if bad := r.Check(s); bad != nil || prev < 0 {
		return false, bad
	}
	if c.follows(row, prev) {
		return false, nil
	}
	bad = r.Follow(s, c.Sample(prev))
	return bad == nil, bad
}

// Sample gathers a row; what there is no column of is 0, and so are velocities of Loose columns. Written so, and no longer, it is
// inlined: reading calls it twice a row.
func (c *Columns) Sample(row int) (s Sample) {
	s = Sample{T: c.T[row], X: c.X[row], Y: c.Y[row]}
	if c.Z != nil {
		s.Z = c.Z[row]
	}
	if c.H != nil {
		s.H = c.H[row]
	}
	if c.R != nil {
		s.R = c.R[row]
	}
	for k, col := range c.V {
		if col != nil && !c.Loose {
			s.V[k] = col[row]
		}
	}
	return
}

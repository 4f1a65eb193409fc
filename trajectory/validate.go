package trajectory

import (
	"cmp"
	"slices"
)

// fewRows is the number of bad rows that are remembered.
const fewRows = 5

// remember adds a bad row to the first fewRows of them.
func remember(first []*RowError, bad *RowError) []*RowError {
	i, _ := slices.BinarySearchFunc(first, bad, func(a, b *RowError) int { return cmp.Compare(a.Row, b.Row) })
	if i == fewRows {
		return first
	}
	first = slices.Insert(first, i, bad)
	return first[:min(len(first), fewRows)]
}

// Sample gathers a row. Values of columns that are nil are 0, and so are velocities of Loose columns. The function is kept short
// enough to be inlined: reading calls it twice a row.
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

package trajectory

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// MaxMagnitude bounds every number of a store, so that no difference of two
// overflows.
const MaxMagnitude = 0x1p1000

// fewRows is how many bad rows are remembered.
const fewRows = 5

// validate checks every row against the rules of a Store. It returns which
// rows keep them, and the first few that do not in file order, none if all do.
// Rows are in the store's order; order leads back to the file's rows.
func (c Columns) validate(owners, order []uint32) (keep []bool, first []*RowError) {
	prev := -1 // last kept row of the same trajectory
	for row, o := range owners {
		if prev >= 0 && owners[prev] != o {
			prev = -1
		}
		bad := c.rowError(row, prev)
		if bad == nil {
			prev = row
			continue
		}
		if keep == nil {
			keep = allTrue(len(owners))
		}
		keep[row] = false
		bad.Row = row
		if order != nil {
			bad.Row = int(order[row])
		}
		first = remember(first, bad)
	}
	return keep, first
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

// rowError says what is wrong with a row, prev being the one before it in its
// trajectory or -1.
func (c Columns) rowError(row, prev int) *RowError {
	names := [...]string{"t", "x", "y", "z", "r"}
	for k, col := range [...][]float64{c.T, c.X, c.Y, c.Z, c.R} {
		if col != nil && (math.IsNaN(col[row]) || math.IsInf(col[row], 0)) {
			return c.bad(names[k], col[row], "not a finite number")
		}
		if col != nil && math.Abs(col[row]) > MaxMagnitude {
			return c.bad(names[k], col[row], "magnitude over 2^1000")
		}
	}
	if c.R != nil && c.R[row] < 0 {
		return c.bad("r", c.R[row], "negative radius")
	}
	if prev < 0 {
		return nil
	}
	if c.T[row] == c.T[prev] {
		return c.bad("t", c.T[row], "repeated time within its trajectory")
	}
	if c.T[row] < c.T[prev] {
		return c.bad("t", c.T[row], "earlier than the row before it in its trajectory ("+c.show("t", c.T[prev])+")")
	}
	if c.R != nil && c.R[row] != c.R[prev] {
		return c.bad("r", c.R[row], "differs from the radius of its trajectory ("+c.show("r", c.R[prev])+")")
	}
	return nil
}

func (c Columns) bad(column string, v float64, cause string) *RowError {
	return &RowError{Column: column, Value: c.show(column, v), Cause: cause}
}

// show writes a value as the file may have held it.
func (c Columns) show(column string, v float64) string {
	if column == "t" && c.Times == Timestamp && !math.IsInf(v, 0) && !math.IsNaN(v) {
		return FormatTime(v)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

package trajectory

import (
	"errors"
	"fmt"
)

// Columns is raw input, one value per row in file order. Rows of different
// trajectories may be interleaved, but the times of each must strictly
// increase in row order.
type Columns struct {
	ID         IDColumn
	T, X, Y, Z []float64 // [rows]; Z nil: 2-D
	R          []float64 // [rows], constant per trajectory and >= 0; nil: no radius
	Times      TimeKind
	Frame      Frame // of X, Y and Z
}

// IDColumn holds integer ids, or codes into a dictionary of distinct names.
// Exactly one of Int and Code is non-nil.
type IDColumn struct {
	Int  []int64  // [rows]
	Code []uint32 // [rows], index into Name
	Name []string
}

// Len returns the number of rows.
func (c IDColumn) Len() int {
	return max(len(c.Int), len(c.Code))
}

// BuildOptions says how New makes a Store.
type BuildOptions struct {
	// MaxGap > 0 makes no segment between samples further apart in time; 0
	// means no limit, negative is an error.
	MaxGap float64
	// SkipBadRows drops and counts the rows that break a rule instead of
	// failing at the first.
	SkipBadRows bool
}

// ErrEmpty is returned when no row is left to build a Store from.
var ErrEmpty = errors.New("trajectory: no samples")

// RowError names the row that breaks a rule. Row is the 0-based index in
// Columns, which a reader turns into a line of its file.
type RowError struct {
	Row    int
	Column string // neutral name: traj_id, t, x, y, z or r
	Value  string
	Cause  string
}

func (e *RowError) Error() string {
	return fmt.Sprintf("trajectory: row %d: column %s: %s: %s", e.Row, e.Column, e.Value, e.Cause)
}

// Rows returns the number of rows. It panics on columns of unequal length: no data can
// cause that.
func (c Columns) Rows() int {
	n := c.ID.Len()
	for _, col := range [][]float64{c.T, c.X, c.Y} {
		if len(col) != n {
			panic(fmt.Sprintf("trajectory: column of %d rows among %d ids", len(col), n))
		}
	}
	if (c.Z != nil && len(c.Z) != n) || (c.R != nil && len(c.R) != n) {
		panic("trajectory: z or r column of another length")
	}
	return n
}

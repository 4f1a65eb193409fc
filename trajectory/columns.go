package trajectory

import (
	"errors"
	"fmt"
)

// Columns is input for New, one value a row, in file order. All columns that are not nil
// have the same length. Rows of different trajectories may be interleaved; the times of
// each trajectory must strictly increase in row order.
type Columns struct {
	ID         IDColumn
	T, X, Y, Z []float64 // [rows]; Z nil: 2-D
	H          []float64 // [rows] heights, where positions are horizontal (Space.Heights); nil: there are none
	R          []float64 // [rows], constant per trajectory and >= 0; nil: no radius
	Piece      []uint32  // [rows], no segment joins rows of a trajectory that differ in it; nil: no gap but BuildOptions.MaxGap's
	Times      TimeKind
	Frame      Frame // of X, Y and Z
}

// severed reports whether two rows of a trajectory are of different pieces.
func (c *Columns) severed(row, other int) bool {
	return c.Piece != nil && c.Piece[row] != c.Piece[other]
}

// IDColumn holds the ids of rows: integers in Int, or names, as codes into the dictionary
// Name, which must be distinct. Exactly one of Int and Code is non-nil. Names makes one of
// strings.
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
	// Radius is that of every trajectory where Columns have no R; 0: they have none, negative or
	// above MaxMagnitude is an error.
	Radius float64
	// SkipBadRows drops and counts the rows that break a rule instead of
	// failing at the first.
	SkipBadRows bool
}

// ErrEmpty is returned when no row is left to build a Store from.
var ErrEmpty = errors.New("trajectory: no samples")

// RowError says which row breaks a rule, and how. Row is its 0-based index in Columns, which
// a reader turns into a line of its file.
type RowError struct {
	Row    int
	Column string // neutral name: traj_id, t, x, y, z, h or r
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
	if (c.Z != nil && len(c.Z) != n) || (c.H != nil && len(c.H) != n) || (c.R != nil && len(c.R) != n) {
		panic("trajectory: z, h or r column of another length")
	}
	if c.Piece != nil && len(c.Piece) != n {
		panic("trajectory: pieces of another number of rows")
	}
	return n
}

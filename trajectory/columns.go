package trajectory

import (
	"errors"
	"fmt"
	"math"
)

// Columns is input for New, one value a row, in file order. All columns that are not nil
// have the same length. Rows of different trajectories may be interleaved; the times of
// each trajectory must strictly increase in row order.
type Columns struct {
	ID         IDColumn
	T, X, Y, Z []float64    // [rows]; Z nil: 2-D
	H          []float64    // [rows] heights, where positions are horizontal (Space.Heights); nil: there are none
	R          []float64    // [rows], constant per trajectory and >= 0; nil: no radius
	V          [3][]float64 // [rows] velocities along x, y and z, for the Path of package curve alone; nil: there are none, or none along an axis
	Loose      bool         // V may be NaN where a row has no velocity, and does not decide whether rows are good or repeat others
	Piece      []uint32     // [rows], no segment joins rows of different Piece; nil: no gap but BuildOptions.MaxGap's
	Splices    bool         // a row of another Piece at the time of the row before it in its trajectory is a splice (see Piece), not a repeated time
	Times      TimeKind
	Frame      Frame // of X, Y and Z
}

// Velocity returns V of a row. known is false where Loose columns have no velocity in the row.
func (c *Columns) Velocity(row int) (v [3]float64, known bool) {
	known = true
	for k, col := range c.V {
		if col != nil {
			v[k] = col[row]
			known = known && v[k] == v[k]
		}
	}
	return v, known
}

// numbers returns the columns of numbers, some of which may be nil.
func (c *Columns) numbers() [9]*[]float64 {
	return [...]*[]float64{&c.T, &c.X, &c.Y, &c.Z, &c.H, &c.R, &c.V[0], &c.V[1], &c.V[2]}
}

// IDColumn holds the ids of rows: integers in Int, or names, as codes into the dictionary
// Name, whose names must be distinct. Exactly one of Int and Code is non-nil. The function Names
// makes an IDColumn of strings.
type IDColumn struct {
	Int  []int64  // [rows]
	Code []uint32 // [rows], index into Name
	Name []string
}

// Len returns the number of rows.
func (c IDColumn) Len() int {
	return max(len(c.Int), len(c.Code))
}

// Names returns the id column of rows that have these ids, one a row in file order. Ids
// are names then: they are ordered as bytes, so "10" stands before "9". The column is
// [len(ids)] codes into a dictionary of the distinct names, which shares their bytes.
func Names(ids []string) IDColumn {
	c := IDColumn{Code: make([]uint32, len(ids))}
	codes := map[string]uint32{}
	for row, id := range ids {
		code, known := codes[id]
		if !known {
			code = uint32(len(c.Name))
			codes[id] = code
			c.Name = append(c.Name, id)
		}
		c.Code[row] = code
	}
	return c
}

// BuildOptions says how New makes a Store.
type BuildOptions struct {
	// MaxGap > 0 makes no segment between samples further apart in time. 0
	// means no limit, and BuildReport.FarApart then counts samples far apart. Negative is an error.
	MaxGap float64
	// MaxSpeed > 0 makes no segment that is faster (see Faster), and leaves out a sample with such a
	// segment on both sides. It does not look across gaps of MaxGap and of pieces, so
	// the first and the last sample of a piece stay. 0 means no limit, and BuildReport.Jumps then has the segments far faster than others,
	// which is the only effect of +Inf. Negative is an error.
	MaxSpeed float64
	// Path is how objects move between samples; nil: straight. A Path serves one New or Builder.
	Path Path
	// Until, where not nil, makes each row a place: the object stays at the row's position from T of the row to Until, and a later
	// row of its trajectory repeats the first row or is bad.
	Until *float64
	// Radius is the radius of every trajectory where Columns have no R; 0: trajectories have none;
	// negative or above MaxMagnitude is an error.
	Radius float64
	// SkipBadRows drops and counts the rows that break a rule instead of
	// failing at the first.
	SkipBadRows bool
	// KeepFirst keeps the first of a trajectory's rows at one time, and drops and counts the others instead of failing.
	KeepFirst bool
}

// drops reports whether a bad row is dropped and counted.
func (o *BuildOptions) drops(bad *RowError) bool {
	return o.SkipBadRows || o.KeepFirst && bad.IsTwice()
}

// limitsSpeed reports whether there are speeds that MaxSpeed excludes.
func (o *BuildOptions) limitsSpeed() bool { return o.MaxSpeed > 0 && !math.IsInf(o.MaxSpeed, 1) }

// looksForJumps reports whether jumps are told of: of neither places nor ways along curves, which velocities make, and not where
// MaxSpeed is given.
func (o *BuildOptions) looksForJumps(velocities bool) bool {
	return o.MaxSpeed == 0 && o.Until == nil && !(o.Path != nil && velocities)
}

// check refuses invalid limits.
func (o BuildOptions) check() error {
	switch {
	case !(o.MaxGap >= 0):
		return fmt.Errorf("max gap %v: must be positive, or 0 for none", o.MaxGap)
	case !(o.MaxSpeed >= 0):
		return fmt.Errorf("max speed %v: must be positive, or 0 for none", o.MaxSpeed)
	case !(o.Radius >= 0 && o.Radius <= MaxMagnitude):
		return fmt.Errorf("radius %v: must be positive, or 0 for none", o.Radius)
	}
	return nil
}

// ErrEmpty is returned when no row is left to build a Store from.
var ErrEmpty = errors.New("trajectory: no samples")

// RowError says which row breaks a rule, and how. Row is its 0-based index in Columns, which
// a reader turns into a line of its file.
type RowError struct {
	Row    int
	Column string // neutral name: traj_id, t, x, y, z, h, r, vx, vy or vz
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
	for _, col := range c.V {
		if col != nil && len(col) != n {
			panic("trajectory: velocities of another number of rows")
		}
	}
	if c.Piece != nil && len(c.Piece) != n {
		panic("trajectory: pieces of another number of rows")
	}
	return n
}

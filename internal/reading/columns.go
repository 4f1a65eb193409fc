package reading

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"flyby/internal/height"
	"flyby/internal/infile"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// The columns of a trajectory file. The first of them are float64 columns, in the
// order of the columns of a Block.
const (
	ColT = iota
	ColX
	ColY
	ColZ
	ColR
	ColVX
	ColVY
	ColVZ
	NumFloats
	ColID      = NumFloats
	NumKinds   = NumFloats + 1
	ColIgnored = NumKinds
	ColVisible = NumKinds + 1 // says whether the row counts
	ColTested  = NumKinds + 2 // a condition names it
	ColPiece   = NumKinds + 3 // see PieceKey
	ColPart    = NumKinds + 4 // the first of several columns that make the id; the next ones are one more each
)

// ColumnKey returns the key of Options.Columns for a kind of column.
func ColumnKey(kind int) string {
	return [...]string{"t", "x", "y", "z", "r", "vx", "vy", "vz", "id"}[kind]
}

// FloatsOf returns the columns of numbers, by kind.
func FloatsOf(c *trajectory.Columns) [NumFloats]*[]float64 {
	return [NumFloats]*[]float64{&c.T, &c.X, &c.Y, &c.Z, &c.R, &c.V[0], &c.V[1], &c.V[2]}
}

// FixedColumns returns the columns t, x, y, z and id of a format that has them at fixed places, under fixed names, in a unit of length and seconds.
func FixedColumns(at [5]int, names [5]string, length string) (l FileColumns) {
	for kind := range l.At {
		l.At[kind] = -1
	}
	for i, kind := range []int{ColT, ColX, ColY, ColZ, ColID} {
		l.At[kind], l.Name[kind] = at[i], names[i]
	}
	l.Units = format.Units{Length: length, Time: "s"}
	return l
}

// A FileColumns says where the columns of a trajectory stand in a file.
type FileColumns struct {
	At    [NumKinds]int    // index among the file's columns, -1 where absent
	Name  [NumKinds]string // the file's name for the column
	Units format.Units     // as far as the file says
	Into  format.Units     // units that numbers are converted to, see Options.Into; "": numbers stay
	Parts []int            // columns whose values together are the id, the first of which is At[ColID]; nil: one column is
	Piece int              // column of pieces plus 1, 0 where absent: see PieceKey
	Loose bool             // see trajectory.Columns.Loose

	velocity *Velocity // what ColVX to ColVZ mean with Options.States; nil: they are velocities along x, y and z, or there are none

	Presumed bool // Units.Length is the usual unit of such files, and this file does not name its own
	Assumed  bool // z is taken for metres, though neither the file nor the options name its unit
	Still    bool // there are no times: see Options.stand

	Unzoned  string // as in Report.Unzoned
	OfDay    string // as in Report.OfDay
	RefFrame string // as in Report.RefFrame
	Geometry string // the coordinates that a column of geometry stands for, as in Report.Geometry; "" for none

	pair string // "x=lon y=lat": columns taken for degrees by their names alone; "" for none

	aside []height.Column // see Report.Aside
}

// Look looks the columns up among the names in a file. lacks are the required kinds that no name stands for, cause says
// what else is wrong: a column that Options name is missing, or one is there twice.
func (o *Options) Look(names []string) (l FileColumns, lacks []int, cause string) {
	var absent []string
	for kind := range NumKinds {
		l.At[kind] = -1
		if kind == ColT && o.Places != nil {
			continue
		}
		wanted, required := o.candidates(kind)
		if len(wanted) == 0 || kind == ColVZ && l.At[ColZ] < 0 {
			continue
		}
		l.Name[kind] = wanted[0]
		for _, w := range wanted {
			if l.At[kind] = slices.Index(names, w); l.At[kind] >= 0 {
				l.Name[kind] = w
				break
			}
		}
		var missing []string
		if kind == ColID && o.names(kind) && !o.unjoined {
			l.At[kind], l.Parts, missing = idColumns(names, wanted[0])
		}
		switch at := l.At[kind]; {
		case at < 0 && missing != nil:
			absent = append(absent, missing...)
		case at < 0 && o.names(kind):
			absent = append(absent, wanted[0])
		case at < 0 && required:
			lacks = append(lacks, kind)
		case at < 0 || cause != "":
		case kind == ColID && len(wanted) > 1 && slices.Contains(names, wanted[0]) && slices.Contains(names, wanted[1]):
			cause = fmt.Sprintf("columns %s and %[2]s: say which holds the ids, as %[3]s id=%[2]s does", wanted[0], wanted[1], o.Flag("columns"))
		case slices.Contains(names[at+1:], names[at]):
			cause = fmt.Sprintf("two columns %s", names[at])
		default:
			o.stand(&l, kind)
		}
	}
	if missing, wrong := o.findPieces(names, &l); missing != "" {
		absent = append(absent, missing)
	} else {
		cause = cmp.Or(cause, wrong)
	}
	o.show(names, &l, cause)
	if len(absent) > 0 {
		cause = fmt.Sprintf("no column %s; there is %s", strings.Join(absent, ", "), infile.List(names))
	}
	return l, lacks, cause
}

// Find finds the columns among names, with a pair of degrees for x and y where these alone are lacking. cause says which columns are
// missing: see Mended.
func (o *Options) Find(names []string) (l FileColumns, cause string) {
	l, lacks, cause := o.Look(names)
	if cause == "" && len(lacks) > 0 {
		degrees, ok := o.inDegrees(names, &l)
		if !ok {
			return l, o.LackOf(names, lacks)
		}
		l = degrees
	}
	o.leaveHeights(names, &l)
	return l, cause
}

// names reports whether Options name the column of a kind.
func (o *Options) names(kind int) bool {
	return o.Columns[ColumnKey(kind)] != "" && !(kind == ColT && o.NoTimes())
}

// candidates returns the names that a column may have in the file, none for a column that is left
// out. The first name that the file has counts, but Look refuses a file that has both names of ids.
// required says that the file must have one of the names.
func (o *Options) candidates(kind int) (names []string, required bool) {
	if kind == ColZ && o.Height == format.NoHeight {
		return nil, false
	}
	if IsVelocity(kind) && !(o.Curve > 0) {
		return nil, false
	}
	if o.names(kind) {
		return []string{o.Columns[ColumnKey(kind)]}, true
	}
	switch {
	case kind == ColID:
		return []string{"traj_id", "id"}, true
	case kind == ColX && o.LonLat:
		return []string{"x", "lon"}, true
	case kind == ColY && o.LonLat:
		return []string{"y", "lat"}, true
	case kind == ColZ && o.LonLat:
		return []string{"z", "height"}, false
	}
	return []string{ColumnKey(kind)}, kind <= ColY
}

// IsVelocity reports whether a kind of column has velocities.
func IsVelocity(kind int) bool { return kind >= ColVX && kind <= ColVZ }

// label returns the file's name of a column that trajectory.RowError names.
func (l *FileColumns) label(neutral string) string {
	if neutral == "traj_id" {
		return l.Name[ColID]
	}
	for kind := range NumFloats {
		if ColumnKey(kind) == neutral {
			return l.Name[kind]
		}
	}
	return neutral
}

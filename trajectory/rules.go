package trajectory

import (
	"math"
)

// MaxMagnitude bounds every number of a store, so that no difference of two
// overflows.
const MaxMagnitude = 0x1p1000

// A Sample is a row of Columns without its id; what the columns lack is 0.
type Sample struct{ T, X, Y, Z, R float64 }

// Rules are those that a row keeps by itself, whatever rows stand around it:
// finite numbers of bounded magnitude, a radius that is not negative, and for
// FromLonLat degrees and heights that there are.
type Rules struct {
	LonLat bool     // X, Y and Z are longitude, latitude and height
	Times  TimeKind // how errors show times
}

// Check says what is wrong with a row, nil if nothing is. The error's Row is 0.
func (r Rules) Check(s Sample) *RowError {
	if s.bounded() && s.R >= 0 && (!r.LonLat || s.onEarth()) {
		return nil
	}
	return r.explain(s)
}

// Range returns the least and the greatest value that Check takes in the column that
// errors call t, x, y, z or r. It takes a row whose values are all in range.
func (r Rules) Range(column string) (least, greatest float64) {
	switch {
	case column == "r":
		return 0, MaxMagnitude
	case r.LonLat && column == "x":
		return -180, 360
	case r.LonLat && column == "y":
		return -90, 90
	case r.LonLat && column == "z":
		return -maxHeight, maxHeight
	}
	return -MaxMagnitude, MaxMagnitude
}

// explain says what is wrong with a row of which something is.
func (r Rules) explain(s Sample) *RowError {
	for _, v := range [...]struct {
		column string
		value  float64
	}{{"t", s.T}, {"x", s.X}, {"y", s.Y}, {"z", s.Z}, {"r", s.R}} {
		if math.IsNaN(v.value) || math.IsInf(v.value, 0) {
			return r.bad(v.column, v.value, "not a finite number")
		}
		if math.Abs(v.value) > MaxMagnitude {
			return r.bad(v.column, v.value, "magnitude over 2^1000")
		}
	}
	switch {
	case s.R < 0:
		return r.bad("r", s.R, "negative radius")
	case s.X < -180 || s.X > 360:
		return r.bad("x", s.X, "longitude outside -180 to 360 degrees")
	case s.Y < -90 || s.Y > 90:
		return r.bad("y", s.Y, "latitude outside -90 to 90 degrees")
	}
	return r.bad("z", s.Z, "height beyond a million kilometres")
}

// bounded reports whether all numbers are finite and of bounded magnitude, which
// no comparison with NaN says.
func (s Sample) bounded() bool {
	return math.Abs(s.T) <= MaxMagnitude && math.Abs(s.X) <= MaxMagnitude && math.Abs(s.Y) <= MaxMagnitude &&
		math.Abs(s.Z) <= MaxMagnitude && math.Abs(s.R) <= MaxMagnitude
}

func (s Sample) onEarth() bool {
	return s.X >= -180 && s.X <= 360 && math.Abs(s.Y) <= 90 && math.Abs(s.Z) <= maxHeight
}

// follow says what is wrong with a row after the one before it in its trajectory.
func (r Rules) follow(s, before Sample) *RowError {
	switch {
	case s.T == before.T:
		return r.bad("t", s.T, "repeated time within its trajectory")
	case s.T < before.T:
		return r.bad("t", s.T, "earlier than the row before it in its trajectory ("+r.show("t", before.T)+")")
	case s.R != before.R:
		return r.bad("r", s.R, "differs from the radius of its trajectory ("+r.show("r", before.R)+")")
	}
	return nil
}

func (r Rules) bad(column string, v float64, cause string) *RowError {
	return &RowError{Column: column, Value: r.show(column, v), Cause: cause}
}

// show writes a value as the file may have held it.
func (r Rules) show(column string, v float64) string {
	if column == "t" {
		return r.Times.Format(v)
	}
	return Number.Format(v)
}

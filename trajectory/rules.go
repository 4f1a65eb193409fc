package trajectory

import (
	"math"
	"slices"
	"strings"
)

// MaxMagnitude bounds every number of a store, so that no difference of two
// overflows.
const MaxMagnitude = 0x1p1000

// A Sample is a row of Columns without its id; Z, H, R and V are 0 where the columns lack them.
type Sample struct {
	T, X, Y, Z, H, R float64
	V                [3]float64
}

// Rules are the rules that a row must obey by itself, whatever rows stand around it: finite
// numbers of bounded magnitude, a radius that is not negative, and coordinates within
// Limits.
type Rules struct {
	Limits *[3]Limit // of X, Y and Z or H; nil: MaxMagnitude is the only one
	Times  TimeKind  // how errors show times
}

// A Limit bounds a coordinate more narrowly than MaxMagnitude does.
type Limit struct {
	Least, Greatest float64
	Cause           string // RowError.Cause of a value beyond the limit
}

// Check returns the fault of a row, nil if it has none. The error's Row is 0.
func (r Rules) Check(s Sample) *RowError {
	if s.bounded() && s.R >= 0 && (r.Limits == nil || r.beyond(s) < 0) {
		return nil
	}
	return r.explain(s)
}

// Range returns the least and the greatest value that Check accepts in a column, which is
// named as in RowError: t, x, y, z, r, vx, vy or vz. Check accepts a row if all its values are in range.
func (r Rules) Range(column string) (least, greatest float64) {
	if column == "r" {
		return 0, MaxMagnitude
	}
	if k := slices.Index([]string{"x", "y", "z"}, column); k >= 0 && r.Limits != nil {
		return r.Limits[k].Least, r.Limits[k].Greatest
	}
	return -MaxMagnitude, MaxMagnitude
}

// beyond returns the axis, 0 to 2 or 3 for the height, whose limit a row is beyond, -1 for none.
func (r Rules) beyond(s Sample) int {
	for k, v := range [...]float64{s.X, s.Y, s.Z, s.H} {
		if limit := &r.Limits[min(k, 2)]; v < limit.Least || v > limit.Greatest {
			return k
		}
	}
	return -1
}

// explain returns the error of a row that breaks a rule.
func (r Rules) explain(s Sample) *RowError {
	for _, v := range [...]struct {
		column string
		value  float64
	}{{"t", s.T}, {"x", s.X}, {"y", s.Y}, {"z", s.Z}, {"h", s.H}, {"r", s.R}, {"vx", s.V[0]}, {"vy", s.V[1]}, {"vz", s.V[2]}} {
		if math.IsNaN(v.value) || math.IsInf(v.value, 0) {
			return r.bad(v.column, v.value, "not a finite number")
		}
		if math.Abs(v.value) > MaxMagnitude {
			return r.bad(v.column, v.value, "magnitude over 2^1000")
		}
	}
	if s.R < 0 {
		return r.bad("r", s.R, "negative radius")
	}
	k := r.beyond(s)
	return r.bad([...]string{"x", "y", "z", "h"}[k], [...]float64{s.X, s.Y, s.Z, s.H}[k], r.Limits[min(k, 2)].Cause)
}

// bounded reports whether all numbers are finite and of bounded magnitude, which
// no comparison with NaN says.
func (s Sample) bounded() bool {
	return math.Abs(s.T) <= MaxMagnitude && math.Abs(s.X) <= MaxMagnitude && math.Abs(s.Y) <= MaxMagnitude &&
		math.Abs(s.Z) <= MaxMagnitude && math.Abs(s.H) <= MaxMagnitude && math.Abs(s.R) <= MaxMagnitude &&
		math.Abs(s.V[0]) <= MaxMagnitude && math.Abs(s.V[1]) <= MaxMagnitude && math.Abs(s.V[2]) <= MaxMagnitude
}

// early begins the cause of a row whose time goes back.
const early = "earlier than the row before it in its trajectory"

// IsEarly reports whether the row is bad because its time goes back, which sorting the rows by time
// mends.
func (e *RowError) IsEarly() bool { return e.Column == "t" && strings.HasPrefix(e.Cause, early) }

// again is the cause of a row whose trajectory has another position at the same time already.
const again = "repeated time within its trajectory"

// IsTwice reports whether the row is bad because its trajectory has a row at the same time: two objects share an id, or a position is wrong.
func (e *RowError) IsTwice() bool { return e.Column == "t" && e.Cause == again }

// Follow returns the fault of the row s, which obeys the rules by itself, after before, the last
// good row of its trajectory. nil: there is none, or the two rows are equal, and one is to be left
// out. The error's Row is 0.
func (r Rules) Follow(s, before Sample) *RowError {
	switch {
	case s == before:
		return nil
	case s.T == before.T:
		return r.bad("t", s.T, again)
	case s.T < before.T:
		return r.bad("t", s.T, early+" ("+r.show("t", before.T)+")")
	case s.R != before.R:
		return r.bad("r", s.R, "differs from the radius of its trajectory ("+r.show("r", before.R)+")")
	}
	return nil
}

func (r Rules) bad(column string, v float64, cause string) *RowError {
	return &RowError{Column: column, Value: r.show(column, v), Cause: cause}
}

// show formats a value as the file may have held it.
func (r Rules) show(column string, v float64) string {
	if column == "t" {
		return r.Times.Format(v)
	}
	return Number.Format(v)
}

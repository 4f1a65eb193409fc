package format

import (
	"fmt"
	"strings"

	"flyby/internal/printable"
	measure "flyby/internal/unit"
	"flyby/trajectory"
)

// Units are labels (docs/decisions/0035-units.md) of the units of positions and times, as far as a file says, such as "m", "km",
// "AU" and "kpc", "s", "d" and "yr"; "" where it does not. Nothing is converted by them. Time is
// "jd" or "mjd" where times are dates, in days of these scales.
type Units struct {
	Length string `json:"length,omitempty"` // of x, y, z and r
	Time   string `json:"time,omitempty"`   // of t
	Scale  string `json:"scale,omitempty"`  // of t, where it is not UTC: "TDB", "GPS"
}

// Or returns the units, each replaced by the unit of other where it is "".
func (u Units) Or(other Units) Units {
	for _, l := range []struct{ to, from *string }{{&u.Length, &other.Length}, {&u.Time, &other.Time}, {&u.Scale, &other.Scale}} {
		if *l.to == "" {
			*l.to = *l.from
		}
	}
	return u
}

// Differ says which units differ from the units of other, where both are known: "lengths", "times"
// or "time scales", "" for none, with both labels. Labels that name the same unit are the same.
func (u Units) Differ(other Units) (what, mine, others string) {
	for _, l := range []struct{ what, mine, others string }{
		{"lengths", measure.Label(u.Length, measure.Length), measure.Label(other.Length, measure.Length)},
		{"times", measure.Label(u.Time, measure.Time), measure.Label(other.Time, measure.Time)},
		{"time scales", u.Scale, other.Scale},
	} {
		if l.mine != "" && l.others != "" && l.mine != l.others {
			return l.what, l.mine, l.others
		}
	}
	return "", "", ""
}

// Of returns u with the units that the kind of times and the frame fix.
func (u Units) Of(times trajectory.TimeKind, frame trajectory.Frame) Units {
	if unit := frame.Unit(); unit != "" {
		u.Length = unit
	}
	if times == trajectory.Timestamp {
		u.Time = "s"
	}
	return u
}

// Duration returns the unit of differences of times of the data, days for dates.
func (u Units) Duration() string {
	if measure.IsScale(u.Time) {
		return "d"
	}
	return u.Time
}

// IntoUnits makes the options convert numbers to the units u of another data set, whose times are of some kind. Options.OrbitCurve, in kilometres, becomes a
// length in these units.
func (o *Options) IntoUnits(u Units, times trajectory.TimeKind) {
	o.Into = Units{Length: u.Length}
	if times == trajectory.Number {
		o.Into.Time = u.Time
	}
	if by := measure.Turn(orbitLength, u.Length, measure.Length); by != nil {
		o.OrbitCurve = by.Of(o.OrbitCurve)
	}
}

// orbitLength is the unit of Options.OrbitCurve.
const orbitLength = "km"

// Kilometres returns a length of the data in kilometres, and DefaultOrbitCurve for what IntoUnits makes of it.
func (r *Report) Kilometres(length float64) float64 {
	by, back := measure.Turn(orbitLength, r.Units.Length, measure.Length), measure.Turn(r.Units.Length, orbitLength, measure.Length)
	switch {
	case by == nil:
		return length
	case length == by.Of(DefaultOrbitCurve):
		return DefaultOrbitCurve
	}
	return back.Of(length)
}

// Conversion says which units numbers were converted from, and to which; "" for none.
func (r *Report) Conversion() string { return r.Said.Conversion(r.Units) }

// Conversion says in words which units of u became others, where both are known; "" for none.
func (u Units) Conversion(others Units) string {
	var parts []string
	for _, now := range []Units{{Length: others.Length}, {Time: others.Time}} {
		if what, from, to := u.Differ(now); what != "" {
			parts = append(parts, fmt.Sprintf("%s in %s to %s", what, from, to))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "converted " + strings.Join(parts, ", ")
}

// LooksLikeDegrees reports whether positions of the extent e, which are presumed to be metres,
// are rather longitudes and latitudes: all are in range, and no network of roads is less than five metres wide and long. A
// single place has no distances, and is right as either.
func (r *Report) LooksLikeDegrees(e trajectory.Extent) bool {
	const small = 5
	wide := false
	metres := func(v float64) float64 { return v }
	if by := measure.Turn(r.Units.Length, r.Said.Length, measure.Length); by != nil {
		metres = by.Of
	}
	for k, most := range []float64{180, 90} {
		if !(metres(e.Min[k]) >= -most && metres(e.Max[k]) <= most && metres(e.Max[k]-e.Min[k]) < small) {
			return false
		}
		wide = wide || e.Max[k] > e.Min[k]
	}
	return r.Presumed && wide
}

// UnnamedError says that the unit of a dimension of the data is not known.
type UnnamedError struct{ Dimension measure.Dimension }

func (e UnnamedError) Error() string { return fmt.Sprintf("no unit of %v", e.Dimension) }

// Unit returns the unit of a dimension that the labels stand for. The error is an UnnamedError where there is no label, otherwise it names
// the unknown label.
func (u Units) Unit(dim measure.Dimension) (measure.Unit, error) {
	if dim == measure.Speed {
		length, err := u.Unit(measure.Length)
		if err != nil {
			return measure.Unit{}, err
		}
		time, err := u.Unit(measure.Time)
		if err != nil {
			return measure.Unit{}, err
		}
		return measure.By(length, time), nil
	}
	label := u.Length
	if dim == measure.Time {
		label = u.Time
	}
	if label == "" {
		return measure.Unit{}, UnnamedError{dim}
	}
	found, err := measure.Find(label, dim)
	if err != nil {
		err = fmt.Errorf("%ss are in %s, which is none of %s", dim, printable.Text(label), measure.Names(dim))
	}
	return found, err
}

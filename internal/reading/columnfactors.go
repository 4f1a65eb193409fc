package reading

import (
	"fmt"

	"flyby/internal/infile"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// columnFactors converts the numbers of a row to the units of the data, each rounded once; nil for a column that is in these units.
type columnFactors [NumFloats]*measure.Factor

// turn converts the numbers of a row. f may be nil.
func (f *columnFactors) turn(v *[NumFloats]float64) {
	if f == nil {
		return
	}
	for kind, by := range f {
		if by != nil {
			v[kind] = by.Of(v[kind])
		}
	}
}

// with returns f with the factor by, which may be nil, for a kind of column. f may be nil.
func (f *columnFactors) with(kind int, by *measure.Factor) *columnFactors {
	if by == nil {
		return f
	}
	if f == nil {
		f = &columnFactors{}
	}
	f[kind] = by
	return f
}

// Of returns the factor of a kind of column, nil for none. f may be nil.
func (f *columnFactors) Of(kind int) *measure.Factor {
	if f == nil {
		return nil
	}
	return f[kind]
}

// Factors finds the factors, except of times that count since 1970, for a file of units u, whose times are of some kind, by the units that its columns name and by
// o.ColumnUnits, and by o.Into, whose units it notes in l. The error is an *Error for a unit that is unknown or differs from the file's, a *CurveError where
// velocities have a unit and the data's units are not known.
func (o *Options) Factors(file string, u format.Units, times trajectory.TimeKind, l *FileColumns, of func(kind int) (name, unit string)) (all *columnFactors, err error) {
	if o.Curve == 0 && len(o.ColumnUnits) == 0 && o.Into == (format.Units{}) && l.velocity == nil {
		return nil, nil
	}
	if u, err = o.Settle(file, u, times, trajectory.Plain); err != nil {
		return nil, err
	}
	l.Into = o.turned(u, times)
	to := l.Into.Or(u)
	switch {
	case l.velocity != nil:
		all, err = o.velocityFactors(file, u, to, l, of)
	case o.Curve > 0 || o.CurvesOrbits():
		all, err = velocities(file, u, to, l, of)
	}
	if err != nil {
		return nil, err
	}
	if cause := o.strange(l); cause != "" {
		return nil, &format.Error{File: file, Cause: cause}
	}
	for kind := range NumFloats {
		name, said := of(kind)
		by, cause := o.given(to, times, kind, l.At[kind] >= 0, name, said)
		if by == nil && cause == "" && o.ColumnUnits[ColumnKey(kind)] == "" {
			by = between(u, to, kind)
		}
		if cause != "" {
			return nil, &format.Error{File: file, Cause: cause}
		}
		all = all.with(kind, by)
	}
	return all, nil
}

// given finds the factor of a column whose unit the options give, in data of units u: docs/decisions/0084-units-by-column.md. It is nil
// where the data are in the unit already, or none is given.
func (o *Options) given(u format.Units, times trajectory.TimeKind, kind int, has bool, name, said string) (by *measure.Factor, cause string) {
	key := ColumnKey(kind)
	unit := o.ColumnUnits[key]
	if cause = o.misfit(kind, has, name, said); cause != "" || unit == "" || !has || kind == ColT && (o.IsUnix() || o.Places != nil) {
		return nil, cause
	}
	d, to := measure.Length, u.Length
	switch {
	case kind == ColT && times == trajectory.Timestamp:
		return nil, fmt.Sprintf("column %s holds dates and times, and --units says t=%s", name, unit)
	case kind == ColT:
		d, to = measure.Time, u.Time
	case IsVelocity(kind):
		d, to = measure.Speed, speedOf(u)
	}
	if to == "" {
		return nil, fmt.Sprintf("nothing says the unit of the data that %s=%s is to be converted to: --units m,s,%s=%s", key, unit, key, unit)
	}
	return convert(unit, to, d)
}

// convert returns the factor from a unit to another, nil where they are the same.
func convert(unit, other string, d measure.Dimension) (by *measure.Factor, cause string) {
	from, err := measure.Find(unit, d)
	if err != nil {
		return nil, infile.Inner(err)
	}
	to, err := measure.Find(other, d)
	switch {
	case err != nil:
		return nil, "the data are not in a unit that " + unit + " is converted to: " + infile.Inner(err)
	case to.IsScale():
		return nil, "times are dates in " + other + ", which " + unit + " is not converted to"
	case from.String() == to.String():
		return nil, ""
	}
	factor := measure.Between(from, to)
	return &factor, ""
}

// speedOf returns the unit of speeds, "" where it is not known.
func speedOf(u format.Units) string {
	if u.Length == "" || u.Time == "" {
		return ""
	}
	return u.Length + "/" + u.Duration()
}

// between returns the factor of a column of lengths or times from the units u to others, nil where they are the same.
func between(u, to format.Units, kind int) *measure.Factor {
	switch {
	case IsVelocity(kind):
		return nil
	case kind == ColT:
		return measure.Turn(u.Time, to.Time, measure.Time)
	}
	return measure.Turn(u.Length, to.Length, measure.Length)
}

// pace returns the factor of velocities from the units u to others, nil where they are the same. A unit that is not known is the same in both.
func pace(u, to format.Units) *measure.Factor {
	if measure.Turn(u.Length, to.Length, measure.Length) == nil && measure.Turn(u.Time, to.Time, measure.Time) == nil {
		return nil
	}
	one := format.Units{Length: "m", Time: "s"}
	by, _ := convert(speedOf(u.Or(to).Or(one)), speedOf(to.Or(u).Or(one)), measure.Speed)
	return by
}

// velocities finds the factors of velocities, in a file of units u, to other units.
func velocities(file string, u, to format.Units, l *FileColumns, of func(kind int) (name, unit string)) (all *columnFactors, err error) {
	for kind := ColVX; kind <= ColVZ; kind++ {
		if l.At[kind] < 0 {
			continue
		}
		name, unit := of(kind)
		if unit == "" {
			all = all.with(kind, pace(u, to))
			continue
		}
		f, cause, known := velocity(to, unit)
		switch said := fmt.Sprintf("column %s is in %s, ", name, infile.Shorten(unit)); {
		case cause != "":
			return nil, &format.Error{File: file, Cause: said + cause}
		case !known:
			return nil, &format.CurveError{File: file, Cause: said + "and nothing says the units of lengths and times: --units does"}
		}
		all = all.with(kind, f)
	}
	return all, nil
}

// velocity returns the factor from a unit of velocity to the data's unit, nil where the two are the
// same or unit is "". cause says why a unit is invalid; known is false where the data's units are not
// known.
func velocity(u format.Units, unit string) (f *measure.Factor, cause string, known bool) {
	if unit == "" {
		return nil, "", true
	}
	over, under, ok := measure.CutSpeed(unit)
	switch length, time := measure.Label(u.Length, measure.Length), measure.Label(u.Duration(), measure.Time); {
	case !ok:
		return nil, "which is no length by a time, such as km/s", false
	case length == "" || time == "":
		return nil, "", false
	case measure.Label(over, measure.Length) == length && measure.Label(under, measure.Time) == time:
		return nil, "", true
	}
	from, err := measure.Find(over+"/"+under, measure.Speed)
	if err != nil {
		return nil, infile.Inner(err), false
	}
	to, err := measure.Find(u.Length+"/"+u.Duration(), measure.Speed)
	if err != nil {
		return nil, "and the data are not: " + infile.Inner(err), false
	}
	by := measure.Between(from, to)
	return &by, "", true
}

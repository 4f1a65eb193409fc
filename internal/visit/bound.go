package visit

import "math"

// A bound is a number at that is within err of a true one. Where fine is not 0, at + rest is within fine of it.
type bound struct{ at, err, rest, fine float64 }

// Of a leg the beginning and the end are exact.
func beginning() bound { return bound{} }
func end() bound       { return bound{at: 1} }

// after reports whether a number is certainly greater than another.
func (b bound) after(o bound) bool { return b.at-b.err > o.at+o.err }

// earliest returns the lesser of two numbers.
func (b bound) earliest(o bound) bound {
	switch {
	case b == beginning() || o.after(b):
		return b
	case o == beginning() || b.after(o):
		return o
	}
	return bound{at: min(b.at, o.at), err: max(b.err, o.err)}
}

// latest returns the greater of two numbers.
func (b bound) latest(o bound) bound {
	switch {
	case b == end() || b.after(o):
		return b
	case o == end() || o.after(b):
		return o
	}
	return bound{at: max(b.at, o.at), err: max(b.err, o.err)}
}

// A course is a linear function of s by its values at 0 and 1, and a bound of the error of all its values.
type course struct{ at0, at1, err float64 }

// root returns where a course is 0 that has different signs at its ends.
func (c course) root() bound {
	drop := c.at0 - c.at1
	return bound{at: c.at0 / drop, err: 2*c.err/math.Abs(drop) + 0x1p-51}
}

// cut cuts an interval to where the course is at least 0. some is false if nothing is left for certain; sure is false where it cannot tell.
func (c course) cut(r *proximity) (some, sure bool) {
	switch {
	case c.at0 > c.err && c.at1 > c.err:
		return true, true
	case c.at0 < -c.err && c.at1 < -c.err:
		return false, true
	case !(math.Abs(c.at0) > c.err && math.Abs(c.at1) > c.err && math.Abs(c.at0-c.at1) >= 4*c.err):
		return true, false
	}
	at := c.root()
	if c.at0 < 0 {
		r.from = r.from.latest(at)
	} else {
		r.to = r.to.earliest(at)
	}
	return true, true
}

package interaction

import (
	"math"

	"flyby/trajectory"
)

// Margins holds the numbers that Solve compares, for tests of their error bound.
type Margins struct {
	Start, Least, End float64 // computed squared distances: at the span's start, at the minimum, at its end
	Threshold, Bound  float64
	Scale             float64
}

// MarginsOf returns the margins of an interaction whose common span is [lo, hi].
func MarginsOf(q, e trajectory.Segment, d, lo, hi float64) Margins {
	m := relativeMotion(&q, &e, lo, hi)
	s := closest(dot(m.w, m.w), dot(m.r0, m.w))
	rs, r1 := m.along(s), m.along(1)
	threshold := (q.R + e.R) + d
	return Margins{
		Start: dot(m.r0, m.r0), Least: dot(rs, rs), End: dot(r1, r1),
		Threshold: threshold, Scale: m.scale,
		Bound: float64(DistanceError*(m.scale+threshold)) + Underflow,
	}
}

// ExactInFixed is the exact decision in integers of fixed width; ok is false where they do not suffice.
func ExactInFixed(q, e trajectory.Segment, d float64, w Window) (enter, exit float64, hit, ok bool) {
	lo, hi, met := commonSpan(&q, &e, &w)
	if !met {
		return 0, 0, false, true
	}
	return exactInFixed(&q, &e, d, lo, hi)
}

// ExactInBig is the exact decision in integers of any length.
func ExactInBig(q, e trajectory.Segment, d float64, w Window) (enter, exit float64, hit bool) {
	lo, hi, met := commonSpan(&q, &e, &w)
	if !met {
		return 0, 0, false
	}
	return exactInBig(&q, &e, d, lo, hi)
}

// PartInDoubles returns s at the smaller (sign -1) or larger (+1) crossing of a threshold, for a course with an end outside of
// it, as it is computed for pairs of few bits: h + l.
func PartInDoubles(start, end [3]int64, threshold int64, sign int) (h, l float64, crosses bool) {
	p := narrowPair{n: [7]int64{start[0], start[1], start[2], end[0], end[1], end[2], threshold}}
	limit := product64(threshold, threshold)
	var x crossings
	if !p.cross(inner(&start, &start).sub(limit), inner(&end, &end).sub(limit), &x) {
		return 0, 0, false
	}
	s := x.part(sign)
	return s.h, s.l, true
}

// WithinHeightsExactly is WithinHeights in rational numbers, of segments that share a span.
func WithinHeightsExactly(q, e *trajectory.Upright, d float64, v Heights, w *Window, enter, exit float64) (from, to float64, hit bool) {
	c, _ := newCylinder(q, e, v, w)
	return c.exact(d, enter, exit)
}

// LeavesHeights reports whether float64 leaves a hit to rational numbers.
func LeavesHeights(q, e *trajectory.Upright, d float64, v Heights, w *Window, enter, exit float64) bool {
	c, _ := newCylinder(q, e, v, w)
	_, _, verdict := c.within(d, enter, exit)
	return verdict == Borderline
}

// Shortest is the shortest decimal that reads back as v.
func Shortest(v float64) (digits int64, exponent int) {
	d := shortest(v)
	return d.digits, d.exponent
}

// NarrowPlaces computes, in numbers of 64 bits, the places of heights at the beginning and the end of the span; ok is false
// where these do not suffice.
func NarrowPlaces(q, e *trajectory.Upright, v Heights, w *Window) (start, end int, ok bool) {
	c, _ := newCylinder(q, e, v, w)
	heights := c.decimals()
	if _, ok = heights.narrow(); !ok {
		return 0, 0, false
	}
	from, to := c.decimalPlaces()
	return int(from), int(to), true
}

// NearestSum is the float64 nearest to a sum of three.
func NearestSum(x, y, z float64) float64 { return nearestSum(x, y, z) }

// WindowError returns the bound of the error of the least distance in a vertical window that comes from the window's ends, 2|w| times their error as parts of the
// span; cut is false where the window is all of the span.
func WindowError(q, e *trajectory.Upright, v float64, w *Window) (bound float64, cut bool) {
	c, ok := newCylinder(q, e, Heights{Within: v}, w)
	if !ok || c.window() == Hit {
		return 0, false
	}
	err := 0x1p-53 // of an end that rational numbers tell, rounded
	if c.window() == partly {
		_, _, err = c.ends()
	}
	m := relativeMotion(&q.Segment, &e.Segment, c.lo, c.hi)
	return 2 * math.Sqrt(dot(m.w, m.w)) * err, true
}

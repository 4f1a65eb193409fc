package interaction

import (
	"math"

	"flyby/trajectory"
)

// A search with a vertical threshold V is one in cylinders: horizontal distances of at most d
// and differences of heights of at most V, at once. Its hits are those of the horizontal distance,
// each cut to the window of its span in which the heights are close enough: WithinHeights,
// which docs/exactness.md proves. It runs on the host alone, and has no twin.

// WithinHeights cuts a hit of the horizontal distance d, with the closed interval [enter, exit], to
// the times at which heights differ by v >= 0 at most. hit is what real arithmetic says: whether
// there is an instant at which both are within their thresholds. Where heights are that close
// throughout the span, times come back as they are.
func WithinHeights(q, e *trajectory.Upright, d, v float64, w *Window, enter, exit float64) (from, to float64, hit bool) {
	c, ok := newCylinder(q, e, v, w)
	if !ok {
		return 0, 0, false
	}
	from, to, verdict := c.within(d, enter, exit)
	if verdict == Borderline {
		return c.exact(d, enter, exit)
	}
	if verdict == Miss {
		return 0, 0, false
	}
	return from, to, true
}

// cylinder is two segments with their heights over a common span.
type cylinder struct {
	q, e   *trajectory.Upright
	v      float64
	lo, hi float64
	z0, z1 float64 // height of e above q as the span begins, and as it ends
	bound  float64 // of the error of z0 and z1, as E7 has it
}

// newCylinder computes the difference of the heights by E2, along one axis. ok is false where
// the segments share no span.
func newCylinder(q, e *trajectory.Upright, v float64, w *Window) (c cylinder, ok bool) {
	lo, hi, ok := commonSpan(&q.Segment, &e.Segment, w)
	if !ok {
		return c, false
	}
	of, other := q.Vertical(), e.Vertical()
	m := relativeMotion(&of, &other, lo, hi)
	return cylinder{q, e, v, lo, hi, m.r0[0], m.along(1)[0], boundOf(m.scale, v)}, true
}

// within is WithinHeights in float64.
func (c *cylinder) within(d, enter, exit float64) (from, to float64, v Verdict) {
	if v := c.window(); v != partly {
		return enter, exit, v
	}
	s0, s1, err := c.ends()
	m := relativeMotion(&c.q.Segment, &c.e.Segment, c.lo, c.hi)
	if v := m.closeIn((c.q.R+c.e.R)+d, s0, s1, err); v != Hit {
		return 0, 0, v
	}
	from, to = max(enter, instant(c.lo, c.hi, s0)), min(exit, instant(c.lo, c.hi, s1))
	if from > to {
		return 0, 0, Borderline
	}
	return from, to, Hit
}

// partly says that the vertical window is a part of the span, and that its ends are known.
const partly = Borderline + 1

// window says what of the span the vertical window is: Hit all of it, Miss none of it, partly a part;
// Borderline leaves it to exact arithmetic.
func (c *cylinder) window() Verdict {
	start, end := c.place(c.z0), c.place(c.z1)
	if start == unknown || end == unknown {
		of, other := c.q.Vertical(), c.e.Vertical()
		if in0, in1 := exactEnds(&of, &other, c.v, c.lo, c.hi); in0 && in1 {
			return Hit
		}
		return Borderline
	}
	switch {
	case start == 0 && end == 0:
		return Hit
	case start == end:
		return Miss
	case !(math.Abs(c.z1-c.z0) >= 8*c.bound):
		return Borderline
	}
	return partly
}

// unknown is the place of a height that float64 cannot tell.
const unknown = 2

// place returns -1 below the window, 0 inside and 1 above.
func (c *cylinder) place(z float64) int {
	outer, inner := c.v+c.bound, c.v-c.bound
	switch {
	case math.Abs(z) <= inner:
		return 0
	case z > outer:
		return 1
	case z < -outer:
		return -1
	}
	return unknown
}

// ends returns the window as parts of the span, where it is partly that, and a bound of their error.
func (c *cylinder) ends() (s0, s1, err float64) {
	g := c.z1 - c.z0
	crossing := func(place int) float64 {
		return min(max((math.Copysign(c.v, float64(place))-c.z0)/g, 0), 1)
	}
	s1 = 1
	if at := c.place(c.z0); at != 0 {
		s0 = crossing(at)
	}
	if at := c.place(c.z1); at != 0 {
		s1 = crossing(at)
	}
	return s0, s1, c.bound/math.Abs(g) + 0x1p-50
}

// closeIn compares the least distance in [s0, s1], which are off by err at most, with a threshold.
func (m motion) closeIn(threshold, s0, s1, err float64) Verdict {
	a, b := dot(m.w, m.w), dot(m.r0, m.w)
	if a > math.MaxFloat64 {
		return Borderline
	}
	s := min(max(closest(a, b), s0), s1)
	rs := m.along(s)
	bound := boundOf(m.scale, threshold)
	return side(dot(rs, rs), threshold, bound+float64(2*math.Sqrt(a)*err))
}

// Approach is where two segments of a hit come closest.
type Approach struct {
	Time, Distance, Speed float64 // as Closest returns them
	Height                float64 // of e above q then
}

// ClosestWithin is Closest in [enter, exit], the interval of a hit that WithinHeights returned for
// v: the first instant of least horizontal distance while heights are close enough.
func ClosestWithin(q, e *trajectory.Upright, v float64, w *Window, enter, exit float64) (a Approach) {
	a.Time, a.Distance, a.Speed, _ = Closest(q.Segment, e.Segment, *w)
	c, ok := newCylinder(q, e, v, w)
	if !ok {
		return a
	}
	if (a.Time < enter || a.Time > exit) && c.window() != Hit {
		a.Time = min(max(a.Time, enter), exit)
		m, unit := relativeMotion(&q.Segment, &e.Segment, c.lo, c.hi).inUnits()
		r := m.along(c.part(a.Time))
		a.Distance = math.Sqrt(dot(r, r)) * unit
	}
	z := c.z0 + float64(c.part(a.Time)*(c.z1-c.z0))
	a.Height = min(max(z, -v), v)
	return a
}

// part returns which part of the span has passed at a time of it.
func (c *cylinder) part(t float64) float64 {
	switch {
	case t <= c.lo:
		return 0
	case t >= c.hi:
		return 1
	}
	return (t - c.lo) / (c.hi - c.lo)
}

// AtEndsWithin is AtEnds of both thresholds: whether horizontal distance and difference of
// heights are within d and v as the common span begins, and as it ends.
func AtEndsWithin(q, e *trajectory.Upright, d, v float64, w *Window) (start, end bool) {
	start, end = AtEnds(&q.Segment, &e.Segment, d, w)
	of, other := q.Vertical(), e.Vertical()
	in0, in1 := AtEnds(&of, &other, v, w)
	return start && in0, end && in1
}

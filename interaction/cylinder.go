package interaction

import (
	"math"
	"strconv"

	"flyby/trajectory"
)

// A search with a vertical threshold V is a search in cylinders: horizontal distances of at most d
// and differences of heights of at most V, at once. Its hits are the hits of the horizontal distance,
// each cut to the window of its span in which the heights are close enough: WithinHeights,
// which docs/exactness.md proves. It runs on the host alone, and has no twin.

// Heights is a vertical threshold.
type Heights struct {
	Within float64 // V >= 0: the greatest difference of heights
	Strict bool    // a pair is a hit only where they differ by less than V at some instant of it; its times stay
}

// String returns the text of a threshold in the metadata of results: V, <V if it is strict, and "" if h is nil.
func (h *Heights) String() string {
	if h == nil {
		return ""
	}
	text := strconv.FormatFloat(h.Within, 'g', -1, 64)
	if h.Strict {
		return "<" + text
	}
	return text
}

// WithinHeights cuts a hit of a rule with heights, whose horizontal distance is near enough in the closed interval [enter, exit], to
// the times at which heights differ by V at most. hit is what real arithmetic says of the shortest decimals that
// read back as the heights and V: whether there is an instant at which both are within their thresholds. Where heights are that close
// throughout the span, times come back as they are. near is AtHeights.
func (r *Rule) WithinHeights(q, e *trajectory.Upright, enter, exit float64) (from, to float64, hit, near bool) {
	c, ok := newCylinder(q, e, *r.Vertical, &r.Window)
	if !ok {
		return 0, 0, false, false
	}
	from, to, verdict := c.within(r.Distance, enter, exit)
	if verdict == Borderline {
		from, to, hit = c.exact(r.Distance, enter, exit)
		return from, to, hit, c.near()
	}
	if verdict == Miss {
		return 0, 0, false, c.near()
	}
	return from, to, true, c.near()
}

// AtHeights reports whether the heights of two segments differ by V, as far as float64 can tell, as their common span begins or ends:
// whether decimals have to decide.
func (r *Rule) AtHeights(q, e *trajectory.Upright) bool {
	c, ok := newCylinder(q, e, *r.Vertical, &r.Window)
	return ok && c.near()
}

// cylinder is two segments with their heights over a common span.
type cylinder struct {
	q, e       *trajectory.Upright
	v          Heights
	lo, hi     float64
	z0, z1     float64 // height of e above q as the span begins, and as it ends
	bound      float64 // of the error of z0, z1 and V, as E10 has it
	start, end place   // of z0 and z1
}

// halfUlp times a number bounds the distance from the number to the shortest decimal that reads back as it: half an ulp, and some more
// for the rounding of the sum of such bounds.
const halfUlp = 0x1.001p-53

// newCylinder computes the difference of the heights by E2, along one axis. ok is false where
// the segments share no span, and where no difference is below V.
func newCylinder(q, e *trajectory.Upright, v Heights, w *Window) (c cylinder, ok bool) {
	lo, hi, ok := commonSpan(&q.Segment, &e.Segment, w)
	if !ok || v.Strict && v.Within == 0 {
		return c, false
	}
	c = cylinder{q: q, e: e, v: v, lo: lo, hi: hi}
	scale := c.setHeights()
	c.bound = boundOf(scale, v.Within)
	if scale > 0 { // otherwise the heights are one, and so are their decimals
		most := highest(q) + highest(e)
		c.bound += float64(halfUlp * (most + v.Within))
	}
	c.start, c.end = c.placeOf(c.z0), c.placeOf(c.z1)
	return c, true
}

// setHeights is relativeMotion along the one axis. It returns the scale.
func (c *cylinder) setHeights() (scale float64) {
	fq, hq := fractions(&c.q.Segment, c.lo, c.hi)
	fe, he := fractions(&c.e.Segment, c.lo, c.hi)
	dq, de := c.q.H1-c.q.H0, c.e.H1-c.e.H0
	base := c.e.H0 - c.q.H0
	c.z0 = base + (float64(de*fe) - float64(dq*fq))
	c.z1 = c.z0 + (float64(de*he) - float64(dq*hq))
	return math.Abs(base) + (math.Abs(de) + math.Abs(dq))
}

// highest is the larger of a segment's heights, whatever their signs.
func highest(u *trajectory.Upright) float64 {
	h0, h1 := math.Abs(u.H0), math.Abs(u.H1)
	if h0 > h1 {
		return h0
	}
	return h1
}

// within is WithinHeights in float64, and in decimals where heights are V apart as the span begins or ends.
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

// window says which part of the span the vertical window is: Hit for all of it, Miss for none of it, partly
// for a part; Borderline leaves the window to rational numbers.
func (c *cylinder) window() Verdict {
	switch {
	case c.near():
		return c.decimalWindow()
	case c.start == inside && c.end == inside:
		return Hit
	case c.start == c.end:
		return Miss
	}
	return partly
}

// near reports whether float64 leaves the window open: an end of the span is as good as V apart, or heights hardly change.
func (c *cylinder) near() bool {
	return c.start == unknown || c.end == unknown || c.start != c.end && !(math.Abs(c.z1-c.z0) >= 8*c.bound)
}

// place is the place of a height: inside the window, below, above, at its bottom or its top.
type place int8

const (
	below place = iota - 2
	atBottom
	inside
	atTop
	above
	unknown // which of them float64 cannot tell
)

// placeOf returns the place of a computed height: below, inside or above, or unknown.
func (c *cylinder) placeOf(z float64) place {
	outer, inner := c.v.Within+c.bound, c.v.Within-c.bound
	switch {
	case math.Abs(z) <= inner:
		return inside
	case z > outer:
		return above
	case z < -outer:
		return below
	}
	return unknown
}

// ends returns the window as parts of the span, where it is partly that, and a bound of their error.
func (c *cylinder) ends() (s0, s1, err float64) {
	g := c.z1 - c.z0
	crossing := func(at place) float64 {
		return min(max((math.Copysign(c.v.Within, float64(at))-c.z0)/g, 0), 1)
	}
	s1 = 1
	if c.start != inside {
		s0 = crossing(c.start)
	}
	if c.end != inside {
		s1 = crossing(c.end)
	}
	return s0, s1, float64(4*c.bound)/math.Abs(g) + 0x1p-50
}

// isWithin reports whether a height is in the closed window.
func (p place) isWithin() bool { return p >= atBottom && p <= atTop }

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
	Time, Distance, Speed float64 // as Closest returns them, the time in the hit's interval
	Height                float64 // of e above q then, where there is a vertical threshold
}

// ClosestWithin is ClosestOfHit of a hit whose interval [enter, exit] WithinHeights returned: the first
// instant of least horizontal distance in the closed window in which heights differ by V at most. Where this window ends before the two are closest, or begins
// after, distance and height are taken at that end of it, as a part of the span, and the time of it is rounded.
func (r *Rule) ClosestWithin(q, e *trajectory.Upright, enter, exit float64) (a Approach) {
	d, v := r.Distance, r.Vertical.Within
	a = r.Window.ClosestOfHit(q.Segment, e.Segment, d, enter, exit)
	c, ok := newCylinder(q, e, Heights{Within: v}, &r.Window)
	if !ok {
		return a
	}
	at := c.part(a.Time)
	if !c.level() {
		m, unit := relativeMotion(&q.Segment, &e.Segment, c.lo, c.hi).inUnits()
		if s, cut := c.cutOff(closest(dot(m.w, m.w), dot(m.r0, m.w))); cut {
			rs := m.along(s)
			a.Time, a.Distance = heldIn(instant(c.lo, c.hi, s), enter, exit), math.Sqrt(dot(rs, rs))*unit
			a.lower(&q.Segment, &e.Segment, d)
			at = s
		}
	}
	a.Height = min(max(c.at(at), -v), v)
	return a
}

// level reports whether both heights stay as they are: the vertical window of a hit is all of the span then.
func (c *cylinder) level() bool { return c.q.H0 == c.q.H1 && c.e.H0 == c.e.H1 }

// at returns the difference of the heights at a part of the span.
func (c *cylinder) at(s float64) float64 { return c.z0 + float64(s*(c.z1-c.z0)) }

// cutOff returns the part of the vertical window of a hit that is nearest to a part s of the span; cut is false if it is s.
func (c *cylinder) cutOff(s float64) (at float64, cut bool) {
	if c.placeOf(c.at(s)) == inside {
		return s, false
	}
	s0, s1 := c.hitWindow()
	at = heldIn(s, s0, s1)
	return at, at != s
}

// hitWindow returns the vertical window of a hit as parts of the span.
func (c *cylinder) hitWindow() (s0, s1 float64) {
	switch c.window() {
	case Hit:
		return 0, 1
	case partly:
		s0, s1, _ = c.ends()
		return s0, s1
	}
	rise := c.rise()
	from, to, _ := rise.window()
	s0, _ = from.Float64()
	s1, _ = to.Float64()
	return s0, s1
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
// heights are within them as the common span begins, and as it ends.
func (r *Rule) AtEndsWithin(q, e *trajectory.Upright) (start, end bool) {
	c, ok := newCylinder(q, e, Heights{Within: r.Vertical.Within}, &r.Window)
	if !ok {
		return false, false
	}
	start, end = r.Window.AtEnds(&q.Segment, &e.Segment, r.Distance)
	in0, in1 := c.start, c.end
	if in0 == unknown || in1 == unknown {
		in0, in1 = c.decimalPlaces()
	}
	return start && in0.isWithin(), end && in1.isWithin()
}

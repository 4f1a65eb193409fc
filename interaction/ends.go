package interaction

import "flyby/trajectory"

// AtEnds reports whether the objects are within d + q.R + e.R of each other as their
// common span cut to w begins, and as it ends. Real arithmetic decides, even where the
// time of a hit is rounded to an end of the span. Both are false without a span.
func (w *Window) AtEnds(q, e *trajectory.Segment, d float64) (start, end bool) {
	lo, hi, ok := commonSpan(q, e, w)
	if !ok {
		return false, false
	}
	m := relativeMotion(q, e, lo, hi)
	threshold := (q.R + e.R) + d
	bound, r1 := boundOf(m.scale, threshold), m.along(1)
	atStart, atEnd := side(dot(m.r0, m.r0), threshold, bound), side(dot(r1, r1), threshold, bound)
	if atStart == Borderline || atEnd == Borderline {
		return exactEnds(q, e, d, lo, hi)
	}
	return atStart == Hit, atEnd == Hit
}

// Meets reports whether the distance of two objects at an instant of both segments is d + q.R + e.R in real arithmetic.
func Meets(q, e *trajectory.Segment, d, t float64) bool {
	start, _ := exactSigns(q, e, d, t, t)
	return start == 0
}

// exactEnds is AtEnds in integers.
func exactEnds(q, e *trajectory.Segment, d, lo, hi float64) (start, end bool) {
	s0, s1 := exactSigns(q, e, d, lo, hi)
	return s0 <= 0, s1 <= 0
}

// exactSigns compares the distance with the threshold as a span begins, and as it ends, in integers: -1 is less, 1 more.
func exactSigns(q, e *trajectory.Segment, d, lo, hi float64) (start, end int) {
	p := fixedPair{lo: lo, hi: hi}
	of, other, ok := coursesOf(q, e, lo, hi)
	if ok && p.set(q, e, d, of, other) {
		p.setMargins()
		return p.c0.sign(), p.c1.sign()
	}
	big := exactQuadratic(q, e, d, lo, hi)
	return big.start.Sign(), big.end.Sign()
}

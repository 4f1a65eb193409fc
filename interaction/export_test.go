package interaction

import "flyby/trajectory"

// Margins are the numbers that Solve compares, for tests of their error bound.
type Margins struct {
	Start, Least, End float64 // computed squared distances: as the span starts, at the minimum, as it ends
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
		Bound: float64(distanceError*(m.scale+threshold)) + underflow,
	}
}

// ExactInFixed is the exact decision in integers of fixed width; ok is false where
// they do not do.
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

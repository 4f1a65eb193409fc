package kernel

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

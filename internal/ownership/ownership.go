package ownership

import (
	"math"

	"flyby/trajectory"
)

// The ownership rule is trajectory.Segment.Owns: a segment owns its start, and its
// end only if it is Last, before the end or a gap of its trajectory. Two segments
// interact only at instants that both own. The functions here are that rule in the
// forms that indexes, drivers and the model need; an extent is given by its end and
// by whether the segment is Last. Their twins in other languages are owns of
// kernel/opencl/internal/pair/interaction.cl, share_instant of kernel/opencl/internal/pair/reject.cl, and
// commonSpan of internal/asm/solve.go.

// Owned returns the last instant that a segment owns: its end, or the float64 before
// it. Closed extents with such ends overlap exactly where segments share an instant.
func Owned(end float64, last bool) float64 {
	if last {
		return end
	}
	return math.Nextafter(end, math.Inf(-1))
}

// OwnedBefore returns the bound below which a segment owns the instants of its
// extent: +Inf if it owns its end.
func OwnedBefore(end float64, last bool) float64 {
	if last {
		return math.Inf(1)
	}
	return end
}

// EndsBefore reports whether a segment owns neither t nor any later instant.
func EndsBefore(end float64, last bool, t float64) bool {
	return t > end || t == end && !last
}

// EndsFirst reports whether the last instant that a segment owns is no later than
// the last one that another owns: then none after the other shares an instant with
// it. Of two that end at once, both may end first.
func EndsFirst(end float64, last bool, otherEnd float64, otherLast bool) bool {
	return end < otherEnd || end == otherEnd && (!last || otherLast)
}

// ShareInstant reports whether there is an instant that both segments own.
func ShareInstant(q, e *trajectory.Segment) bool {
	return !EndsBefore(q.T1, q.Last, e.T0) && !EndsBefore(e.T1, e.Last, q.T0)
}

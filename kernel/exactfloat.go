package kernel

import (
	"math"

	"flyby/trajectory"
)

// withinInFloats reports that the objects are within the threshold throughout the span,
// which they are if they are at both ends: of segments that rest, or begin and end with
// the span. It is certain of a yes: float64 lost nothing then, as it does not on numbers
// of few bits. A no says nothing.
func withinInFloats(q, e *trajectory.Segment, d, lo, hi float64) bool {
	if !spans(q, lo, hi) || !spans(e, lo, hi) {
		return false
	}
	limit, lost := exactSquare(d)
	start, lostThen := squaredGap(&q.P0, &e.P0)
	end, lostLast := squaredGap(&q.P1, &e.P1)
	return start <= limit && end <= limit && lost+(lostThen+lostLast) == 0 && q.R == 0 && e.R == 0
}

// spans reports whether a segment is at P0 as the span begins and at P1 as it ends.
func spans(s *trajectory.Segment, lo, hi float64) bool {
	return s.T0 == lo && s.T1 == hi || s.P0 == s.P1
}

// squaredGap returns the squared distance of two places, and 0 if it is exact.
func squaredGap(a, b *[3]float64) (square, lost float64) {
	x, lx := twoSum(b[0], -a[0])
	y, ly := twoSum(b[1], -a[1])
	z, lz := twoSum(b[2], -a[2])
	xx, lxx := exactSquare(x)
	yy, lyy := exactSquare(y)
	zz, lzz := exactSquare(z)
	square, l := twoSum(xx, yy)
	square, m := twoSum(square, zz)
	lost = (math.Abs(lx) + math.Abs(ly)) + (math.Abs(lz) + math.Abs(l)) + math.Abs(m)
	return square, lost + ((lxx + lyy) + lzz)
}

// exactSquare returns x*x, and 0 if it is exact: what it lost is a float64, unless that
// underflows.
func exactSquare(x float64) (square, lost float64) {
	square = float64(x * x) // not fused with what follows
	lost = math.Abs(math.FMA(x, x, -square))
	if square < 0x1p-900 && x != 0 {
		return square, 1
	}
	return square, lost
}

package tile

import (
	"math"

	"flyby/internal/pointjoin/tiling"
)

// limits are the limits of float32 sums: above outer is no pair, up to inner is a pair.
type limits struct{ outer, inner float32 }

// A filter finds the limits of pairs of tiles (docs/exactness.md, P5).
type filter struct {
	eps    float64 // in the unit of offsets
	spread float64 // greatest relative error of a sum of n squares
}

func newFilter(eps float64, f *tiling.Frame) filter {
	return filter{eps: eps * f.Scale, spread: float64(len(f.Order)+8) * 0x1p-24}
}

// Bounds of filters. Squares of thresholds or radii beyond them do not fit float32.
const (
	leastEps   = 0x1p-40
	mostEps    = 0x1p40
	mostRadius = 0x1p60
)

// limits returns the limits of sums of two tiles, whose radii, the greatest lengths of their offsets, are
// a and b. ok is false where the error of the offsets is not far below eps, and only float64 decides.
func (f filter) limits(a, b float64) (l limits, ok bool) {
	off := displaced(a) + displaced(b)
	if !(f.eps >= leastEps && f.eps <= mostEps && a <= mostRadius && b <= mostRadius && off <= f.eps/16) {
		return limits{}, false
	}
	const underflow = 0x1p-137
	far, near := f.eps+off, f.eps-off
	outer := float64(float64(far*far)*(1+f.spread)) + underflow
	inner := float64(float64(near*near)*(1-f.spread)) - underflow
	return limits{outer: math.Nextafter32(float32(outer), float32(math.Inf(1))), inner: math.Nextafter32(float32(inner), 0)}, true
}

// displaced returns a bound on the distance of rounded offsets from exact ones, for offsets of a length.
func displaced(length float64) float64 { return float64(length*(0x1p-24*(1+0x1p-20))) + 0x1p-142 }

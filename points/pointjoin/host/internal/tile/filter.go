package tile

import (
	"math"

	"flyby/points/pointjoin/tiling"
)

// limits are what a float32 sum is held against: above outer is no pair, up to inner is one.
type limits struct{ outer, inner float32 }

// A filter finds the limits of pairs of tiles (docs/exactness.md, P5).
type filter struct {
	eps    float64 // in the unit of offsets
	spread float64 // how far a sum of n squares may be off, as a share
}

func newFilter(eps float64, f *tiling.Frame) filter {
	return filter{eps: eps * f.Scale, spread: float64(len(f.Order)+8) * 0x1p-24}
}

// Bounds of filters. Thresholds beyond them have squares that are not float32, nor are those of radii.
const (
	leastEps   = 0x1p-40
	mostEps    = 0x1p40
	mostRadius = 0x1p60
)

// limits returns the limits of two tiles whose offsets have lengths up to two radii. ok is false where the
// error of the offsets is not far below eps, and only float64 decides.
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

// displaced is how far rounded offsets of a length are from the true ones at most.
func displaced(length float64) float64 { return float64(length*(0x1p-24*(1+0x1p-20))) + 0x1p-142 }

package format

import (
	"math"
	"math/bits"
)

// ratio returns n/d, correctly rounded; d > 0.
func ratio(n int64, d uint64) float64 {
	const exact = 1 << 53
	if n <= exact && n >= -exact && d <= exact {
		return float64(n) / float64(d) // both exact: one rounding
	}
	u := uint64(n)
	if n < 0 {
		u = -u
	}
	// Both with their top bit set, the quotient of x/2 and y has 62 bits at least,
	// and a last bit that says whether anything is left below them.
	shiftX, shiftY := bits.LeadingZeros64(u), bits.LeadingZeros64(d)
	x, y := u<<shiftX, d<<shiftY
	q, rest := bits.Div64(x>>1, x<<63, y)
	if rest != 0 {
		q |= 1
	}
	v := math.Ldexp(float64(q), shiftY-shiftX-63)
	if n < 0 {
		return -v
	}
	return v
}

package infile

import (
	"math"
	"math/bits"
)

// Ratio returns n/d, correctly rounded; d > 0.
func Ratio(n int64, d uint64) float64 {
	const exact = 1 << 53
	if n <= exact && n >= -exact && d <= exact {
		return float64(n) / float64(d) // both exact: one rounding
	}
	if n < 0 {
		return -Quotient(-uint64(n), d)
	}
	return Quotient(uint64(n), d)
}

// Quotient returns n/d, correctly rounded, for n and d > 0.
//
// With the top bit of both set, the quotient of x/2 and y has 62 bits at least, and a last bit that
// says whether the remainder is zero: enough for the one rounding to be right.
func Quotient(n, d uint64) float64 {
	shiftX, shiftY := bits.LeadingZeros64(n), bits.LeadingZeros64(d)
	x, y := n<<shiftX, d<<shiftY
	q, rest := bits.Div64(x>>1, x<<63, y)
	if rest != 0 {
		q |= 1
	}
	// A power of two between 2^-127 and 2^0, made of its exponent bits.
	scale := math.Float64frombits(uint64(1023+shiftY-shiftX-63) << 52)
	return float64(q) * scale
}

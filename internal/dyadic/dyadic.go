// Package dyadic makes integers of float64 values: each is a whole number times a power of two, and in a unit small enough all of some values are whole.
package dyadic

import (
	"math"
	"math/big"
)

// Scale is the power of two that makes a set of float64 values integers.
type Scale int

// ScaleOf returns the scale of some values: their least exponent of a last bit.
func ScaleOf(values ...[]float64) Scale {
	least := math.MaxInt
	for _, group := range values {
		for _, v := range group {
			if v != 0 {
				_, exp := math.Frexp(v)
				least = min(least, exp-53)
			}
		}
	}
	if least == math.MaxInt {
		return 0
	}
	return Scale(-least)
}

// Integer returns v * 2^s, which is an integer by the choice of s.
func (s Scale) Integer(v float64) *big.Int {
	frac, exp := math.Frexp(v)
	n := big.NewInt(int64(math.Ldexp(frac, 53)))
	return n.Lsh(n, uint(max(0, exp-53+int(s))))
}

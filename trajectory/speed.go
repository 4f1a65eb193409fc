package trajectory

import (
	"math"
	"math/big"
)

// Faster reports whether an object that goes straight from one sample to a later one is faster than
// v, in the data's units of length and time: whether the distance of the positions, and of the
// heights where there are any, is more than v times the time between. The result is exact, by real
// arithmetic on the float64 values, so every reader decides the same.
func (from Sample) Faster(to Sample, v float64) bool {
	dx, dy, dz, dh := to.X-from.X, to.Y-from.Y, to.Z-from.Z, to.H-from.H
	way := float64(dx*dx) + float64(dy*dy) + float64(dz*dz) + float64(dh*dh)
	most := v * (to.T - from.T)
	most = float64(most * most)
	// Each square is off by six roundings at most, 2^-50 of itself, where neither the greatest float64
	// nor the least is near.
	const far, margin = 0x1p900, 0x1p-48
	if most < far && most > 1/far {
		if way > most*(1+margin) {
			return true
		}
		if way < most*(1-margin) {
			return false
		}
	}
	return !math.IsInf(v, 1) && fasterExactly(from, to, v)
}

// fasterExactly is Faster in rational numbers.
func fasterExactly(from, to Sample, v float64) bool {
	way := new(big.Rat)
	for _, d := range []*big.Rat{difference(from.X, to.X), difference(from.Y, to.Y), difference(from.Z, to.Z), difference(from.H, to.H)} {
		way.Add(way, d.Mul(d, d))
	}
	most := difference(from.T, to.T)
	most.Mul(most, new(big.Rat).SetFloat64(v))
	return way.Cmp(most.Mul(most, most)) > 0
}

// difference returns to - from, exactly, of two finite values.
func difference(from, to float64) *big.Rat {
	d := new(big.Rat).SetFloat64(to)
	return d.Sub(d, new(big.Rat).SetFloat64(from))
}

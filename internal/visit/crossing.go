package visit

import (
	"math"

	"flyby/internal/vec3"
	"flyby/internal/zone"
)

// crossing is where a leg crosses a side.
type crossing struct {
	bound
	polygon int32
}

// refined returns the s at which a leg crosses a side, which it does for certain, from determinants of twice the precision.
func (z *solver) refined(of *zone.Side, at bound) bound {
	f0, err0 := determinantOf(of, z.leg.P0)
	f1, err1 := determinantOf(of, z.leg.P1)
	if !(min(err0, err1) > leastRefined && max(size(z.leg.P0), size(z.leg.P1), size(of.G), size(of.H)) < mostRefined) {
		return at
	}
	drop := added(f0, [2]float64{-f1[0], -f1[1]})
	s := quotient(f0, drop)
	fine := 2*max(err0, err1)/math.Abs(drop[0]) + 0x1p-98
	return bound{at: s[0], rest: s[1], fine: fine, err: fine + 0x1p-52}
}

// Of the sizes of numbers of which determinants are computed in twice the precision: so nothing that counts underflows.
const (
	leastRefined = 0x1p-400
	mostRefined  = 0x1p200
)

// determinantOf returns (g × h)·x of a side from g to h, as (g × (h - g))·(x - g), in twice the precision of float64, and a bound of its error.
func determinantOf(of *zone.Side, x [3]float64) (value [2]float64, err float64) {
	var e, r [3][2]float64
	for k := range e {
		e[k], r[k] = twoSumOf(of.H[k], -of.G[k]), twoSumOf(x[k], -of.G[k])
	}
	for k := range e {
		i, j := (k+1)%3, (k+2)%3
		a, b := product([2]float64{of.G[i]}, e[j]), product([2]float64{-of.G[j]}, e[i])
		value = added(value, product(added(a, b), r[k]))
		err += float64((math.Abs(a[0]) + math.Abs(b[0])) * math.Abs(r[k][0]))
	}
	return value, 0x1p-96 * err
}

// product returns a*b of two sums of two, in twice the precision of float64.
func product(a, b [2]float64) [2]float64 {
	high := float64(a[0] * b[0])
	low := math.FMA(a[0], b[0], -high)
	return twoSumOf(high, low+(float64(a[0]*b[1])+float64(a[1]*b[0])))
}

// quotient returns a/b of two sums of two, in twice the precision of float64.
func quotient(a, b [2]float64) [2]float64 {
	high := a[0] / b[0]
	rest := math.FMA(-high, b[0], a[0])
	return twoSumOf(high, (rest+(a[1]-float64(high*b[1])))/b[0])
}

// flatten takes the part of a vector along the unit vector up off.
func flatten(r, up [3]float64) [3]float64 { return vec3.Minus(r, vec3.Times(up, vec3.Dot(r, up))) }

// size bounds the length of a vector.
func size(a [3]float64) float64 { return math.Abs(a[0]) + math.Abs(a[1]) + math.Abs(a[2]) }

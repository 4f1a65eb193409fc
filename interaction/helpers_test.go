package interaction_test

import (
	"math"
	"math/big"

	"flyby/trajectory"
)

// line returns a segment along the x axis that owns its end.
func line(t0, t1, x0, x1 float64) trajectory.Segment {
	return trajectory.Segment{T0: t0, T1: t1, P0: [3]float64{x0}, P1: [3]float64{x1}, Last: true}
}

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// root returns the square root of a rational, rounded.
func root(square *big.Rat) float64 {
	x := new(big.Float).SetPrec(200).SetRat(square)
	f, _ := x.Sqrt(x).Float64()
	return f
}

func ulp(x float64) float64 {
	return math.Nextafter(math.Abs(x), math.Inf(1)) - math.Abs(x)
}

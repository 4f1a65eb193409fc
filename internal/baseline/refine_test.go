package baseline

import (
	"math"
	"math/big"
	"testing"

	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// pairColumns returns a segment as columns of two samples.
func pairColumns(g trajectory.Segment) columns {
	return columns{
		t: []float64{g.T0, g.T1}, x: []float64{g.P0[0], g.P1[0]},
		y: []float64{g.P0[1], g.P1[1]}, z: []float64{g.P0[2], g.P1[2]},
	}
}

// A pair that apart rules out is no hit in rational arithmetic, however close.
func TestApartIsNoHit(t *testing.T) {
	tier.Full(t)
	at := run{count: 1}.cursor()
	ruledOut := 0
	for p := range kerneltest.Pairs(kerneltest.Rand(t), 20_000) {
		s := search{q: pairColumns(p.Query), e: pairColumns(p.Entry)}
		if !s.apart(&at, &at, limitOf((p.Query.R+p.Entry.R)+p.Distance)) {
			continue
		}
		ruledOut++
		if kerneltest.Ask(p).Hit() {
			t.Fatalf("apart, but a hit: %v", p)
		}
	}
	if ruledOut < 1000 {
		t.Errorf("only %d pairs were ruled out: the test shows little", ruledOut)
	}
}

// Objects at rest at exactly the threshold, as near as a float64 can be, are
// not apart: neither rounding nor underflow can make them so.
func TestApartKeepsTheThreshold(t *testing.T) {
	r := kerneltest.Rand(t)
	at := run{count: 1}.cursor()
	for range 20_000 {
		unit := math.Ldexp(1, [...]int{0, 30, -300, -530, -536, -1020, 500}[r.IntN(7)])
		var g trajectory.Segment
		sum := new(big.Float).SetPrec(3000)
		for k := range 3 {
			x := big.NewFloat(r.Float64() * unit)
			g.P0[k], _ = x.Float64()
			sum.Add(sum, new(big.Float).SetPrec(3000).Mul(x, x))
		}
		threshold, _ := sum.Sqrt(sum).Float64()
		if big.NewFloat(threshold).Cmp(sum) < 0 {
			threshold = above(threshold)
		}
		g.P1 = g.P0
		s := search{q: pairColumns(trajectory.Segment{}), e: pairColumns(g)}
		if s.apart(&at, &at, limitOf(threshold)) {
			t.Fatalf("%x are apart from the origin at %x", g.P0, threshold)
		}
	}
}

package interaction_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/trajectory"
)

// apartAt returns the squared distance of two segments at a common time, less the squared threshold, in rational numbers.
func apartAt(q, e trajectory.Segment, d, t float64) *big.Rat {
	of := func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	at := func(g trajectory.Segment, axis int) *big.Rat {
		part := new(big.Rat).Quo(new(big.Rat).Sub(of(t), of(g.T0)), new(big.Rat).Sub(of(g.T1), of(g.T0)))
		way := new(big.Rat).Sub(of(g.P1[axis]), of(g.P0[axis]))
		return way.Add(of(g.P0[axis]), way.Mul(way, part))
	}
	sum := new(big.Rat).Mul(of(d), of(d))
	sum.Neg(sum)
	for axis := range q.P0 {
		x := new(big.Rat).Sub(at(e, axis), at(q, axis))
		sum.Add(sum, x.Mul(x, x))
	}
	return sum
}

// TestMeets: Meets agrees with rational arithmetic on whether two objects are exactly at the threshold, for numbers that fit fixed
// widths and others.
func TestMeets(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 1))
	met := 0
	for i := range 4000 {
		size := []float64{1, 0x1p-30, 0x1p70}[i%3]
		whole := func(n int) float64 { return float64(r.IntN(n)) * size }
		q := trajectory.Segment{T0: 0, T1: float64(1 + r.IntN(4)), P0: [3]float64{whole(6), whole(6)}, P1: [3]float64{whole(6), whole(6)}}
		e := trajectory.Segment{T0: -float64(r.IntN(3)), T1: float64(1 + r.IntN(4)), P0: [3]float64{whole(6), whole(6)}, P1: [3]float64{whole(6), whole(6)}}
		d, at := whole(5), float64(r.IntN(9))/8*min(q.T1, e.T1)
		if i%5 == 0 {
			at = math.Nextafter(at, 0.1) // a fraction of many digits
		}
		got, want := interaction.Meets(&q, &e, d, at), apartAt(q, e, d, at).Sign() == 0
		if got != want {
			t.Fatalf("%v and %v at %v, %v: got %v", q, e, at, d, got)
		}
		if got {
			met++
		}
	}
	if met < 15 {
		t.Errorf("%d of 4000 meet: too few to tell", met)
	}
}

package interaction_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
)

// mostDoubleError is the bound that docs/exactness.md derives for s.
const mostDoubleError = 0x1p-99

// TestDoubleError: the part of the span at which a threshold is crossed, as computed in pairs of float64, is
// as accurate as derived: for courses that enter, leave, pass and graze, long and short.
func TestDoubleError(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	worst, crossed := 0.0, 0
	for range 20 * adversarial / 100 {
		start, end, threshold := course(r)
		for _, sign := range []int{-1, 1} {
			s, inside := exactPart(start, end, threshold, sign)
			if !inside {
				continue
			}
			h, l, ok := interaction.PartInDoubles(start, end, threshold, sign)
			if !ok {
				t.Fatalf("%v to %v never comes within %d, exactly at %v", start, end, threshold, s)
			}
			crossed++
			got := new(big.Float).SetPrec(400).Add(big.NewFloat(h), big.NewFloat(l))
			off, _ := got.Quo(got.Sub(got, s), s).Float64()
			if worst = max(worst, off, -off); worst > mostDoubleError {
				t.Fatalf("%v to %v, threshold %d: %v + %v, want %v: off by %g of it", start, end, threshold, h, l, s, off)
			}
		}
	}
	t.Logf("%d crossings, the worst off by 2^-99 times %.3f", crossed, worst/mostDoubleError)
	if crossed < 100 {
		t.Errorf("%d crossings", crossed)
	}
}

// course returns two places and a threshold, with at least one place beyond it: of up to 59 bits, or next to
// each other and to the threshold.
func course(r *rand.Rand) (start, end [3]int64, threshold int64) {
	number := func() int64 { return (r.Int64N(1<<60) - 1<<59) >> r.IntN(58) }
	for k := range r.IntN(3) + 1 {
		start[k], end[k] = number(), number()
	}
	switch r.IntN(3) {
	case 0:
		threshold = max(number(), 1)
	case 1: // threshold next to the first place
		threshold = max(norm(start)+r.Int64N(9)-4, 1)
	default: // threshold next to the closest approach, on a line along x
		start[1], start[2] = number()>>1, 0
		end[1], end[2] = start[1], 0
		threshold = max(start[1], -start[1]) + r.Int64N(9)
	}
	return start, end, threshold
}

// norm returns the length of a vector, rounded down.
func norm(v [3]int64) int64 {
	var sum big.Int
	for _, x := range v {
		sum.Add(&sum, new(big.Int).Mul(big.NewInt(x), big.NewInt(x)))
	}
	return sum.Sqrt(&sum).Int64()
}

// exactPart returns the smaller or larger s at which a course crosses the threshold, to 400 bits, and
// whether it is a crossing strictly inside of the span.
func exactPart(start, end [3]int64, threshold int64, sign int) (s *big.Float, inside bool) {
	var a, b, c big.Int
	c.Mul(big.NewInt(-threshold), big.NewInt(threshold))
	for k := range 3 {
		from := big.NewInt(start[k])
		w := new(big.Int).Sub(big.NewInt(end[k]), from)
		a.Add(&a, new(big.Int).Mul(w, w))
		b.Add(&b, new(big.Int).Mul(w, from))
		c.Add(&c, from.Mul(from, from))
	}
	d := new(big.Int).Sub(new(big.Int).Mul(&b, &b), new(big.Int).Mul(&a, &c))
	if d.Sign() < 0 || a.Sign() == 0 {
		return nil, false
	}
	number := func(x *big.Int) *big.Float { return new(big.Float).SetPrec(2000).SetInt(x) }
	root := number(d)
	root.Sqrt(root)
	if sign < 0 {
		root.Neg(root)
	}
	s = root.Quo(root.Sub(root, number(&b)), number(&a))
	return s, s.Sign() > 0 && s.Cmp(big.NewFloat(1)) < 0
}

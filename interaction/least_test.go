package interaction_test

import (
	"math"
	"math/big"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
)

// TestLeast: the least squared distance and its first instant equal the oracle's, and the bounds of Apart hold, on pairs of segments of every kind.
func TestLeast(t *testing.T) {
	t.Parallel()
	inside := 0
	for p := range kerneltest.Pairs(kerneltest.Rand(t), adversarial/4) {
		o := kerneltest.Ask(p)
		square, at, ok := p.Window.Least(&p.Query, &p.Entry)
		low, high, shares := p.Window.Apart(&p.Query, &p.Entry)
		if ok != o.Met || shares != o.Met {
			t.Fatalf("share time: %t, %t, want %t: %v", ok, shares, o.Met, p)
		}
		if !ok {
			continue
		}
		if square.Cmp(o.LeastSquare()) != 0 || at.Cmp(o.FirstLeast()) != 0 {
			t.Fatalf("%v at %v, want %v at %v: %v", square, at, o.LeastSquare(), o.FirstLeast(), p)
		}
		below, above := new(big.Rat).SetFloat64(low), new(big.Rat).SetFloat64(min(high, math.MaxFloat64))
		if low < 0 || below.Mul(below, below).Cmp(square) > 0 || above.Mul(above, above).Cmp(square) < 0 && high <= math.MaxFloat64 {
			t.Fatalf("between %v and %v: squared %v: %v", low, high, square, p)
		}
		if o.FirstLeast().Cmp(o.From) != 0 && o.FirstLeast().Cmp(o.To) != 0 {
			inside++
		}
	}
	if inside < 100 {
		t.Errorf("%d pairs come closest in between", inside)
	}
	one := at(0, 1, [3]float64{1, 2, 3})
	if low, high, ok := (&interaction.Window{From: 0, To: 1}).Apart(&one, &one); low != 0 || high != 0 || !ok {
		t.Errorf("two in one place are between %v and %v apart", low, high)
	}
}

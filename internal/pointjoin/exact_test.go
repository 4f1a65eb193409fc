package pointjoin

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestExactWays: expansions agree with integers wherever their exponents fit, and report it where
// they do not.
func TestExactWays(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	expanded, refused := 0, 0
	for range 2000 {
		n := 1 + r.IntN(5)
		p, q := make([]float64, n), make([]float64, n)
		spread := 1 + r.IntN(600)
		for j := range p {
			p[j] = math.Ldexp(r.Float64(), r.IntN(spread)-spread/2)
			if q[j] = p[j]; r.IntN(3) > 0 {
				q[j] = math.Ldexp(r.Float64()-0.5, r.IntN(spread)-spread/2)
			}
		}
		d := Distance(p, q)
		for _, eps := range []float64{d, math.Nextafter(d, 0), math.Nextafter(d, math.Inf(1))} {
			within := Threshold{eps: eps}
			got, ok := within.expanded(p, q)
			if !ok {
				refused++
				continue
			}
			expanded++
			if want := within.integer(p, q); got != want {
				t.Fatalf("%v and %v within %v: %t by an expansion", p, q, eps, got)
			}
		}
	}
	if expanded < 1000 {
		t.Errorf("%d decided by expansions, %d refused", expanded, refused)
	}
	for _, far := range []float64{0x1p500, 0x1p-500, math.SmallestNonzeroFloat64} {
		if _, ok := (Threshold{eps: 1}).expanded([]float64{far}, []float64{0}); ok {
			t.Errorf("%v is squared", far)
		}
	}
}

// TestExpansion: parts that cancel leave 0, and the least of them are not lost.
func TestExpansion(t *testing.T) {
	var e expansion
	for _, v := range []float64{1, 0x1p-60, 0x1p60, -1, -0x1p60} {
		e = e.add(v)
	}
	if len(e) != 1 || e[0] != 0x1p-60 || e.sign() != 1 {
		t.Errorf("%v, sign %d", e, e.sign())
	}
	if e = e.add(-0x1p-60); e.sign() != 0 {
		t.Errorf("%v, sign %d", e, e.sign())
	}
	if e = e.addProduct(-1-0x1p-52, 1+0x1p-52).addSquare(1, 0x1p-52); e.sign() != 0 {
		t.Errorf("%v, sign %d", e, e.sign())
	}
}

// TestMultiples: multiples returns a float64 as a whole multiple of the least one.
func TestMultiples(t *testing.T) {
	for _, v := range []float64{0, math.SmallestNonzeroFloat64, -3 * math.SmallestNonzeroFloat64, 1, -0x1.8p-1000} {
		n := new(big.Float).SetInt(multiples(v))
		if got, _ := n.SetMantExp(n, -1074).Float64(); got != v {
			t.Errorf("%v: %v", v, got)
		}
	}
}

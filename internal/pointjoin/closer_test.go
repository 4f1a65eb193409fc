package pointjoin_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
)

// TestCloser: the closer of two points agrees with rational numbers, at every magnitude, also for
// points at equal distances and one ulp beside.
func TestCloser(t *testing.T) {
	const cases = 60
	equal := 0
	for name, value := range palettes() {
		r := rand.New(rand.NewPCG(4, uint64(len(name))))
		for range cases {
			n := 1 + r.IntN(4)
			p, a := make([]float64, n), make([]float64, n)
			for j := range p {
				p[j], a[j] = value(r), value(r)
			}
			b := slices.Clone(a)
			r.Shuffle(n, func(i, j int) { b[i], b[j] = b[j], b[i] })
			switch r.IntN(3) {
			case 0:
				b[0] = value(r)
			case 1:
				b[n-1] = min(up(b[n-1]), 0x1p1000)
			}
			want := distanceSquared(p, a).Cmp(distanceSquared(p, b))
			if want == 0 {
				equal++
			}
			if got := pointjoin.Closer(p, a, b); got != want {
				t.Fatalf("%s: %v: %v before %v: %d, want %d", name, p, a, b, got, want)
			}
			if got := pointjoin.Closer(p, b, a); got != -want {
				t.Fatalf("%s: %v: %v before %v: %d, want %d", name, p, b, a, got, -want)
			}
		}
	}
	if equal < cases {
		t.Errorf("%d at equal distances", equal)
	}
}

// TestCloserMagnitudes: distances 3-4-5 and 5, and an ulp beside, are ordered right where squares
// vanish or overflow.
func TestCloserMagnitudes(t *testing.T) {
	for _, unit := range []float64{1, 0x1p-30, 0x1p-600, 0x1p-1060, 0x1p600, 0x1p996} {
		p, a := []float64{0, 0}, times([]float64{3, 4}, unit)
		for _, c := range []struct {
			b    float64
			want int
		}{{5 * unit, 0}, {up(5 * unit), -1}, {down(5 * unit), 1}} {
			if got := pointjoin.Closer(p, a, []float64{c.b, 0}); got != c.want {
				t.Errorf("unit %v: %v: %d, want %d", unit, c.b, got, c.want)
			}
		}
	}
	if got := pointjoin.Closer([]float64{0.8, 0.8, 0.8}, []float64{0.1, 0.4, 0}, []float64{0.1, 0, 0.4}); got != 0 {
		t.Errorf("the same distances in another order: %d", got)
	}
	if pointjoin.SurelyLess(math.MaxFloat64, math.Inf(1), 2) || !pointjoin.SurelyLess(1e308, math.Inf(1), 2) {
		t.Error("a sum that overflows, beside the greatest that does not")
	}
	if pointjoin.SurelyLess(0, math.SmallestNonzeroFloat64, 2) || !pointjoin.SurelyLess(1, math.Inf(1), 2) || pointjoin.SurelyLess(1, 1, 2) {
		t.Error("what is less for certain")
	}
}

// TestJudge: a certain verdict of float64 is right, and Settle decides the others.
func TestJudge(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	uncertain := 0
	for range 500 {
		p, q := []float64{r.Float64(), r.Float64()}, []float64{r.Float64(), r.Float64()}
		d := pointjoin.Distance(p, q)
		for _, eps := range []float64{d, up(d), down(d), d / 2} {
			within := threshold(t, eps)
			got, certain := within.Judge(p, q)
			if !certain {
				uncertain++
				got = within.Settle(p, q)
			}
			if want := oracle(p, q, eps); got != want {
				t.Fatalf("%v and %v within %v: %t, certain: %t", p, q, eps, got, certain)
			}
		}
	}
	if uncertain < 300 {
		t.Errorf("%d uncertain", uncertain)
	}
	zero := threshold(t, 0)
	if certainly, not := zero.Bounds(3); certainly != 0 || not != math.SmallestNonzeroFloat64 {
		t.Errorf("bounds of 0: %v, %v", certainly, not)
	}
	if !zero.Settle([]float64{1, 2}, []float64{1, 2}) || zero.Settle([]float64{1, 2}, []float64{1, 3}) {
		t.Error("settled within 0")
	}
}

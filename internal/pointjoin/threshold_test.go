package pointjoin_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"flyby/internal/pointjoin"
)

// threshold calls NewThreshold with a valid eps.
func threshold(t testing.TB, eps float64) pointjoin.Threshold {
	t.Helper()
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	return within
}

// oracle decides a pair in rational numbers.
func oracle(p, q []float64, eps float64) bool {
	e := rational(eps)
	return distanceSquared(p, q).Cmp(e.Mul(e, e)) <= 0
}

// distanceSquared returns the sum of squares in rational numbers.
func distanceSquared(p, q []float64) *big.Rat {
	sum, d := new(big.Rat), new(big.Rat)
	for j := range p {
		d.Sub(rational(p[j]), rational(q[j]))
		sum.Add(sum, d.Mul(d, d))
	}
	return sum
}

func rational(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// up and down return the next floats.
func up(v float64) float64   { return math.Nextafter(v, math.Inf(1)) }
func down(v float64) float64 { return math.Nextafter(v, math.Inf(-1)) }

// TestWithin: pairs at exactly eps and one ulp from it are decided right, at every magnitude of coordinates.
func TestWithin(t *testing.T) {
	for _, unit := range []float64{1, 0x1p-30, 0x1p40, 0x1p-520, 0x1p-700, 0x1p-1060, 0x1p500, 0x1p990} {
		for _, c := range []struct{ p, q []float64 }{
			{[]float64{0}, []float64{5}},
			{[]float64{0, 0}, []float64{3, 4}},
			{[]float64{1, 7}, []float64{4, 3}},
			{[]float64{0, 0, 0}, []float64{3, 0, 4}},
			{[]float64{-2, 1, 1, 0}, []float64{2, 1, 4, 0}},
			{[]float64{1, 1, 1, 1, 1}, []float64{1, 1, 1, 1, 6}},
		} {
			p, q := times(c.p, unit), times(c.q, unit)
			for _, eps := range []float64{5 * unit, down(5 * unit), up(5 * unit)} {
				if got, want := threshold(t, eps).Within(p, q), eps >= 5*unit; got != want {
					t.Errorf("%v and %v within %v: %t", p, q, eps, got)
				}
			}
			p[0] = down(p[0])
			if got, want := threshold(t, 5*unit).Within(p, q), oracle(p, q, 5*unit); got != want {
				t.Errorf("%v and %v within %v: %t", p, q, 5*unit, got)
			}
		}
	}
}

func times(v []float64, unit float64) []float64 {
	scaled := make([]float64, len(v))
	for i := range v {
		scaled[i] = v[i] * unit
	}
	return scaled
}

// TestWithinZero: eps 0 joins equal points, 0 and -0 too, and no points that are 2^-1074 apart.
func TestWithinZero(t *testing.T) {
	least := math.SmallestNonzeroFloat64
	for _, c := range []struct {
		p, q []float64
		want bool
	}{
		{[]float64{0, 1}, []float64{math.Copysign(0, -1), 1}, true},
		{[]float64{0, 1}, []float64{least, 1}, false},
		{[]float64{0x1p1000}, []float64{0x1p1000}, true},
		{[]float64{0x1p1000}, []float64{down(0x1p1000)}, false},
	} {
		if got := threshold(t, 0).Within(c.p, c.q); got != c.want {
			t.Errorf("%v and %v within 0: %t", c.p, c.q, got)
		}
	}
	if !threshold(t, least).Within([]float64{0}, []float64{least}) || threshold(t, least).Within([]float64{0}, []float64{2 * least}) {
		t.Errorf("within %v", least)
	}
}

// Coordinates of the random tests: values with which floats go wrong.
func palettes() map[string]func(r *rand.Rand) float64 {
	return map[string]func(r *rand.Rand) float64{
		"lattice":   func(r *rand.Rand) float64 { return float64(r.IntN(7)) },
		"tenths":    func(r *rand.Rand) float64 { return float64(r.IntN(9)) / 10 },
		"offset":    func(r *rand.Rand) float64 { return 1e7 + float64(r.IntN(9))*0.3 },
		"near":      func(r *rand.Rand) float64 { return math.Float64frombits(math.Float64bits(1) + r.Uint64N(6)) },
		"subnormal": func(r *rand.Rand) float64 { return float64(r.IntN(9)) * math.SmallestNonzeroFloat64 },
		"large":     func(r *rand.Rand) float64 { return 1e300 * float64(r.IntN(5)) },
		"mixed":     func(r *rand.Rand) float64 { return math.Ldexp(float64(r.IntN(3)), r.IntN(1500)-800) },
		"uniform":   func(r *rand.Rand) float64 { return r.Float64() },
	}
}

// TestWithinRandom: Within agrees with rational numbers, at thresholds that are distances of the points, rounded
// either way.
func TestWithinRandom(t *testing.T) {
	const cases = 100
	for name, value := range palettes() {
		r := rand.New(rand.NewPCG(1, uint64(len(name))))
		borderline := 0
		for range cases {
			n := 1 + r.IntN(6)
			if r.IntN(40) == 0 {
				n = 300
			}
			p, q := make([]float64, n), make([]float64, n)
			for j := range p {
				p[j], q[j] = value(r), value(r)
			}
			d := pointjoin.Distance(p, q)
			for _, eps := range []float64{d, up(d), max(down(d), 0), d * 0.999, d * 1.001} {
				if eps > math.MaxFloat64 {
					continue
				}
				if got, want := threshold(t, eps).Within(p, q), oracle(p, q, eps); got != want {
					t.Fatalf("%s: %v and %v within %v: %t", name, p, q, eps, got)
				}
				borderline++
			}
		}
		if borderline == 0 {
			t.Errorf("%s: nothing decided", name)
		}
	}
}

// TestThresholdRefused: an invalid threshold is refused.
func TestThresholdRefused(t *testing.T) {
	for _, eps := range []float64{-1, math.NaN(), math.Inf(1), math.Inf(-1), -math.SmallestNonzeroFloat64} {
		if _, err := pointjoin.NewThreshold(eps); err == nil || err.Error() != fmt.Sprintf("pointjoin: eps %v: must be finite and not negative", eps) {
			t.Errorf("%v: %v", eps, err)
		}
	}
	if e := threshold(t, 0.25).Eps(); e != 0.25 {
		t.Errorf("eps %v", e)
	}
}

// TestDistance: a distance of sides 3 and 4 is 5 at every magnitude, and none vanishes or overflows.
func TestDistance(t *testing.T) {
	for _, unit := range []float64{1, 0x1p-1060, 0x1p-600, 0x1p300, 0x1p998} {
		if got := pointjoin.Distance([]float64{unit, 0}, []float64{-2 * unit, 4 * unit}); got != 5*unit {
			t.Errorf("unit %v: %v", unit, got)
		}
	}
	if got := pointjoin.Distance([]float64{1}, []float64{1}); got != 0 {
		t.Errorf("of equal points: %v", got)
	}
}

// FuzzWithin: three coordinates and eps are decided as in rational numbers.
func FuzzWithin(f *testing.F) {
	f.Add(0.0, 0.0, 0.0, 1.0, 2.0, 2.0, 3.0)
	f.Add(1e7, 0.3, 0.1, 1e7, 0.6, 0.1, 0.3)
	f.Add(0.0, 5e-324, 0.0, 0.0, 0.0, 0.0, 5e-324)
	f.Fuzz(func(t *testing.T, a, b, c, x, y, z, eps float64) {
		p, q := []float64{a, b, c}, []float64{x, y, z}
		for _, v := range append(append([]float64{eps}, p...), q...) {
			if !(math.Abs(v) <= 0x1p1000) {
				return
			}
		}
		d := pointjoin.Distance(p, q)
		for _, eps := range []float64{math.Abs(eps), d, up(d), max(down(d), 0)} {
			if got, want := threshold(t, eps).Within(p, q), oracle(p, q, eps); got != want {
				t.Fatalf("%v and %v within %v: %t", p, q, eps, got)
			}
		}
	})
}

// BenchmarkWithin decides pairs that the float64 sum decides, and pairs at exactly eps.
func BenchmarkWithin(b *testing.B) {
	for _, n := range []int{2, 6, 64} {
		p, q := make([]float64, n), make([]float64, n)
		p[0], q[1] = 3, 4
		for name, eps := range map[string]float64{"float64": 6, "exact": 5} {
			within := threshold(b, eps)
			b.Run(fmt.Sprintf("n=%d/%s", n, name), func(b *testing.B) {
				for b.Loop() {
					if !within.Within(p, q) {
						b.Fatal("no pair")
					}
				}
			})
		}
	}
}

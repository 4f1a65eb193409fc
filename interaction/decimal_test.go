package interaction_test

import (
	"math"
	"math/big"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// rational returns digits * 10^exponent.
func rational(digits int64, exponent int) *big.Rat {
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exponent, -exponent))), nil)
	r := new(big.Rat).SetInt64(digits)
	if exponent < 0 {
		return r.Quo(r, new(big.Rat).SetInt(ten))
	}
	return r.Mul(r, new(big.Rat).SetInt(ten))
}

// TestShortest: the shortest decimal of a float64 equals the text of strconv, at all sizes, and is within half an ulp.
func TestShortest(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	values := []float64{0, math.Copysign(0, -1), 1, -1, 9448.8, 304.8, -0.3, 0.1, 1e22, 1e23, 1 << 53, 1<<53 + 2, 1<<53 - 1, 1 << 60, 123456789012345680, 5e-324, 2.2250738585072014e-308, trajectory.MaxMagnitude, -trajectory.MaxMagnitude}
	for range 20000 {
		v := math.Float64frombits(r.Uint64())
		if math.Abs(v) <= trajectory.MaxMagnitude {
			values = append(values, v, math.Round(math.Mod(v, 1e17)), math.Round(1e6*r.Float64())/100)
		}
	}
	for _, v := range values {
		digits, exponent := interaction.Shortest(v)
		got := rational(digits, exponent)
		if got.Cmp(kerneltest.Written(v)) != 0 {
			t.Fatalf("%v: %de%d", v, digits, exponent)
		}
		off := new(big.Rat).Sub(got, new(big.Rat).SetFloat64(v))
		if twice, _ := off.Add(off, off).Float64(); math.Abs(twice) > ulp(v) {
			t.Fatalf("%v: %de%d is %v ulp away", v, digits, exponent, twice/2/ulp(v))
		}
	}
}

// TestNarrowPlaces: numbers of 64 bits and rational numbers give the same places, for heights of any size.
func TestNarrowPlaces(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	narrow, wide, at := 0, 0, 0
	for range adversarial {
		size, spread := r.IntN(40)-20, 1+r.IntN(24)
		height := func() float64 { return float64(r.IntN(2001)-1000) * math.Pow(10, float64(size+r.IntN(spread))) }
		q, e := climbing(0, 1, 0, 0, height(), height()), climbing(0, 1, 0, 0, height(), height())
		apart := math.Abs(e.H0 - q.H0)
		v := interaction.Heights{Within: []float64{apart, math.Nextafter(apart, math.Inf(1)), math.Abs(height())}[r.IntN(3)]}
		w := interaction.Unbounded()
		start, end, ok := interaction.NarrowPlaces(&q, &e, v, &w)
		if !ok {
			wide++
			continue
		}
		narrow++
		for i, got := range []int{start, end} {
			z := new(big.Rat).Sub(kerneltest.Written([]float64{e.H0, e.H1}[i]), kerneltest.Written([]float64{q.H0, q.H1}[i]))
			limit := kerneltest.Written(v.Within)
			want := z.Cmp(limit) + new(big.Rat).Neg(limit).Cmp(z)*-1
			if limit.Sign() == 0 && z.Sign() == 0 {
				want = 1
			}
			if want != got {
				t.Fatalf("%+v, %+v within %v: %d, want %d", q, e, v.Within, got, want)
			}
			if want == 1 || want == -1 {
				at++
			}
		}
	}
	if narrow < 1000 || wide < 100 || at < 100 {
		t.Errorf("%d narrow, %d wide, %d at V: too few to tell", narrow, wide, at)
	}
}

// TestDecimalsFarUp: level heights in tenths, so far up that their decimals are farther from the float64 values than a difference is
// from its own, are within their written difference, not within a tenth less, and strictly within a tenth more.
func TestDecimalsFarUp(t *testing.T) {
	tenths := func(n int) float64 { return float64(n) / 10 }
	for _, base := range []int{0, 91440, 20_971_520, -30_000_000} {
		for k := range 100 {
			for l := range 100 {
				q, e := climbing(0, 1, 0, 0, tenths(base+k), tenths(base+k)), climbing(0, 1, 0, 0, tenths(base+l), tenths(base+l))
				apart := max(k-l, l-k)
				for by := -1; by <= 1; by++ {
					for _, strict := range []bool{false, true} {
						v := interaction.Heights{Within: tenths(max(apart+by, 0)), Strict: strict}
						want := max(apart+by, 0) > apart || v.Within == tenths(apart) && !strict
						rule := interaction.Rule{Distance: 1, Window: interaction.Unbounded(), Vertical: &v}
						if _, _, hit, _ := rule.WithinHeights(&q, &e, 0, 1); hit != want {
							t.Fatalf("%v and %v within %+v: %v", q.H0, e.H0, v, hit)
						}
					}
				}
			}
		}
	}
}

// TestDecimalsCross: far up, where the written heights cross V in the middle of the span, a pair that is at d just then is a hit,
// and one that leaves d just before is none. The crossing of the float64 values is a billionth of the span away.
func TestDecimalsCross(t *testing.T) {
	tenths := func(n int) float64 { return float64(n) / 10 }
	for k := 2; k < 100; k++ {
		const base = 20_971_520
		q, e := climbing(0, 10, 0, 0, tenths(base), tenths(base)), climbing(0, 10, 0, 10000, tenths(base+k+1), tenths(base+k-1))
		for _, c := range []struct {
			d      float64
			strict bool
			hit    bool
		}{{5000, false, true}, {5000, true, false}, {4999.9999999, false, false}, {5000.0000001, true, true}} {
			rule := interaction.Rule{Distance: c.d, Window: interaction.Unbounded(), Vertical: &interaction.Heights{Within: tenths(k), Strict: c.strict}}
			from, to, hit, _ := rule.WithinHeights(&q, &e, 0, c.d/1000)
			if hit != c.hit || hit && !(from >= 5-1e-8 && from <= to) {
				t.Fatalf("within %v and %+v: [%v, %v] %v", tenths(k), c, from, to, hit)
			}
		}
	}
}

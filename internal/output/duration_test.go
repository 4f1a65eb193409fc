package output

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// inMicroseconds rounds a duration to the nearest microsecond by rational arithmetic.
func inMicroseconds(sec float64) float64 {
	micros := new(big.Rat).Mul(new(big.Rat).SetFloat64(math.Abs(sec)), big.NewRat(1e6, 1))
	whole := new(big.Int).Quo(micros.Num(), micros.Denom())
	rest := new(big.Rat).Sub(micros, new(big.Rat).SetInt(whole))
	if side := rest.Cmp(big.NewRat(1, 2)); side > 0 || side == 0 && whole.Bit(0) == 1 {
		whole.Add(whole, big.NewInt(1))
	}
	v, _ := new(big.Rat).SetFrac(whole, big.NewInt(1e6)).Float64()
	return math.Copysign(v, sec)
}

// TestRoundedDuration: of all sizes, next to ties and at them, durations are the float64 nearest to the nearest whole number of
// microseconds.
func TestRoundedDuration(t *testing.T) {
	var all []float64
	r := rand.New(rand.NewPCG(11, 32))
	for exponent := -1080; exponent < 36; exponent++ {
		for range 50 {
			all = append(all, math.Ldexp(1+r.Float64(), exponent))
		}
		all = append(all, math.Ldexp(1, exponent), math.Nextafter(math.Ldexp(1, exponent), 0))
	}
	for range 20_000 {
		v := (math.Floor(math.Ldexp(r.Float64(), r.IntN(53))) + 0.5) / 1e6
		all = append(all, v, math.Nextafter(v, 0), math.Nextafter(v, math.Inf(1)), 1.7e9+v-1.7e9)
	}
	for k := range 1000 {
		all = append(all, float64(2*k+1)/128) // 7,812.5 microseconds: a tie
	}
	for _, v := range all {
		for _, v := range []float64{v, -v} {
			if got, want := RoundedDuration(v), inMicroseconds(v); got != want || math.Signbit(got) != math.Signbit(want) {
				t.Fatalf("%v is %v, want %v", v, got, want)
			}
		}
	}
}

// TestRoundedDurationOfWhat: single values, by hand.
func TestRoundedDurationOfWhat(t *testing.T) {
	for v, want := range map[float64]float64{
		59.39999985694885: 59.4, 0: 0, 60: 60, 4e-7: 0, 5e-7: 0, 6e-7: 1e-6, 1.0 / 128: 0.007812, 3.0 / 128: 0.023438, 0x1p33 + 0x1p-19: 0x1p33 + 0x1p-19,
		0x1p33 - 0x1p-20: 0x1p33 - 0x1p-20, 1e300: 1e300, math.Inf(1): math.Inf(1),
	} {
		if got := RoundedDuration(v); got != want {
			t.Errorf("%v is %v, want %v", v, got, want)
		}
	}
	if !math.IsNaN(RoundedDuration(math.NaN())) {
		t.Error("no duration is one")
	}
}

func BenchmarkRoundedDuration(b *testing.B) {
	r := rand.New(rand.NewPCG(11, 33))
	all := make([]float64, 1<<12)
	for i := range all {
		all[i] = r.ExpFloat64() * 1000
	}
	sum := 0.0
	for b.Loop() {
		for _, v := range all {
			sum += RoundedDuration(v)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/value")
	_ = sum
}

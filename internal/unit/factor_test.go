package unit

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// found returns a unit that exists.
func found(t *testing.T, name string) Unit {
	t.Helper()
	u, err := Find(name, Speed)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestFactor: every number is rounded once, also numbers half way between two and numbers without a
// normal result.
func TestFactor(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 50))
	names := []string{"m/s", "km/s", "kpc/Myr", "AU/d", "pc/yr", "ft/min", "mi/h", "Mpc/ns", "km/Gyr", "ly/yr"}
	const trials = 400
	for _, from := range names {
		for _, to := range names {
			f := Between(found(t, from), found(t, to))
			fast := 0
			for range trials {
				v := math.Float64frombits(r.Uint64())
				if r.IntN(2) == 0 {
					v = math.Trunc(r.NormFloat64() * 1000) // as in files; products may be as short
				}
				if math.IsNaN(v) || math.IsInf(v, 0) {
					continue
				}
				x := new(big.Rat).SetFloat64(v)
				want, _ := x.Mul(x, f.exact).Float64()
				if got := f.Of(v); got != want {
					t.Fatalf("%v %s is %v %s, want %v", v, from, got, to, want)
				}
				if _, ok := f.near(v); ok {
					fast++
				}
			}
			if fast < trials/2 {
				t.Errorf("%s to %s: %d of %d by the first 128 bits", from, to, fast, trials)
			}
		}
	}
}

// TestFactorOfWhat: single values, computed by hand.
func TestFactorOfWhat(t *testing.T) {
	for _, c := range []struct {
		from, to string
		v, want  float64
	}{
		{"km/s", "m/s", 7.5, 7500}, {"m/s", "km/s", -1, -0.001}, {"km/h", "m/s", 3.6, 1}, {"m/s", "km/h", 1, 3.6},
		{"km/s", "kpc/Myr", 1, 0.0010227121650456948}, {"AU/d", "km/s", 1, 1731.4568368055556}, {"pc/Myr", "kpc/Gyr", 2.5, 2.5},
		{"m/s", "km/s", -250, -0.25}, {"m/s", "km/s", 500, 0.5}, {"km/h", "m/s", 7.2, 2}, {"km/s", "km/s", 0.1, 0.1}, {"km/s", "m/s", 1e307, math.Inf(1)}, {"m/s", "km/s", 5e-324, 0}, {"km/s", "m/s", 0, 0},
	} {
		if got := Between(found(t, c.from), found(t, c.to)).Of(c.v); got != c.want {
			t.Errorf("%v %s is %v %s, want %v", c.v, c.from, got, c.to, c.want)
		}
	}
	if got := Between(found(t, "m/s"), found(t, "km/s")).Of(math.Copysign(0, -1)); !math.Signbit(got) {
		t.Error("the zero has lost its sign")
	}
}

// TestFactorTies: a product half way between two numbers goes to the even one.
func TestFactorTies(t *testing.T) {
	f := Between(Unit{si: big.NewRat(5, 1)}, Unit{si: big.NewRat(3, 1)})
	for k := range int64(1000) {
		odd := 1<<53 + 4*k + 1 // no float64; its neighbours are, and the lower one is even
		if odd%5 != 0 {
			continue
		}
		if got := f.Of(float64(odd / 5 * 3)); got != float64(odd-1) {
			t.Errorf("%d: %v", odd, got)
		}
	}
}

func TestCutSpeed(t *testing.T) {
	for label, want := range map[string][2]string{
		"km/s": {"km", "s"}, "km / s": {"km", "s"}, " kpc / Myr ": {"kpc", "Myr"}, "km s-1": {"km", "s"}, "km s^-1": {"km", "s"}, "km.s-1": {"km", "s"},
		"km.s**-1": {"km", "s"}, "km s**(-1)": {"km", "s"}, "km*s**-1": {"km", "s"}, "m.h^(-1)": {"m", "h"}, "AU/d": {"AU", "d"}, "mas / yr": {"mas", "yr"},
		"": {}, "km": {}, "-1": {}, "s-1": {}, "km s": {}, "km/": {}, "/s": {}, "km/s2": {}, "km/s/s": {}, "1000 km/s": {}, "km s-2": {}, "km  -1": {}, "km**-1": {}, "10**3 km/s": {},
		"0.1km / s": {}, "km kg s-1": {},
	} {
		length, time, ok := CutSpeed(label)
		if ok != (want[0] != "") || ok && [2]string{length, time} != want {
			t.Errorf("%q: %q, %q, %v, want %q", label, length, time, ok, want)
		}
	}
}

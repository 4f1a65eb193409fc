package leaves_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"flyby/internal/unixtime"
)

// TestRoundedOnce: seconds are the float64 nearest to the exact quotient, of integers, floats and decimals.
func TestRoundedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	twice := 0
	for _, name := range unixtime.Names() {
		u := unixtime.Find(name)
		per := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(u.Decimals())), nil))
		for range 2000 {
			n := r.Int64() - math.MaxInt64/2
			exact := func(units *big.Rat) float64 {
				v, _ := new(big.Rat).Quo(units, per).Float64()
				return v
			}
			whole := new(big.Rat).SetInt64(n)
			if got, want := u.Whole(n), exact(whole); got != want {
				t.Errorf("%d %s: %v, want %v", n, name, got, want)
			} else if u.Seconds(float64(n)) != want {
				twice++
			}
			if got, want := u.Unsigned(uint64(n)|1<<63), exact(new(big.Rat).SetInt(new(big.Int).SetUint64(uint64(n)|1<<63))); got != want {
				t.Errorf("%d %s: %v, want %v", uint64(n)|1<<63, name, got, want)
			}
			if got, want := u.Seconds(float64(n)/7), exact(new(big.Rat).SetFloat64(float64(n)/7)); got != want {
				t.Errorf("%v %s: %v, want %v", float64(n)/7, name, got, want)
			}
			if got, want := u.Fraction(n, 1e18), exact(new(big.Rat).Quo(whole, new(big.Rat).SetInt64(1e18))); got != want {
				t.Errorf("%d/1e18 %s: %v, want %v", n, name, got, want)
			}
		}
	}
	if twice == 0 {
		t.Error("no integer is rounded otherwise by two roundings: the integers are too small")
	}
}

// TestGuess: the unit is the one in which all times are from 1990 to 2100, and times of two units are told.
func TestGuess(t *testing.T) {
	for _, c := range []struct {
		times       []float64
		unit, mixed string
	}{
		{nil, "", ""},
		{[]float64{0, 1, 86400}, "", ""},
		{[]float64{631152000, 4102444799}, "unix", ""},
		{[]float64{631151999}, "", ""},
		{[]float64{4102444800}, "", ""},
		{[]float64{1710014400123}, "unixms", ""},
		{[]float64{1710014400123456}, "unixus", ""},
		{[]float64{1710014400123456789, 631152000000000000}, "unixns", ""},
		{[]float64{1710014400, 1710014400123}, "", "seconds and milliseconds"},
		{[]float64{1710014400123456, 5, 1710014400123456789}, "", "microseconds and nanoseconds"},
		{[]float64{1710014400, 5}, "", ""},
		{[]float64{20240501}, "", ""},
		{[]float64{math.NaN(), math.Inf(1)}, "", ""},
	} {
		unit, mixed := unixtime.Guess(c.times...)
		name := ""
		if unit != nil {
			name = unit.Name
		}
		if name != c.unit || mixed != c.mixed {
			t.Errorf("%v: %q, %q, want %q, %q", c.times, name, mixed, c.unit, c.mixed)
		}
	}
}

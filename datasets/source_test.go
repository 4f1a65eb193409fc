package datasets

import (
	"math"
	"testing"
)

func TestLogarithmAgreesWithMath(t *testing.T) {
	r := newSource(1, "logarithm")
	for range 100_000 {
		x := math.Ldexp(r.uniform()+0x1p-53, r.below(200)-100)
		got, want := logarithm(x), math.Log(x)
		if math.Abs(got-want) > 4*0x1p-52*math.Max(1, math.Abs(want)) {
			t.Fatalf("logarithm(%v) = %v, want %v", x, got, want)
		}
	}
	if logarithm(1) != 0 {
		t.Errorf("logarithm(1) = %v, want 0", logarithm(1))
	}
}

func TestDeviatesHaveTheirMoments(t *testing.T) {
	r := newSource(1, "moments")
	tests := []struct {
		name           string
		draw           func() float64
		mean, variance float64
		fourth         float64 // central moment
	}{
		{"uniform", r.uniform, 1. / 2, 1. / 12, 1. / 80},
		{"normal", r.normal, 0, 1, 3},
		{"exponential", r.exponential, 1, 1, 9},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			const n = 200_000
			var sum, sum2, sum4 float64
			for range n {
				d := tt.draw() - tt.mean
				sum, sum2, sum4 = sum+d, sum2+d*d, sum4+d*d*d*d
			}
			near(t, "mean", tt.mean+sum/n, tt.mean, 0.01)
			near(t, "variance", sum2/n, tt.variance, 0.02)
			near(t, "fourth moment", sum4/n, tt.fourth, 0.6)
		})
	}
}

func TestTruncatedDrawsAgain(t *testing.T) {
	values := []float64{-1, 7, 3, 4}
	next := func() float64 {
		v := values[0]
		values = values[1:]
		return v
	}
	if got := truncated(0, 5, next); got != 3 {
		t.Errorf("truncated = %v, want 3, the first value within the bounds", got)
	}
}

func TestStreamsDifferByNameAndSeed(t *testing.T) {
	a, b, c := newSource(1, "a").uniform(), newSource(1, "b").uniform(), newSource(2, "a").uniform()
	if a == b || a == c {
		t.Errorf("first draws %v, %v, %v: want three different ones", a, b, c)
	}
}

// near fails unless got is within tolerance of want.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v within %v", what, got, want, tolerance)
	}
}

package survey

import (
	"math"
	"testing"
)

// TestTail takes the value that 99 of 100 do not exceed.
func TestTail(t *testing.T) {
	for n, want := range map[int]Tail{0: {}, 1: {1, 1, 1}, 2: {2, 2, 2}, 99: {50, 99, 99}, 100: {51, 99, 100}, 101: {51, 100, 101}, 1000: {501, 990, 1000}} {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(n - i)
		}
		if got := newTail(values); got != want {
			t.Errorf("%d values: %v, want %v", n, got, want)
		}
	}
}

// TestShortest: few digits, but never beyond either bound.
func TestShortest(t *testing.T) {
	for _, c := range []struct{ low, high, want float64 }{
		{30, 31, 30}, {30.1, 300, 40}, {30.1, 40, 31}, {30.1, 30.11, 30.1}, {9.99, 12, 10}, {0.00123, 1, 0.002}, {1.5e300, 1e301, 2e300},
		{1, math.Nextafter(1, 2), 1}, {0.1 + 0.2, math.Nextafter(0.3, 1), 0.1 + 0.2}, {1 / 3.0, 1/3.0 + 1e-9, 0.333333334},
		{5e-324, 1e-323, 5e-324}, {1.7e308, math.Inf(1), 1.7e308},
	} {
		if got := shortest(c.low, c.high); got != c.want || got < c.low || got >= c.high {
			t.Errorf("from %v to %v: %v, want %v", c.low, c.high, got, c.want)
		}
	}
}

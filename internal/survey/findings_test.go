package survey

import (
	"math"
	"testing"

	"flyby/trajectory/format"
)

// TestTail wants the value that 99 of 100 do not exceed.
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

// TestLimit: the limit has few digits in a unit of the field, and lies in its band.
func TestLimit(t *testing.T) {
	for _, c := range []struct {
		units  format.Units
		preset string
		text   string
		limit  float64
	}{
		{format.Units{}, "", "", 30},
		{format.Units{Length: "m"}, "", "", 30},
		{format.Units{Length: "m", Time: "s"}, "", "90km/h", 25},
		{format.Units{Length: "m", Time: "s"}, "marinecadastre", "50kn", 50 * 1852 / 3600.0},
		{format.Units{Length: "m", Time: "s"}, "opensky", "50kn", 50 * 1852 / 3600.0},
		{format.Units{Length: "km", Time: "s"}, "", "30km/s", 30},
		{format.Units{Length: "pc", Time: "Myr"}, "", "30pc/Myr", 30},
		{format.Units{Length: "m", Time: "mjd"}, "", "30m/d", 30},
	} {
		n := jumpNote(format.Jumps{Segments: 2, Fastest: "a", Band: [2]float64{24.1, 200}}, &format.Report{Units: c.units, Preset: format.Preset{Name: c.preset}})
		if n.Speed != c.text || math.Abs(n.Limit-c.limit) > 1e-9 || n.Of != "a" || n.Count != 2 {
			t.Errorf("%+v %s: %+v, want %q, %v", c.units, c.preset, n, c.text, c.limit)
		}
	}
}

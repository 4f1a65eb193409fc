package survey

import (
	"math"
	"math/rand/v2"
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

// TestJumps: jumps are beyond a band without any speed, or else ten times faster than 99 of 100; slow motion, heavy tails and two crowds
// are no jumps.
func TestJumps(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 3))
	speeds := func(n int, median, spread float64) (all []float64) {
		for range n {
			all = append(all, median*math.Exp(spread*r.NormFloat64()))
		}
		return all
	}
	sailing, moored := speeds(1000, 6, 0.3), speeds(9000, 0.02, 0.5)
	for name, c := range map[string]struct {
		speeds []float64
		want   int
	}{
		"sailing":            {sailing, 0},
		"with moored":        {append(speeds(3000, 0.3, 1.5), append(moored, sailing...)...), 0},
		"heavy tail":         {speeds(5000, 0.05, 1), 0},
		"two ships":          {append(speeds(1000, 6, 0.3), speeds(30, 300, 0.2)...), 30},
		"two ships, moored":  {append(append(speeds(3000, 0.3, 1.2), sailing...), speeds(120, 600, 0.2)...), 120},
		"many jumps":         {append(speeds(1000, 6, 0.3), speeds(200, 300, 0.2)...), 200},
		"more than a third":  {append(speeds(1000, 6, 0.3), speeds(600, 300, 0.2)...), 0},
		"one":                {append(speeds(1000, 6, 0.1), 5000), 1},
		"one, little faster": {append(speeds(1000, 6, 0.1), 40), 0},
		"at rest":            {make([]float64, 50), 0},
		"none":               {nil, 0},
		"three":              {[]float64{1, 1, 100}, 0},
	} {
		tail := newTail(c.speeds) // sorts them
		n, band := jumps(c.speeds, tail.P99)
		if n != c.want || n > 0 && !(band[0] < band[1]) {
			t.Errorf("%s: %d jumps, %v, want %d", name, n, band, c.want)
		}
		beyond := 0
		for _, v := range c.speeds {
			if n > 0 && v >= band[1] {
				beyond++
			}
			if n > 0 && v > band[0] && v < band[1] {
				t.Errorf("%s: %v is in the band %v", name, v, band)
			}
		}
		if beyond != n {
			t.Errorf("%s: %d are beyond the band, %d are jumps", name, beyond, n)
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
		f := Survey{Findings: Findings{Jumps: 2, band: [2]float64{24.1, 200}}}
		f.limit(&format.Report{Units: c.units, Preset: format.Preset{Name: c.preset}})
		if f.MaxSpeed != c.text || math.Abs(f.Limit-c.limit) > 1e-9 {
			t.Errorf("%+v %s: %q, %v, want %q, %v", c.units, c.preset, f.MaxSpeed, f.Limit, c.text, c.limit)
		}
	}
}

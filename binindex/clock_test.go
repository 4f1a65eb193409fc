package binindex_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/binindex"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// clockOf returns the clock of a store of point events at the given times.
func clockOf(t *testing.T, times []float64) *binindex.Frame {
	t.Helper()
	var c trajectory.Columns
	for i, at := range times {
		c.ID.Int = append(c.ID.Int, int64(i))
		c.T, c.X, c.Y = append(c.T, at), append(c.X, 0), append(c.Y, 0)
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 1}, 1).Frame
}

// clocks returns sets of times that are close together, or few, or far apart.
func clocks(r *rand.Rand) map[string][]float64 {
	c := map[string][]float64{
		"one":          {3},
		"two":          {-1, 1e9},
		"signed":       {-5, -math.SmallestNonzeroFloat64, 0, math.SmallestNonzeroFloat64, 5},
		"extremes":     {-0x1p1000, -1, 0, 1, 0x1p1000},
		"subnormal":    {0, 1 * 0x1p-1074, 2 * 0x1p-1074, 3 * 0x1p-1074, 7 * 0x1p-1074},
		"milliseconds": nil, "uniform": nil, "clustered": nil, "neighbours": nil,
	}
	next := 1.7e9
	for range 2000 {
		c["milliseconds"] = append(c["milliseconds"], 1.7e9+float64(r.IntN(5000))/1000)
		c["uniform"] = append(c["uniform"], r.Float64())
		c["clustered"] = append(c["clustered"], math.Exp(30*r.NormFloat64()))
		c["neighbours"] = append(c["neighbours"], next)
		next = math.Nextafter(next, math.Inf(1))
	}
	return c
}

// TestTickCountsInstants: the tick of any time is the number of a store's
// distinct times up to it.
func TestTickCountsInstants(t *testing.T) {
	r := kerneltest.Rand(t)
	for name, times := range clocks(r) {
		f := clockOf(t, times)
		slices.Sort(times)
		instants := slices.Compact(times)
		for range 5000 {
			at := probe(r, instants)
			n, exact := slices.BinarySearch(instants, at)
			if exact {
				n++
			}
			if got := f.Tick(at); got != uint32(n) {
				t.Fatalf("%s: tick of %v is %d, want %d", name, at, got, n)
			}
		}
	}
}

// probe returns a time at, beside or between instants, or beyond them.
func probe(r *rand.Rand, instants []float64) float64 {
	at := instants[r.IntN(len(instants))]
	switch r.IntN(6) {
	case 0:
		return math.Nextafter(at, math.Inf(1))
	case 1:
		return math.Nextafter(at, math.Inf(-1))
	case 2:
		return at + (instants[len(instants)-1]-at)*r.Float64()
	case 3:
		return []float64{math.Inf(1), math.Inf(-1), -math.MaxFloat64, math.MaxFloat64}[r.IntN(4)]
	}
	return at
}

// TestClockNeverReverses: an earlier time has no later tick, and extents that own a
// common instant have a common tick, also with more distinct times than ticks.
func TestClockNeverReverses(t *testing.T) {
	r := kerneltest.Rand(t)
	many := make([]float64, 1<<18+5000)
	for i := range many {
		many[i] = 1e6 * r.Float64()
	}
	all := clocks(r)
	all["more than ticks"] = many
	for name, times := range all {
		f := clockOf(t, slices.Clone(times))
		for range 20_000 {
			a, b := probe(r, times), probe(r, times)
			if a > b {
				a, b = b, a
			}
			if f.Tick(a) > f.Tick(b) {
				t.Fatalf("%s: ticks of %v and %v are %d and %d", name, a, b, f.Tick(a), f.Tick(b))
			}
			c, d := probe(r, times), probe(r, times)
			if c > d {
				c, d = d, c
			}
			checkTicks(t, f, extent{a, b, r.IntN(2) == 0}, extent{c, d, r.IntN(2) == 0})
		}
	}
}

// extent is a temporal extent that owns its start, and its end if closed.
type extent struct {
	start, end float64
	closed     bool
}

func (e extent) owns(t float64) bool {
	return e.start <= t && (t < e.end || t == e.end && e.closed)
}

// checkTicks wants a common tick of two extents that own a common instant: such
// extents both own the later start.
func checkTicks(t *testing.T, f *binindex.Frame, a, b extent) {
	t.Helper()
	if at := max(a.start, b.start); !a.owns(at) || !b.owns(at) {
		return
	}
	aFirst, aLast := f.Ticks(a.start, a.end, a.closed)
	bFirst, bLast := f.Ticks(b.start, b.end, b.closed)
	if aFirst > bLast || bFirst > aLast {
		t.Fatalf("%v and %v share an instant, their ticks [%d, %d] and [%d, %d] do not meet", a, b, aFirst, aLast, bFirst, bLast)
	}
}

// TestClockOfManyTimes: where a store has more distinct times than ticks, a segment
// still lasts several ticks, and there are no more ticks than that needs.
func TestClockOfManyTimes(t *testing.T) {
	r := kerneltest.Rand(t)
	var c columns
	const objects, samples = 700, 401
	for id := range int64(objects) {
		start := 100 * r.Float64()
		for step := range samples {
			c.add(id, start+float64(step), [3]float64{}, 0)
		}
	}
	s := c.store(t)
	f := binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 4}, 1).Frame
	if n := len(f.Instants()); n > 8*(samples+100) {
		t.Errorf("%d instants for segments that last 1 of %d", n, samples+100)
	}
	for row := 0; row < s.Samples(); row += 97 {
		g := s.Segment(row)
		first, last := f.Ticks(g.T0, g.T1, false)
		if g.T0 > 100 && g.T1 < samples-1 && last-first < 2 { // at these times all objects are present
			t.Fatalf("segment from %v to %v has ticks %d to %d", g.T0, g.T1, first, last)
		}
	}
}

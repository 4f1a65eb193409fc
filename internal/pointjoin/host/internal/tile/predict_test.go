package tile

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// TestPredicted: the predicted number of compared pairs is within a tenth of the real one where the sample is all points, and
// within a factor of 3 where it is not, whether boxes prune little, much or nearly all.
func TestPredicted(t *testing.T) {
	const rows, more = 6 * leastSample, mostSample + 1
	for name, c := range map[string]struct {
		rows  int
		n     int
		eps   float64
		value func(r *rand.Rand, row int) float64
	}{
		"many dimensions":       {rows, 16, 0.03, func(r *rand.Rand, _ int) float64 { return r.ExpFloat64() / 40 }},
		"three":                 {rows, 3, 0.05, func(r *rand.Rand, _ int) float64 { return r.Float64() }},
		"clusters":              {rows, 8, 0.5, func(r *rand.Rand, row int) float64 { return float64(row%7)*10 + r.Float64() }},
		"three, of more points": {more, 3, 0.05, func(r *rand.Rand, _ int) float64 { return r.Float64() }},
		"eps 0":                 {rows, 2, 0, func(r *rand.Rand, _ int) float64 { return r.Float64() }},
	} {
		r := rand.New(rand.NewPCG(3, 1))
		s := store(t, c.rows, c.n, func(row, _ int) float64 { return c.value(r, row) })
		within, x := threshold(t, c.eps), build(s, 1, bestKernel())
		_, stats := find(t, x, pointjoin.Work{Threshold: within, Last: c.rows}, make([]uint32, c.rows))
		compared, single := predicted(s, &x.frame, within, bestKernel())
		room := 1.1
		if c.rows > mostSample {
			room = 3
		}
		if got := compared / float64(stats.Candidates); got < 1/room || got > room {
			t.Errorf("%s: %v pairs predicted, %d compared", name, compared, stats.Candidates)
		}
		if float32s := 1 - float64(stats.Float64)/float64(stats.Candidates); math.Abs(single-float32s) > 0.1 {
			t.Errorf("%s: %v of the pairs in float32, predicted %v", name, float32s, single)
		}
		share, _ := near(s, &x.frame, within, bestKernel(), leastSample)
		quarter, _ := near(s, &x.frame, within, bestKernel(), leastSample/4)
		if share > quarter {
			t.Errorf("%s: a part of %v is compared of more points, %v of fewer", name, share, quarter)
		}
	}
}

// TestPredict: more points, more dimensions and a greater eps cost more; where there are vectors, so do points that need
// float64.
func TestPredict(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	make := func(rows, n int) *points.Store {
		return store(t, rows, n, func(_, _ int) float64 { return r.ExpFloat64() / 40 })
	}
	seconds := func(s *points.Store, eps float64) float64 { return Predict(s, threshold(t, eps)) }
	small := make(2000, 16)
	base := seconds(small, 0.03)
	dearer := map[string]float64{"more points": seconds(make(20_000, 16), 0.03), "more dimensions": seconds(make(2000, 64), 0.03)}
	if len(kernels()) > 1 { // without vectors float32 is not faster
		dearer["a threshold without float32"] = seconds(small, 1e-7)
	}
	for name, more := range dearer {
		if more <= base {
			t.Errorf("%s: %v s, fewer %v s", name, more, base)
		}
	}
	if none := seconds(make(0, 3), 1); none < 0 || none > 1e-6 {
		t.Errorf("no points take %v s", none)
	}
}

// TestWhole: twice the points take about four times as long; where float32 decides nothing there is no bound.
func TestWhole(t *testing.T) {
	drawn := func(rows int) float64 {
		s := store(t, rows, 40, func(row, dimension int) float64 { return float64((row*7 + dimension*row) % 101) })
		for _, eps := range []float64{0, 1e-5} {
			if got := Whole(s, threshold(t, eps)); !math.IsInf(got, 1) {
				t.Errorf("%d points at eps %v: %v s", rows, eps, got)
			}
		}
		return Whole(s, threshold(t, 3))
	}
	if few, many := drawn(4000), drawn(8000); !(many > 3*few && many < 5*few) {
		t.Errorf("4,000 points take %v s, 8,000 %v s", few, many)
	}
	one := store(t, 1, 40, func(int, int) float64 { return 5 })
	if got := Whole(one, threshold(t, 3)); !(got < 1e-3) {
		t.Errorf("one point takes %v s", got)
	}
}

package rowgrid

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
)

// even returns a column of evenly distributed values between 0 and most.
func even(r *rand.Rand, count int, most float64) []float64 {
	c := make([]float64, count)
	for i := range c {
		c[i] = most * r.Float64()
	}
	return c
}

// TestOrder: dimensions are indexed by decreasing variance.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	s := store(t, even(r, 5000, 1), even(r, 5000, 3), even(r, 5000, 2))
	if got := choose(s, 0.1).frame.order; !slices.Equal(got, []int{1, 2, 0}) {
		t.Errorf("order %v", got)
	}
}

// TestChoose: a dimension is indexed if that rules out many points, and is not if it rules out
// few.
func TestChoose(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, c := range []struct {
		n, least, most int
		eps            float64
	}{{1, 1, 1, 0.1}, {2, 2, 2, 0.1}, {6, 3, 5, 8}, {2, 1, 1, 1000}, {12, 3, 8, 10}} {
		columns := make([][]float64, c.n)
		for j := range columns {
			columns[j] = even(r, 20_000, 100)
		}
		if f := choose(store(t, columns...), c.eps).frame; f.indexed < c.least || f.indexed > c.most {
			t.Errorf("%+v: %d indexed", c, f.indexed)
		}
	}
}

// TestSample: a sample estimates about the real number of candidates.
func TestSample(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	s := store(t, even(r, 8000, 100), even(r, 8000, 100), even(r, 8000, 100))
	f := framed(s, 3, 10)
	p := newSample(s, f)
	ids := f.locate(s, 0, s.Len()).ids
	if len(ids) != 8000 || p.near[0] != 8000 {
		t.Fatalf("%v candidates, %d ids", p.near, len(ids))
	}
	for k, part := range []float64{1, 0.28, 0.28 * 0.28, 0.28 * 0.28 * 0.28} {
		if got := p.near[k] / 8000; got < part*0.85 || got > part*1.15 {
			t.Errorf("%d indexed: %v of all are candidates, want about %v", k, got, part)
		}
	}
	if want := 8000 * 8000 / 2 * 0.0039; p.pairs < want*0.8 || p.pairs > want*1.2 {
		t.Errorf("%v pairs, want about %v", p.pairs, want)
	}
}

// TestPredict: the prediction grows with points and with candidates, and is zero without points.
func TestPredict(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	last := 0.0
	for _, c := range []struct {
		points int
		eps    float64
	}{{0, 1}, {1, 1}, {100, 1}, {10_000, 1}, {10_000, 20}, {100_000, 20}, {100_000, 1000}} {
		s := store(t, even(r, c.points, 100), even(r, c.points, 100), even(r, c.points, 100))
		within, err := pointjoin.NewThreshold(c.eps)
		if err != nil {
			t.Fatal(err)
		}
		seconds := Predict(s, within)
		if seconds < last || seconds == 0 != (c.points == 0) || math.IsInf(seconds, 0) {
			t.Errorf("%+v: %v s, %v s before", c, seconds, last)
		}
		last = seconds
	}
}

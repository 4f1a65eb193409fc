package host

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/sys/cpu"

	"flyby/internal/pointjoin"
	"flyby/internal/testing/pointjointest"
	"flyby/internal/tier"
	"flyby/points"
)

// even returns random points.
func even(t *testing.T, size, dimensions int) *points.Store {
	t.Helper()
	r := rand.New(rand.NewPCG(3, uint64(dimensions)))
	return pointjointest.Drawn(t, size, dimensions, func(_, _ int) float64 { return r.Float64() })
}

// TestPredictions: the grid is predicted to be fastest for few dimensions and tiles for many; methods
// of papers predict nothing.
func TestPredictions(t *testing.T) {
	tier.Full(t)
	for _, c := range []struct {
		size, dimensions int
		eps              float64
		want             string
		vectors          bool // only with AVX2 and better
	}{{200_000, 2, 0.001, "grid", false}, {50_000, 3, 0.01, "grid", false}, {20_000, 64, 1, "tiles", false}, {50_000, 16, 0.3, "tiles", true}} {
		if c.vectors && !cpu.X86.HasAVX2 {
			continue
		}
		s := even(t, c.size, c.dimensions)
		within, err := pointjoin.NewThreshold(c.eps)
		if err != nil {
			t.Fatal(err)
		}
		best, least := "", math.Inf(1)
		for _, m := range Methods() {
			if m.Predict == nil {
				continue
			}
			seconds := m.Predict(s, within)
			if !(seconds > 0 && seconds < 1e6) {
				t.Errorf("%s of %+v: %v s", m.Name, c, seconds)
			}
			if seconds < least {
				best, least = m.Name, seconds
			}
		}
		if best != c.want {
			t.Errorf("%+v: %s, %v s", c, best, least)
		}
	}
	for _, m := range Methods() {
		if slices.Contains([]string{"gpusj", "gpujoin", "lss"}, m.Name) != (m.Predict == nil) {
			t.Errorf("%s predicts: %t", m.Name, m.Predict != nil)
		}
	}
}

// TestPredictionsOfLittle: no points, one point, equal points and points far apart have predictions.
func TestPredictionsOfLittle(t *testing.T) {
	for _, columns := range [][][]float64{{nil}, {{1}}, {{1, 1, 1}, {2, 2, 2}}, {{-1e300, 1e300}}} {
		s, err := points.New(columns, points.RowIDs(len(columns[0])))
		if err != nil {
			t.Fatal(err)
		}
		for _, eps := range []float64{0, 1e-300, 1, 1e300} {
			within, err := pointjoin.NewThreshold(eps)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range Methods() {
				if m.Predict != nil && !(m.Predict(s, within) >= 0) {
					t.Errorf("%s of %v within %v: %v s", m.Name, columns, eps, m.Predict(s, within))
				}
			}
		}
	}
}

// TestLook: the estimates from a sample agree with all points of a line.
func TestLook(t *testing.T) {
	x := make([]float64, 20_000)
	for i := range x {
		x[i] = float64(i*7919%len(x)) / float64(len(x))
	}
	s, err := points.New([][]float64{x}, points.RowIDs(len(x)))
	if err != nil {
		t.Fatal(err)
	}
	if seen := look(s, 0.05); math.Abs(seen.within-0.1) > 0.01 || seen.boxed < seen.within || seen.boxed > 0.11 {
		t.Errorf("%+v", seen)
	}
}

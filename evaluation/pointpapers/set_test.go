package pointpapers

import (
	"math"
	"testing"

	"flyby/datasets"
	"flyby/points"
)

// TestSets wants every set to be made with its size and dimensions, and thresholds to grow as sets shrink.
func TestSets(t *testing.T) {
	all := append(real(), uniform(2, 2), uniform(6, 10), exponential(64), unitCube(16, 256))
	for _, s := range all {
		store, err := s.generate(1, 1e-9)
		if err != nil {
			t.Fatal(err)
		}
		if store.Len() != max(leastPoints, s.least) || store.Dimensions() != s.Dimensions || s.size(1) != s.Points {
			t.Errorf("%s: %d points of %d dimensions, %d at scale 1", s.Name, store.Len(), store.Dimensions(), s.size(1))
		}
		if s.widening(1) != 1 {
			t.Errorf("%s: eps times %v at scale 1", s.Name, s.widening(1))
		}
	}
	if got := uniform(2, 2).widening(0.01); math.Abs(got-10) > 1e-12 {
		t.Errorf("eps of a hundredth of the points in two dimensions: times %v, want 10", got)
	}
	one := Set{Name: "one", Points: 10, Dimensions: 2, generator: "lss-uniform", fixed: true}
	if one.size(0.1) != 10 || one.size(3) != 10 {
		t.Error("the scale changes a set of a fixed size")
	}
}

// TestWidening wants the mean number of others to stay the same at a scale of a tenth.
func TestWidening(t *testing.T) {
	s := uniform(3, 2)
	near := func(scale float64) float64 {
		l := testLab(t, Options{Scale: scale, Seed: 1})
		c := selfJoin(s, Threshold{Eps: 1}, "grid").at(Counts)
		run := l.testRun(t, c, 0)
		return 2 * float64(run.Hits) / float64(s.size(scale))
	}
	if a, b := near(0.05), near(0.005); a < 7 || a > 8.4 || b < 6 || b > a {
		t.Errorf("%v and %v other points at a twentieth and a two-hundredth, want 8.4 but for borders", a, b)
	}
}

// TestEpsOf wants the distance within which the sampled points have as many others as asked.
func TestEpsOf(t *testing.T) {
	s, err := datasets.GeneratePoints("features", 1, 0.01, datasets.PointOptions{Like: "ColorHist"})
	if err != nil {
		t.Fatal(err)
	}
	for _, others := range []float64{3, 40} {
		eps := epsOf(s, others)
		n := 0
		for q := range sampledQueries {
			row := q * s.Len() / sampledQueries
			for other := range s.Len() {
				if other != row && squared(s, row, other) <= eps*eps*(1+1e-12) {
					n++
				}
			}
		}
		if got := float64(n) / sampledQueries; got < others || got > 1.02*others {
			t.Errorf("%v others within %v, want %v", got, eps, others)
		}
	}
	one, err := points.New([][]float64{{1}}, points.RowIDs(1))
	if err != nil || epsOf(one, 5) != 0 {
		t.Errorf("one point: %v, %v", epsOf(one, 5), err)
	}
}

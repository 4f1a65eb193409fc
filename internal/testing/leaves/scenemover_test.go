package leaves_test

import (
	"math"
	"testing"

	"flyby/trajectory"

	"flyby/internal/scene"
)

// TestCovering: a part of times covers a span with whole segments, and ends where the times end.
func TestCovering(t *testing.T) {
	times := []float64{0, 1, 2, 3, 4}
	for span, want := range map[[2]float64][2]int{{1, 3}: {1, 4}, {1.5, 2.5}: {1, 4}, {-1, 0.5}: {0, 2}, {3.5, 9}: {3, 5}, {0, 4}: {0, 5}} {
		if first, last := scene.Covering(times, span[0], span[1]); [2]int{first, last} != want {
			t.Errorf("%v: %d to %d, want %v", span, first, last, want)
		}
	}
}

// TestMover: samples of a time include both of its ends; the nearest sample is the later of two that are equally near; an object is there between samples, not in a gap, and near the ends of a gap.
func TestMover(t *testing.T) {
	c := trajectory.Columns{ID: trajectory.Names([]string{"a", "a", "a", "b", "b", "b"}), T: []float64{0, 1, 2, 0, 2, 8}, X: make([]float64, 6), Y: make([]float64, 6)}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: 3})
	if err != nil {
		t.Fatal(err)
	}
	b, _ := s.Find("b")
	o := scene.Mover{Store: s, Traj: b}
	begin, _ := o.Range(b)
	for span, want := range map[[2]float64][2]int{{0, 2}: {0, 2}, {2, 2}: {1, 2}, {3, 7}: {2, 2}, {-1, 9}: {0, 3}} {
		if first, last := o.Samples(span[0], span[1]); [2]int{first - begin, last - begin} != want {
			t.Errorf("%v: %d to %d, want %v", span, first-begin, last-begin, want)
		}
	}
	for at, want := range map[float64]int{-5: 0, 0.9: 0, 1: 1, 1.1: 1, 4: 1, 6: 2, 99: 2} {
		if got := o.Nearest(at) - begin; got != want {
			t.Errorf("nearest to %v: %d, want %d", at, got, want)
		}
	}
	for _, c := range []struct {
		at, within float64
		there      bool
	}{{1, 0, true}, {2.5, 0.4, false}, {2.5, 0.5, true}, {5, 2, false}, {-1, 0.5, false}, {8.25, 0.25, true}} {
		if o.There(c.at, c.within) != c.there {
			t.Errorf("there at %v within %v: %v", c.at, c.within, !c.there)
		}
	}
}

// TestShareOfLeast: a way is nearest to 0 at its foot, at one of its ends, or nowhere else where it has no length.
func TestShareOfLeast(t *testing.T) {
	for way, want := range map[[3]float64]float64{{4, 0, 0}: 0.5, {1, 0, 0}: 1, {-4, 0, 0}: 0, {}: 0, {math.Inf(1), 0, 0}: 0} {
		if got := scene.ShareOfLeast([3]float64{-2, 3, 0}, way); got != want {
			t.Errorf("%v: %v, want %v", way, got, want)
		}
	}
}

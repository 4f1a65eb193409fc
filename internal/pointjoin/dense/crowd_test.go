package dense

import (
	"math"
	"testing"
)

// TestCrowd: for even points the number in a point's cell agrees with their density; where a fiftieth of all points are at one
// place, the cell of each of them has them all.
func TestCrowd(t *testing.T) {
	for _, c := range []struct {
		count, n int
		eps      float64
	}{{20_000, 2, 1}, {20_000, 2, 0.1}, {300_000, 2, 0.3}, {1_000_000, 2, 0.2}, {600_000, 3, 3}, {600_000, 3, 0.5}} {
		s := even(t, c.count, c.n, 100)
		f := denseFrame(s, c.eps)
		want := 1 + float64(c.count)*math.Pow(100*f.inverse, -float64(c.n))
		if got := f.crowd(s); math.Abs(got-want) > 0.05*want {
			t.Errorf("%+v: %v points in the cell of one, want %v", c, got, want)
		}
	}
	const count, fiftieth = 500_000, 10_000
	columns := even(t, count, 2, 100).Columns()
	for row := range fiftieth {
		columns[0][50*row+row%50], columns[1][50*row+row%50] = 30, 30
	}
	s, want := storeOf(t, columns...), 1+float64(fiftieth)/50
	if got := denseFrame(s, 0.01).crowd(s); math.Abs(got-want) > 0.3*want {
		t.Errorf("%v points in the cell of one, want %v", got, want)
	}
}

// TestSparse: in two and three dimensions cells with few points are rowgrid's, and cells with many are dense.
func TestSparse(t *testing.T) {
	for _, c := range []struct {
		count, n int
		eps      float64
		dense    bool
	}{{40_000, 1, 0.0001, true}, {40_000, 2, 0.2, false}, {40_000, 2, 2, true}, {40_000, 3, 2, false}, {40_000, 3, 20, true}, {4000, 3, 2, true}} {
		if x := newIndex(t, even(t, c.count, c.n, 100), c.eps); x.dense != c.dense {
			t.Errorf("%+v: dense %t", c, x.dense)
		}
	}
}

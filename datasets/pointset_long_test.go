//go:build long

package datasets

import (
	"math"
	"testing"
)

// TestNonEmptyCells: as many cells are non-empty as in Table II of the paper on DBSCAN.
func TestNonEmptyCells(t *testing.T) {
	for _, c := range []struct {
		name string
		eps  float64
		want int
	}{{"sky", 0.2, 432_645}, {"receivers", 0.2, 146_132}} {
		s := pointsOf(t, c.name, 1, 1, PointOptions{})
		cells := map[[2]int32]bool{}
		for row, x := range s.Column(0) {
			cells[[2]int32{int32(math.Floor(x / c.eps)), int32(math.Floor(s.Column(1)[row] / c.eps))}] = true
		}
		if got := len(cells); math.Abs(float64(got-c.want)) > 0.05*float64(c.want) {
			t.Errorf("%s: %d cells of side %v hold points, want %d", c.name, got, c.eps, c.want)
		}
		if got := selectivity(s, c.eps, 40); c.name == "receivers" && (got < 100 || got > 300) {
			t.Errorf("receivers: %v neighbours within %v, want 100 to 300", got, c.eps)
		}
	}
}

// TestExponentialSelectivities is TestSelectivities of sets with exponential coordinates.
func TestExponentialSelectivities(t *testing.T) {
	selectivities(t, []selected{
		{"syn-exponential", PointOptions{}, 0.02, 0.05, 1160},
		{"syn-exponential", PointOptions{Dimensions: 32}, 0.01, 0.10, 1400},
		{"syn-exponential", PointOptions{Dimensions: 64}, 0.01, 0.18, 2200},
	})
}

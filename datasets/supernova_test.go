package datasets

import (
	"math"
	"testing"
)

func TestSupernovaeArePointEventsInTheDisc(t *testing.T) {
	s := generate(t, "supernovae", 1, 1)
	var sumRadius, sumHeight float64
	for row, seg := range s.Rows() {
		radius := math.Hypot(seg.P0[0], seg.P0[1])
		if seg.T0 != seg.T1 || seg.T0 < 0 || seg.T0 > 400 || radius > galaxyOuter+1e-9 {
			t.Fatalf("row %d: %+v, want an instant of [0, 400] within %v kpc", row, seg, galaxyOuter)
		}
		sumRadius, sumHeight = sumRadius+radius, sumHeight+math.Abs(seg.P0[2])
	}
	n := float64(s.Segments())
	// A gamma distribution of shape 4 and scale 2.408 has mean 9.63; conditioned
	// on [0, 17] it has mean 8.86.
	near(t, "mean radius", sumRadius/n, 8.86, 0.15)
	near(t, "mean height", sumHeight/n, supernovaHeight, 0.005)
}

func TestSupernovaIDs(t *testing.T) {
	s := generate(t, "supernovae", 1, 1)
	if s.IntIDs() || s.ID(0) != "SN00001" || s.ID(9999) != "SN10000" {
		t.Errorf("ids %q to %q, want SN00001 to SN10000", s.ID(0), s.ID(s.Trajectories()-1))
	}
}

package trajectory_test

import (
	"math"
	"testing"

	"flyby/trajectory"
)

// TestLooseVelocities: an optional velocity decides neither whether a row is good nor whether it repeats another; a required one
// decides both.
func TestLooseVelocities(t *testing.T) {
	columns := func(loose bool) trajectory.Columns {
		c := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1, 1}}, T: []float64{0, 0}, X: []float64{1, 1}, Y: []float64{2, 2}, Loose: loose}
		c.V = [3][]float64{{3, math.NaN()}, {4, 5}}
		return c
	}
	c := columns(true)
	if v, known := c.Velocity(0); !known || v != [3]float64{3, 4} || c.Sample(0).V != [3]float64{} {
		t.Errorf("%v, %v, of a sample %v", v, known, c.Sample(0).V)
	}
	if _, known := c.Velocity(1); known {
		t.Error("NaN is a velocity")
	}
	for _, loose := range []bool{true, false} {
		c := columns(loose)
		repeats := 0
		err := (trajectory.Rules{}).Checker().Keep(&c, 0, func(_ int, bad *trajectory.RowError) error {
			if bad == nil {
				repeats++
				return nil
			}
			return bad
		})
		if (repeats == 1) != loose || (err == nil) != loose {
			t.Errorf("loose %v: %d repeats, %v", loose, repeats, err)
		}
	}
}

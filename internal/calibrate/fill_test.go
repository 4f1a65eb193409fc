package calibrate

import (
	"testing"

	"flyby/internal/testing/modeltest"
)

// Points left out of a table that follows a plane are filled in exactly.
func TestFillFollowsThePlane(t *testing.T) {
	truth := bilinear{3e-6, 2e-10, 1e-9, 4e-12}
	c, q := doubling(256, 2, 8), doubling(1, 2, 10)
	full := newTable(c, q)
	for i := range c {
		for j := range q {
			k := full.at(i, j)
			full.kernel[k] = truth.at(c[i], q[j])
			full.measured[k] = c[i]*q[j] <= 1<<13
			if !full.measured[k] {
				full.kernel[k] = 0
			}
		}
	}
	full.fill()
	for i := range c {
		for j := range q {
			modeltest.Near(t, "time", full.kernel[full.at(i, j)], truth.at(c[i], q[j]), 1e-6)
		}
	}
}

// One outlier neither raises the other points by much nor makes times fall.
func TestFillWithAnOutlier(t *testing.T) {
	truth := bilinear{3e-6, 0, 0, 4e-10}
	c, q := doubling(256, 2, 8), doubling(1, 2, 10)
	table := newTable(c, q)
	for k := range table.kernel {
		c, q := c[k/len(q)], q[k%len(q)]
		if table.measured[k] = c*q <= 1<<13; table.measured[k] {
			table.kernel[k] = truth.at(c, q)
		}
	}
	table.kernel[table.at(3, 2)] *= 4
	table.fill()
	last := table.kernel[len(table.kernel)-1]
	if want := truth.at(c[len(c)-1], q[len(q)-1]); last < 0.7*want || last > 3*want {
		t.Errorf("the last point is %v, want about %v", last, want)
	}
	for k := 1; k < len(table.kernel); k++ {
		if k%len(q) != 0 && !table.measured[k] && table.kernel[k] < table.kernel[k-1] {
			t.Errorf("time falls at %d", k)
		}
	}
}

func TestFillOfNothing(t *testing.T) {
	table := newTable([]float64{1, 2}, []float64{1, 2})
	table.fill()
	for _, v := range table.kernel {
		if v != shortest {
			t.Errorf("filled in %v", v)
		}
	}
}

package pointindex

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestEstimatesOfFew: where the sample is all points, comparisons are those of the grid, and those within eps along the
// next dimension too.
func TestEstimatesOfFew(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	columns := make([][]float64, 4)
	for range 900 {
		for j := range columns {
			columns[j] = append(columns[j], float64(9+3*j)*r.Float64())
		}
	}
	all := Estimates(columns, 1)
	if len(all) != 4 {
		t.Fatalf("%d estimates", len(all))
	}
	for _, e := range all {
		g := NewGrid(columns[:e.K], 1)
		u := columns[e.K%len(columns)]
		f := g.NewFinder()
		comparisons, within := 0, 0
		for cell := range g.Cells() {
			for _, other := range f.OfCell(nil, cell, AllNeighbours) {
				for _, p := range g.Rows(cell) {
					for _, q := range g.Rows(int(other)) {
						comparisons++
						if math.Abs(u[p]-u[q]) <= 1 {
							within++
						}
					}
				}
			}
		}
		if math.Abs(e.Comparisons-float64(comparisons)) > 1e-6*float64(comparisons) || math.Abs(e.Within-float64(within)) > 1e-6*float64(within) {
			t.Errorf("k %d: %v comparisons, %v within; there are %d and %d", e.K, e.Comparisons, e.Within, comparisons, within)
		}
		if cells := float64(g.Cells()); e.Cells < 0.9*cells || e.Cells > 2*cells || e.Points != 900 {
			t.Errorf("k %d: %v cells of %v points, there are %v", e.K, e.Cells, e.Points, cells)
		}
		if e.Near > math.Pow(3, float64(e.K)) || e.Rows > e.Near || e.Near < 1 {
			t.Errorf("k %d: %v cells and %v rows near one", e.K, e.Near, e.Rows)
		}
	}
}

// TestEstimatesOfNone: no points, one, and equal ones have estimates that are numbers; of many dimensions ten are tried.
func TestEstimatesOfNone(t *testing.T) {
	for _, points := range []int{0, 1, 50} {
		columns := make([][]float64, 12)
		for j := range columns {
			columns[j] = make([]float64, points)
		}
		all := Estimates(columns, 0)
		if len(all) != mostTried {
			t.Errorf("%d estimates", len(all))
		}
		for _, e := range all {
			if n := float64(points); e.Comparisons != n*max(n, 1) || e.Cells > 2 || math.IsNaN(e.Near) {
				t.Errorf("%d points: %+v", points, e)
			}
		}
		if k := Cheapest(all, Costs{Compare: 1, Search: 1, Row: 1}); k != 1 {
			t.Errorf("%d points: k %d", points, k)
		}
	}
}

// TestCheapest: the least sum, of equal ones the lower k. The paper's operations weigh searches a point.
func TestCheapest(t *testing.T) {
	all := []Estimate{
		{K: 1, Points: 1000, Cells: 10, Near: 3, Rows: 1, Comparisons: 300_000, Within: 100_000},
		{K: 2, Points: 1000, Cells: 100, Near: 9, Rows: 3, Comparisons: 90_000, Within: 60_000},
		{K: 3, Points: 1000, Cells: 700, Near: 27, Rows: 9, Comparisons: 27_000, Within: 20_000},
	}
	for _, c := range []struct {
		costs Costs
		k     int
		least float64
	}{
		{Costs{Compare: 1}, 3, 27_000},
		{Costs{Compare: 1, Search: 10}, 2, 99_000},
		{Costs{Compare: 1, Search: 10, Row: 1}, 2, 102_000},
		{Costs{Compare: 1, Search: 10, Row: 1, Sorted: true}, 2, 78_000},
		{Costs{Search: 1000}, 1, 30_000},
		{Costs{Compare: 1, Search: 0.25, Halves: true}, 3, 27_000 + float64(6750*math.Log2(701))},
		{Costs{Compare: 1, Search: 2, Halves: true}, 2, 90_000 + float64(18_000*math.Log2(101))},
		{Costs{}, 1, 0},
	} {
		k := Cheapest(all, c.costs)
		if least := c.costs.Of(all[k-1]); k != c.k || least != c.least {
			t.Errorf("%+v: k %d at %v, want %d at %v", c.costs, k, least, c.k, c.least)
		}
	}
}

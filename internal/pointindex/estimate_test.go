package pointindex

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestEstimatesOfFew: where the sample is all points, the estimated comparisons are the comparisons of the grid, also within eps along the next
// dimension.
func TestEstimatesOfFew(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	columns := make([][]float64, 4)
	for range 900 {
		for j := range columns {
			columns[j] = append(columns[j], float64(9+3*j)*r.Float64())
		}
	}
	all := slices.Collect(Estimates(columns, 1))
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

// TestEstimatesOfNone: no points, one point and equal points have estimates that are numbers; of many dimensions ten are tried.
func TestEstimatesOfNone(t *testing.T) {
	for _, points := range []int{0, 1, 50} {
		columns := make([][]float64, 12)
		for j := range columns {
			columns[j] = make([]float64, points)
		}
		all := slices.Collect(Estimates(columns, 0))
		if len(all) != mostTried {
			t.Errorf("%d estimates", len(all))
		}
		for _, e := range all {
			if n := float64(points); e.Comparisons != n*max(n, 1) || e.Cells > 2 || math.IsNaN(e.Near) {
				t.Errorf("%d points: %+v", points, e)
			}
		}
		if k, _ := Cheapest(slices.Values(all), Costs{Compare: 1, Search: 1, Row: 1}); k != 1 {
			t.Errorf("%d points: k %d", points, k)
		}
	}
}

// TestCheapest: the cheapest estimate wins, of equal ones the lower k. By the paper's operation counts each point searches.
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
		k, _ := Cheapest(slices.Values(all), c.costs)
		if least := c.costs.Of(all[k-1]); k != c.k || least != c.least {
			t.Errorf("%+v: k %d at %v, want %d at %v", c.costs, k, least, c.k, c.least)
		}
	}
}

// TestCheapestStops: no estimate is asked for after the second in a row that is no cheaper than the best; a cheaper one starts the count anew.
func TestCheapestStops(t *testing.T) {
	for _, c := range []struct {
		times     []float64
		k, looked int
	}{
		{[]float64{5, 6, 7, 1}, 1, 3},
		{[]float64{5, 6, 4, 5, 5, 1}, 3, 5},
		{[]float64{5, 5, 4, 3}, 4, 4},
		{[]float64{5, 6}, 1, 2},
		{nil, 1, 0},
	} {
		asked := 0
		k, looked := Cheapest(func(yield func(Estimate) bool) {
			for i, time := range c.times {
				if asked++; !yield(Estimate{K: i + 1, Comparisons: time}) {
					return
				}
			}
		}, Costs{Compare: 1})
		if k != c.k || looked != c.looked || asked != c.looked {
			t.Errorf("%v: k %d of %d, %d asked for; want %d of %d", c.times, k, looked, asked, c.k, c.looked)
		}
	}
}

// TestEstimatesLookAtFew: for even points in six dimensions the choice asks only for the k about the best one, and compares each pair of a sample of
// 1,024 points at most once, and pairs in neighbour cells again.
func TestEstimatesLookAtFew(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 2))
	columns := make([][]float64, 6)
	for j := range columns {
		columns[j] = make([]float64, 40_000)
		for i := range columns[j] {
			columns[j][i] = 100 * r.Float64()
		}
	}
	compared := 0
	k, looked := Cheapest(func(yield func(Estimate) bool) {
		for e := range Estimates(columns, 6) {
			if compared += e.Sampled; !yield(e) {
				return
			}
		}
	}, Costs{Compare: 5, Search: 60, Row: 12, Sorted: true})
	if k != 3 || looked != 5 || compared < 1000 || compared > 1024*1023/2 {
		t.Errorf("k %d of %d looked at, %d comparisons", k, looked, compared)
	}
}

// TestCellsOfAPart: cells are counted by a part of the cells of fewer dimensions where these are many and even, and by all points where one cell has
// nearly all points.
func TestCellsOfAPart(t *testing.T) {
	for name, c := range map[string]struct {
		widths []float64 // of the dimensions, in cells
		skewed bool
		parts  []uint64 // expected, by dimension
	}{
		"even":                          {[]float64{300, 200}, false, []uint64{4, 4}},
		"few cells of one dimension":    {[]float64{10, 10, 10, 10}, false, []uint64{1, 1, 2, 8}},
		"all but a few in one cell":     {[]float64{300, 200}, true, []uint64{1, 1}},
		"a few of three in other cells": {[]float64{10, 10, 10, 10}, true, []uint64{1, 1, 1, 1}},
	} {
		columns := manyOrOne(c.widths, c.skewed)
		e := newEstimator(columns, 1)
		for k := range columns {
			got, want := e.next().Cells, float64(NewGrid(columns[:k+1], 1).Cells())
			if math.Abs(got/want-1) > 0.15 {
				t.Errorf("%s, k %d: %v cells, there are %v", name, k+1, got, want)
			}
			if part := e.cells.part; part != c.parts[k] {
				t.Errorf("%s, k %d: one cell in %d is drawn, not in %d", name, k+1, part, c.parts[k])
			}
		}
	}
}

// manyOrOne makes 60,000 even points in a box, or with 99 in 100 of them in the first cell.
func manyOrOne(widths []float64, skewed bool) [][]float64 {
	r := rand.New(rand.NewPCG(9, 3))
	columns := make([][]float64, len(widths))
	for i := range 60_000 {
		for j, w := range widths {
			v := w * r.Float64()
			if skewed && i%100 > 0 {
				v = 0.5
			}
			columns[j] = append(columns[j], v)
		}
	}
	return columns
}

package pointindex

import (
	"math"
	"math/rand/v2"
	"testing"
)

// apart reports in real arithmetic whether x and y are more than eps apart.
func apart(x, y, eps float64) bool {
	x, y = max(x, y), min(x, y)
	d := x - y
	of := d - x
	rest := (x - (d - of)) - (y + of) // the rounding error of d (Knuth)
	return d > eps || d == eps && rest > 0
}

// up and down return the next greater and the next smaller float.
func up(v float64) float64   { return math.Nextafter(v, math.Inf(1)) }
func down(v float64) float64 { return math.Nextafter(v, math.Inf(-1)) }

// checkAxis checks that all values and queries within eps of each other are in neighbour cells, and that cells have the
// order of values.
func checkAxis(t *testing.T, values, queries []float64, eps float64) (pairs int) {
	t.Helper()
	a := NewAxis(values, eps)
	if a.Cells() < 1 || a.Cells() > mostCells || !(a.Width() >= eps || a.Width() > 0x1p1001) {
		t.Fatalf("eps %v: %d cells of width %v", eps, a.Cells(), a.Width())
	}
	for _, x := range values {
		cell := a.Cell(x)
		if cell < 1 || cell > a.Cells() {
			t.Fatalf("eps %v: %v lies in cell %d of %d", eps, x, cell, a.Cells())
		}
		for _, y := range values {
			if x < y && cell > a.Cell(y) {
				t.Fatalf("eps %v: %v and %v are not in order", eps, x, y)
			}
			if !apart(x, y, eps) && a.Cell(y) > cell+1 {
				t.Fatalf("eps %v: %v and %v are in cells %d and %d", eps, x, y, cell, a.Cell(y))
			}
		}
		for _, q := range append(queries, values...) {
			if apart(x, q, eps) {
				continue
			}
			pairs++
			if first, last, ok := a.Near(q); !ok || first > cell || last < cell || last > first+2 || first < 1 || last > a.Cells() {
				t.Fatalf("eps %v: %v is near cells %d to %d, %t, and %v in cell %d", eps, q, first, last, ok, x, cell)
			}
		}
	}
	return pairs
}

// TestQuotientsLosePairs: a cell of side eps itself puts two points within eps two cells apart; flyby's does not.
func TestQuotientsLosePairs(t *testing.T) {
	eps, least, x, y := 0.3, -0.3, 7.499999999999999, 7.799999999999999
	if apart(x, y, eps) || math.Floor((y-least)/eps)-math.Floor((x-least)/eps) != 2 {
		t.Error("the example is none")
	}
	checkAxis(t, []float64{least, x, y}, nil, eps)
}

// TestCellsLoseNoPair: no pair is lost among values at multiples of eps, from offsets of all sizes and one ulp to either
// side, with outliers that make cells wider.
func TestCellsLoseNoPair(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	pairs := 0
	for _, eps := range []float64{0.3, 0.1, 1, 1e-5, 0x1p-1074, 3 * 0x1p-1074, 0x1p-1022, 0x1.8p-1001, 1e300, 0x1p1001, math.MaxFloat64} {
		for _, offset := range []float64{0, -0.3, 1e7, -1e7, 0x1p40, 1e-300, -0x1p1000, 0x1p1000} {
			for _, outlier := range []float64{0, 1, 0x1p27, 0x1p28, 0x1p29, 0x1p60} {
				var values []float64
				for i := range 16 {
					steps := float64(i)
					if i > 8 {
						steps = float64(r.IntN(1 << 20))
					}
					v := offset + steps*eps
					values = append(values, v, up(v), down(v))
				}
				values = append(values, offset+outlier*eps, offset+(outlier-1)*eps)
				queries := []float64{offset - eps, offset + (outlier+1)*eps, up(offset + (outlier+1)*eps)}
				pairs += checkAxis(t, inside(values), inside(queries), eps)
			}
		}
	}
	if pairs < 10_000 {
		t.Errorf("%d pairs", pairs)
	}
}

// inside returns the values that coordinates of points may have, or one such value where there are none.
func inside(values []float64) (kept []float64) {
	for _, v := range values {
		if math.Abs(v) <= 0x1p1000 {
			kept = append(kept, v)
		}
	}
	if kept == nil {
		return []float64{0x1p1000}
	}
	return kept
}

// TestWidth: the side of a cell is eps and a little, or the width at which 2^28 cells are enough.
func TestWidth(t *testing.T) {
	for _, c := range []struct {
		least, most, eps, width float64
		cells                   uint32
	}{
		{0, 10, 1, 1 + 0x1p-20, 10},
		{0, 0, 0, 0x1p-1000, 1},
		{0, 1<<28 - 1, 0, 1, 1 << 28},
		{-5, 1<<29 - 7, 0.5, 2, 1 << 28},
		{0, 0, math.MaxFloat64, 0x1p1002 * (1 + 0x1p-20), 1},
		{-0x1p1000, 0x1p1000, 0x1p1001, 0x1p1001 * (1 + 0x1p-20), 1},
	} {
		a := NewAxis([]float64{c.most, c.least}, c.eps)
		if a.Width() != c.width || a.Cells() != c.cells {
			t.Errorf("%+v: %d cells of width %v", c, a.Cells(), a.Width())
		}
	}
}

// TestNearOffTheGrid: a value one cell off the grid has one neighbour, and a value further away has none.
func TestNearOffTheGrid(t *testing.T) {
	a := NewAxis([]float64{10, 19}, 1)
	for _, c := range []struct {
		value       float64
		first, last uint32
		ok          bool
	}{
		{9, 1, 1, true}, {8.9, 0, 0, false}, {10, 1, 2, true}, {15, 4, 6, true}, {19, 8, 9, true},
		{20.00001, 9, 9, false}, {19.99999, 9, 9, true}, {-0x1p1000, 0, 0, false}, {0x1p1000, 0, 0, false},
	} {
		first, last, ok := a.Near(c.value)
		if ok != c.ok || ok && (first != c.first || last != c.last) {
			t.Errorf("%v is near cells %d to %d, %t", c.value, first, last, ok)
		}
	}
}

// FuzzCells: cells of any least and greatest value lose no pair of two values within eps.
func FuzzCells(f *testing.F) {
	f.Add(-0.3, 100.0, 7.499999999999999, 7.799999999999999, 0.3)
	f.Add(0.0, 0x1p40, 1.0, 1.0, 0x1p-1074)
	f.Add(-0x1p1000, 0x1p1000, 0.0, 3.0, 0x1p990)
	f.Fuzz(func(t *testing.T, least, most, x, y, eps float64) {
		for _, v := range []float64{least, most, x, y, eps} {
			if !(math.Abs(v) <= 0x1p1000) {
				return
			}
		}
		eps = math.Abs(eps)
		values := []float64{least, most, x, x + eps, up(x), up(x + eps)}
		checkAxis(t, inside(values), []float64{y}, eps)
		checkAxis(t, inside([]float64{least, most, x, y}), nil, math.Abs(x-y))
	})
}

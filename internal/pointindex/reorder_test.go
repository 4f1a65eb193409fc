package pointindex

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestByVariance: dimensions come by decreasing variance of a sample, at every magnitude, and ties by number.
// Many cells with one point each do not count as variance.
func TestByVariance(t *testing.T) {
	const points = 3 * sampled
	r := rand.New(rand.NewPCG(6, 1))
	columns := make([][]float64, 5)
	for j := range columns {
		columns[j] = make([]float64, points)
	}
	for i := range points {
		columns[0][i] = 0.5 + 0.01*r.Float64()
		columns[1][i] = r.Float64()
		columns[2][i] = 3 // equal to the last column in the sample
		columns[3][i] = 0.2 * r.NormFloat64()
		if columns[4][i] = 3; i%3 != 0 {
			columns[4][i] = float64(i) // outside the sample
		}
	}
	for _, unit := range []float64{1, 0x1p900, 0x1p-900, -0x1p990} {
		scaled := make([][]float64, len(columns))
		for j, c := range columns {
			for _, v := range c {
				scaled[j] = append(scaled[j], unit*v)
			}
		}
		if got := ByVariance(scaled); !slices.Equal(got, []int{1, 3, 0, 2, 4}) {
			t.Errorf("unit %v: %v", unit, got)
		}
	}
	columns[1][0] = 0x1p1000 // beside its square the squares of the others vanish
	if got := ByVariance(columns); !slices.Equal(got, []int{1, 3, 0, 2, 4}) {
		t.Errorf("with a point far out: %v", got)
	}
	if got := ByVariance([][]float64{{}, {}}); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("of no points: %v", got)
	}
}

// TestSortBy: cells keep their points, sorted by the coordinate and then by row.
func TestSortBy(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	columns := make([][]float64, 2)
	for range 500 {
		columns[0] = append(columns[0], float64(r.IntN(5)))
		columns[1] = append(columns[1], float64(r.IntN(9)))
	}
	g := NewGrid(columns[:1], 1)
	before := slices.Clone(g.Order())
	g.SortBy(columns[1])
	for cell := range g.Cells() {
		rows := g.Rows(cell)
		for i := 1; i < len(rows); i++ {
			p, q := rows[i-1], rows[i]
			if columns[1][p] > columns[1][q] || columns[1][p] == columns[1][q] && p > q {
				t.Fatalf("cell %d: row %d comes before %d", cell, p, q)
			}
		}
		slices.Sort(rows)
	}
	if !slices.Equal(g.Order(), before) {
		t.Error("cells have other points")
	}
}

// TestInterval: the interval holds all values within eps in real arithmetic, and little more.
func TestInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 3))
	for range 20_000 {
		v, eps := math.Ldexp(r.NormFloat64(), r.IntN(80)-40), math.Ldexp(r.Float64(), r.IntN(80)-40)
		low, high := Interval(v, eps)
		for _, x := range []float64{v - eps, v + eps} {
			for _, x := range []float64{x, up(x), down(x)} {
				if within := low <= x && x <= high; !within && !apart(v, x, eps) {
					t.Fatalf("%v is within %v of %v, and not in %v to %v", x, eps, v, low, high)
				}
			}
		}
		if low < down(v-eps) || high > up(v+eps) {
			t.Fatalf("%v to %v for %v and %v", low, high, v, eps)
		}
	}
	if low, high := Interval(0x1p1000, math.MaxFloat64); low > -0x1p1000 || high < 0x1p1000 {
		t.Errorf("%v to %v", low, high)
	}
}

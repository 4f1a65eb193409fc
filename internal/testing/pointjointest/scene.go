package pointjointest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"flyby/points"
)

// A Scene is points, and thresholds at which a method may go wrong with them.
type Scene struct {
	Name string
	Rows [][]float64 // [points][dimensions]
	Eps  []float64
	// Queries are joined with the points.
	Queries [][]float64
}

// thresholdsAround returns a threshold with the floats one ulp to either side.
func thresholdsAround(eps float64) []float64 { return []float64{down(eps), eps, up(eps)} }

// Scenes returns the scenes. Where points are many they are random, but always the same.
func Scenes() (all []Scene) {
	r := rand.New(rand.NewPCG(52, 1))
	for _, s := range [][]Scene{lattices(), offsets(r), multiplicities(r), extremes(r), widths(r), clouds(r)} {
		all = append(all, s...)
	}
	for i := range all {
		all[i].Queries = queries(r, all[i].Rows)
	}
	return all
}

// queries returns some of the points, moved ones, and one outside of their bounds.
func queries(r *rand.Rand, rows [][]float64) (all [][]float64) {
	if len(rows) == 0 {
		return nil
	}
	for range min(len(rows), 40) {
		q := append([]float64(nil), rows[r.IntN(len(rows))]...)
		if other := rows[r.IntN(len(rows))]; r.IntN(2) == 0 {
			j := r.IntN(len(q))
			q[j] = other[j]
		}
		all = append(all, q)
	}
	for _, by := range []float64{-3, 5} {
		out := append([]float64(nil), rows[0]...)
		j := r.IntN(len(out))
		out[j] = max(-points.MaxMagnitude, min(out[j]*by, points.MaxMagnitude))
		all = append(all, out)
	}
	return all
}

// grid returns the points of a lattice with side values in each dimension.
func grid(dimensions, side int, value func(i int) float64) (rows [][]float64) {
	n := 1
	for range dimensions {
		n *= side
	}
	for i := range n {
		p := make([]float64, dimensions)
		for j := range p {
			p[j] = value(i % side)
			i /= side
		}
		rows = append(rows, p)
	}
	return rows
}

// lattices returns lattices with distances of exactly eps, or about eps where a tenth is
// no float64.
func lattices() []Scene {
	return []Scene{
		{Name: "lattice 2-D", Rows: grid(2, 9, func(i int) float64 { return float64(i) }), Eps: append(thresholdsAround(1), thresholdsAround(math.Sqrt2)...)},
		{Name: "lattice 3-D", Rows: grid(3, 4, func(i int) float64 { return float64(i - 2) }), Eps: append(thresholdsAround(1), thresholdsAround(math.Sqrt2)...)},
		{Name: "lattice 5-D", Rows: grid(5, 2, func(i int) float64 { return float64(i) }), Eps: append(thresholdsAround(1), math.Sqrt2, up(math.Sqrt2))},
		{Name: "tenths", Rows: grid(2, 10, func(i int) float64 { return float64(i) / 10 }), Eps: append(thresholdsAround(0.1), 0.1*math.Sqrt2, 0.2, 0.30000000000000004)},
		{Name: "one per cell", Rows: grid(2, 8, func(i int) float64 { return 3 * float64(i) }), Eps: []float64{1, 2.9}},
		{Name: "3-4-5", Rows: [][]float64{{0, 0}, {3, 4}, {down(3), 4}, {3, up(4)}, {-4, 3}, {1e7, 1e7}, {1e7 + 3, 1e7 + 4}, {1e7 + 3, 1e7 - 4}}, Eps: thresholdsAround(5)},
	}
}

// offsets returns points at multiples of eps, far from 0, so that quotients by eps are
// rounded.
func offsets(r *rand.Rand) (all []Scene) {
	for _, from := range []float64{1e7, -1e7, -0.3, 0.1} {
		for _, eps := range []float64{0.3, 0.7} {
			s := Scene{Name: fmt.Sprintf("multiples of %v from %v", eps, from), Eps: thresholdsAround(eps)}
			for i := range 60 {
				v := from + float64(i)*eps
				s.Rows = append(s.Rows, []float64{v}, []float64{[]float64{down(v), up(v), v}[r.IntN(3)]})
			}
			all = append(all, s)
		}
	}
	return append(all, Scene{Name: "two cells apart", Rows: [][]float64{{-0.3}, {7.499999999999999}, {7.799999999999999}, {0}}, Eps: thresholdsAround(0.3)})
}

// multiplicities returns points that are equal, or in one cell.
func multiplicities(r *rand.Rand) []Scene {
	zeros := [][]float64{{0, 1}, {math.Copysign(0, -1), 1}, {0, 1}, {math.SmallestNonzeroFloat64, 1}, {0, up(1)}, {0, 1}}
	same, cell, many := make([][]float64, 150), make([][]float64, 150), make([][]float64, 400)
	for i := range same {
		same[i] = []float64{0.1, 0.7, -5}
		cell[i] = []float64{100 + r.Float64()/4, 7 + r.Float64()/4}
	}
	for i := range many {
		many[i] = []float64{0.3, 0.6}
		if r.IntN(11) == 0 {
			many[i] = []float64{r.Float64(), r.Float64()}
		}
	}
	return []Scene{
		{Name: "zeros", Rows: zeros, Eps: []float64{0, math.SmallestNonzeroFloat64}},
		{Name: "all equal", Rows: same, Eps: []float64{0, 1}},
		{Name: "all in one cell", Rows: cell, Eps: []float64{0.5, 1000}},
		{Name: "duplicates", Rows: many, Eps: []float64{0, 0.01}},
	}
}

// extremes returns points that would need more cells than a grid may have, and points
// whose squares overflow or underflow float64.
func extremes(r *rand.Rand) (all []Scene) {
	for _, far := range []float64{1e12, -1e300} {
		s := Scene{Name: fmt.Sprintf("outlier at %v", far), Rows: [][]float64{{far, 0.5}}, Eps: []float64{0.05, 0, 2}}
		for range 120 {
			s.Rows = append(s.Rows, []float64{r.Float64(), r.Float64()})
		}
		all = append(all, s)
	}
	for _, unit := range []float64{math.SmallestNonzeroFloat64, 0x1p-700, 1e300} {
		s := Scene{Name: fmt.Sprintf("multiples of %v", unit), Eps: []float64{5 * unit, up(5 * unit), down(5 * unit), unit, 0}}
		for range 36 {
			s.Rows = append(s.Rows, []float64{unit * float64(r.IntN(9)-4), unit * float64(r.IntN(7))})
		}
		all = append(all, s)
	}
	return all
}

// widths returns few points, and points of many dimensions.
func widths(r *rand.Rand) (all []Scene) {
	for _, n := range []int{1, 3} {
		for size := range 3 {
			rows := uniform(r, 2, n)[:size]
			all = append(all, Scene{Name: fmt.Sprintf("%d points %d-D", size, n), Rows: rows, Eps: []float64{0, 0.6, 2}})
		}
	}
	line := uniform(r, 200, 1)
	wide := uniform(r, 30, 1024)
	for i := range 10 {
		q := append([]float64(nil), wide[i]...)
		q[r.IntN(len(q))] += 0.25
		wide = append(wide, q)
	}
	return append(all, Scene{Name: "1-D", Rows: line, Eps: []float64{0.01, 0.5, 3}}, Scene{Name: "1,024-D", Rows: wide, Eps: append(thresholdsAround(0.25), 13)})
}

// clouds returns random points: evenly distributed, in clumps, and of many small values.
func clouds(r *rand.Rand) (all []Scene) {
	for n := 2; n <= 6; n++ {
		rows := uniform(r, 150, n)
		for i := range 60 {
			p := make([]float64, n)
			for j := range p {
				p[j] = rows[i%5][j] + 0.03*r.NormFloat64()
			}
			rows = append(rows, p)
		}
		all = append(all, Scene{Name: fmt.Sprintf("cloud %d-D", n), Rows: rows, Eps: []float64{0.02 * float64(n), 0.1 * float64(n), 0}})
	}
	for _, n := range []int{16, 70} {
		rows := make([][]float64, 100)
		for i := range rows {
			rows[i] = make([]float64, n)
			for j := range rows[i] {
				rows[i][j] = min(r.ExpFloat64()/40, 1)
			}
		}
		all = append(all, Scene{Name: fmt.Sprintf("exponential %d-D", n), Rows: rows, Eps: []float64{0.02 * math.Sqrt(float64(n)), 0.035 * math.Sqrt(float64(n))}})
	}
	return all
}

// uniform returns points whose coordinates are evenly distributed in [0, 1).
func uniform(r *rand.Rand, count, dimensions int) [][]float64 {
	rows := make([][]float64, count)
	for i := range rows {
		rows[i] = make([]float64, dimensions)
		for j := range rows[i] {
			rows[i][j] = r.Float64()
		}
	}
	return rows
}

package dense

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// storeOf returns a store of columns.
func storeOf(t testing.TB, columns ...[]float64) *points.Store {
	t.Helper()
	s, err := points.New(columns, points.RowIDs(len(columns[0])))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func threshold(t testing.TB, eps float64) pointjoin.Threshold {
	t.Helper()
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	return within
}

// newIndex returns an index on one thread.
func newIndex(t testing.TB, s *points.Store, eps float64) *Index {
	t.Helper()
	x, err := New(t.Context(), s, threshold(t, eps), 1)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// checkCells checks P7 for an index: the points of a dense cell are neighbours of each other, and all neighbours of a point are
// in the spans of its rows.
func checkCells(t testing.TB, x *Index) {
	t.Helper()
	w := newWalker(t.Context(), x, x.frame.rows(false))
	for cell := range x.cells {
		w.begin(cell)
		w.look(cell)
		for p := x.starts[cell]; p < x.starts[cell+1]; p++ {
			w.aim(x.point(p))
			seen := map[uint32]bool{}
			for row := range w.rows {
				if first, last, some := w.span(row); some {
					ends := w.ends(row)
					for q := ends[first]; q < ends[last+1]; q++ {
						seen[q] = true
					}
				}
			}
			for q := range uint32(x.Len()) {
				within := x.within.Within(x.point(p), x.point(q))
				if q >= x.starts[cell] && q < x.starts[cell+1] && x.dense && !within {
					t.Fatalf("eps %v: %v and %v are of one cell", x.within.Eps(), x.point(p), x.point(q))
				}
				if within && !seen[q] {
					t.Fatalf("eps %v: %v is not looked for around %v", x.within.Eps(), x.point(q), x.point(p))
				}
			}
		}
	}
}

// edges returns values at multiples of a side from an offset, and some ulps from them.
func edges(r *rand.Rand, from, side float64, count int) []float64 {
	values := make([]float64, count)
	for i := range values {
		v := from + float64(r.IntN(9)-4)*side
		for range r.IntN(4) {
			v = math.Nextafter(v, math.Inf(r.IntN(2)*2-1))
		}
		if r.IntN(3) == 0 {
			v += side * (r.Float64() - 0.5) * 0x1p-9
		}
		values[i] = v
	}
	return values
}

// TestCells: P7 holds at multiples of eps and of a cell's side, from offsets of all magnitudes, with outliers up to the greatest
// number of cells.
func TestCells(t *testing.T) {
	r := rand.New(rand.NewPCG(65, 3))
	dense := 0
	for range 300 {
		n := 1 + r.IntN(3)
		eps := math.Ldexp(1+r.Float64(), r.IntN(60)-30)
		side := []float64{eps, eps / math.Sqrt(float64(n)), eps / math.Sqrt(float64(n)) * (1 - slack), eps / 2}[r.IntN(4)]
		columns := make([][]float64, n)
		for j := range columns {
			columns[j] = edges(r, []float64{0, eps * 0.3, eps * 1e6, -eps * 0x1p37, side * 0x1p30}[r.IntN(5)], side, 30)
			if r.IntN(3) == 0 {
				columns[j][0] -= side * []float64{0x1p39, 0x1p33, 0x1p41, 1e20}[r.IntN(4)]
			}
		}
		x := newIndex(t, storeOf(t, columns...), eps)
		if x.dense {
			dense++
		}
		checkCells(t, x)
	}
	if dense < 100 || dense > 290 {
		t.Errorf("%d of 300 sets have dense cells", dense)
	}
}

// TestDenseWhere: cells are dense in up to three dimensions, unless numbers are extreme, for which rowgrid's cells are used.
func TestDenseWhere(t *testing.T) {
	line := []float64{0, 0.5, 1, 7}
	for _, c := range []struct {
		columns [][]float64
		eps     float64
		dense   bool
	}{
		{[][]float64{line}, 1, true},
		{[][]float64{line, line}, 1, true},
		{[][]float64{line, line, line}, 1, true},
		{[][]float64{line, line, line, line}, 1, false},
		{[][]float64{line}, 0, false},
		{[][]float64{line}, 0x1p-39, false},
		{[][]float64{line}, 0x1p-36, true},
		{[][]float64{line, line}, 0x1p-30, false}, // more than 2^62 cells
		{[][]float64{line, line}, 1e200, false},
		{[][]float64{line, line}, math.MaxFloat64, false},
		{[][]float64{{1e300, 0}, {0, 0}}, 1, false},
		{[][]float64{{1e11, 0}, {0, 0}}, 1, true},
		{[][]float64{{0x1p-500, 0}}, 0x1p-501, false},
	} {
		x := newIndex(t, storeOf(t, c.columns...), c.eps)
		if x.dense != c.dense {
			t.Errorf("%v at eps %v: dense %t", c.columns, c.eps, x.dense)
		}
		checkCells(t, x)
	}
}

// TestRows: rows has all rows, the cell's own first; of each two opposite rows exactly one is later.
func TestRows(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 5, 3: 25} {
		columns := make([][]float64, n)
		for j := range columns {
			columns[j] = []float64{0, 10}
		}
		f := newFrame(storeOf(t, columns...), threshold(t, 1))
		all, later := f.rows(false), f.rows(true)
		if len(all) != want || len(later) != (want+1)/2 || all[0].step != 0 || later[0].step != 0 {
			t.Errorf("%d-D: %d rows, %d later", n, len(all), len(later))
		}
		steps := map[int64]bool{}
		for i, r := range all {
			sum := int64(0)
			for j, d := range r.apart {
				sum += int64(d) * f.stride[j+1]
			}
			if sum != r.step || steps[sum] || i > 0 && distance(r) < distance(all[i-1]) {
				t.Errorf("%d-D: row %d is %+v", n, i, r)
			}
			steps[sum] = true
		}
	}
}

// FuzzCells: P7 holds for any coordinates in two dimensions, and any eps.
func FuzzCells(f *testing.F) {
	f.Add(0.3, -0.3, 7.499999999999999, 7.799999999999999, 0.0, 1.0)
	f.Add(1.0, 0.0, math.Sqrt2/2, math.Sqrt2, math.Sqrt2*1.5, -1e9)
	f.Add(0x1p-300, 1e300, 0x1p-300, -0x1p-301, 0.0, 5e-324)
	f.Fuzz(func(t *testing.T, eps, a, b, c, d, e float64) {
		values := []float64{a, b, c, d, e}
		for _, v := range append(values, eps) {
			if !(math.Abs(v) <= points.MaxMagnitude) {
				t.Skip()
			}
		}
		xs, ys := []float64{}, []float64{}
		for i, x := range values {
			for _, y := range []float64{values[(i+1)%5], values[(i+2)%5], x} {
				xs, ys = append(xs, x), append(ys, y)
			}
		}
		checkCells(t, newIndex(t, storeOf(t, xs, ys), math.Abs(eps)))
	})
}

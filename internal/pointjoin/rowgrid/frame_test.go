package rowgrid

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/testing/pointjointest"
	"flyby/points"
)

// store returns points of columns.
func store(t testing.TB, columns ...[]float64) *points.Store {
	t.Helper()
	return pointjointest.Columns(t, columns)
}

// framed returns the frame of points with the given number of dimensions indexed, in their own order.
func framed(s *points.Store, indexed int, eps float64) *frame {
	low, high := Bounds(s)
	order := make([]int, s.Dimensions())
	for j := range order {
		order[j] = j
	}
	return newFrame(low, high, order, indexed, eps)
}

// TestCellsLoseNoPair: two coordinates within eps are in the same or neighbour cells, also where
// cells of side eps itself would put them two cells apart.
func TestCellsLoseNoPair(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	check := func(low, high, x, eps float64) {
		f := framed(store(t, []float64{low, high}), 1, eps)
		for _, y := range []float64{x + eps, math.Nextafter(x+eps, low), x - eps} {
			if y < low || y > high || math.Abs(y-x) > eps {
				continue
			}
			a, b := math.Floor(f.coordinate(0, x)), math.Floor(f.coordinate(0, y))
			if math.Abs(a-b) > 1 {
				t.Fatalf("from %v, eps %v: %v is in cell %v, %v in %v", low, eps, x, a, y, b)
			}
		}
	}
	check(-0.3, 9, 7.499999999999999, 0.3)
	for range 20_000 {
		eps := math.Ldexp(1+r.Float64(), r.IntN(60)-30)
		low := eps * math.Ldexp(r.Float64()-0.5, r.IntN(50))
		multiple := float64(r.IntN(1 << r.IntN(28)))
		high := low + eps*(multiple+3)
		x := low + multiple*eps
		for _, v := range []float64{x, math.Nextafter(x, high), math.Nextafter(x, low)} {
			if v >= low {
				check(low, high, v, eps)
			}
		}
	}
}

// TestMostCells: no dimension has more than mostCells cells, and linear ids have bits for all indexed
// dimensions.
func TestMostCells(t *testing.T) {
	for _, c := range []struct {
		far, eps float64
		indexed  int
	}{{1, 0.5, 3}, {1e12, 0.1, 2}, {1e300, 5e-324, 2}, {points.MaxMagnitude, 0, 2}, {5e-324, 5e-324, 3}, {1, math.MaxFloat64, 3}, {0, 0, 3}} {
		column := []float64{-c.far, 0, c.far}
		f := framed(store(t, column, column, column), 3, c.eps)
		if f.indexed != c.indexed {
			t.Errorf("to %v, eps %v: %d dimensions indexed, want %d", c.far, c.eps, f.indexed, c.indexed)
		}
		for place, cells := range f.cells {
			if cells < 1 || cells > mostCells {
				t.Errorf("to %v, eps %v: %d cells", c.far, c.eps, cells)
			}
			if low, high := f.coordinate(place, -c.far), f.coordinate(place, c.far); low != 0 || !f.within(place, high) {
				t.Errorf("to %v, eps %v: from %v to %v of %d cells", c.far, c.eps, low, high, cells)
			}
		}
		if !(f.eps >= 0 && f.eps < 1-0x1p-21) || f.ids() > 1<<idBits {
			t.Errorf("to %v, eps %v: eps is %v sides, %d ids", c.far, c.eps, f.eps, f.ids())
		}
	}
}

// TestLimits: in any frame, the certain decisions of float32 about pairs are right. Distances of
// pairs are eps, some ulps of a float32 from eps, and others.
func TestLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	surely, not, unknown := 0, 0, 0
	for range 400 {
		n := 1 + r.IntN(6)
		eps := math.Ldexp(1+r.Float64(), r.IntN(40)-20)
		wide := eps * math.Ldexp(1, r.IntN(16))
		columns := make([][]float64, n)
		for j := range columns {
			from := wide * (r.Float64() - 0.5) * 100
			for range 40 {
				columns[j] = append(columns[j], from+wide*r.Float64())
			}
		}
		atEps(r, columns, eps)
		s := store(t, columns...)
		f := framed(s, 1+r.IntN(n), eps)
		within, err := pointjoin.NewThreshold(eps)
		if err != nil {
			t.Fatal(err)
		}
		x := &index{choice{frame: f}, s, newSortedPoints(f, s, 0, s.Len()), noVectors()}
		h := newNeighbours(f, false)
		v, w := newSieve(f, x.cells, h, x.use), newWalker(f, h, x.cells, x.cells, 0)
		for cell := range x.cells.ids {
			w.look(cell)
			for at := x.cells.starts[cell]; at < x.cells.starts[cell+1]; at++ {
				offsets := make([]float32, n)
				for place := range offsets {
					offsets[place] = x.cells.offsets[place*x.cells.stride+int(at)]
				}
				for _, span := range w.spans {
					for to := span.first; to < span.last; to++ {
						sum := v.sums(offsets, span.shift, int(to))[0]
						is := within.Within(s.Append(nil, int(x.cells.rows[at])), s.Append(nil, int(x.cells.rows[to])))
						switch {
						case sum < v.probe.sure && !is, sum > v.probe.none && is:
							t.Fatalf("%d-D, eps %v, %v cells: sum %v, a pair: %t, sure below %v, none above %v", n, eps, f.cells, sum, is, v.probe.sure, v.probe.none)
						case sum < v.probe.sure:
							surely++
						case sum > v.probe.none:
							not++
						default:
							unknown++
						}
					}
				}
			}
		}
	}
	if surely < 10_000 || not < 1000 || unknown < 1000 {
		t.Errorf("%d pairs, %d none, %d unknown", surely, not, unknown)
	}
}

// atEps moves every second point to a distance of about eps from the point before it.
func atEps(r *rand.Rand, columns [][]float64, eps float64) {
	for row := 1; row < len(columns[0]); row += 2 {
		direction, length := make([]float64, len(columns)), 0.0
		for j := range direction {
			direction[j] = r.NormFloat64()
			length = math.Hypot(length, direction[j])
		}
		to := eps * (1 + float64(r.IntN(9)-4)*math.Ldexp(1, -r.IntN(30)-2))
		for j, c := range columns {
			c[row] = c[row-1] + direction[j]/length*to
		}
	}
}

// within reports whether a coordinate is in a cell of the points or in one next to them.
func (f *frame) within(place int, q float64) bool {
	return q >= -1 && q < float64(f.cells[place]+1)
}

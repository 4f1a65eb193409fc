package rowgrid

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// TestNewLayout: the number of indexed dimensions is the cheapest, those with most variance come first, and ids count an empty
// cell at either end.
func TestNewLayout(t *testing.T) {
	const n = 400
	columns := make([][]float64, 3)
	for i := range n {
		columns[0] = append(columns[0], float64(i%7))
		columns[1] = append(columns[1], float64(i%100))
		columns[2] = append(columns[2], float64(i%31))
	}
	s, err := points.New(columns, points.RowIDs(n))
	if err != nil {
		t.Fatal(err)
	}
	for k := 1; k <= 3; k++ {
		var asked []int
		l := NewLayout(s, 1, func(p Sample) float64 {
			asked = append(asked, p.Indexed)
			if p.Points != n || p.Dimensions != 3 || p.Near <= 0 || p.Pairs < 0 {
				t.Errorf("%+v", p)
			}
			return math.Abs(float64(p.Indexed - k))
		})
		if !slices.Equal(asked, []int{1, 2, 3}) || l.Indexed != k || !slices.Equal(l.Order, []int{1, 2, 0}) || l.Predicted != 0 {
			t.Errorf("asked %v: %+v", asked, l)
		}
		ids := int64(1)
		for place, stride := range l.Stride {
			if stride != ids {
				t.Errorf("a step of %d in place %d, want %d", stride, place, ids)
			}
			ids *= l.Cells[place] + 2
		}
		if ids != l.IDs || len(l.Stride) != k || !(0 < l.Sure && l.Sure < 1 && l.None > l.Sure) {
			t.Errorf("%+v", l)
		}
	}
}

// denselyPaired returns points in pairs at about eps from each other.
func denselyPaired(t *testing.T, r *rand.Rand, n int, eps float64) *points.Store {
	columns := make([][]float64, n)
	wide := eps * math.Ldexp(1, r.IntN(12))
	for j := range columns {
		from := wide * (r.Float64() - 0.5) * 100
		for range 60 {
			columns[j] = append(columns[j], from+wide*r.Float64())
		}
	}
	atEps(r, columns, eps)
	return store(t, columns...)
}

// TestDenseLayout: points of one cell are within eps, points within eps are no more than DenseReach cells apart, and the certain
// decisions of float32 about pairs are right.
func TestDenseLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 67))
	same, apart, sure, none := 0, 0, 0, 0
	for range 300 {
		eps := math.Ldexp(1+r.Float64(), r.IntN(60)-30)
		s := denselyPaired(t, r, 1+r.IntN(3), eps)
		l, ok := NewDenseLayout(s, eps)
		if !ok || l.Indexed != s.Dimensions() {
			t.Fatalf("eps %v: dense %t: %+v", eps, ok, l)
		}
		within, err := pointjoin.NewThreshold(eps)
		if err != nil {
			t.Fatal(err)
		}
		for a := range s.Len() {
			for b := range a {
				steps, sum := l.between(s, a, b)
				is := within.Within(s.Append(nil, a), s.Append(nil, b))
				switch {
				case steps == 0 && !is, steps > DenseReach && is, sum < l.Sure && !is, sum > l.None && is:
					t.Fatalf("eps %v, %v and %v: %d cells apart, sum %v of %v to %v, a pair: %t", eps, s.Append(nil, a), s.Append(nil, b), steps, sum, l.Sure, l.None, is)
				case steps == 0:
					same++
				case steps > DenseReach:
					apart++
				case is && sum < l.Sure:
					sure++
				case sum > l.None:
					none++
				}
			}
		}
	}
	if same < 100 || apart < 1000 || sure < 100 || none < 1000 {
		t.Errorf("%d in one cell, %d far apart, %d sure, %d surely none", same, apart, sure, none)
	}
}

// between returns the greatest number of cells by which two points are apart in a dimension, and the sum of their squared
// differences as devices compute it from offsets.
func (l Layout) between(s *points.Store, a, b int) (steps int64, sum float32) {
	for place, j := range l.Order {
		p, q := (s.Column(j)[a]-l.Low[place])*l.Inverse, (s.Column(j)[b]-l.Low[place])*l.Inverse
		by := int64(math.Floor(q)) - int64(math.Floor(p))
		from := float32(p-math.Floor(p)) - float32(by)
		d := from - float32(q-math.Floor(q))
		sum += float32(d * d)
		steps = max(steps, by, -by)
	}
	return steps, sum
}

// TestNoDenseLayout: there is no dense layout with too many cells or too many dimensions.
func TestNoDenseLayout(t *testing.T) {
	for _, c := range []struct {
		far, eps   float64
		dimensions int
		ok         bool
	}{
		{1, 1, 3, true}, {1, 1, 4, false}, {1, 0, 1, false}, {0, 1, 2, true}, {0, math.MaxFloat64, 1, false}, {1, 0x1p-27, 1, true}, {1, 0x1p-29, 1, false},
		{1, 0x1p-27, 2, true}, {1, 0x1p-20, 3, false}, {1, 0x1p-18, 3, true}, {points.MaxMagnitude, 1, 1, false}, {0x1p-1000, 0x1p-999, 2, false}, {0, 5, 1, true},
	} {
		columns := make([][]float64, c.dimensions)
		for j := range columns {
			columns[j] = []float64{0, c.far, c.far}
		}
		l, ok := NewDenseLayout(store(t, columns...), c.eps)
		if ok != c.ok {
			t.Errorf("%+v: dense %t: %+v", c, ok, l)
		}
		for _, cells := range l.Cells {
			if cells > mostCells {
				t.Errorf("%+v: %d cells", c, cells)
			}
		}
	}
}

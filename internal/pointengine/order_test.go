package pointengine

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/points"
	"flyby/points/pointjoin"
)

// TestOrdered: pairs in lists of any kind come out sorted: evenly spread, all of one row, of few rows, one
// list after another or mixed.
func TestOrdered(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, draw := range map[string]func() (uint32, uint32){
		"even":        func() (uint32, uint32) { return 100 + r.Uint32N(5000), r.Uint32() },
		"one row":     func() (uint32, uint32) { return 100, r.Uint32N(1 << 20) },
		"few rows":    func() (uint32, uint32) { return 100 + 2499*r.Uint32N(3), r.Uint32N(50) },
		"one is much": func() (uint32, uint32) { return 100 + r.Uint32N(5000)/(1+r.Uint32N(5000)), r.Uint32N(1 << 22) },
	} {
		for _, size := range []int{0, 1, 700, 60_000} {
			for _, threads := range []int{1, 3} {
				var lists []pointjoin.List
				var want []pointjoin.Pair
				for left := size; left > 0; {
					n := min(left, 1+r.IntN(900))
					l := pointjoin.List{}
					for range n {
						l.Pairs = append(l.Pairs, pointjoin.PairOf(draw()))
					}
					lists, want, left = append(lists, l), append(want, l.Pairs...), left-n
				}
				slices.Sort(want)
				if got := ordered(t.Context(), lists, 100, 5100, threads); !slices.Equal(got, want) {
					t.Fatalf("%s: %d pairs on %d threads are not in order", name, size, threads)
				}
			}
		}
	}
}

// TestIsOrdered: only what all lists say so of.
func TestIsOrdered(t *testing.T) {
	yes, no := pointjoin.List{Ordered: true}, pointjoin.List{}
	if !isOrdered(nil) || !isOrdered([]pointjoin.List{yes, yes}) || isOrdered([]pointjoin.List{yes, no}) {
		t.Error("what is in order")
	}
}

// TestPredictions: few dimensions are for the grid, many for tiles, few points for either; methods of
// papers are never chosen.
func TestPredictions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	all := []pointjoin.Method{{Name: "gpusj"}, {Name: "bruteforce"}, {Name: "kdtree"}, {Name: "tiles"}, {Name: "grid"}, {Name: "lss"}}
	for _, c := range []struct {
		size, dimensions int
		eps              float64
		want             string
	}{{200_000, 2, 0.001, "grid"}, {50_000, 3, 0.01, "grid"}, {50_000, 64, 1, "tiles"}} {
		columns := make([][]float64, c.dimensions)
		for j := range columns {
			for range c.size {
				columns[j] = append(columns[j], r.Float64())
			}
		}
		s, err := points.New(columns, points.RowIDs(c.size))
		if err != nil {
			t.Fatal(err)
		}
		within, err := pointjoin.NewThreshold(c.eps)
		if err != nil {
			t.Fatal(err)
		}
		if got, why := cheapest(s, within, all, 1); got.Name != c.want {
			t.Errorf("%+v: %s (%s)", c, got.Name, why)
		}
	}
	for _, m := range []string{"gpusj", "gpujoin", "lss", "another"} {
		if cost := (sample{points: 1e6, dimensions: 2}).seconds(m); !math.IsInf(cost, 1) {
			t.Errorf("%s: %v s", m, cost)
		}
	}
}

// TestLook: what a sample of points on a line sees of them all.
func TestLook(t *testing.T) {
	x := make([]float64, 20_000)
	for i := range x {
		x[i] = float64(i*7919%len(x)) / float64(len(x))
	}
	s, err := points.New([][]float64{x}, points.RowIDs(len(x)))
	if err != nil {
		t.Fatal(err)
	}
	seen := look(s, 0.05)
	if math.Abs(seen.within-0.1) > 0.01 || math.Abs(seen.near-0.15) > 0.015 || seen.boxed < seen.within {
		t.Errorf("%+v", seen)
	}
	if none := look(mustStore(t), 1); none.points != 0 || none.within != 0 {
		t.Errorf("%+v", none)
	}
}

// mustStore is a store without points.
func mustStore(t *testing.T) *points.Store {
	t.Helper()
	s, err := points.New([][]float64{nil}, points.RowIDs(0))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

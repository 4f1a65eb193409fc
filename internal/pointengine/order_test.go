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

// TestCheapest: the method that predicts the least, of those that predict; the first where none does.
func TestCheapest(t *testing.T) {
	costs := func(seconds float64) func(*points.Store, pointjoin.Threshold) float64 {
		return func(*points.Store, pointjoin.Threshold) float64 { return seconds }
	}
	all := []pointjoin.Method{{Name: "paper"}, {Name: "slow", Predict: costs(3)}, {Name: "fast", Predict: costs(0.25)}, {Name: "never", Predict: costs(math.Inf(1))}}
	got, why := cheapest(nil, pointjoin.Threshold{}, all)
	if want := "predicted on one core: slow 3 s, fast 0.25 s, never +Inf s"; got.Name != "fast" || why != want {
		t.Errorf("%s, %s; want %s", got.Name, why, want)
	}
	if got, _ := cheapest(nil, pointjoin.Threshold{}, all[:1]); got.Name != "paper" {
		t.Error(got.Name)
	}
}

package interaction_test

import (
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// sameInFixed fails unless integers of fixed width, where they suffice, decide a pair as integers
// of any length do, to the bit. It reports whether they suffice.
func sameInFixed(t *testing.T, p kerneltest.Pair) bool {
	t.Helper()
	enter, exit, hit, ok := interaction.ExactInFixed(p.Query, p.Entry, p.Distance, p.Window)
	if !ok {
		return false
	}
	in, out, big := interaction.ExactInBig(p.Query, p.Entry, p.Distance, p.Window)
	if hit != big || !sameBits(enter, in) || !sameBits(exit, out) {
		t.Fatalf("[%v, %v] %v, in big integers [%v, %v] %v: %v", enter, exit, hit, in, out, big, p)
	}
	return true
}

// TestFixedIsBig: both exact steps give the same bits, on pairs of every kind and on lattices and
// convoys, whole or in decimals.
func TestFixedIsBig(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	n := 5 * adversarial
	for name, pairs := range map[string]func(func(kerneltest.Pair) bool){
		"families": kerneltest.Pairs(r, n/4), "grid": gridPairs(t, n), "convoys": convoyPairs(rand.New(rand.NewPCG(r.Uint64(), 1)), n),
	} {
		t.Run(name, func(t *testing.T) {
			fixed, all := 0, 0
			for p := range pairs {
				all++
				if sameInFixed(t, p) {
					fixed++
				}
			}
			t.Logf("%d of %d pairs in fixed width", fixed, all)
			if fixed < all/3 {
				t.Errorf("%d of %d pairs in fixed width", fixed, all)
			}
		})
	}
}

// TestNoNumberIsLost: numbers are told apart although the smaller would underflow in units of the
// larger.
func TestNoNumberIsLost(t *testing.T) {
	for _, large := range []float64{0x1p50, 0x1p62, 0x1p300, 0x1p870, 0x1p999} {
		for _, small := range []float64{0x1p-1074, 0x1p-1000, 0x1p-300, 0x1p-60} {
			for _, still := range []bool{true, false} {
				p := kerneltest.Pair{Query: at(0, 1, [3]float64{}), Entry: at(0, 1, [3]float64{large, small, 0}), Distance: large, Window: interaction.Unbounded()}
				if !still { // beyond d from half its time on
					p.Entry = moving(-1, 3, [3]float64{large, -small, 0}, [3]float64{large, small, 0})
				}
				if _, _, hit := p.Window.Exact(p.Query, p.Entry, p.Distance); hit == still {
					t.Errorf("%v beside %v: hit %v", small, large, hit)
				}
				checkPair(t, p)
			}
		}
	}
}

// convoyPairs yields n pairs that keep about their distance, at numbers with up to three decimals,
// with samples at the same times or not.
func convoyPairs(r *rand.Rand, n int) func(func(kerneltest.Pair) bool) {
	return func(yield func(kerneltest.Pair) bool) {
		for range n {
			unit := []float64{1, 10, 100, 1000}[r.IntN(4)]
			number := func(limit int) float64 { return float64(r.IntN(2*limit+1)-limit) / unit }
			q := trajectory.Segment{T0: number(50), Last: r.IntN(2) == 0}
			q.T1 = q.T0 + float64(1+r.IntN(60))/unit
			e := q
			if r.IntN(2) == 0 {
				e.T0, e.T1 = e.T0-float64(r.IntN(10))/unit, e.T1+float64(r.IntN(10))/unit
			}
			offset := [3]float64{3 / unit, 4 / unit}
			move := 1
			if r.IntN(2) == 0 {
				move = 40
			}
			for k := range 3 {
				q.P0[k], q.P1[k] = number(200), number(200)
				e.P0[k], e.P1[k] = q.P0[k]+offset[k], q.P1[k]+offset[k]
				if move > 1 {
					e.P0[k] += number(move)
				}
			}
			if !yield(kerneltest.Pair{Kind: "convoy", Query: q, Entry: e, Distance: 5 / unit, Window: interaction.Unbounded()}) {
				return
			}
		}
	}
}

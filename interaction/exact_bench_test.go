package interaction_test

import (
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// BenchmarkExact times the exact decision, in ns a pair: in fixed width with its fallback, and all
// of it in integers of any length.
func BenchmarkExact(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name  string
		pairs func(func(kerneltest.Pair) bool)
	}{
		{"parallel", parallelPairs(1)}, {"parallel in decimals", parallelPairs(10)},
		{"grid", gridPairs(b, 1<<10)}, {"convoys", convoyPairs(r, 1<<10)}, {"families", kerneltest.Pairs(r, 1<<10)},
	} {
		var pairs []kerneltest.Pair
		for p := range c.pairs {
			pairs = append(pairs, p)
		}
		each := func(f func(p *kerneltest.Pair)) func(b *testing.B) {
			return func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					f(&pairs[i%len(pairs)])
				}
			}
		}
		b.Run(c.name, each(func(p *kerneltest.Pair) { p.Window.Exact(p.Query, p.Entry, p.Distance) }))
		b.Run(c.name+"/big", each(func(p *kerneltest.Pair) { interaction.ExactInBig(p.Query, p.Entry, p.Distance, p.Window) }))
	}
}

// parallelPairs yields pairs that move side by side at exactly 5, or at 5 in decimals.
func parallelPairs(unit float64) func(func(kerneltest.Pair) bool) {
	return func(yield func(kerneltest.Pair) bool) {
		for i := range 1000 {
			x, y := float64(i%100)/unit, float64(i/100)/unit
			q := trajectory.Segment{T1: 10, P0: [3]float64{x, y}, P1: [3]float64{x + 7/unit, y + 8/unit}, Last: true}
			e := q
			for k, by := range []float64{3, 4} {
				e.P0[k], e.P1[k] = q.P0[k]+by/unit, q.P1[k]+by/unit
			}
			if !yield(kerneltest.Pair{Query: q, Entry: e, Distance: 5 / unit, Window: interaction.Unbounded()}) {
				return
			}
		}
	}
}

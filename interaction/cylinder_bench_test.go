package interaction_test

import (
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/trajectory"
)

// BenchmarkWithinHeights times the cut of a hit, in ns: for heights that are close enough or not, that cross V, and at V, which decimals
// decide.
func BenchmarkWithinHeights(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	level := func(apart float64) func() (float64, float64) {
		return func() (float64, float64) { h := float64(3048*(30+r.IntN(6))) / 10; return h + apart, h + apart }
	}
	rule := interaction.Rule{Distance: 9260, Window: interaction.Unbounded(), Vertical: &interaction.Heights{Within: 304.8}}
	for _, c := range []struct {
		name   string
		height func() (h0, h1 float64)
	}{
		{"inside", level(10.5)}, {"outside", level(3000)},
		{"crossing", func() (float64, float64) { return 9144 + r.Float64(), 9144 + 400 + 100*r.Float64() }},
		{"at V", func() (float64, float64) { return 9448.8, 9448.8 }},
	} {
		var pairs [512][2]trajectory.Upright
		for i := range pairs {
			x, t := 100*r.Float64(), r.Float64()
			h0, h1 := c.height()
			pairs[i] = [2]trajectory.Upright{climbing(0, 10, x, 12000, 9144, 9144), climbing(t, t+10, x+500, 12000, h0, h1)}
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p := &pairs[i%len(pairs)]
				rule.WithinHeights(&p[0], &p[1], 0.5, 9.5)
			}
		})
	}
}

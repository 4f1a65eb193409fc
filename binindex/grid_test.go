package binindex

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"
)

func TestLookupGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for name, draw := range map[string]func() float64{
		"spread":  r.Float64,
		"steps":   func() float64 { return float64(r.IntN(50)) },
		"alike":   func() float64 { return 7 },
		"crowded": func() float64 { return math.Exp(100 * r.NormFloat64()) },
		"tiny":    func() float64 { return float64(r.IntN(9)) * math.SmallestNonzeroFloat64 },
		"huge":    func() float64 { return (r.Float64() - 0.5) * 0x1p1001 },
		"zeros":   func() float64 { return math.Copysign(0, r.Float64()-0.5) },
	} {
		for _, n := range []int{0, 1, 2, 3, 500} {
			values := make([]float64, n)
			for i := range values {
				values[i] = draw()
			}
			slices.Sort(values)
			l := newLookupGrid(values)
			asked := []float64{math.Inf(-1), 0, math.Inf(1), -0x1p1000, 0x1p1000}
			for _, v := range values {
				asked = append(asked, v, math.Nextafter(v, math.Inf(1)), math.Nextafter(v, math.Inf(-1)), draw())
			}
			for _, v := range asked {
				if got, want := l.below(v), sort.SearchFloat64s(values, v); got != want {
					t.Fatalf("%s: %d of %d values are below %v, want %d", name, got, n, v, want)
				}
				if got, want := l.upTo(v), sort.Search(n, func(i int) bool { return values[i] > v }); got != want {
					t.Fatalf("%s: %d of %d values are up to %v, want %d", name, got, n, v, want)
				}
			}
		}
	}
}

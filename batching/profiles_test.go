package batching

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// shapes are kinds of temporal profiles to test the laws on: each draws one extent.
var shapes = map[string]func(r *rand.Rand) [2]float64{
	"uniform":      func(r *rand.Rand) [2]float64 { s := r.Float64() * 100; return [2]float64{s, s + 1} },
	"uneven":       func(r *rand.Rand) [2]float64 { s := r.Float64() * 100; return [2]float64{s, s + 9*r.ExpFloat64()} },
	"synchronous":  func(r *rand.Rand) [2]float64 { s := float64(r.IntN(20)); return [2]float64{s, s + 1} },
	"equal starts": func(r *rand.Rand) [2]float64 { return [2]float64{5, 5 + float64(r.IntN(90))} },
	"equal ends":   func(r *rand.Rand) [2]float64 { return [2]float64{95 - 10*r.ExpFloat64(), 95} },
	"skewed":       func(r *rand.Rand) [2]float64 { s := math.Exp(4.6 * r.Float64()); return [2]float64{s, s + 1} },
	"instants":     func(r *rand.Rand) [2]float64 { s := float64(r.IntN(100)); return [2]float64{s, s} },
	"two groups":   func(r *rand.Rand) [2]float64 { s := r.Float64() + 90*float64(r.IntN(2)); return [2]float64{s, s + 1} },
	"far away":     func(r *rand.Rand) [2]float64 { s := 1e4 + r.Float64(); return [2]float64{s, s + 1} },
}

func draw(r *rand.Rand, n int, shape func(*rand.Rand) [2]float64) extents {
	e := make(extents, n)
	for i := range e {
		e[i] = shape(r)
	}
	return e
}

// everyProfile calls f with query sets of 0 to 60 segments of each shape over entries of each shape.
func everyProfile(t *testing.T, f func(t *testing.T, r *rand.Rand, p Profile)) {
	for queries, q := range shapes {
		for entries, e := range shapes {
			t.Run(fmt.Sprintf("%s over %s", queries, entries), func(t *testing.T) {
				for seed := range uint64(12) {
					r := rand.New(rand.NewPCG(seed, 3))
					n := r.IntN(61)
					if seed < 4 {
						n = int(seed)
					}
					p := draw(r, n, q).profile(draw(r, 200, e).bins(1 + r.IntN(40)))
					if f(t, r, p); t.Failed() {
						t.Fatalf("seed %d", seed)
					}
				}
			})
		}
	}
}

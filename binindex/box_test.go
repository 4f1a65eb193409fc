package binindex

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestWidenRoundsOutwards: on either side of an axis a box that is widened holds all
// that lies within the radius, where the nearest float32 of the difference or of the
// sum lies further inside.
func TestWidenRoundsOutwards(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var inwards [2]int
	for range 10_000 {
		x, radius := float32(r.Float64()*2-1), float32(math.Ldexp(r.Float64(), -r.IntN(24)))
		b := Box{Min: [3]float32{x, x, x}, Max: [3]float32{x, x, x}}
		b.widen(radius)
		low, high := float64(x)-float64(radius), float64(x)+float64(radius) // 24 bits 48 apart: exact
		for k := range 3 {
			if float64(b.Min[k]) > low || float64(b.Max[k]) < high {
				t.Fatalf("%v by %v on axis %d: [%v, %v], want [%v, %v] inside", x, radius, k, b.Min[k], b.Max[k], low, high)
			}
		}
		if float64(x-radius) > low {
			inwards[0]++
		}
		if float64(x+radius) < high {
			inwards[1]++
		}
	}
	for side, n := range inwards {
		if n < 1000 {
			t.Errorf("side %d: %d numbers that round inwards, the test is one-sided", side, n)
		}
	}
}

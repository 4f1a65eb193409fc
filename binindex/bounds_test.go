package binindex

import (
	"math/rand/v2"
	"testing"
)

// TestBounds holds the vector version against the one in Go.
func TestBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	units := make([]unit, 40)
	for range 2000 {
		u := units[:1+r.IntN(len(units))]
		for i := range u {
			for k := range 4 {
				u[i].mid[k] = float32(r.NormFloat64())
			}
			u[i].run, u[i].n = r.Int32(), r.Int32()
		}
		lo, hi := bounds(u)
		if wantLo, wantHi := boundsGeneric(u); lo != wantLo || hi != wantHi {
			t.Fatalf("%v to %v, want %v to %v, of %v", lo, hi, wantLo, wantHi, u)
		}
	}
}

package binindex

import (
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestBounds compares the vector version of bounds with the version in Go.
func TestBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	units := make([]unit, 40)
	for range 2000 {
		u := units[:1+r.IntN(len(units))]
		for i := range u {
			for k := range 4 {
				u[i].At[k] = float32(r.NormFloat64())
			}
			u[i].Value = runRange{r.Int32(), r.Int32()}
		}
		lo, hi := bounds(u)
		if wantLo, wantHi := boundsGeneric(u); lo != wantLo || hi != wantHi {
			t.Fatalf("%v to %v, want %v to %v, of %v", lo, hi, wantLo, wantHi, u)
		}
	}
}

// TestUnitLayout: a unit has the size that the assembly assumes, and begins with its mid-point.
func TestUnitLayout(t *testing.T) {
	var u unit
	if size, at := unsafe.Sizeof(u), unsafe.Offsetof(u.At); size != 24 || at != 0 {
		t.Errorf("a unit has %d bytes, its place at %d: internal/asm/bounds has 24 and 0", size, at)
	}
}

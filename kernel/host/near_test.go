package host

import (
	"math/rand/v2"
	"testing"

	"flyby/binindex"
	"flyby/internal/testing/kerneltest"
)

// randomBox makes a box, sometimes empty, on a grid so coarse that boxes often touch.
func randomBox(r *rand.Rand) binindex.Box {
	if r.IntN(8) == 0 {
		return binindex.EmptyBox()
	}
	var b binindex.Box
	for k := range 3 {
		b.Min[k] = float32(r.IntN(12)) / 4
		b.Max[k] = b.Min[k] + float32(r.IntN(4))/4
	}
	b.First = uint32(r.IntN(5))
	b.Last = b.First + uint32(r.IntN(3))
	return b
}

// TestNear compares every version of the packet test with Box.Near.
func TestNear(t *testing.T) {
	r := kerneltest.Rand(t)
	versions := map[string]nearFunc{"generic": nearGeneric, "best": bestVectors().near}
	for range 20_000 {
		boxes := make([]binindex.Box, 1+r.IntN(packetBoxes))
		for i := range boxes {
			boxes[i] = randomBox(r)
		}
		var b packet
		b.fill(boxes)
		o, reach := randomBox(r), float32(r.IntN(9))/16
		for o.First > o.Last {
			o = randomBox(r)
		}
		var want uint32
		for i := range boxes {
			if boxes[i].Near(&o, reach) {
				want |= 1 << i
			}
		}
		for name, near := range versions {
			if got := near(&b, &o, reach); got != want {
				t.Fatalf("%s: %016b, want %016b: %+v near %+v within %v", name, got, want, boxes, o, reach)
			}
		}
	}
}

package host

import (
	"testing"

	"golang.org/x/sys/cpu"

	"flyby/binindex"
	"flyby/internal/testing/kerneltest"
)

// TestVectorNear compares the vector versions, also those slower than the one that
// bestVectors chooses, with the generic version.
func TestVectorNear(t *testing.T) {
	if !cpu.X86.HasAVX2 {
		t.Skip("no AVX2 here")
	}
	r := kerneltest.Rand(t)
	for range 20_000 {
		var b packet
		var boxes [packetBoxes]binindex.Box
		for i := range boxes {
			boxes[i] = randomBox(r)
		}
		b.fill(boxes[:])
		o, reach := randomBox(r), float32(r.IntN(9))/16
		want := nearGeneric(&b, &o, reach)
		if got := near256(&b, &o, reach); got != want {
			t.Fatalf("AVX2: %016b, want %016b", got, want)
		}
		if hasAVX512() {
			if got := near512(&b, &o, reach); got != want {
				t.Fatalf("AVX-512: %016b, want %016b", got, want)
			}
		}
	}
}

func BenchmarkNear(b *testing.B) {
	r := kerneltest.Rand(b)
	var o packet
	boxes := make([]binindex.Box, packetBoxes)
	for i := range boxes {
		boxes[i] = randomBox(r)
	}
	o.fill(boxes)
	for name, near := range map[string]nearFunc{"generic": nearGeneric, "best": bestVectors().near} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				near(&o, &boxes[0], 0.5)
			}
		})
	}
}

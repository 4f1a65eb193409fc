package memory_test

import (
	"runtime"
	"testing"

	"flyby/internal/memory"
)

// TestPeak: the peak rises with the memory held, and stays when it is given back.
func TestPeak(t *testing.T) {
	before := memory.Peak()
	const bytes = 64 << 20
	held := make([]byte, bytes)
	for i := 0; i < bytes; i += 1 << 12 {
		held[i] = 1
	}
	const slack = 4 << 20 // Linux counts on each processor apart
	peak := memory.Peak()
	if now := memory.Resident(); peak+slack < now {
		t.Errorf("%d bytes at most, %d are held", peak, now)
	}
	if peak < bytes || peak+slack < before {
		t.Errorf("%d bytes at most before, %d with %d held", before, peak, bytes)
	}
	runtime.KeepAlive(held)
	runtime.GC()
	if after := memory.Peak(); after+slack < peak {
		t.Errorf("the peak fell from %d to %d", peak, after)
	}
}

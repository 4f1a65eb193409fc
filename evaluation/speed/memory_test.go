package speed

import "testing"

// TestTooLarge wants a workload to be left out where memory does not allow it, with the reason.
func TestTooLarge(t *testing.T) {
	if why := gal8().tooLarge(1, 20e9); why != "" {
		t.Errorf("10^8 segments in 20 GB: %s", why)
	}
	if why, want := gal8().tooLarge(1, 19e9), "needs 20 GB of host memory, 19 GB are free"; why != want {
		t.Errorf("%q, want %q", why, want)
	}
	if freeMemory() == 0 {
		t.Error("no memory is free")
	}
}

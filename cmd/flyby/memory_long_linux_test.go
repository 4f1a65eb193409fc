//go:build long

package main

import (
	"testing"

	"flyby"
	"flyby/internal/cli"
)

// TestHitsBeyondMemoryByAll is TestHitsBeyondMemory by every method, as hits and as encounters.
func TestHitsBeyondMemoryByAll(on *testing.T) {
	all := []string{"spatiotemporal", "temporal", "rtree", "bruteforce"}
	hitsBeyondMemory(heavy(on), map[string][]string{"hits": all, "encounters": all})
}

// TestDriversOutsideOfTheHeap leaves the heap less than half of the limit: the drivers
// that auto looks at take addresses too, and so do hits that are garbage once they are
// in order.
func TestDriversOutsideOfTheHeap(on *testing.T) {
	t := heavy(on)
	inputs(t)
	many := burst(t, 4243)
	r := limited(t, 5<<19, "join", "--entries", many, "--distance", "1", "--level", "hits", "--out", "out.csv", "--quiet")
	if r.status == cli.OK {
		return
	}
	wantRefusal(t, "auto", r, " need ")
}

// TestMemorySweepOnDevice is TestMemorySweep on an OpenCL device, whose driver takes addresses, too.
func TestMemorySweepOnDevice(on *testing.T) {
	t := heavy(on)
	all, err := flyby.Devices()
	if err != nil || len(all) < 2 {
		t.Fatalf("no OpenCL device: %v", err)
	}
	sweptMemory(t, all[1].Selector)
}

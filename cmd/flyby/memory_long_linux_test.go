//go:build long

package main

import (
	"testing"

	"flyby"
	"flyby/internal/cli"
)

// TestHitsBeyondMemoryByAll: the property of TestHitsBeyondMemory holds for every method, for hits
// and encounters.
func TestHitsBeyondMemoryByAll(on *testing.T) {
	all := []string{"spatiotemporal", "temporal", "rtree", "bruteforce"}
	hitsBeyondMemory(heavy(on), map[string][]string{"hits": all, "encounters": all})
}

// TestDriversOutsideOfTheHeap: a join under a limit of which the heap may have less than half ends
// well or is refused in one line: the drivers that auto considers take addresses too, and so do hits
// that are garbage once they are sorted.
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

// TestMemorySweepOnDevice: the property of TestMemorySweep holds on an OpenCL device, whose driver
// takes addresses, too.
func TestMemorySweepOnDevice(on *testing.T) {
	t := heavy(on)
	all, err := flyby.Devices()
	if err != nil || len(all) < 2 {
		t.Fatalf("no OpenCL device: %v", err)
	}
	sweptMemory(t, all[1].Selector)
}

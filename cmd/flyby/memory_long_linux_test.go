//go:build long

package main

import (
	"regexp"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/cli"
)

// TestHitsBeyondMemory: a join with more hits than fit is searched in ranges, and writes the file of a run without a limit, by every
// method, for hits and encounters.
func TestHitsBeyondMemory(on *testing.T) {
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

// hitsBeyondMemory checks the property of TestHitsBeyondMemory for some methods, by levels of detail.
func hitsBeyondMemory(t *place, methods map[string][]string) {
	t.Helper()
	inputs(t)
	many := burst(t, 4000)
	for level, all := range methods {
		args := []string{"join", "--entries", many, "--distance", "1", "--device", "cpu", "--level", level, "--quiet", "--out"}
		if r := invoke(t, "", append(args, "whole.csv")...); r.status != cli.OK {
			t.Fatalf("%s: status %d, stderr %q", level, r.status, r.err)
		}
		want := sum(t, "whole.csv")
		for _, method := range all {
			r := inLeastAddresses(t, append(args, "parts.csv", "--json", "--verbose", "--method", method)...)
			if r.status != cli.OK || !strings.Contains(r.err, "searched with in ranges") {
				t.Errorf("%s %s: status %d, stderr %.500q", method, level, r.status, r.err)
				continue
			}
			if sum(t, "parts.csv") != want {
				t.Errorf("%s %s: another file than without a limit", method, level)
			}
		}
	}
}

// inLeastAddresses runs the command under the lowest limit on address space, from the least up, that is not refused. A refusal names the
// memory needed, or a sufficient size.
func inLeastAddresses(t *place, args ...string) (r result) {
	t.Helper()
	said := regexp.MustCompile(` (need|take at least) [0-9.]+ [MG]iB`)
	for limit := leastAddresses; limit <= leastAddresses+4<<17; limit += 1 << 16 {
		if r = limited(t, limit, args...); r.status != cli.Failure {
			break
		}
		if r.out != "" || !said.MatchString(r.err) {
			t.Errorf("%d KiB: stdout of %d bytes, stderr %.300q", limit, len(r.out), r.err)
		}
	}
	return r
}

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/internal/cli"
)

// leastAddresses is the limit on address space, in KiB, from which on the command
// says what it lacks: 1.75 GiB. Below it the Go runtime may end before main begins.
const leastAddresses = 1835008

// burst writes n point events at one place and instant: n(n-1)/2 hits of a join.
func burst(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("id,t,x,y\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,0,0,0\n", i)
	}
	name := fmt.Sprintf("burst%d.csv", n)
	if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// limited runs the command under a limit on address space in KiB.
func limited(t *testing.T, kib int, args ...string) result {
	t.Helper()
	return outcome(t, process(t, fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, kib), args...))
}

// TestHitsBeyondMemory joins what has more hits than fit: exit 1, one line with their
// number, nothing left behind, by every method, as hits and as encounters.
func TestHitsBeyondMemory(t *testing.T) {
	inputs(t)
	many := burst(t, 5000)
	before := folder(t)
	for _, method := range []string{"auto", "spatiotemporal", "temporal", "rtree", "bruteforce"} {
		for _, level := range []string{"hits", "encounters"} {
			r := limited(t, leastAddresses+1<<18, "join", "--entries", many, "--distance", "1", "--device", "cpu",
				"--method", method, "--level", level, "--out", "out.csv", "--quiet")
			what := " hits need "
			if level == "encounters" && (method == "auto" || method == "spatiotemporal") {
				what = " encounters need " // hits are joined as they are found
			}
			wantRefusal(t, method+" "+level, r, "12,497,500"+what)
			if after := folder(t); after != before {
				t.Errorf("%s %s: the folder changes from %s to %s", method, level, before, after)
			}
		}
	}
	if testing.Short() {
		return
	}
	many = burst(t, 15000) // 170 KB; 5 GiB to find and order
	r := limited(t, 4<<20, "join", "--entries", many, "--distance", "1", "--device", "cpu", "--out", "out.csv", "--quiet")
	wantRefusal(t, "15,000 at once", r, "112,492,500 hits need 5.0 GiB; the limit on address space leaves ")
}

// wantRefusal wants exit 1 and one line that has want.
func wantRefusal(t *testing.T, name string, r result, want string) {
	t.Helper()
	if r.status != cli.Failure || r.out != "" || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, want) {
		t.Errorf("%s: status %d, stdout of %d bytes, stderr %.300q, want %q", name, r.status, len(r.out), r.err, want)
	}
}

// TestGenerateBeyondMemory makes data sets that do not fit: exit 1 and one line.
func TestGenerateBeyondMemory(t *testing.T) {
	inputs(t)
	before := folder(t)
	for _, name := range datasets.Names() {
		r := limited(t, leastAddresses+1<<18, "generate", name, "--scale", "1000", "--out", "out.parquet", "--quiet")
		wantRefusal(t, name, r, " need ")
	}
	demo := limited(t, leastAddresses+1<<18, "demo", "--scale", "1000", "--quiet")
	demo.out = "" // the story's beginning
	wantRefusal(t, "demo", demo, " need ")
	if after := folder(t); after != before {
		t.Errorf("the folder changes from %s to %s", before, after)
	}
}

// TestDriversOutsideOfTheHeap leaves the heap less than half of the limit: the drivers
// that auto looks at take addresses too, and so do hits that are garbage once they are
// in order.
func TestDriversOutsideOfTheHeap(t *testing.T) {
	if testing.Short() {
		t.Skip("searches 9 million hits")
	}
	inputs(t)
	many := burst(t, 4243)
	r := limited(t, 5<<19, "join", "--entries", many, "--distance", "1", "--out", "out.csv", "--quiet")
	if r.status == cli.OK {
		return
	}
	wantRefusal(t, "auto", r, " need ")
}

// TestMemorySweep runs one join under limits from the least up: each run ends with the
// same output, or with one line and exit 1.
func TestMemorySweep(t *testing.T) {
	inputs(t)
	entries := burst(t, 1200)
	devices := []string{"cpu"}
	if all, err := flyby.Devices(); err == nil && len(all) > 1 && !testing.Short() {
		devices = append(devices, all[1].Selector)
	}
	want := invoke(t, "", "join", "--entries", entries, "--distance", "1", "--device", "cpu", "--quiet").out
	for _, device := range devices {
		done := 0
		for limit := leastAddresses; limit <= leastAddresses+12<<17; limit += 1 << 17 {
			before := folder(t)
			r := limited(t, limit, "join", "--entries", entries, "--distance", "1", "--device", device, "--out", "out.csv", "--quiet")
			switch r.status {
			case cli.OK:
				done++
				if got, err := os.ReadFile("out.csv"); err != nil || string(got) != want {
					t.Errorf("%s under %d KiB: %d bytes, want %d, %v", device, limit, len(got), len(want), err)
				}
				os.Remove("out.csv")
			case cli.Failure:
				if strings.Count(r.err, "\n") != 1 || !strings.HasPrefix(r.err, "flyby: ") {
					t.Errorf("%s under %d KiB: status %d, stderr %.300q", device, limit, r.status, r.err)
				}
			default:
				t.Errorf("%s under %d KiB: status %d, stderr %.300q", device, limit, r.status, r.err)
			}
			if after := folder(t); after != before {
				t.Errorf("%s under %d KiB: the folder changes from %s to %s", device, limit, before, after)
			}
		}
		if done == 0 {
			t.Errorf("%s: no run has enough", device)
		}
	}
}

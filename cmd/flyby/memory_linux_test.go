package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"flyby/datasets"
	"flyby/internal/cli"
)

// leastAddresses is the least limit on address space, in KiB, at which the command reports a lack of memory: 1.75 GiB. Below it the Go
// runtime may end before main begins.
const leastAddresses = 1835008

// burst writes n point events at one place and instant: n(n-1)/2 hits of a join.
func burst(t *place, n int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("id,t,x,y\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,0,0,0\n", i)
	}
	name := fmt.Sprintf("burst%d.csv", n)
	if err := os.WriteFile(t.at(name), []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// limited runs the command under a limit on address space in KiB.
func limited(t *place, kib int, args ...string) result {
	t.Helper()
	return outcome(t, process(t, fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, kib), args...))
}

// sum returns the checksum of a file.
func sum(t *place, name string) [sha256.Size]byte {
	t.Helper()
	f, err := os.Open(t.at(name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		t.Fatal(err)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// wantRefusal wants exit status 1 and one line that contains want.
func wantRefusal(t *place, name string, r result, want string) {
	t.Helper()
	if r.status != cli.Failure || r.out != "" || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, want) {
		t.Errorf("%s: status %d, stdout of %d bytes, stderr %.300q, want %q", name, r.status, len(r.out), r.err, want)
	}
}

// TestGenerateBeyondMemory: a data set too large for memory ends with exit status 1 and one line.
func TestGenerateBeyondMemory(on *testing.T) {
	t := heavy(on)
	inputs(t)
	before := folder(t)
	for _, name := range datasets.Names() {
		r := limited(t, leastAddresses+1<<18, "generate", name, "--scale", "1000", "--out", "out.parquet", "--quiet")
		wantRefusal(t, name, r, " need ")
	}
	demo := limited(t, leastAddresses+1<<18, "demo", "--scale", "1000", "--quiet")
	demo.out = "" // the beginning of the story
	wantRefusal(t, "demo", demo, " need ")
	if after := folder(t); after != before {
		t.Errorf("the folder changes from %s to %s", before, after)
	}
}

// TestMemorySweep: one join under limits from the least up ends each time with the same output, or with one line and exit status 1.
func TestMemorySweep(on *testing.T) { sweptMemory(heavy(on), "cpu") }

// sweptMemory checks the property of TestMemorySweep on some devices.
func sweptMemory(t *place, devices ...string) {
	t.Helper()
	inputs(t)
	entries := burst(t, 1200)
	want := invoke(t, "", "join", "--entries", entries, "--distance", "1", "--level", "hits", "--device", "cpu", "--quiet").out
	for _, device := range devices {
		done := 0
		for limit := leastAddresses; limit <= leastAddresses+12<<17; limit += 1 << 18 {
			before := folder(t)
			r := limited(t, limit, "join", "--entries", entries, "--distance", "1", "--level", "hits", "--device", device, "--out", "out.csv", "--quiet")
			switch r.status {
			case cli.OK:
				done++
				if got, err := os.ReadFile(t.at("out.csv")); err != nil || string(got) != want {
					t.Errorf("%s under %d KiB: %d bytes, want %d, %v", device, limit, len(got), len(want), err)
				}
				os.Remove(t.at("out.csv"))
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

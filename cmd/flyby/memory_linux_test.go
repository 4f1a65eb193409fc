package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"regexp"
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

// TestHitsBeyondMemory: a join with more hits than fit is searched in ranges, and writes the file of a run without a limit.
func TestHitsBeyondMemory(on *testing.T) {
	hitsBeyondMemory(heavy(on), map[string][]string{"hits": {"spatiotemporal"}})
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
		for limit := leastAddresses; limit <= leastAddresses+12<<17; limit += 1 << 17 {
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

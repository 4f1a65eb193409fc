package main

import (
	"regexp"
	"testing"

	"flyby/internal/cli"
)

// TestThreadsWithinMemory: a search with little memory on a machine that seems to have 128 cores, each
// of which would take some, uses fewer threads, and writes the same.
func TestThreadsWithinMemory(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	walkers(t)
	cut := regexp.MustCompile(`"msg":"threads cut to what there is memory for","type":"log","of":128,"threads":[1-4]}`)
	for _, ending := range []string{"csv", "parquet"} {
		b := bounded{"cpu", "spatiotemporal", "hits", ending, fewHits, 0}
		must(t, append(b.args(), "--out", "whole."+ending, "--quiet")...)
		t.Setenv("GOMAXPROCS", "128")
		most := least(t, b.args()...) + 26e6 // for three threads, and the variation between processes
		r, s := measured(t, append(b.args(), "--threads", "0", "--memory", inBytes(most), "--out", "few."+ending)...)
		if r.status != cli.OK || !cut.MatchString(r.err) {
			t.Fatalf("status %d, stderr %.500q", r.status, r.err)
		}
		if s.PeakBytes > most || sum(t, "few."+ending) != sum(t, "whole."+ending) {
			t.Errorf("%s: %d bytes held, or another file than in memory", ending, s.PeakBytes)
		}
	}
}

package main

import (
	"testing"

	"flyby/internal/cli"
)

// TestWithInSlabs: of data that outgrow --memory there are both directions, and neither places nor
// speeds, which is wrong usage.
func TestWithInSlabs(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "generate", "galaxy", "--scale", "0.6", "--out", "stars.parquet", "--quiet")
	join := []string{"join", "stars.parquet", "--distance", "0.3", "--device", "cpu", "--threads", "2", "--level", "encounters"}
	must(t, with(join, "--quiet", "--with", "both", "--out", "whole.parquet")...)
	bound := with(join, "--memory", "110MB", "--tmp", t.TempDir())
	r, s := measured(t, with(bound, "--with", "both", "--out", "slabs.parquet")...)
	if r.status != cli.OK || s.SpilledBytes == 0 || s.PeakBytes > 110e6 || sum(t, "slabs.parquet") != sum(t, "whole.parquet") {
		t.Errorf("status %d, %d bytes held, %d spilled, %.500q", r.status, s.PeakBytes, s.SpilledBytes, r.err)
	}
	const want = "flyby: --with: the data outgrow the memory, and places and speeds are told of data in memory alone; give --memory more, or leave it out (see flyby join --help)\n"
	for _, what := range []string{"positions", "speeds", "both,speeds"} {
		r := outcome(t, process(t, `exec "$0" "$@"`, with(bound, "--quiet", "--with", what, "--out", "no.csv")...))
		if r.status != cli.WrongUsage || r.err != want {
			t.Errorf("%s: status %d, %q", what, r.status, r.err)
		}
	}
	if left := folder(t); left != "slabs.parquet stars.parquet whole.parquet" {
		t.Errorf("left %s", left)
	}
}

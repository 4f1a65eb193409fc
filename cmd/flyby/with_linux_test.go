package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestWithInSlabs: columns of --with of data that outgrow --memory are the same as in memory, to the byte, within the bound.
func TestWithInSlabs(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	withInSlabs(t, []withRow{
		{"csv", "join stars.parquet --distance 0.3 --level encounters --with positions,speeds,both"},
	})
}

// withRow is a command of TestWithInSlabs, and the ending of its output's name.
type withRow struct{ ending, args string }

// withInSlabs checks the property of TestWithInSlabs for some commands.
func withInSlabs(t *place, rows []withRow) {
	t.Helper()
	dataSet(t, "galaxy", "0.8", "stars.parquet")
	dataSet(t, "supernovae", "0.8", "novae.csv")
	for _, c := range rows {
		room := uint64(22e6)
		if strings.HasPrefix(c.args, "search --entries named") {
			room = 36e6 // two files take more next to their slabs
		}
		args := with(strings.Fields(c.args), "--device", "cpu", "--threads", "2")
		most := least(t, with(args, "--out", "slabs."+c.ending)...) + room
		if whole := invoke(t, "", with(args, "--quiet", "--out", "whole."+c.ending)...); whole.status != cli.OK {
			t.Fatalf("%s: status %d, %q", c.args, whole.status, whole.err)
		}
		r, s := measured(t, with(args, "--memory", inBytes(most), "--tmp", t.TempDir(), "--out", "slabs."+c.ending)...)
		switch {
		case r.status != cli.OK || !strings.Contains(r.err, "searched in slabs of time") || s.Rows < 40:
			t.Errorf("%s: status %d, %d rows, %.800q", c.args, r.status, s.Rows, r.err)
		case sum(t, "slabs."+c.ending) != sum(t, "whole."+c.ending):
			t.Errorf("%s: another file than in memory", c.args)
		case strings.HasPrefix(c.args, "join byTime") && !strings.Contains(r.err, "each slab reads its own"):
			t.Errorf("%s: row groups are not read slab by slab: %q", c.args, r.err)
		case s.PeakBytes > most || s.SpilledBytes == 0:
			t.Errorf("%s: %d bytes held, %d spilled", c.args, s.PeakBytes, s.SpilledBytes)
		}
	}
}

// TestWithInSlabsFails: a --tmp without room for the columns of --with is an error, and nothing is left.
func TestWithInSlabsFails(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.6", "stars.parquet")
	join := []string{"join", "stars.parquet", "--distance", "1", "--device", "cpu", "--threads", "2", "--level", "encounters", "--tmp", t.TempDir(), "--out", "no.csv"}
	join = with(join, "--memory", inBytes(least(t, join...)+15e6))
	r := outcome(t, process(t, `exec "$0" "$@"`, with(join, "--with", "positions,speeds", "--tmp-limit", "24MB")...))
	if r.status != cli.Failure || !strings.HasSuffix(r.err, "its limit of 22.9 MiB is reached\n") {
		t.Errorf("status %d, %q", r.status, r.err)
	}
	if left := folder(t); left != "stars.parquet" {
		t.Errorf("left %s", left)
	}
}

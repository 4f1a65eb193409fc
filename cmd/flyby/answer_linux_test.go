package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestTopBeyondMemory: a --top of more rows than memory holds is refused with advice, and a few of
// many rows are found within the bound, in ranges.
func TestTopBeyondMemory(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	walkers(t)
	join := bounded{"cpu", "spatiotemporal", "encounters", "csv", manyHits, 0}.args()
	want := invoke(t, "", with(join, "--top", "10")...)
	few, s := measured(t, with(join, "--top", "10", "--memory", "200MB")...)
	if few.status != cli.OK || few.out != want.out || s.PeakBytes > 200e6 || *s.Encounters < 1e6 || s.Rows != 10 {
		t.Errorf("few: status %d, %d bytes held, %d rows, %.300q, want %.300q", few.status, s.PeakBytes, s.Rows, few.out, want.out)
	}
	r := outcome(t, process(t, `exec "$0" "$@"`, with(join, "--top", "1000000000", "--memory", "200MB", "--out", "out.csv")...))
	if r.status != cli.Failure || !strings.Contains(r.err, "closest take more than the ") || !strings.Contains(r.err, " MiB that there are for them: ask for fewer, or give more memory") || strings.Count(withoutTaken(r.err), "\n") != 1 {
		t.Errorf("status %d, %q", r.status, r.err)
	}
	if left := folder(t); left != "walkers.csv" {
		t.Errorf("left %s", left)
	}
}

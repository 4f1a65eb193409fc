package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestTopBeyondMemory wants more rows than --top has memory for to be refused, with what to do, and
// few of many rows to be found within a bound, in ranges.
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

// TestAnswersInSlabs: answers of data that outgrow --memory, and are searched in slabs of time, are
// those of a run in memory, and no process holds more than its bound.
func TestAnswersInSlabs(on *testing.T) {
	answersInSlabs(heavy(on), [][]string{
		{"--level", "encounters", "--merge-gap", "30", "--min-duration", "10"},
		{"--level", "pairs", "--merge-gap", "30"},
	})
}

// answersInSlabs is TestAnswersInSlabs of some answers.
func answersInSlabs(t *place, shapes [][]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	must(t, "generate", "galaxy", "--scale", "0.6", "--out", "stars.parquet", "--quiet")
	for i, shape := range shapes {
		ending := []string{"csv", "parquet", "ndjson"}[i%3]
		join := with([]string{"join", "stars.parquet", "--distance", "0.3", "--device", "cpu", "--threads", "2"}, shape...)
		whole := invoke(t, "", with(join, "--quiet", "--out", "whole."+ending)...)
		most := least(t, join...) + 12e6
		r, s := measured(t, with(join, "--memory", inBytes(most), "--tmp", t.TempDir(), "--out", "slabs."+ending)...)
		switch {
		case whole.status != cli.OK || r.status != cli.OK || !strings.Contains(r.err, "searched in slabs of time"):
			t.Errorf("%v: status %d and %d, %.800q", shape, whole.status, r.status, r.err)
		case sum(t, "slabs."+ending) != sum(t, "whole."+ending):
			t.Errorf("%v: another file than in memory", shape)
		case s.PeakBytes > most || s.SpilledBytes == 0 || s.Rows == 0:
			t.Errorf("%v: %d bytes held, %d spilled, %d rows", shape, s.PeakBytes, s.SpilledBytes, s.Rows)
		}
	}
}

//go:build long

package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestAnswersInSlabs: data that outgrow --memory, searched in slabs of time, have the same answers as in memory, and no
// process holds more than its bound. Package job has the proof that the answers are the same.
func TestAnswersInSlabs(on *testing.T) {
	t := heavy(on)
	shapes := [][]string{
		{"--level", "encounters", "--merge-gap", "30", "--min-duration", "10"},
		{"--level", "pairs", "--merge-gap", "30"},
		{"--level", "pairs", "--top", "100"},
		{"--level", "hits", "--limit", "5000"},
	}
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.6", "stars.parquet")
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

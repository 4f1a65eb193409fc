package main

import (
	"fmt"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestCurvesInSlabs: a few samples that curves split into many segments are searched within --memory, with the bytes of a run in memory.
func TestCurvesInSlabs(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	var orbits []orbit
	for i := range 150 {
		orbits = append(orbits, orbit{id: fmt.Sprint(i), radius: 6878 + float64(i%7), tilt: float64(i%31) / 10, phase: float64(i) / 9, first: float64(i % 60), step: 60, samples: 40})
	}
	write(t, "orbits.csv", asCSV(orbits))
	join := []string{"join", "orbits.csv", "--units", "km,s", "--distance", "100", "--level", "hits", "--curve", "0.05m", "--device", "cpu", "--threads", "2"}
	if s := wantInSlabs(t, join, 30e6, 1e6); s.Curve == nil {
		t.Error("no curve is told")
	}
	refused := invoke(t, "", with(join, "--memory", "2GB", "--curve", "1e-9")...)
	want := "flyby: --curve 1e-9: orbits.csv: segments would be split into more than 10,000 parts; --curve "
	if refused.status != cli.WrongUsage || !strings.HasPrefix(refused.err, want) {
		t.Errorf("status %d, %q, want %q", refused.status, refused.err, want)
	}
}

// wantInSlabs wants a join of at least the given segments to write the same in slabs of time as in memory, and to keep within a --memory
// of room above the least. It returns the summary of the run in slabs.
func wantInSlabs(t *place, join []string, room uint64, segments int) summary {
	t.Helper()
	whole := invoke(t, "", with(join, "--quiet", "--out", "whole.csv")...)
	most := least(t, join...) + room
	r, s := measured(t, with(join, "--memory", inBytes(most), "--tmp", t.TempDir(), "--out", "slabs.csv")...)
	switch {
	case whole.status != cli.OK || r.status != cli.OK || !strings.Contains(r.err, "searched in slabs of time"):
		t.Fatalf("status %d and %d, %.800q, %.800q", whole.status, r.status, whole.err, r.err)
	case sum(t, "slabs.csv") != sum(t, "whole.csv"):
		t.Error("another file than in memory")
	case strings.Contains(r.err, "flyby convert --order time writes it"): // which would not spare the copy of curves
		t.Errorf("an order of rows is named: %.800q", r.err)
	case s.PeakBytes > most || s.SpilledBytes == 0 || s.Rows == 0 || s.Entries < segments:
		t.Errorf("%d bytes held of %d, %d spilled, %d rows, %d segments", s.PeakBytes, most, s.SpilledBytes, s.Rows, s.Entries)
	}
	return s
}

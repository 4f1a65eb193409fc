package main

import (
	"testing"

	"flyby/internal/cli"
)

// TestEncountersWithinMemory: encounters of data in order of trajectories, of which a slab has many hits, are joined from few
// hits at a time, and take no more memory than the hits.
func TestEncountersWithinMemory(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.5", "stars.parquet")
	args := []string{"join", "stars.parquet", "--distance", "2", "--level", "encounters", "--device", "cpu", "--threads", "2"}
	most := least(t, args...) + 9e6
	r, s := measured(t, append(args, "--memory", inBytes(most), "--out", "slabs.parquet")...)
	if r.status != cli.OK || s.SpilledBytes == 0 || s.PeakBytes > most {
		t.Errorf("%d bytes held of %d, %d spilled, %+.300v", s.PeakBytes, most, s.SpilledBytes, r)
	}
	t.Logf("%d bytes held of %d", s.PeakBytes, most)
}

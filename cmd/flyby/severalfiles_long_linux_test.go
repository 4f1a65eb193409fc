//go:build long

package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// filesInSlabs checks the property of TestFilesInSlabs for a folder of the given number of files.
func filesInSlabs(t *place, entries string, files int) {
	t.Helper()
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.8", "stars.csv")
	chance := rand.New(rand.NewPCG(4, 30))
	dealt(t, "stars.csv", "days", 30, day)
	dealt(t, "stars.csv", "mixed", 7, func(string) int { return chance.IntN(7) })
	args := []string{"join", "--distance", "0.3", "--level", "encounters", "--device", "cpu", "--threads", "2", "--out"}
	must(t, append(args, "whole.csv", "--entries", "stars.csv", "--quiet")...)
	asked := append(args, "slabs.csv", "--entries", entries)
	most := least(t, asked...) + 30e6
	r, s := measured(t, append(asked, "--memory", inBytes(most), "--tmp", t.TempDir())...)
	switch {
	case r.status != cli.OK || !strings.Contains(r.err, "searched in slabs of time"):
		t.Errorf("%s: status %d, %.800q", entries, r.status, r.err)
	case sum(t, "slabs.csv") != sum(t, "whole.csv"):
		t.Errorf("%s: another file than in memory", entries)
	case s.PeakBytes > most || s.SpilledBytes == 0 || s.EntryFiles != files:
		t.Errorf("%s: %d bytes held, %d spilled, %d files", entries, s.PeakBytes, s.SpilledBytes, s.EntryFiles)
	}
}

// TestFilesInSlabs: several files, dealt out at random or following one another, have the answer of one in slabs of time, in bounded memory.
func TestFilesInSlabs(on *testing.T) {
	t := heavy(on)
	filesInSlabs(t, "mixed", 7)
	filesInSlabs(t, "days", 30)
}

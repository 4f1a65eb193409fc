//go:build long

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// flashes writes objects that are each seen at the given number of times, for half a second and at another place each time.
func flashes(t *place, objects, times int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(28, 1))
	var b strings.Builder
	b.WriteString("id,t,x,y\n")
	for i := range objects {
		for k := range times {
			x, y := 100*rng.Float64(), 100*rng.Float64()
			fmt.Fprintf(&b, "%d,%d,%.3f,%.3f\n%[1]d,%[2]d.5,%.3f,%[4]g\n", i, 10*k, x, y, x+0.2)
		}
	}
	write(t, "flashes.csv", b.String())
}

// hitsAsEncounters checks the property of TestEncountersOfAHitEach within room bytes above the least that a refusal names; how
// is the warning that the run gives.
func hitsAsEncounters(t *place, room uint64, how string) {
	t.Helper()
	t.Chdir(t.TempDir())
	flashes(t, 20_000, 15)
	join := words("join flashes.csv --max-gap 1 --distance 1.5 --device cpu --threads 2")
	ran(t, with(join, "--quiet", "--out", "whole.csv")...)
	most := least(t, join...) + room
	r, s := measured(t, with(join, "--memory", inBytes(most), "--tmp", t.TempDir(), "--out", "parts.csv")...)
	switch {
	case r.status != cli.OK || !strings.Contains(r.err, how):
		t.Errorf("status %d, not %s, %.800q", r.status, how, r.err)
	case s.PeakBytes > most:
		t.Errorf("%s: %d bytes held of %d", how, s.PeakBytes, most)
	case s.Hits < 1e6 || *s.Encounters != s.Hits || s.Rows != s.Hits:
		t.Errorf("%d hits in %d encounters, %d rows", s.Hits, *s.Encounters, s.Rows)
	case sum(t, "parts.csv") != sum(t, "whole.csv"):
		t.Errorf("%s: another file than in memory", how)
	}
	t.Logf("%s: %d bytes held of %d", how, s.PeakBytes, most)
}

// TestEncountersOfAHitEach: encounters of one hit each, which take no less memory than the hits, stay within --memory without
// a --level, in ranges of the results and in slabs of time.
func TestEncountersOfAHitEach(on *testing.T) {
	t := heavy(on)
	hitsAsEncounters(t, 48e6, "searched with in ranges")
	hitsAsEncounters(t, 20e6, "searched in slabs of time")
}

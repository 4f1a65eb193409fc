package slabs_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
)

// orbits writes element sets of some objects as OMM in CSV: of the first object two sets.
func orbits(t testing.TB, r *rand.Rand, first, objects int) string {
	t.Helper()
	rows := []string{"NORAD_CAT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,BSTAR"}
	for i := range objects + 1 {
		rows = append(rows, fmt.Sprintf("%d,2026-11-28T%02d:00:00.25,%.6f,0.001,%.3f,%.3f,0,%.3f,0", first+max(0, i-1), i, 15+0.2*r.Float64(), 90*r.Float64(), 360*r.Float64(), 360*r.Float64()))
	}
	path := filepath.Join(t.TempDir(), "orbits.csv")
	if err := os.WriteFile(path, []byte(strings.Join(rows, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestOrbits: slabs of element sets have no samples, which each run of a slab makes; the merged file equals the file of a single run. A changed file is refused.
func TestOrbits(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(54, 8))
	from, to := 1795824000.0, 1795824000.0+2*3600
	for _, search := range []bool{false, true} {
		a := job.Ask{Inputs: job.Inputs{Entries: []string{orbits(t, r, 10, 9), orbits(t, r, 40, 2)}}, Question: question.Question{Search: flyby.Search{Distance: 500, From: &from, To: &to}}, Machine: flyby.Options{Device: "cpu"}}
		a.Read.Curve, a.Read.Radius = 0.05, 3
		if search {
			a.Queries = []string{orbits(t, r, 18, 3)}
		}
		w, dir, whole := wantOneRun(t, r, fmt.Sprintf("search %v", search), a, 5, ".csv")
		if len(w.Slabs()) != 5 || len(whole.text) < 300 || !slices.Equal(w.InPlace(), slices.Concat(a.Entries, a.Queries)) {
			t.Errorf("%d slabs, %d bytes, in place: %v", len(w.Slabs()), len(whole.text), w.InPlace())
		}
		for _, s := range w.Slabs() {
			if s.Segments < 200 || s.Bytes > 8*s.Segments+4096 {
				t.Errorf("%d bytes of %d segments", s.Bytes, s.Segments)
			}
		}
		orbitsOver(t, r, a.Entries[0])
		again, err := slabs.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		os.Remove(filepath.Join(dir, "part-1")) //nolint:errcheck // Run fails otherwise
		if _, err := again.Run(t.Context(), 1, flyby.Options{Device: "cpu"}); err == nil || !strings.Contains(err.Error(), "orbits.csv") {
			t.Errorf("a run of a changed file: %v", err)
		}
	}
}

// orbitsOver writes other element sets over a file.
func orbitsOver(t *testing.T, r *rand.Rand, path string) {
	t.Helper()
	if err := os.Rename(orbits(t, r, 10, 9), path); err != nil {
		t.Fatal(err)
	}
}

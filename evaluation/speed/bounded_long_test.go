//go:build long

package speed

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"flyby/evaluation/journal"
)

// TestBoundedRows runs the command for the rows of --memory at a hundredth of their size, and wants every file removed
// but the data of slabs.
func TestBoundedRows(t *testing.T) {
	folder := t.TempDir()
	r := tiny(t, Options{Rows: []string{"stream-join", "slabs-1e7", "slabs-1e8"}, Command: buildFlyby(t), Folder: folder})
	for i, claims := range []int{4, 3, 2} {
		row := r.Rows[i]
		if row.Skipped != "" || len(row.Seconds) != 1 || row.Hits == 0 || row.Peak < 1<<20 || len(row.Claims) != claims {
			t.Fatalf("%+v", row)
		}
		for _, c := range row.Claims {
			if c.Unknown || !(c.Got > 0) || c.Verdict() != Unlimited {
				t.Errorf("%s: %+v", row.Name, c)
			}
		}
		if got := row.Claims[1].Got; got != float64(row.Peak)/mega {
			t.Errorf("%s: a peak of %v MB and of %d bytes", row.Name, got, row.Peak)
		}
	}
	if got, want := filesIn(t, folder), []string{"gal-100000.parquet", "gal-1000000.parquet", journalName, tableName}; !slices.Equal(got, want) {
		t.Errorf("leaves %v, want %v", got, want)
	}
}

// TestCommandSlopes wants the curves of the command at a tiny scale, and every file removed.
func TestCommandSlopes(t *testing.T) {
	l := newLab(Options{Scale: 0.02, Trials: 1, Command: buildFlyby(t), Folder: t.TempDir()}, journal.Machine{})
	l.machine.Device.Selector = "cpu"
	hits, err := l.overHits(t.Context())
	if err != nil || len(hits.Points) < 3 || hits.Skipped != "" {
		t.Fatalf("%+v (%v)", hits, err)
	}
	segments, err := l.overSegments(t.Context(), l.Scale)
	if err != nil || len(segments.Points) != 3 || segments.Skipped != "" || segments.Points[2].X != 200_000 {
		t.Fatalf("%+v (%v)", segments, err)
	}
	for _, p := range slices.Concat(hits.Points, segments.Points) {
		if !(p.Seconds > 0) || !(p.CPU > 0) {
			t.Errorf("%+v", p)
		}
	}
	if err := l.close(); err != nil {
		t.Fatal(err)
	}
	if names := filesIn(t, l.Folder); len(names) > 0 {
		t.Errorf("leaves %v", names)
	}
}

// buildFlyby builds the command flyby from this source tree.
func buildFlyby(t *testing.T) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "flyby")
	c := exec.Command("go", "build", "-o", path, "./cmd/flyby")
	c.Dir = "../.."
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("build flyby: %v: %s", err, said)
	}
	return []string{path}
}

// filesIn lists the files of a folder.
func filesIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names
}

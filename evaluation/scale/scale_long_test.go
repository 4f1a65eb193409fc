//go:build long

package scale

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"flyby/evaluation/speed"
)

// TestTiny runs the command for all rows, whose merges write the same as one run, and wants every file
// removed.
func TestTiny(t *testing.T) {
	folder := t.TempDir()
	r, err := Run(t.Context(), Options{Segments: 40_000, Turns: 1, Slabs: 3, Parts: [2]int{4, 9}, Command: buildFlyby(t), Folder: folder})
	if err != nil || len(r.Rows) != len(Names()) {
		t.Fatalf("%+v (%v)", r.Rows, err)
	}
	for i, row := range r.Rows {
		if row.Name != Names()[i] || row.Skipped != "" && row.Name != "ranges" {
			t.Errorf("%+v", row)
		}
		for _, c := range row.Claims {
			if !(c.Got > 0) && row.Name != "start" || c.Verdict() != speed.Unlimited { // other processes run beside the search
				t.Errorf("%s: %+v", row.Name, c)
			}
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("leaves %v (%v)", left, err)
	}
}

// buildFlyby builds the command.
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

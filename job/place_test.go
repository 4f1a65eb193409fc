package job_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/job"
)

// TestPlacesAreChecked: a folder or a file that cannot be written to is an error with its name, and the check leaves no file.
func TestPlacesAreChecked(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "kept.json")
	if err := os.WriteFile(kept, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	absent := filepath.Join(dir, "absent", "m.json")
	for _, c := range []struct {
		err  error
		want string
	}{
		{job.CheckTmp("scratch", dir, 0), ""},
		{job.CheckTmp("scratch", dir, 1<<20), ""},
		{job.CheckTmp("scratch", filepath.Dir(absent), 0), "scratch"},
		{job.CheckTmp("scratch", kept, 0), "scratch"},
		{job.CheckOut("model", filepath.Join(dir, "m.json")), ""},
		{job.CheckOut("model", kept), ""},
		{job.CheckOut("model", absent), "model"},
		{job.CheckOut("model", dir), "model"},
	} {
		if (c.err == nil) != (c.want == "") || c.err != nil && (!strings.Contains(c.err.Error(), c.want) || strings.Contains(c.err.Error(), dir)) {
			t.Errorf("%v, want %q", c.err, c.want)
		}
	}
	if text, err := os.ReadFile(kept); err != nil || string(text) != "kept" {
		t.Errorf("%q, %v", text, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

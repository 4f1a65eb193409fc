package output

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
)

// TestFullDisk lets files grow to 64 kB only, as on a full disk: writing returns an error and
// leaves no file.
func TestFullDisk(t *testing.T) {
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Skip(err)
	}
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	h := manyHits(300_000)
	for _, ext := range []string{".csv", ".csv.gz", ".ndjson.zst", ".parquet"} {
		folder := t.TempDir()
		w, err := CreateHits(filepath.Join(folder, "hits"+ext), s, s, WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 64 << 10, Max: old.Max}); err != nil {
			t.Skip(err)
		}
		err = w.Write(h)
		if err == nil {
			err = w.Close()
		}
		w.Abort()
		if e := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); e != nil {
			t.Fatal(e)
		}
		if err == nil || !strings.Contains(err.Error(), "format: write "+filepath.Join(folder, "hits"+ext)) || !strings.Contains(err.Error(), "file too large") {
			t.Errorf("%s: %v", ext, err)
		}
		if files, _ := os.ReadDir(folder); len(files) != 0 {
			t.Errorf("%s: %v is left", ext, files)
		}
	}
}

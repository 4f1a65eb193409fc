//go:build unix

package spool

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"flyby/internal/spill"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// piped returns a named pipe that yields an ephemeris once.
func piped(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.oem")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	go func() {
		if to, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
			to.Write(content) //nolint:errcheck // the reader notices missing bytes
			to.Close()        //nolint:errcheck // as above
		}
	}()
	return path
}

// TestOrbitsOnce: an ephemeris with too many parts that cannot be read twice gives the same as a file.
func TestOrbitsOnce(t *testing.T) {
	content := []byte(ephemerides()["too far"]["a.oem"])
	path := filepath.Join(t.TempDir(), "a.oem")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	o := format.Options{OrbitCurve: 0.01}
	want, wantReport, err := input.Read(context.Background(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	pipe := piped(t, content)
	where, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	s, report, err := Read(context.Background(), pipe, Options{Format: o, Memory: 16 << 20, Folder: where, grain: coarse})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if report.Curve != wantReport.Curve || report.Curve <= 0.01 || report.Added != wantReport.Added || report.Rows != wantReport.Rows {
		t.Errorf("report %+v, want %+v", report, wantReport)
	}
	checkSlabs(t, rand.New(rand.NewPCG(83, 2)), "a pipe", s, want)
}

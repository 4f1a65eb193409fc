//go:build long

package spool

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/spill"
	"flyby/trajectory/format"
)

// child is the environment variable with the file's path, for a process that reads it.
const child = "FLYBY_TEST_SPOOL"

// Bytes that the process of TestPeak may hold: for reading, for slabs, and beside both for the
// program, its stacks, pages of Parquet and garbage.
const (
	peakRead  = 32 << 20
	peakSlabs = 8 << 20
	peakOther = 72 << 20
)

// TestPeak: a process that reads far more than it may hold, and goes through all slabs, stays within
// its bound, by way of reels and by row groups. The store of the rows would take 320 MB.
func TestPeak(t *testing.T) {
	if path := os.Getenv(child); path != "" {
		readSlabs(t, path)
		return
	}
	const rows = 10_000_000
	for _, byTime := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), map[bool]string{false: "reels", true: "groups"}[byTime]+".parquet")
		writeRows(t, path, rows, byTime)
		peak, segments, spilled := peakOf(t, path)
		if peak > peakRead+peakSlabs+peakOther {
			t.Errorf("by row groups %v: it held %d bytes, of %d for %d segments", byTime, peak, peakRead+peakSlabs+peakOther, segments)
		}
		if want := uint64(rows - rows/1000); segments != want || spilled == 0 != byTime {
			t.Errorf("by row groups %v: %d segments, want %d; %d bytes were spilled", byTime, segments, want, spilled)
		}
		t.Logf("by row groups %v: peak %d MB, %d bytes spilled a segment", byTime, peak>>20, spilled/segments)
	}
}

// peakOf runs readSlabs in a process of its own.
func peakOf(t *testing.T, path string) (peak, segments, spilled uint64) {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestPeak$", "-test.v")
	c.Env = append(os.Environ(), child+"="+path)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	_, told, found := strings.Cut(out.String(), "peak ")
	if _, err := fmt.Sscan(told, &peak, &segments, &spilled); err != nil || !found {
		t.Fatalf("%v in %s", err, out.String())
	}
	return peak, segments, spilled
}

// writeRows writes rows of objects of 1000 samples each, one object after the other or in turn.
func writeRows(t *testing.T, path string, rows int, inTurn bool) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	perGroup := int64(1 << 17)
	if inTurn {
		perGroup = 1 << 15
	}
	w := parquet.NewGenericWriter[benchRow](f, parquet.MaxRowsPerRowGroup(perGroup))
	rng := rand.New(rand.NewPCG(3, 4))
	batch := make([]benchRow, 0, 1000)
	objects := rows / 1000
	for i := range rows {
		object, step := i/1000, i%1000
		if inTurn {
			object, step = i%objects, i/objects
		}
		batch = append(batch, benchRow{int64(object), float64(step), rng.Float64(), rng.Float64(), rng.Float64()})
		if len(batch) == cap(batch) {
			if _, err := w.Write(batch); err != nil {
				t.Fatal(err)
			}
			batch = batch[:0]
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// readSlabs is the body of the process. It prints its peak.
func readSlabs(t *testing.T, path string) {
	debug.SetMemoryLimit(peakRead + peakSlabs + peakOther/2)
	how := byTimes
	if strings.Contains(path, "reels") {
		how = byReels
	}
	folder, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := Read(context.Background(), path, Options{Memory: peakRead, Folder: folder, Format: format.Options{Reading: format.Reading{Threads: 2}}, way: how})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	plan, err := Cut(peakSlabs, s)
	if err != nil {
		t.Fatal(err)
	}
	own := 0
	for b, err := range s.Slabs(context.Background(), Range{Edges: plan.Edges}) {
		if err != nil {
			t.Fatal(err)
		}
		for p := range b.Store.Pieces() {
			first, last := b.Store.Starting(p, b.Start, b.End)
			own += last - first
		}
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	var kib int
	if _, err := fmt.Sscan(peak, &kib); err != nil {
		t.Fatal(err)
	}
	fmt.Println("peak", kib<<10, own, s.Spilled(), len(plan.Edges)+1, "slabs")
}

package output

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// heldBytes returns the size of the heap once garbage is collected.
func heldBytes() uint64 {
	runtime.GC()
	runtime.GC() // what pools kept
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// worstHits makes hits in which no value is short or repeats.
func worstHits(n, trajectories int) (h trajectory.Hits) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range n {
		h.QueryTraj, h.QuerySeg = append(h.QueryTraj, uint32(rng.IntN(trajectories))), append(h.QuerySeg, rng.Uint32())
		h.EntryTraj, h.EntrySeg = append(h.EntryTraj, uint32(rng.IntN(trajectories))), append(h.EntrySeg, rng.Uint32())
		h.Enter, h.Exit = append(h.Enter, -rng.Float64()*1e-5), append(h.Exit, -rng.Float64()*1e-5)
	}
	return h
}

// TestWriterMemory writes rows of the greatest length, and wants the writer to hold no more than
// Memory says, nor far less; with little memory, it makes the same file.
func TestWriterMemory(t *testing.T) {
	tier.Full(t)
	s := namedStore(t, 1000)
	h := worstHits(rowGroupRows/2, 1000)
	for _, ext := range []string{".csv", ".ndjson", ".parquet", ".arrows"} {
		folder := t.TempDir()
		var first uint64
		for _, o := range []WriteOptions{{Threads: 2, LongSegments: true}, {Threads: 2, LongSegments: true, Memory: 1}} {
			before := heldBytes()
			w, err := CreateHits(filepath.Join(folder, "hits"+ext), s, s, o)
			if err != nil {
				t.Fatal(err)
			}
			for range 12 {
				if err := w.Write(h); err != nil {
					t.Fatal(err)
				}
			}
			held, says := heldBytes()-before, w.Memory()
			for range 3 { // what earlier tests left may go late
				held = min(held, heldBytes()-before)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: holds %d, says %d", ext, held, says)
			if held > says || held < says/6 {
				t.Errorf("%s: holds %d bytes and says %d", ext, held, says)
			}
			if o.Memory == 0 {
				first = says
			} else if says*4 != first {
				t.Errorf("%s: %d bytes with little memory, %d without a bound", ext, says, first)
			}
			text, err := os.ReadFile(filepath.Join(folder, "hits"+ext))
			if err != nil {
				t.Fatal(err)
			}
			other := filepath.Join(folder, "first"+ext)
			if o.Memory == 0 {
				err = os.WriteFile(other, text, 0o600)
			} else if want, e := os.ReadFile(other); e != nil || string(want) != string(text) {
				t.Errorf("%s: with little memory it is another file (%v)", ext, e)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestFailedIsTold wants Failed called once where rows cannot be written, with the error that Write
// returns, and not called for a file that is given up.
func TestFailedIsTold(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	told := make(chan error, 2)
	w, err := CreateHits("-", s, s, WriteOptions{Stdout: &fullDisk{1 << 16}, Threads: 3, Failed: func(err error) { told <- err }})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	h := manyHits(50_000)
	var failed error
	for failed == nil {
		failed = w.Write(h)
	}
	if err := <-told; !errors.Is(err, failed) || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("told %v, failed with %v", err, failed)
	}
	if err := w.Close(); !errors.Is(err, failed) || len(told) > 0 {
		t.Errorf("closed with %v, told %d times more", err, len(told))
	}
	w, err = CreateHits(filepath.Join(t.TempDir(), "hits.csv"), s, s, WriteOptions{Failed: func(err error) { told <- err }})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(h); err != nil {
		t.Fatal(err)
	}
	if w.Abort(); len(told) > 0 {
		t.Errorf("told of a file that was given up: %v", <-told)
	}
}

// TestAtWork wants the time with rows to write, and 0 without rows.
func TestAtWork(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	for _, ext := range []string{".csv", ".parquet"} {
		w, err := CreateHits(filepath.Join(t.TempDir(), "hits"+ext), s, s, WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if took := w.AtWork(); took != 0 {
			t.Errorf("%s: at work for %v before there were rows", ext, took)
		}
		if err := w.Write(manyHits(200_000)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if once, again := w.AtWork(), w.AtWork(); once <= 0 || again != once {
			t.Errorf("%s: at work for %v, then %v", ext, once, again)
		}
	}
}

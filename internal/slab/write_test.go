package slab_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"flyby/internal/output"
	"flyby/internal/slab"
	"flyby/trajectory"
)

// TestWrite: results are written with a Whole as with its store, to the byte.
func TestWrite(t *testing.T) {
	s := grid(t, rand.New(rand.NewPCG(3, 3)), 6)
	w := slab.Of(s)
	for _, end := range []string{".csv", ".ndjson", ".parquet"} {
		var files [2][]byte
		for i, of := range []*trajectory.Store{s, w.Named()} {
			path := filepath.Join(t.TempDir(), "hits"+end)
			f, err := output.CreateHits(path, of, of, output.WriteOptions{Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			err = f.Write(trajectory.Hits{
				QueryTraj: []uint32{0, 5}, QuerySeg: []uint32{1, 0}, EntryTraj: []uint32{2, 4}, EntrySeg: []uint32{0, 3}, Enter: []float64{1, 2.5}, Exit: []float64{3, 4},
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			if files[i], err = os.ReadFile(path); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(files[0], files[1]) || len(files[0]) == 0 {
			t.Errorf("%s: %d bytes with the store, %d without", end, len(files[0]), len(files[1]))
		}
	}
}

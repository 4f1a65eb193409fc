package resultfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"flyby/internal/output"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestChangedResult: a file of results that changes while it is read, or between two readings, is an error, whether its rows are
// read to the end or one of them is bad.
func TestChangedResult(t *testing.T) {
	for name, text := range map[string]string{"good.csv": "a,b\n1,2\n3,4\n", "bad.csv": "a,b\n1,2\n3\n", "good.ndjson": "{\"a\":1}\n{\"a\":2}\n"} {
		for _, between := range []bool{false, true} {
			file := newFile("", filepath.Join(t.TempDir(), name))
			write(t, file.path, text)
			change := func() {
				if err := os.Chtimes(file.path, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := file.columns(); err != nil {
				t.Fatal(err)
			}
			if between {
				change()
			}
			var last error
			for _, err := range file.Rows(context.Background(), []string{"a"}) {
				if last = err; err != nil {
					break
				}
				change()
			}
			if !errors.Is(last, format.ErrChanged) {
				t.Errorf("%s, between readings %t: %v", name, between, last)
			}
		}
	}
}

// TestChangedParquetResult: a Parquet file that another file replaces between two readings is an error, too.
func TestChangedParquetResult(t *testing.T) {
	folder := t.TempDir()
	result, other := filepath.Join(folder, "r.parquet"), filepath.Join(folder, "s.parquet")
	store, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{0, 1}}, T: []float64{0, 0}, X: []float64{0, 0}, Y: []float64{0, 0}}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	zero := []float64{0}
	one := trajectory.Pairs{QueryTraj: []uint32{0}, EntryTraj: []uint32{1}, Encounters: []uint32{1}, Duration: zero, First: zero, Last: zero, Closest: zero, Distance: zero, Speed: zero}
	for _, out := range []string{result, other} {
		w, err := output.CreatePairs(out, store, store, output.WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Write(one), w.Close()); err != nil {
			t.Fatal(err)
		}
	}
	file := newFile("", result)
	if _, err := file.columns(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(other, result); err != nil {
		t.Fatal(err)
	}
	var last error
	for _, last = range file.Rows(context.Background(), []string{"query_traj", "entry_traj"}) {
	}
	if !errors.Is(last, format.ErrChanged) {
		t.Error(last)
	}
}

package format

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"flyby/internal/parquet"
	"flyby/internal/reading"
	"flyby/internal/testing/codectest"
	"flyby/internal/testing/formattest"
	"flyby/points"
)

// mixed returns a store of numbers that are hard to write exactly, with names or numbers of
// rows for ids.
func mixed(t *testing.T, named bool) *points.Store {
	t.Helper()
	ids := points.RowIDs(4)
	if named {
		var err error
		if ids, err = points.NameIDs([]string{"b", "a,\"", "ä", "7"}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := points.New([][]float64{{1, math.Copysign(0, -1), 5e-324, -0x1p1000}, {0.1, 1e22, -3, 1.0 / 3}, {0, 0, 0, 1}}, ids)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// same reports whether two stores are equal to the bit.
func same(a, b *points.Store) bool {
	if a.Len() != b.Len() || a.Dimensions() != b.Dimensions() || a.IDs().IntIDs() != b.IDs().IntIDs() {
		return false
	}
	for row := range a.Len() {
		if a.IDs().ID(row) != b.IDs().ID(row) {
			return false
		}
		for k := range a.Dimensions() {
			if math.Float64bits(a.Column(k)[row]) != math.Float64bits(b.Column(k)[row]) {
				return false
			}
		}
	}
	return true
}

// TestRoundTrip: written files read back to the same points, to the bit.
func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"p.csv", "p.csv.gz", "p.npy", "p.npy.zst"} {
		s := mixed(t, name[:5] == "p.csv")
		path := filepath.Join(t.TempDir(), name)
		if err := WriteStore(context.Background(), path, s, WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		if back, _, err := Read(context.Background(), path, Options{}); err != nil || !same(back, s) {
			t.Errorf("%s: %v, %v", name, back, err)
		}
	}
	s := mixed(t, false)
	path := filepath.Join(t.TempDir(), "p.csv")
	if err := WriteStore(context.Background(), path, s, WriteOptions{NoIDs: true, Threads: 1}); err != nil {
		t.Fatal(err)
	}
	if back, r, err := Read(context.Background(), path, Options{}); err != nil || !same(back, s) || !slices.Equal(r.Columns, []string{"x1", "x2", "x3"}) {
		t.Errorf("%v, %v, %v", back, r, err)
	}
}

// TestRoundTripOfMany: more points than writtenRows read back to the same points.
func TestRoundTripOfMany(t *testing.T) {
	n := 2*writtenRows + 7
	columns := [][]float64{make([]float64, n), make([]float64, n)}
	for row := range n {
		columns[0][row], columns[1][row] = float64(row)/3, float64(-row)
	}
	s, err := points.New(columns, points.RowIDs(n))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"p.csv", "p.npy"} {
		path := filepath.Join(t.TempDir(), name)
		if err := WriteStore(context.Background(), path, s, WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		if back, _, err := Read(context.Background(), path, Options{}); err != nil || !same(back, s) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWriteTables: points are written as columns of text and of Parquet.
func TestWriteTables(t *testing.T) {
	s := mixed(t, true)
	var out bytes.Buffer
	if err := WriteStore(context.Background(), "-", s, WriteOptions{Stdout: &out}); err != nil {
		t.Fatal(err)
	}
	want := "id,x1,x2,x3\nb,1,0.1,0\n\"a,\"\"\",-0,1e+22,0\nä,5e-324,-3,0\n7,-1.0715086071862673e+301,0.3333333333333333,1\n"
	if out.String() != want {
		t.Errorf("%s, want %s", out.String(), want)
	}
	path := filepath.Join(t.TempDir(), "p.parquet")
	if err := WriteStore(context.Background(), path, s, WriteOptions{Length: "m"}); err != nil {
		t.Fatal(err)
	}
	tables, err := codectest.Read(parquet.OpenBatches, formattest.OnDisk(t, path))
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, cells := range tables[0].Rows {
		ids = append(ids, cells[0]+"="+cells[2])
	}
	if !slices.Equal(ids, []string{"b=0.1", "a,\"=1e+22", "ä=-3", "7=0.3333333333333333"}) {
		t.Error(ids)
	}
}

// TestWriteRefuses: names that cannot be written are errors, and a context that ends early
// leaves no file.
func TestWriteRefuses(t *testing.T) {
	s, folder := mixed(t, false), t.TempDir()
	for _, name := range []string{"p.docx", "p.geojson", "p.gpx"} {
		if err := WriteStore(context.Background(), filepath.Join(folder, name), s, WriteOptions{}); err == nil {
			t.Errorf("%s is written", name)
		}
	}
	for _, name := range []string{"-", "p.csv", "p.npy", "p.parquet", "p.ndjson.gz", "p.npy.gz"} {
		if _, ok := Written(reading.TableOutput).Choose(name, ""); !ok {
			t.Errorf("%s is not writable", name)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for _, name := range []string{"p.csv", "p.npy"} {
		if err := WriteStore(ctx, filepath.Join(folder, name), s, WriteOptions{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		if err := WriteStore(context.Background(), filepath.Join(folder, name), s, WriteOptions{Threads: -1}); err == nil {
			t.Error("threads")
		}
		if err := WriteStore(context.Background(), filepath.Join(folder, "none", name), s, WriteOptions{}); err == nil {
			t.Error("a folder that is not there")
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

package format

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/internal/output"
	"flyby/trajectory"
)

// TestReadParquet: points that are written read back, with names for ids and without ids; text is no
// coordinate.
func TestReadParquet(t *testing.T) {
	for _, named := range []bool{true, false} {
		s, path := mixed(t, named), filepath.Join(t.TempDir(), "p.parquet")
		if err := WriteStore(context.Background(), path, s, WriteOptions{NoIDs: !named}); err != nil {
			t.Fatal(err)
		}
		back, r, err := Read(context.Background(), path, Options{})
		if err != nil || !same(back, s) || r.Rows != 4 || !slices.Equal(r.Columns, []string{"x1", "x2", "x3"}) {
			t.Errorf("%v, %+v, %v", back, r, err)
		}
		back, _, err = Read(context.Background(), path, Options{Columns: map[string]string{"x1": "x3", "x2": "x1"}})
		if err != nil || back.Dimensions() != 2 || back.Column(0)[3] != 1 || !back.IDs().IntIDs() {
			t.Errorf("%v, %v", back, err)
		}
		if _, _, err := Read(context.Background(), path, Options{Columns: map[string]string{"x1": "id"}}); named && (err == nil || !strings.Contains(err.Error(), path)) {
			t.Error(err)
		}
	}
}

// TestReadPings: rows of trajectories are read as points, with times in seconds; repeated ids are
// errors with their rows, or left out.
func TestReadPings(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{ID: trajectory.Names([]string{"a", "a", "b"}), T: []float64{1.5e9, 1.5e9 + 2.25, 1.5e9}, X: []float64{1, 2, 3}, Y: []float64{4, 5, 6}, Times: trajectory.Timestamp}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "pings.parquet")
	if err := output.WriteStore(context.Background(), path, s, output.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	p, _, err := Read(context.Background(), path, Options{Columns: map[string]string{"x1": "t", "x2": "x"}})
	if err != nil || shown(p) != "0=[1.5e+09 1] 1=[1.50000000225e+09 2] 2=[1.5e+09 3]" {
		t.Errorf("%v, %v", p, err)
	}
	byShip := map[string]string{"id": "traj_id", "x1": "x"}
	for columns, of := range map[string]map[string]string{"x1=x,x2=y": nil, "x1=x": byShip} {
		_, _, err = Read(context.Background(), path, Options{Columns: of})
		if want := path + `: row 1 (row group 0): column traj_id: "a": the id of row 0 too, and ids are there once; --columns ` + columns + " reads"; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	p, r, err := Read(context.Background(), path, Options{Columns: byShip, Reading: Reading{SkipBadRows: true}})
	if err != nil || shown(p) != "a=[1] b=[3]" || r.Skipped != 1 {
		t.Errorf("%v, %+v, %v", p, r, err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]byte{nil, data[:len(data)-9], []byte("PAR1")} {
		if _, _, err := Read(context.Background(), write(t, "bad.parquet", bad), Options{}); err == nil {
			t.Errorf("%d bytes are read", len(bad))
		}
	}
	if _, _, err := Read(context.Background(), path, Options{Reading: Reading{LonLat: true}}); err == nil || !strings.Contains(err.Error(), "no column lon") {
		t.Error(err)
	}
	if _, _, err := Read(context.Background(), path, Options{Reading: Reading{LonLat: true}, Columns: map[string]string{"x1": "t", "x2": "x"}}); err == nil || !strings.Contains(err.Error(), "row 0 (row group 0): column t") {
		t.Error(err)
	}
}

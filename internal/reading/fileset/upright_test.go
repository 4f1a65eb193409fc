package fileset_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestUprightFiles: z is a height with a horizontal position, in CSV and in Parquet; a file without
// z, and a file of earth-centred positions, are refused, whether rows are kept or handed on.
func TestUprightFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lifts.csv")
	if err := os.WriteFile(path, []byte("traj_id,t,x,y,z\n1,0,0,0,5\n1,1,1,2,6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	solid, _, err := fileset.Read(t.Context(), path, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	parquet := filepath.Join(dir, "lifts.parquet")
	if err := output.WriteStore(t.Context(), parquet, solid, output.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, parquet} {
		s, _, err := fileset.Read(t.Context(), p, format.Options{Upright: true})
		if err != nil {
			t.Fatal(err)
		}
		if want := (trajectory.Space{Dim: 2, Heights: true}); s.Space() != want || !reflect.DeepEqual(s.H(), []float64{5, 6}) || !reflect.DeepEqual(s.Y(), []float64{0, 2}) {
			t.Errorf("%s: %+v, y %v, heights %v", p, s.Space(), s.Y(), s.H())
		}
		if s, _, err = fileset.Read(t.Context(), p, format.Options{Upright: true, Reading: format.Reading{LonLat: true}}); err != nil || s.Space() != (trajectory.Space{Dim: 3, Frame: trajectory.EarthCentred, Heights: true}) {
			t.Errorf("%s in degrees: %v, %+v", p, err, s.Space())
		}
	}
}

// TestFlatFiles: files without heights are refused by name.
func TestFlatFiles(t *testing.T) {
	dir := t.TempDir()
	flat := filepath.Join(dir, "flat.csv")
	if err := os.WriteFile(flat, []byte("traj_id,t,x,y\n1,0,0,0\n1,1,1,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	plane, _, err := fileset.Read(t.Context(), flat, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	globe, _, err := fileset.Read(t.Context(), flat, format.Options{Reading: format.Reading{LonLat: true}})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{flat: "no height z"}
	for name, s := range map[string]*trajectory.Store{"no height z": plane, "earth-centred metres": globe} {
		p := filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".parquet")
		if err := output.WriteStore(t.Context(), p, s, output.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		files[p] = name
	}
	take := func(*reading.Rows, func(*trajectory.RowError) error) error { return nil }
	for p, want := range files {
		_, _, err := fileset.Read(t.Context(), p, format.Options{Upright: true})
		_, _, handed := fileset.ReadRows(t.Context(), p, format.Options{Upright: true}, take)
		for _, err := range []error{err, handed} {
			var e *format.Error
			if !errors.As(err, &e) || !strings.Contains(e.Cause, want) || e.File == "" {
				t.Errorf("%s: %v, want an error that says %q", p, err, want)
			}
		}
	}
}

// TestHeightsAreWritten: dz_closest stands after d_min where encounters have heights.
func TestHeightsAreWritten(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1, 2}}, T: []float64{0, 0}, X: []float64{0, 0}, Y: []float64{0, 0}}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := output.CreateEncounters("-", s, s, output.WriteOptions{Stdout: &out, Threads: 1, Heights: true})
	if err != nil {
		t.Fatal(err)
	}
	one := trajectory.Encounters{
		QueryTraj: []uint32{0}, EntryTraj: []uint32{1}, Enter: []float64{0}, Exit: []float64{0}, Closest: []float64{0},
		Distance: []float64{0.5}, Speed: []float64{2}, Height: []float64{-1.25}, Open: []trajectory.Open{0},
	}
	if err := errors.Join(w.Write(one), w.Close()); err != nil {
		t.Fatal(err)
	}
	want := "query_traj,entry_traj,t_enter,t_exit,t_closest,d_min,dz_closest,v_closest,open\n1,2,0,0,0,0.5,-1.25,2,\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestHeightsOfPairs: dz_closest stands after d_min where pairs have heights.
func TestHeightsOfPairs(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1, 2}}, T: []float64{0, 0}, X: []float64{0, 0}, Y: []float64{0, 0}}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := output.CreatePairs("-", s, s, output.WriteOptions{Stdout: &out, Threads: 1, Heights: true})
	if err != nil {
		t.Fatal(err)
	}
	one := trajectory.Pairs{
		QueryTraj: []uint32{0}, EntryTraj: []uint32{1}, Encounters: []uint32{3}, Duration: []float64{4}, First: []float64{0}, Last: []float64{9},
		Closest: []float64{5}, Distance: []float64{0.5}, Speed: []float64{2}, Height: []float64{-1.25},
	}
	if err := errors.Join(w.Write(one), w.Close()); err != nil {
		t.Fatal(err)
	}
	want := "query_traj,entry_traj,encounters,duration,t_first,t_last,t_closest,d_min,dz_closest,v_closest\n1,2,3,4,0,9,5,0.5,-1.25,2\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

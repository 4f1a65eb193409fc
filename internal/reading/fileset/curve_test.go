package fileset

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/internal/curve"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

const turning = "id,t,x,y,u,w\na,0,0,0,1,0\na,1,1,0,0,1\na,1,1,0,0,1\nb,0,5,5,0,0\na,2,1,1,-1,0\n"

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestCurve: added samples lie on the curve, velocities come from the columns named, and rows that are
// handed on have them.
func TestCurve(t *testing.T) {
	names, err := format.ParseColumns("vx=u,vy=w")
	if err != nil {
		t.Fatal(err)
	}
	o := format.Options{Columns: names, Curve: 0.001, Units: format.Units{Length: "km"}, UnitsKnown: func(_ string, u format.Units, o *format.Options) error {
		if u.Length != "km" {
			t.Errorf("units %+v", u)
		}
		o.Curve = 0.01
		return nil
	}}
	s, report, err := readText(t, "a.csv", turning, o)
	from, to := curve.State{V: [3]float64{1}}, curve.State{T: 1, P: [3]float64{1}, V: [3]float64{0, 1}}
	n, _ := curve.Parts(from, to, 0.01)
	if err != nil || n < 3 || report.Split != 2 || report.Repeats != 1 || s.Segments() != 3+report.Added || s.Dim() != 2 {
		t.Fatalf("%+v, %v: %d parts", report, err, n)
	}
	row := 1
	for at, p := range curve.Between(from, to, n) {
		if s.T()[row] != at || s.X()[row] != p[0] || s.Y()[row] != p[1] {
			t.Errorf("row %d: %v, %v, %v, want %v at %v", row, s.T()[row], s.X()[row], s.Y()[row], p, at)
		}
		row++
	}
	path := filepath.Join(t.TempDir(), "a.csv")
	writeFile(t, path, turning)
	_, _, err = ReadRows(context.Background(), path, o, func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
		if !slices.Equal(rows.V[0], []float64{1, 0, 0, 0, -1}) || !slices.Equal(rows.V[1], []float64{0, 1, 1, 0, 0}) || rows.V[2] != nil {
			t.Errorf("velocities %v", rows.V)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestCurveOfOneFileAndSeveral: columns of Parquet and of text, and rows divided between two files, make
// the same store.
func TestCurveOfOneFileAndSeveral(t *testing.T) {
	folder := t.TempDir()
	head, rows := "id,t,x,y,z,vx,vy,vz\n", []string{"1,0,0,0,3,1,0,0\n", "1,1,1,0,3,0,1,0.5\n", "1,2,1,1,4,-1,0,0\n", "1,3,0,1,4,0,-1,0\n"}
	paths := []string{"all.csv", "even.csv", "odd.csv"}
	for i, text := range []string{head + strings.Join(rows, ""), head + rows[0] + rows[2], head + rows[1] + rows[2] + rows[3]} {
		paths[i] = filepath.Join(folder, paths[i])
		writeFile(t, paths[i], text)
	}
	o := format.Options{Curve: 0.02, Reading: format.Reading{Threads: 1}}
	want, _, err := Read(context.Background(), paths[0], o)
	if err != nil || want.Segments() < 9 {
		t.Fatal(want, err)
	}
	got, report, err := ReadFiles(context.Background(), []File{{Path: paths[2]}, {Path: paths[1]}}, o)
	if err != nil || report.Repeats != 1 || !slices.Equal(got.T(), want.T()) || !slices.Equal(got.X(), want.X()) || !slices.Equal(got.Z(), want.Z()) {
		t.Errorf("%+v, %v: %v, want %v", report, err, got, want)
	}
	writeFile(t, paths[2], head+"1,2,1,1,4,-1,0,0.25\n")
	_, _, err = ReadFiles(context.Background(), []File{{Path: paths[1]}, {Path: paths[2]}}, o)
	if err == nil || !strings.Contains(err.Error(), "is at another place, or has another velocity, at this time in ") {
		t.Errorf("%v: two velocities", err)
	}
}

// TestCurveRefusals: files without velocities, and too curved motion, are errors that say so; bad
// velocities are bad rows.
func TestCurveRefusals(t *testing.T) {
	const flat = "id,t,x,y,vx,vy\n1,0,0,0,1,0\n1,1,1,0,0,1\n"
	for _, c := range []struct {
		name, text string
		o          format.Options
		want       string
		usage      bool
	}{
		{"a.csv", flat, format.Options{Curve: -1}, "curve -1: must be positive", false},
		{"a.csv", flat, format.Options{Curve: math.NaN()}, "curve NaN: must be positive", false},
		{"a.csv", flat, format.Options{Curve: 1, Reading: format.Reading{LonLat: true}}, "positions are degrees", true},
		{"a.csv", flat, format.Options{Curve: 1, Upright: true}, "positions have no height z", false},
		{"a.csv", flat, format.Options{Columns: map[string]string{"vx": "vx"}}, "columns: vx is read for curves alone, and for states", false},
		{"a.csv", flat, format.Options{Curve: 1, Columns: map[string]string{"vx": "u"}}, "no column u", false},
		{"a.csv", strings.Replace(flat, "vy", "v", 1), format.Options{Curve: 1}, "no column vy: curves need velocities", true},
		{"a.csv", "MMSI,BaseDateTime,LAT,LON\n1,2024-01-01T00:00:00,1,1\n", format.Options{Curve: 1}, "no columns vx and vy: curves need velocities", true},
		{"a.plt", geoLife, format.Options{Curve: 1}, "positions are degrees", true},
		{"a.xml", "<fcd-export></fcd-export>", format.Options{Curve: 1}, "samples have no velocities, which curves need", true},
		{"a.csv", flat, format.Options{Curve: 1, Columns: map[string]string{"vz": "vx"}}, "column vx is named for vz, and positions have no z", true},
		{"a.csv", flat, format.Options{Curve: 1e-12}, "segments would be split into more than 10,000 parts; within 7.1e-09 they would not", true},
		{"a.csv", strings.Replace(flat, "1,0,0,0,1,0", "1,-1e300,0,0,1e300,0", 1), format.Options{Curve: 1}, "positions and velocities are too large", true},
		{"a.csv", strings.Replace(flat, "1,0,0,0,1,0", "1,0,0,0,fast,0", 1), format.Options{Curve: 1}, `a.csv:2: column vx: "fast": not a number`, false},
		{"a.csv", flat + "1,1,1,0,0,2\n", format.Options{Curve: 1}, `a.csv:4: column t: "1": repeated time within its trajectory`, false},
	} {
		_, _, err := readText(t, c.name, c.text, c.o)
		var usage *format.CurveError
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &usage) != c.usage {
			t.Errorf("%s with %v: %v, want %s", c.name, c.o.Curve, err, c.want)
		}
	}
	if s, report, err := readText(t, "a.csv", flat+"1,2,0,0,nan,2\n", format.Options{Curve: 0.01, Reading: format.Reading{SkipBadRows: true}}); err != nil || report.Skipped != 1 || s.Segments() != 1+report.Added {
		t.Errorf("%+v, %v: the row without a velocity is left out", report, err)
	}
	if _, _, err := readText(t, "a.csv", flat+"1,1,1,0,0,2\n", format.Options{}); err != nil {
		t.Errorf("%v: velocities count without curves", err)
	}
}

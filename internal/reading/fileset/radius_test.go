package fileset

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/trajectory"
	"flyby/trajectory/format"
)

// radiiOf returns the radii of a store's trajectories, in order.
func radiiOf(s *trajectory.Store) (all []float64) {
	for traj := range s.Trajectories() {
		all = append(all, s.Radius(traj))
	}
	return all
}

// TestRadius: Options.Radius is the radius of every trajectory of a file without radii, in the units
// of the file; a file with radii keeps its own.
func TestRadius(t *testing.T) {
	const without, with = "id,t,x,y\na,0,0,0\na,1,1,0\nb,0,2,0\n", "id,t,x,y,r\na,0,0,0,1\na,1,1,0,1\nb,0,2,0,3\n"
	for _, c := range []struct {
		text  string
		o     format.Options
		want  []float64
		radii bool
	}{
		{without, format.Options{}, []float64{0, 0}, false},
		{without, format.Options{Radius: 5}, []float64{5, 5}, false},
		{with, format.Options{Radius: 5}, []float64{1, 3}, true},
		{without, format.Options{Radius: 5, UnitsKnown: func(_ string, _ format.Units, o *format.Options) error { o.Radius = 7; return nil }}, []float64{7, 7}, false},
	} {
		s, report, err := readText(t, "a.csv", c.text, c.o)
		if err != nil {
			t.Fatal(err)
		}
		if got := radiiOf(s); got[0] != c.want[0] || got[1] != c.want[1] || report.Radii != c.radii || s.HasRadius() != (c.o.Radius > 0) {
			t.Errorf("%q with radius %v: %v and %v, want %v and %v", c.text, c.o.Radius, got, report.Radii, c.want, c.radii)
		}
	}
	for _, bad := range []float64{-1, 0x1p1001} {
		if _, _, err := readText(t, "a.csv", without, format.Options{Radius: bad}); err == nil || !strings.Contains(err.Error(), "radius") {
			t.Errorf("radius %v: %v", bad, err)
		}
	}
}

// TestRadiusOfSeveralFiles: each file without radii has Options.Radius, beside files with their own. A
// trajectory in both must have a single radius.
func TestRadiusOfSeveralFiles(t *testing.T) {
	folder := t.TempDir()
	var files []File
	for name, text := range map[string]string{"a.csv": "id,t,x,y\n1,0,0,0\n2,0,1,0\n", "b.csv": "id,t,x,y,r\n1,1,0,0,5\n3,0,1,0,2\n"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, File{Path: path})
	}
	asked := 0
	o := format.Options{Radius: 1, UnitsKnown: func(_ string, _ format.Units, o *format.Options) error { asked++; o.Radius = 5; return nil }}
	s, report, err := ReadFiles(context.Background(), files, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := radiiOf(s); len(got) != 3 || got[0] != 5 || got[1] != 5 || got[2] != 2 || !report.Radii || asked == 0 {
		t.Errorf("%v, %v after %d questions, want 5, 5 and 2", got, report.Radii, asked)
	}
	o = format.Options{Radius: 4}
	if _, _, err := ReadFiles(context.Background(), files, o); err == nil || !strings.Contains(err.Error(), "differs from the radius of its trajectory (4) in ") {
		t.Errorf("%v: trajectory 1 has the radii 4 and 5", err)
	}
	if _, _, err := ReadFiles(context.Background(), files, format.Options{}); err == nil || !strings.Contains(err.Error(), "--radius says one") {
		t.Errorf("%v: one file has no radii", err)
	}
}

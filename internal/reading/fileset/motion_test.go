package fileset

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"flyby/internal/curve"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// interpolatedSegment returns a segment whose header has further lines.
func interpolatedSegment(says string, segment string) string {
	return strings.Replace(segment, "META_STOP", says+"META_STOP", 1)
}

// TestMotionOfEphemerides: the motion taken for ephemerides, by their INTERPOLATION and velocities. The same rows are read as
// with straight motion.
func TestMotionOfEphemerides(t *testing.T) {
	const first, last = "2020-01-01T00:00:00 7000 0 0 0 7.5 0", "2020-01-01T00:01:00 6985.5 449.7 0 -0.482 7.484 0"
	const hermite, linear, lagrange = "INTERPOLATION = HERMITE\nINTERPOLATION_DEGREE = 7\n", "INTERPOLATION = LINEAR\n", "INTERPOLATION = Lagrange\nINTERPOLATION_DEGREE = 5\n"
	segment := func(id, says string, lines ...string) string {
		return interpolatedSegment(says, oemSegment(id, "UTC", lines...))
	}
	for _, c := range []struct {
		name, text string
		o          format.Options
		split      int
		within     float64
		want       string // of Motion
	}{
		{"HERMITE", oemFile(segment("a", hermite, first, last)), format.Options{}, 1, 0.01, "[{HERMITE 7 1 1 0}] 0"},
		{"in two dimensions", oemFile(segment("a", hermite, first, last)), format.Options{Height: format.NoHeight}, 1, 0.01, "[{HERMITE 7 1 1 0}] 0"},
		{"LINEAR", oemFile(segment("a", linear, first, last)), format.Options{}, 0, 0, "[{LINEAR  1 0 0}] 0"},
		{"several", oemFile(segment("a", hermite, first, last), segment("b", lagrange, first, last), segment("c", "", first, last), segment("d", lagrange, first)), format.Options{}, 3, 0.01,
			"[{HERMITE 7 1 1 0} {LAGRANGE 5 2 2 0} {  1 1 0}] 0"},
		{"a velocity lacks", oemFile(segment("a", hermite, first, "2020-01-01T00:01:00 6985.5 449.7 0")), format.Options{}, 0, 0.01, "[{HERMITE 7 1 1 1}] 0"},
		{"a velocity is no number", oemFile(segment("a", hermite, first, "2020-01-01T00:01:00 6985.5 449.7 0 N/A 0 0")), format.Options{}, 0, 0.01, "[{HERMITE 7 1 1 1}] 0"},
		{"a velocity is not finite", oemFile(segment("a", hermite, first, "2020-01-01T00:01:00 6985.5 449.7 0 1e309 NaN 0")), format.Options{}, 0, 0.01, "[{HERMITE 7 1 1 1}] 0"},
		{"a velocity is beyond all", oemFile(segment("a", hermite, first, "2020-01-01T00:01:00 6985.5 449.7 0 1e305 0 0")), format.Options{}, 0, 0.01, "[{HERMITE 7 1 1 1}] 0"},
		{"LINEAR, without velocities", oemFile(segment("a", linear, "2020-01-01T00:00:00 7000 0 0")), format.Options{}, 0, 0, "[{LINEAR  1 0 0}] 0"},
		{"no rows of one", oemFile(segment("a", hermite, first, last), segment("b", lagrange)), format.Options{}, 1, 0.01, "[{HERMITE 7 1 1 0} {LAGRANGE 5 0 0 0}] 0"},
		{"a row twice", oemFile(segment("a", hermite, first, last, "2020-01-01T00:01:00 6985.5 449.7 0 1 2 3")), format.Options{}, 1, 0.01, "[{HERMITE 7 1 1 0}] 0"},
		{"those that hold", oemFile(segment("a", hermite, first, last), segment("b", lagrange, first, last)), format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "OBJECT_ID", Operator: "=", Value: "b"}}}}, 1, 0.01, "[{LAGRANGE 5 1 1 0}] 0"},
		{"apart", oemFile(segment("a", hermite, first, last)), format.Options{MaxGap: 59}, 0, 0.01, "[{HERMITE 7 1 1 0}] 0"},
		{"too far", oemFile(segment("a", hermite, first, "2020-02-01T00:00:00 0 7000 0 7.5 0 0")), format.Options{}, 1, 0.5, "[{HERMITE 7 1 1 0}] 0"},
		{"too large", oemFile(segment("a", hermite, first, "2020-02-01T00:00:00 0 7000 0 1e300 0 0")), format.Options{}, 0, math.Inf(1), "[{HERMITE 7 1 1 0}] 0"},
	} {
		straight, plain, err := readText(t, "a.oem", c.text, c.o)
		if err != nil || plain.Curve != 0 || plain.Motion != nil {
			t.Fatalf("%s: %v, %+v", c.name, err, plain)
		}
		c.o.OrbitCurve = 0.01
		s, report, err := readText(t, "a.oem", c.text, c.o)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := fmt.Sprint(report.Motion.Ephemerides, report.Motion.Turns); got != c.want || report.Split != c.split {
			t.Errorf("%s: %s, %d split, want %s and %d", c.name, got, report.Split, c.want, c.split)
		}
		if report.Curve != c.within && !(c.within == 0.5 && report.Curve > 0.01 && report.Curve < 500) {
			t.Errorf("%s: within %v, want %v", c.name, report.Curve, c.within)
		}
		if s.Samples() != straight.Samples()+report.Added || report.Rows != plain.Rows || report.LeftOut != plain.LeftOut || report.Skipped != 0 {
			t.Errorf("%s: %d samples, %d added to %d, %+v and %+v", c.name, s.Samples(), report.Added, straight.Samples(), report, plain)
		}
		explicit := c.o
		explicit.Curve = 1
		if _, report, err := readText(t, "a.oem", c.text, explicit); err == nil && report.Motion != nil {
			t.Errorf("%s: motion %+v where Curve says what it is", c.name, report.Motion)
		}
	}
	if _, _, err := readText(t, "a.oem", oemFile(segment("a", hermite, first)), format.Options{OrbitCurve: -1}); err == nil || !strings.Contains(err.Error(), "curve of orbits -1: must be positive") {
		t.Error(err)
	}
}

// TestManyKindsOfEphemerides: kinds of motion are distinguished up to a bound of memory, and all are counted.
func TestManyKindsOfEphemerides(t *testing.T) {
	var all []string
	for i := range 3 * 32 {
		all = append(all, interpolatedSegment(fmt.Sprintf("INTERPOLATION_DEGREE = %d\n", i), oemSegment(fmt.Sprint(i), "UTC", "2020-01-01T00:00:00 1 2 3 4 5 6")))
	}
	_, report, err := readText(t, "a.oem", oemFile(all...), format.Options{OrbitCurve: 1})
	if err != nil || len(report.Motion.Ephemerides) != 32 {
		t.Fatalf("%v, %d kinds", err, len(report.Motion.Ephemerides))
	}
	n := 0
	for _, e := range report.Motion.Ephemerides {
		n += e.Number
	}
	if n != len(all) {
		t.Errorf("%d ephemerides, want %d", n, len(all))
	}
}

// TestTurns: where an ephemeris continues another with another velocity, the ways to and from the sample are the cubics of
// both, within the tolerance; with explicit curves it stays an error.
func TestTurns(t *testing.T) {
	const first, here, last = "2020-01-01T00:00:00 7000 0 0 0 7.5 0", "2020-01-01T00:01:00 6985.5 449.7 0 ", "2020-01-01T00:02:00 6942.1 930.5 0 -0.96 7.9 0"
	text := oemFile(oemSegment("a", "UTC", first, here+"-0.482 7.484 0"), oemSegment("b", "UTC", first), oemSegment("a", "UTC", here+"-0.482 8.1 0", last))
	const within = 0.001
	s, report, err := readText(t, "a.oem", text, format.Options{OrbitCurve: within})
	if err != nil || report.Motion.Turns != 1 || report.Repeats != 0 || report.Split != 2 || s.Trajectories() != 2 {
		t.Fatalf("%v, %+v", err, report)
	}
	begin := s.T()[0]
	states := []curve.State{
		{P: [3]float64{7000}, V: [3]float64{0, 7.5}}, {T: 60, P: [3]float64{6985.5, 449.7}, V: [3]float64{-0.482, 7.484}},
		{T: 60, P: [3]float64{6985.5, 449.7}, V: [3]float64{-0.482, 8.1}}, {T: 120, P: [3]float64{6942.1, 930.5}, V: [3]float64{-0.96, 7.9}},
	}
	for _, way := range [][2]curve.State{{states[0], states[1]}, {states[2], states[3]}} {
		for at, want := range curve.Between(way[0], way[1], 1000) {
			got := s.At(0, begin+at)
			if off := math.Hypot(got[0]-want[0], got[1]-want[1]); off > within+1e-9 {
				t.Errorf("after %v s: %v off", at, off)
			}
		}
	}
	again := strings.ReplaceAll(strings.ReplaceAll(text, "T00:01:00", "T00:00:00.000001"), "T00:02:00", "T00:00:00.000002") // two and four steps of times
	if s, report, err := readText(t, "a.oem", again, format.Options{OrbitCurve: 10}); err != nil || report.Motion.Turns != 1 || s.Samples() != 3+1+1+report.Added {
		t.Errorf("steps of times: %v, %+v", err, report)
	}
	if _, _, err := readText(t, "a.oem", text, format.Options{Curve: within}); err == nil || !strings.Contains(err.Error(), "another velocity than at the end of the segment before") {
		t.Errorf("explicit: %v", err)
	}
	for name, end := range map[string]string{
		"nothing after it": "", "a bare row": "2020-01-01T00:01:30 2 3 4\n", "a step back": "2020-01-01T00:00:30 6985.5 449.7 0 0 0 0\n", "a row that is bad": "2020-01-01T00:01:30 x 2 3 4 5 6\n", "one step of times": "2020-01-01T00:01:00.000000238 6985.5 449.7 0 0 0 0\n",
		"no velocity": "",
	} {
		turn := here + "-0.482 8.1 0"
		if name == "no velocity" {
			turn = here
		}
		text := oemFile(oemSegment("a", "UTC", first, here+"-0.482 7.484 0"), oemSegment("a", "UTC", turn)+end)
		o := format.Options{OrbitCurve: within, Reading: format.Reading{SkipBadRows: true}}
		if s, report, err := readText(t, "a.oem", text, o); err != nil || report.Motion.Turns != 0 || s.Trajectories() != 1 {
			t.Errorf("%s: %v, %+v", name, err, report.Motion)
		}
	}
}

// TestOrbitsOfSeveralFiles: files that have a sample twice with other velocities, or without, and files of other formats are
// one data set, whose report counts all files.
func TestOrbitsOfSeveralFiles(t *testing.T) {
	const first, here = "2020-01-01T00:00:00 7000 0 0 0 7.5 0", "2020-01-01T00:01:00 6985.5 449.7 0"
	one := oemFile(interpolatedSegment("INTERPOLATION = HERMITE\n", oemSegment("a", "UTC", first, here+" -0.482 7.484 0")))
	for name, c := range map[string]struct {
		file, text string
		want       string
		split      [2]int // by order: pieces of two files differ, and the first file's row counts
	}{
		"another velocity": {"b.oem", oemFile(oemSegment("a", "UTC", here+" -0.482 7.485 0", "2020-01-01T00:02:00 6942.1 930.5 0 -0.96 7.9 0")), "[{HERMITE  1 1 0} {  1 1 0}]", [2]int{1, 1}},
		"no velocity":      {"b.oem", oemFile(oemSegment("a", "UTC", here, "2020-01-01T00:02:00 6942.1 930.5 0 -0.96 7.9 0")), "[{HERMITE  1 1 0} {  1 1 1}]", [2]int{1, 0}},
		"a table":          {"b.csv", "id,t,x,y,z,vx,vy,vz\na,2020-01-01T00:01:00Z,6985.5,449.7,0,1,2,3\na,2020-01-01T00:02:00Z,6942.1,930.5,0,1,2,3\n", "[{HERMITE  1 1 0}]", [2]int{1, 0}},
	} {
		for i, order := range []string{"a.oem", "z.oem"} { // before the other, and after it
			folder := t.TempDir()
			paths := writeAll(t, folder, map[string]string{order: one, c.file: c.text})
			s, report, err := ReadFiles(t.Context(), filesAt(paths...), format.Options{OrbitCurve: 0.01, Units: format.Units{Length: "km", Time: "s"}})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if report.Repeats != 1 || report.Split != c.split[i] || s.Segments() != 2+report.Added || report.Curve != 0.01 {
				t.Errorf("%s: %+v, %d segments", name, report, s.Segments())
			}
			if got := fmt.Sprint(report.Motion.Ephemerides); order == "a.oem" && got != c.want {
				t.Errorf("%s: %s, want %s", name, got, c.want)
			}
		}
	}
	// Where no file is an ephemeris there are no velocities.
	paths := writeAll(t, t.TempDir(), map[string]string{"a.csv": "id,t,x,y\na,0,1,2\n", "b.csv": "id,t,x,y\na,1,1,2\n"})
	_, _, err := ReadFileRows(t.Context(), filesAt(paths...), format.Options{OrbitCurve: 0.01}, func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
		if rows.Loose || !reflect.DeepEqual(rows.V, [3][]float64{}) {
			t.Errorf("velocities %v", rows.V)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

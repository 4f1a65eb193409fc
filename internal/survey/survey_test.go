package survey_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"flyby/internal/geo"
	"flyby/internal/survey"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// surveyed surveys a CSV file with a head and some rows.
func surveyed(t *testing.T, o format.Options, rows ...string) survey.Survey {
	t.Helper()
	s, r := read(t, o, rows...)
	return survey.Of(s, s, &r)
}

// read reads a CSV file with a head and some rows.
func read(t *testing.T, o format.Options, rows ...string) (*trajectory.Store, format.Report) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte("traj_id,t,x,y\n"+strings.Join(rows, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := input.List(path)
	if err != nil {
		t.Fatal(err)
	}
	s, r, err := input.ReadFiles(t.Context(), files, o)
	if err != nil {
		t.Fatal(err)
	}
	return s, r
}

// each makes n rows.
func each(n int, row func(i int) string) (rows []string) {
	for i := range n {
		rows = append(rows, row(i))
	}
	return rows
}

// TestOf: two walkers and an event, counted by hand.
func TestOf(t *testing.T) {
	got := surveyed(t, format.Options{}, "1,0,0,0", "1,2,6,8", "1,4,6,8", "2,1,-3,5", "2,5,-3,1", "9,3,7,7")
	type facts struct {
		trajectories, samples, segments, events, gaps, dimensions, files int
		first, last, times, ids                                          string
		start, end                                                       float64
	}
	want := facts{3, 6, 4, 1, 0, 2, 1, "1", "9", "number", "integer", 0, 5}
	if g := (facts{got.Trajectories, got.Samples, got.Segments, got.PointEvents, got.Gaps, got.Dimensions, got.Files, got.FirstID, got.LastID, got.Times, got.IDs, got.Start, got.End}); g != want {
		t.Errorf("%+v, want %+v", g, want)
	}
	if !reflect.DeepEqual([][]float64{got.Min, got.Max}, [][]float64{{-3, 0}, {7, 8}}) || got.Radius != nil {
		t.Errorf("from %v to %v, radius %v", got.Min, got.Max, got.Radius)
	}
	if got.Step != (survey.Spread{Min: 2, Median: 2, Max: 4}) || got.Length != (survey.Spread{Min: 1, Median: 2, Max: 3}) {
		t.Errorf("steps %v, lengths %v", got.Step, got.Length)
	}
	if got.Speed != (survey.Tail{Median: 1, P99: 5, Max: 5}) || got.Single != 1 {
		t.Errorf("speeds %v, %d single", got.Speed, got.Single)
	}
	events, lasting := 0, 0.0
	for _, s := range got.Profile {
		events += s.Events
		lasting += s.Active * (got.End - got.Start) / float64(len(got.Profile))
	}
	if events != 1 || lasting < 8-1e-9 || lasting > 8+1e-9 { // 4 s of each walker
		t.Errorf("%d events, %v s of segments", events, lasting)
	}
}

// TestNotes: a survey has notes about surprising properties, and about no other.
func TestNotes(t *testing.T) {
	walk := func(i int) string { return fmt.Sprintf("1,%d,%d,0", i, 3*i) }
	stamped := func(i int) string { return fmt.Sprintf("1,2024-05-01T00:%02d:00Z,%g,50", i%60, float64(i)/1000) }
	late := func(i int) string { return fmt.Sprintf("1,%d,%d,0", 1_700_000_000_000+1000*i, i) }
	for name, c := range map[string]struct {
		rows []string
		want []survey.Note
	}{
		"plain":        {each(200, walk), []survey.Note{}},
		"repeats":      {append(each(200, walk), "1,199,597,0"), []survey.Note{{Kind: survey.Repeats, Count: 1}}},
		"gap":          {append(each(200, walk), "1,700,597,0"), []survey.Note{{Kind: survey.FarApart, Count: 1, Most: 501, Usual: 1}}},
		"jump":         {append(each(200, walk), "1,200,6597,0"), []survey.Note{{Kind: survey.Jumps, Count: 1, Limit: 30, Of: "1"}}},
		"events alone": {[]string{"1,0,0,0", "2,5,0,0"}, []survey.Note{}},
		"single":       {append(each(200, walk), "2,5,0,0", "3,6,0,0"), []survey.Note{{Kind: survey.Singles, Count: 2}}},
		"degrees":      {each(60, stamped), []survey.Note{{Kind: survey.Degrees}}},
		"milliseconds": {each(9, late), []survey.Note{{Kind: survey.Since1970, Unit: "unixms"}}},
		"seconds":      {[]string{"1,1700000000,0,0", "1,1700000010,1,0"}, []survey.Note{{Kind: survey.Since1970, Unit: "unix"}}},
		"nanoseconds":  {[]string{"1,1700000000000000001,0,0", "1,1700000010000000002,1,0"}, []survey.Note{{Kind: survey.Since1970, Unit: "unixns"}}},
		"mixed":        {[]string{"1,1700000000,0,0", "1,1700000010000,1,0"}, []survey.Note{{Kind: survey.Mixed, Unit: "seconds and milliseconds"}}},
	} {
		if got := surveyed(t, format.Options{}, c.rows...).Notes; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// TestOfDegrees: steps and speeds come from the rows, and extents from the metres that a search has.
func TestOfDegrees(t *testing.T) {
	degrees, r := read(t, format.Options{Reading: format.Reading{LonLat: true}, KeepDegrees: true}, "1,0,0,0", "1,3600,90,0")
	stored, err := trajectory.New(trajectory.Columns{T: slices.Clone(degrees.T()), X: slices.Clone(degrees.X()), Y: slices.Clone(degrees.Y()), ID: trajectory.IDColumn{Int: []int64{1, 1}}}, trajectory.BuildOptions{Path: geo.GreatCircles()})
	if err != nil {
		t.Fatal(err)
	}
	const equator = 6378137
	got := survey.Of(stored, degrees, &r)
	if got.Segments < 2 || got.Step.Max != 3600 || got.Dimensions != 3 || got.Max[0] != equator {
		t.Errorf("%d segments, steps %v, %d dimensions to %v", got.Segments, got.Step, got.Dimensions, got.Max)
	}
	if d := got.Degrees; d == nil || d.Lon != [2]float64{0, 90} || d.Lat != [2]float64{} || d.Height != nil {
		t.Errorf("degrees %+v", d)
	}
	if chord := 1.4142135623730951 * equator / 3600; got.Speed.Max < chord*(1-1e-12) || got.Speed.Max > chord*(1+1e-12) {
		t.Errorf("speed %v, want %v through the earth", got.Speed.Max, chord)
	}
}

// TestEncodes: a survey is JSON of one object, with each note as its kind and numbers.
func TestEncodes(t *testing.T) {
	text, err := json.Marshal(surveyed(t, format.Options{}, append(each(200, func(i int) string { return fmt.Sprintf("1,%d,%d,0", i, 3*i) }), "1,200,6597,0")...))
	if err != nil || !strings.Contains(string(text), `"trajectories":1,`) || !strings.Contains(string(text), `"notes":[{"kind":"jumps","count":1,"limit":30,"of":"1"}]`) {
		t.Errorf("%s, %v", text, err)
	}
}

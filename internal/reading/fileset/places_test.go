package fileset

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// harbours returns three places in every format of tables, with an empty t or without a column t.
func harbours(t *testing.T) map[string]struct {
	text string
	none bool
} {
	type empty struct {
		ID int64    `parquet:"id"`
		T  *float64 `parquet:"t,optional"`
		X  float64  `parquet:"x"`
		Y  float64  `parquet:"y"`
	}
	type gone struct {
		ID int64   `parquet:"id"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	type file = struct {
		text string
		none bool
	}
	float := "<FIELD name=\"x\" datatype=\"double\"/><FIELD name=\"y\" datatype=\"double\"/>"
	long := "<FIELD name=\"id\" datatype=\"long\"/>"
	type placed struct {
		ID       int64  `parquet:"id"`
		Geometry []byte `parquet:"geometry"`
	}
	var geometries []placed
	for i, id := range []int64{7, 3, 5} {
		geometries = append(geometries, placed{id, formattest.Geometry(formattest.WKBPoint, nil, float64(2*i+1), float64(2*i+2))})
	}
	return map[string]file{
		"geometry.parquet": {formattest.InGroups(t, geometries, 2, formattest.GeoKey("WKB", utm())), true},
		"empty.csv":        {"id,t,x,y\n7,,1,2\n3,,3,4\n5,,5,6\n", false},
		"quoted.csv":       {"id;t;x;y\n7;\"\";1;2\n3; ;3;4\n5;;5;6\n", false},
		"gone.csv":         {"id,x,y\n7,1,2\n3,3,4\n5,5,6\n", true},
		"empty.ecsv":       {ecsvFile("", "7 \"\" 1 2\n3 \"\" 3 4\n5 \"\" 5 6\n", "id 1 int64", "t Myr float64", "x kpc float64", "y kpc float64"), false},
		"gone.ecsv":        {ecsvFile("", "7 1 2\n3 3 4\n5 5 6\n", "id 1 int64", "x kpc float64", "y kpc float64"), true},
		"empty.parquet":    {formattest.InGroups(t, []empty{{7, nil, 1, 2}, {3, nil, 3, 4}, {5, nil, 5, 6}}, 2), false},
		"gone.parquet":     {formattest.InGroups(t, []gone{{7, 1, 2}, {3, 3, 4}, {5, 5, 6}}, 2), true},
		"empty.vot":        {voTable(long+"<FIELD name=\"t\" datatype=\"double\"/>"+float, tabledata("7,,1,2", "3,,3,4", "5,,5,6")), false},
		"gone.vot":         {voTable(long+float, tabledata("7,1,2", "3,3,4", "5,5,6")), true},
		"binary.vot":       {voTable(long+float, binaryData("BINARY", 60, packedCells(int64(7), 1., 2., int64(3), 3., 4., int64(5), 5., 6.))), true},
		"gone.fits":        {fitsFile(fitsTable{cards: []string{"TTYPE1  = 'id'", "TFORM1  = 'K'", "TTYPE2  = 'x'", "TFORM2  = 'D'", "TTYPE3  = 'y'", "TFORM3  = 'D'"}, rows: [][]any{{int64(7), 1., 2.}, {int64(3), 3., 4.}, {int64(5), 5., 6.}}}.bytes()), true},
		"preset.csv":       {"MMSI,BaseDateTime,LAT,LON\n7,,2,1\n3,,4,3\n5,,6,5\n", false},
		"presetgone.csv":   {"MMSI,LAT,LON\n7,2,1\n3,4,3\n5,6,5\n", true},
	}
}

// TestReadPlaces: the report says that files of every format of tables are places, and places are trajectories that stand still
// from the first instant to the last, or a point event where these are one; Options.Places has the kind of times and their units.
func TestReadPlaces(t *testing.T) {
	ctx, folder := context.Background(), t.TempDir()
	for name, c := range harbours(t) {
		path := filepath.Join(folder, name)
		writeAll(t, folder, map[string]string{name: c.text})
		var o format.Options
		if c.none {
			o.Columns = map[string]string{"t": format.NoTimes}
		}
		o.KeepDegrees = true
		if _, _, err := Read(ctx, path, o); err == nil {
			t.Errorf("%s: read without times", name)
		}
		if ArePlaces(ctx, filesAt(path), o) == (name == "preset.csv") { // of which Columns have to name t
			t.Errorf("%s: places: %v", name, name == "preset.csv")
		}
		if c.none && ArePlaces(ctx, filesAt(path), format.Options{}) {
			t.Errorf("%s: places without a column t, which nobody said", name)
		}
		for _, p := range []format.Places{
			{First: -2, Last: 8.5, Units: format.Units{Time: "yr", Scale: "TDB"}},
			{First: 1714521600, Last: 1714608000, Times: trajectory.Timestamp, Units: format.Units{Time: "s"}},
			{First: 4, Last: 4, Units: format.Units{Time: "yr"}},
		} {
			o.Places, o.MaxGap, o.MaxSpeed, o.Curve = &p, 0.25, 1e-9, 1
			s, report, err := Read(ctx, path, o)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			var at []string
			for traj := range s.Trajectories() {
				first, end := s.Range(traj)
				for row := first; row < end; row++ {
					at = append(at, fmt.Sprint(s.ID(traj), s.T()[row], s.X()[row], s.Y()[row]))
				}
			}
			var want []string
			for _, place := range [][3]float64{{3, 3, 4}, {5, 5, 6}, {7, 1, 2}} {
				for _, instant := range []float64{p.First, p.Last} {
					want = append(want, fmt.Sprint(fmt.Sprint(place[0]), instant, place[1], place[2]))
				}
				if p.First == p.Last {
					want = want[:len(want)-1]
				}
			}
			if fmt.Sprint(at) != fmt.Sprint(want) || s.Segments() != 3 || s.Times() != p.Times || report.Places != 3 || report.Rows != 3 {
				t.Errorf("%s, %+v: %v, %d segments, %+v\nwant %v", name, p, at, s.Segments(), report, want)
			}
			if report.Units.Time != p.Units.Time || report.Units.Scale != p.Units.Scale {
				t.Errorf("%s, %+v: units %+v", name, p, report.Units)
			}
		}
	}
}

// TestRepeatedPlaces: a second place of an id is a bad row, named by the id, and an equal row is left out; so it is where rows
// are handed on.
func TestRepeatedPlaces(t *testing.T) {
	type place struct {
		ID string  `parquet:"id"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	ctx, folder := context.Background(), t.TempDir()
	rows := []place{{"b", 1, 2}, {"a", 3, 4}, {"b", 1, 2}, {"b", 1, 3}, {"a", 5, 5}}
	text := "id,x,y\n"
	for _, r := range rows {
		text += fmt.Sprintf("%s,%v,%v\n", r.ID, r.X, r.Y)
	}
	writeAll(t, folder, map[string]string{"again.csv": text, "again.parquet": formattest.InGroups(t, rows, 2), "numbers.csv": strings.NewReplacer("a,", "17,", "b,", "28,").Replace(text)})
	for name, want := range map[string]string{
		"again.csv": `:5: column id: "b": repeated id`, "numbers.csv": `:5: column id: "28": repeated id`, "again.parquet": `: row 3 (row group 1): column id: "b": repeated id`,
	} {
		path, o := filepath.Join(folder, name), format.Options{Places: &format.Places{Last: 9}}
		for _, where := range [][]format.Condition{nil, {{Column: "x", Operator: ">", Value: "0"}}} {
			o.Where, o.SkipBadRows = where, false
			if _, _, err := Read(ctx, path, o); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
			if _, _, err := ReadFileRows(ctx, filesAt(path), o, passOver); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, rows: %v, want %s", name, err, want)
			}
			o.SkipBadRows = true
			s, report, err := Read(ctx, path, o)
			if err != nil || s.Trajectories() != 2 || s.Samples() != 4 || s.X()[0] != 3 || report.Skipped != 2 || report.Repeats != 1 || report.Rows != 5 || len(report.Reasons) != 2 {
				t.Errorf("%s: %v, %+v", name, err, report)
			}
		}
	}
}

// TestArePlaces: files with a time in some row, files that cannot be read twice, and formats with times are no places.
func TestArePlaces(t *testing.T) {
	ctx, folder := context.Background(), t.TempDir()
	files := map[string]string{
		"timed.csv":   "id,t,x,y\n1,0,1,2\n",
		"some.csv":    "id,t,x,y\n1,,1,2\n2,,1,2\n3,5,1,2\n",
		"bad.csv":     "id,t,x,y\n1,,1,2\n2,5,here,2\n",
		"none.csv":    "id,t,x,y\n",
		"places.csv":  "id,t,x,y\n1,,1,2\n",
		"named.csv":   "id,since,t,x,y\n1,,4,1,2\n",
		"lacking.csv": "id,t,x\n1,,1\n",
		"a.fcd.xml":   `<fcd-export><timestep time="0.00"><vehicle id="a" x="1" y="2"/></timestep></fcd-export>`,
	}
	writeAll(t, folder, files)
	for _, c := range []struct {
		name  string
		o     format.Options
		where []format.Condition
		want  bool
	}{
		{name: "timed.csv"}, {name: "some.csv"}, {name: "bad.csv"}, {name: "none.csv"}, {name: "lacking.csv"}, {name: "a.fcd.xml"}, {name: "named.csv"},
		{name: "places.csv", want: true},
		{name: "timed.csv", o: format.Options{Columns: map[string]string{"t": format.NoTimes}}},
		{name: "named.csv", o: format.Options{Columns: map[string]string{"t": "since"}}, want: true},
		{name: "some.csv", where: []format.Condition{{Column: "id", Operator: "<", Value: "3"}}, want: true},
		{name: "places.csv", where: []format.Condition{{Column: "id", Operator: "<", Value: "1"}}},
	} {
		c.o.Where = c.where
		if got := ArePlaces(ctx, filesAt(filepath.Join(folder, c.name)), c.o); got != c.want {
			t.Errorf("%s, %+v: %v", c.name, c.o, got)
		}
	}
	if ArePlaces(ctx, filesAt("-"), format.Options{Reading: format.Reading{Stdin: strings.NewReader(files["places.csv"])}}) {
		t.Error("standard input is read twice")
	}
	p := &format.Places{First: 2, Last: 1}
	if _, _, err := Read(ctx, filepath.Join(folder, "places.csv"), format.Options{Places: p}); err == nil || !strings.Contains(err.Error(), "last instant") {
		t.Errorf("backwards: %v", err)
	}
	for _, where := range [][]format.Condition{nil, {{Column: "id", Operator: "=", Value: "nobody"}}} {
		if _, _, err := Read(ctx, filepath.Join(folder, "a.fcd.xml"), format.Options{Places: &format.Places{}, Reading: format.Reading{Where: where}}); err == nil || !strings.Contains(err.Error(), "no places") {
			t.Errorf("floating-car data: %v", err)
		}
	}
}

package fileset_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/reading/fileset"
	"flyby/internal/testing/formattest"
	points "flyby/points/format"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A rule of reading holds in every format of tables: TestRules writes its columns in each of them. A new rule is a row of rules.
type rule struct {
	name    string
	columns []fileset.TableColumn // id, t, x, y and others
	format.Options
	want string         // the file as CSV, with times as RFC 3339 in UTC or numbers, and the suffix of the error where the rule refuses
	fail string         // "": the file is read
	only string         // formats, as a pattern of their files' names; "": all that can have the columns
	why  string         // the others are left out
	as   format.Options // of want
	unit string         // of times, in Report.Units; "": not looked at
}

// moving returns the columns of one object with times in text; x and y are numbers.
func moving(times ...string) []fileset.TableColumn {
	ids, x, y := make([]string, len(times)), make([]float64, len(times)), make([]float64, len(times))
	for i := range times {
		ids[i], x[i], y[i] = "a", float64(i)/4, -float64(i)
	}
	return []fileset.TableColumn{{Name: "id", Values: ids}, {Name: "t", Values: times}, {Name: "x", Values: x}, {Name: "y", Values: y}}
}

// at returns the CSV of moving with other times.
func at(times ...string) string {
	csv := "id,t,x,y\n"
	for i, t := range times {
		csv += fmt.Sprintf("a,%s,%v,%v\n", t, float64(i)/4, -float64(i))
	}
	return csv
}

// renamed returns columns of other names.
func renamed(columns []fileset.TableColumn, names ...string) []fileset.TableColumn {
	for i := range columns {
		columns[i].Name = names[i]
	}
	return columns
}

// in returns options with a zone and a layout of times.
func in(zone, layout string) format.Options {
	return format.Options{Reading: format.Reading{Zone: zone, TimeLayout: layout, Threads: 2}}
}

// columnsOf returns columns of ids of each row, times, and others.
func columnsOf(ids []string, others ...fileset.TableColumn) []fileset.TableColumn {
	var times []string
	for i := range ids {
		times = append(times, fmt.Sprintf("2024-07-30T06:%02d:00Z", i))
	}
	return append([]fileset.TableColumn{{Name: "id", Values: ids}, {Name: "t", Values: times}}, others...)
}

// csvOf returns CSV of ids and what follows the time in each row of columnsOf.
func csvOf(header string, rows ...string) string {
	csv := header + "\n"
	for i, row := range rows {
		id, more, _ := strings.Cut(row, " ")
		csv += fmt.Sprintf("%s,2024-07-30T06:%02d:00Z,%s\n", id, i, more)
	}
	return csv
}

// placeRules lists the rules of places, geometries, numbers, ids of several columns and pieces.
func placeRules() []rule {
	x, y := fileset.TableColumn{Name: "x", Values: []float64{1, 2, 0.5}}, fileset.TableColumn{Name: "y", Values: []float64{-1, 4, 1e-3}}
	abc, aaa, all := []string{"a", "b", "c"}, []string{"a", "a", "a"}, []bool{true, true, true}
	always := format.Options{Places: &format.Places{First: 5, Last: 60, Times: trajectory.Timestamp, Units: format.Units{Time: "s"}}}
	named := func(o format.Options, columns map[string]string) format.Options {
		o.Columns = columns
		return o
	}
	const still = "id,t,x,y\na,1970-01-01T00:00:05Z,1,-1\na,1970-01-01T00:01:00Z,1,-1\nb,1970-01-01T00:00:05Z,2,4\nb,1970-01-01T00:01:00Z,2,4\nc,1970-01-01T00:00:05Z,0.5,0.001\nc,1970-01-01T00:01:00Z,0.5,0.001\n"
	at, degrees := [][2]float64{{12.5, 55.25}, {-70.1, -33}, {0, 1e-3}}, format.Options{Reading: format.Reading{LonLat: true}}
	placed := csvOf("id,t,x,y", "a 12.5,55.25", "b -70.1,-33", "c 0,0.001")
	cents, long := fileset.Decimals{Scale: 2, Whole: []int64{-125, 3, 12345678}}, fileset.Decimals{Scale: 3, Whole: []int64{1, -2000, 123456789}}
	none := map[string]string{"t": format.NoTimes}
	const textual = `^a\.csv|quoted|tsv|arrows|parquet`
	first, second := fileset.TableColumn{Name: "p", Values: []string{"", "x", "x+"}}, fileset.TableColumn{Name: "q", Values: []string{"x+y", "+y", "y"}}
	joined := csvOf("id,t,x,y", `+x\+y 1,-1`, `x+\+y 2,4`, `x\++y 0.5,0.001`)
	trips := fileset.TableColumn{Name: "trip", Values: []string{"p", "p", "q"}}
	piece := format.Options{Columns: map[string]string{"piece": "trip"}}
	return []rule{
		{name: "no times", columns: []fileset.TableColumn{{Name: "id", Values: abc}, x, y}, Options: named(always, none), want: still},
		{name: "times that are passed by", columns: columnsOf(abc, x, y), Options: named(always, none), want: still},
		{name: "empty times", columns: []fileset.TableColumn{{Name: "id", Values: abc}, {Name: "t", Values: []string{"", "", ""}, Empty: all}, x, y}, Options: always, want: still},
		{name: "times that are null", columns: []fileset.TableColumn{{Name: "id", Values: abc}, {Name: "t", Values: []float64{0, 0, 0}, Empty: all}, x, y}, Options: always, want: still},
		{name: "EWKT, or points", only: textual, why: "text in FITS, VOTable, ECSV and JSON is not taken for a geometry", columns: columnsOf(abc, fileset.TableColumn{Name: "geometry", Values: fileset.Points{At: at}}), want: placed, as: degrees},
		{name: "EWKB in hexadecimal digits, or points", only: textual, why: "text in FITS, VOTable, ECSV and JSON is not taken for a geometry", columns: columnsOf(abc, fileset.TableColumn{Name: "geometry", Values: fileset.Points{At: at, InHex: true}}), want: placed, as: degrees},
		{name: "places by geometry", only: textual, why: "text in FITS, VOTable, ECSV and JSON is not taken for a geometry", columns: []fileset.TableColumn{{Name: "id", Values: []string{"a"}}, {Name: "geometry", Values: fileset.Points{At: at[:1]}}}, Options: named(always, none), as: degrees,
			want: "id,t,x,y\na,1970-01-01T00:00:05Z,12.5,55.25\na,1970-01-01T00:01:00Z,12.5,55.25\n"},
		{name: "DECIMAL", columns: columnsOf(aaa, fileset.TableColumn{Name: "x", Values: cents}, fileset.TableColumn{Name: "y", Values: long}), want: csvOf("id,t,x,y", "a -1.25,0.001", "a 0.03,-2", "a 123456.78,123456.789")},
		{name: "dates", columns: []fileset.TableColumn{{Name: "id", Values: abc}, {Name: "t", Values: fileset.Days{0, 19934, -1}}, x, y}, Options: in("UTC", ""), want: "id,t,x,y\na,1970-01-01T00:00:00Z,1,-1\nb,2024-07-30T00:00:00Z,2,4\nc,1969-12-31T00:00:00Z,0.5,0.001\n"},
		{name: "FLOAT16", columns: columnsOf(aaa, fileset.TableColumn{Name: "x", Values: fileset.Halves{0.5, -2048, 6.103515625e-05}}, y), want: csvOf("id,t,x,y", "a 0.5,-1", "a -2048,4", "a 6.103515625e-05,0.001")},
		{name: "ids of several columns", columns: columnsOf(abc, x, y, first, second), Options: named(format.Options{}, map[string]string{"id": "p+q"}), want: joined},
		{name: "ids with a null part", columns: columnsOf(abc, x, y, fileset.TableColumn{Name: "p", Values: []string{"", "x", "x+"}, Empty: []bool{true, false, false}}, second),
			Options: named(format.Options{}, map[string]string{"id": "p+q"}), want: joined},
		{name: "pieces", columns: columnsOf(aaa, x, y, trips), Options: piece, want: csvOf("id,t,x,y,trip", "a 1,-1,p", "a 2,4,p", "a 0.5,0.001,q"), as: piece},
		{name: "a piece without a value", columns: columnsOf(aaa, x, y, fileset.TableColumn{Name: "trip", Values: []string{"p", "p", ""}, Empty: []bool{false, false, true}}), Options: piece,
			want: csvOf("id,t,x,y,trip", "a 1,-1,p", "a 2,4,p", "a 0.5,0.001,"), as: piece},
	}
}

// rules lists the rules of reading.
func rules() []rule {
	one, two, three := "2024-07-30T06:00:00Z", "2024-07-30T06:01:00.5Z", "2024-07-30T06:02:00.123456789Z"
	const notOffset = " is no offset from UTC such as Z, UTC, +01:00, +0100 or +01"
	return []rule{
		{name: "RFC 3339", columns: moving(one, two, three), want: at(one, two, three)},
		{name: "PostgreSQL", columns: moving("2024-07-30 08:00:00+02", "2024-07-30 08:01:00.5+02", "2024-07-30 08:02:00.123456789+02"), want: at(one, two, three)},
		{name: "BigQuery", columns: moving("2024-07-30 06:00:00 UTC", "2024-07-30 06:01:00.5 UTC", "2024-07-30 06:02:00.123456789 UTC"), want: at(one, two, three)},
		{name: "Go", columns: moving("2024-07-30 06:00:00 +0000 UTC", "2024-07-30 06:01:00.5 +0000 UTC", "2024-07-30 06:02:00.123456789 +0000 UTC"), want: at(one, two, three)},
		{name: "offsets of all kinds", columns: moving("2024-07-30T06:00:00+00", "2024-07-30T06:01:00.5 GMT", "2024-07-30T07:02:00.123456789 +01:00", "2024-07-30T09:33+0330", "2024-07-30 06:04:00 +00:00 GMT"),
			want: at(one, two, three, "2024-07-30T06:03:00Z", "2024-07-30T06:04:00Z")},
		{name: "seconds left out", columns: moving("2024-07-30T06:17Z", "2024-07-30 08:18+02", "2024-07-30 06:19 UTC"), want: at("2024-07-30T06:17:00Z", "2024-07-30T06:18:00Z", "2024-07-30T06:19:00Z")},
		{name: "seconds left out, in a zone", columns: moving("2024-07-30T08:17", "2024-07-30 08:18"), Options: in("Europe/Berlin", ""), want: at("2024-07-30T06:17:00Z", "2024-07-30T06:18:00Z")},
		{name: "an offset before the zone", columns: moving("2024-07-30 06:00:00+00", "2024-07-30 08:01:00.5"), Options: in("Europe/Berlin", ""), want: at(one, two)},
		{name: "times of day", columns: moving("00:00:02", "00:00:02.50", "23:59:59.999", "24:00:00", "1:00:00:02"), want: at("2", "2.5", "86399.999", "86400", "86402"), unit: "s"},
		{name: "times of day in minutes", columns: moving("00:00:30", "00:01:30", "1:00:00:00"), Options: format.Options{Into: format.Units{Time: "min"}}, want: at("0.5", "1.5", "1440"), unit: "min"},
		{name: "times of day of SUMO's tables", columns: renamed(moving("00:00:02", "00:00:02.50", "1:00:00:02"), "vehicle_id", "timestep_time", "vehicle_x", "vehicle_y"), want: at("2", "2.5", "86402"), unit: "s"},
		{name: "times of day of another preset", columns: renamed(moving("00:00:02"), "mmsi", "timestamp", "longitude", "latitude"), fail: `"00:00:02": a time of day without its date, where times have dates`},
		{name: "months by name, AM and PM", columns: moving("Jul 30 2024 6:17 AM", "JUL 30 2024 12:18 pm", "jul 31 2024 12:19 AM"), Options: in("UTC", "Mon D YYYY h:m AM"),
			want: at("2024-07-30T06:17:00Z", "2024-07-30T12:18:00Z", "2024-07-31T00:19:00Z")},
		{name: "decimals before PM", columns: moving("7/30/2024 6:17:43.125 PM", "7/30/2024 6:17:44 PM+00"), Options: in("UTC", "M/D/YYYY h:m:s AM"), want: at("2024-07-30T18:17:43.125Z", "2024-07-30T18:17:44Z")},
		{name: "text in quotes", columns: moving("day 30.7.2024 at 6h17", "day 1.8.2024 at 16h00"), Options: in("+02:00", `"day" D.M.YYYY 'at' h"h"mm`), want: at("2024-07-30T04:17:00Z", "2024-08-01T14:00:00Z")},

		{name: "a layout beside the unit of another column", columns: moving("30.7.2024 6:17"), want: at("2024-07-30T06:17:00Z"),
			Options: format.Options{Reading: in("UTC", "D.M.YYYY h:m").Reading, Units: format.Units{Length: "m"}, ColumnUnits: map[string]string{"y": "m"}}},
		{name: "an unknown offset", columns: moving(one, "2024-07-30 06:00:00 CEST"), fail: `"2024-07-30 06:00:00 CEST": " CEST"` + notOffset},
		{name: "an offset with a name", columns: moving(one, "2024-07-30 06:00:00+02 CEST"), fail: `"CEST" behind its offset is no name of a zone that is read: UTC and GMT are`},
		{name: "two offsets", columns: moving(one, "2024-07-30 06:00:00 +0200 UTC"), fail: "its offset +0200 is not that of UTC"},
		{name: "decimals of a minute", columns: moving(one, "2024-07-30T06:17.5Z"), fail: "decimals of a minute: write its seconds"},
		{name: "another order", columns: moving(one, "30/07/2024 06:00"), fail: "not an RFC 3339 time such as 2006-01-02T15:04:05.5Z; --time-layout says another order"},
		{name: "a time of day among dates", columns: moving(one, two, three, "00:00:02"), fail: `"00:00:02": a time of day without its date, where times have dates`},
		{name: "a date among times of day", columns: moving("00:00:02", "00:00:03", "00:00:04", one), fail: `"` + one + `": a time with its date, among times of day`},
		{name: "no time of day", columns: moving("00:00:02", "25:00:00"), fail: `"25:00:00": no such time of day`},
		{name: "a word among times of day", columns: moving("00:00:02", "noon"), fail: `"noon": no time of day such as 00:00:02 or 1:00:00:02, as the times before it are`},
		{name: "no zone", columns: moving("2024-07-30 06:00"), fail: "no offset from UTC: end it with Z or such as +01:00, or tell the zone of all as --tz UTC does"},
		{name: "a number among times of day", columns: moving("00:00:02", "3"), only: "csv|tsv", why: "digits of columns of text are no numbers elsewhere", fail: `"3": a number among times of day`},
		{name: "a time of day among numbers", columns: moving("3", "00:00:02"), only: "csv|tsv", why: "digits of columns of text are no numbers elsewhere", fail: `"00:00:02": a time of day among numbers`},
		{name: "times of day that are said to be in minutes", columns: moving("00:00:02"), Options: format.Options{Reading: format.Reading{}, Units: format.Units{Length: "m", Time: "min"}}, fail: "times are in s, and --units says min"},
		{name: "times of day that are said to count since 1970", columns: moving("00:00:02"), only: "parquet|arrows|fits|vot|json", why: "text without types is refused by its first value", Options: format.Options{ColumnUnits: map[string]string{"t": "unix"}}, fail: "column t holds dates and times, and --units says t=unix"},
	}
}

// TestRules: each rule of reading gives the same store in every format, of trajectories as a whole and row by row, and of points, or the same error.
func TestRules(t *testing.T) {
	for _, r := range append(rules(), placeRules()...) {
		t.Run(r.name, func(t *testing.T) {
			folder := t.TempDir()
			var want *trajectory.Store
			if r.fail == "" {
				as := r.as
				as.Units.Time = r.unit
				want, _, _ = r.read(t, folder, "want.csv", r.want, as)
			}
			if (r.only == "") != (r.why == "") {
				t.Error("formats are left out, and nothing says why")
			}
			files, lacks := fileset.TableFiles(t, r.columns...), fileset.TableLacks(r.columns...)
			for _, ext := range []string{".csv", ".tsv", ".json", ".ndjson", ".ecsv", ".vot", ".fits", ".arrows", ".parquet"} {
				is := func(name, why string) bool { return strings.HasSuffix(name, ext) && why != "" }
				if !anyOf(files, is) && !anyOf(lacks, is) {
					t.Errorf("no file %s, and nothing says why", ext)
				}
			}
			for name, content := range files {
				if is, err := regexp.MatchString(r.only, name); err != nil || !is {
					continue
				}
				got, report, err := r.read(t, folder, name, content, r.Options)
				switch {
				case r.fail != "" && (err == nil || !strings.HasSuffix(err.Error(), r.fail)):
					t.Errorf("%s: %v, want %s", name, err, r.fail)
				case r.fail == "" && err != nil:
					t.Errorf("%s: %v", name, err)
				case r.fail == "":
					formattest.SameStore(t, got, want)
					if got.Segments() != want.Segments() {
						t.Errorf("%s: %d segments, want %d", name, got.Segments(), want.Segments())
					}
					if r.unit != "" && report.Units.Time != r.unit {
						t.Errorf("%s: times in %q, want %q", name, report.Units.Time, r.unit)
					}
				}
				r.readPoints(t, folder, name, err)
			}
		})
	}
}

// anyOf reports whether some entry is of a kind.
func anyOf(all map[string]string, is func(name, text string) bool) bool {
	for name, text := range all {
		if is(name, text) {
			return true
		}
	}
	return false
}

// read reads a file of trajectories as a whole, and compares the rows that are handed on.
func (r *rule) read(t *testing.T, folder, name, content string, o format.Options) (*trajectory.Store, format.Report, error) {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	s, report, err := fileset.Read(context.Background(), path, o)
	if err != nil && r.fail == "" {
		return nil, report, err
	}
	if o.Places != nil || o.Columns[infile.PieceKey] != "" {
		return s, report, err // rows alone make neither places nor pieces
	}
	if err == nil && s.Space().Frame != trajectory.Plain {
		return s, report, nil // rows alone are in degrees
	}
	g := &formattest.Gatherer{T: t}
	ids, rows, bad := fileset.ReadRows(context.Background(), path, o, g.Take)
	var again *trajectory.Store
	if bad == nil {
		again, rows, bad = g.Build(ids, rows, o)
	}
	formattest.CompareRows(t, again, s, bad, err)
	if err == nil && (rows.Units != report.Units || rows.OfDay != report.OfDay || (rows.OfDay != "") != (o.Zone == "" && s.Times() == trajectory.Number && name != "want.csv")) {
		t.Errorf("%s: row by row %+v %q, as a whole %+v %q", name, rows.Units, rows.OfDay, report.Units, report.OfDay)
	}
	return s, report, err
}

// readPoints reads the file as points, whose first coordinate is t, where such files are read: the points of the trajectories' rows, or the error.
func (r *rule) readPoints(t *testing.T, folder, name string, wrong error) {
	t.Helper()
	if r.columns[len(r.columns)-1].Name == "geometry" && r.Places == nil {
		if typed, _ := regexp.MatchString("arrows|parquet", name); typed { // points have no geometries in text
			r.readShapes(t, filepath.Join(folder, name))
		}
		return
	}
	if _, ok := points.Formats().Choose(name, ""); !ok || r.columns[1].Name != "t" || r.columns[2].Name != "x" || r.Places != nil || r.Into != (format.Units{}) || r.Units != (format.Units{}) || r.ColumnUnits != nil {
		return
	}
	o := points.Options{Columns: map[string]string{"x1": "t", "x2": "x", "x3": "y"}, Reading: r.Reading}
	got, report, err := points.Read(context.Background(), filepath.Join(folder, name), o)
	if wrong != nil {
		if err == nil || !strings.HasSuffix(err.Error(), r.fail) {
			t.Errorf("points of %s: %v, want %s", name, err, r.fail)
		}
		return
	}
	if err != nil {
		t.Errorf("points of %s: %v", name, err)
		return
	}
	want, _, err := fileset.Read(context.Background(), filepath.Join(folder, "want.csv"), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if (report.OfDay != "") != (want.Times() == trajectory.Number) || got.Len() != want.Samples() {
		t.Errorf("%d points of %s, times of day %q, want %d", got.Len(), name, report.OfDay, want.Samples())
	}
	for row := range got.Len() {
		if p := got.Append(nil, row); p[0] != want.T()[row] || p[1] != want.X()[row] || p[2] != want.Y()[row] {
			t.Errorf("point %d of %s: %v, want %v %v %v", row, name, p, want.T()[row], want.X()[row], want.Y()[row])
		}
	}
}

// readShapes reads a file with a geometry as points: its places alone, in degrees.
func (r *rule) readShapes(t *testing.T, path string) {
	t.Helper()
	got, report, err := points.Read(context.Background(), path, points.Options{})
	if err != nil || !report.Degrees {
		t.Errorf("points of %s: %+v, %v", filepath.Base(path), report, err)
		return
	}
	var want strings.Builder
	want.WriteString("lon,lat\n")
	for _, at := range r.columns[len(r.columns)-1].Values.(fileset.Points).At {
		fmt.Fprintf(&want, "%v,%v\n", at[0], at[1])
	}
	plain := filepath.Join(filepath.Dir(path), "plain.csv")
	if err := os.WriteFile(plain, []byte(want.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	same, _, err := points.Read(context.Background(), plain, points.Options{Reading: format.Reading{LonLat: true}})
	if err != nil || same.Len() != got.Len() {
		t.Fatalf("%v, %d points, want %d", err, got.Len(), same.Len())
	}
	for row := range same.Len() {
		if g, w := fmt.Sprint(got.Append(nil, row)), fmt.Sprint(same.Append(nil, row)); g != w {
			t.Errorf("point %d of %s: %s, want %s", row, filepath.Base(path), g, w)
		}
	}
}

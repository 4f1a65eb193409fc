package input_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	points "flyby/points/format"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/format/formattest"
	"flyby/trajectory/input"
)

// A rule of reading holds in every format of tables: TestRules writes its columns in each of them. A new rule is a row of rules.
type rule struct {
	name    string
	columns []input.TableColumn // id, t, x, y and others
	format.Options
	want string // the file as CSV, with times as RFC 3339 in UTC or numbers, and the suffix of the error where the rule refuses
	fail string // "": the file is read
	only string // formats by a part of their files' names; "": all
	unit string // of times, in Report.Units; "": not looked at
}

// moving returns the columns of one object with times in text; x and y are numbers.
func moving(times ...string) []input.TableColumn {
	ids, x, y := make([]string, len(times)), make([]float64, len(times)), make([]float64, len(times))
	for i := range times {
		ids[i], x[i], y[i] = "a", float64(i)/4, -float64(i)
	}
	return []input.TableColumn{{Name: "id", Values: ids}, {Name: "t", Values: times}, {Name: "x", Values: x}, {Name: "y", Values: y}}
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
func renamed(columns []input.TableColumn, names ...string) []input.TableColumn {
	for i := range columns {
		columns[i].Name = names[i]
	}
	return columns
}

// in returns options with a zone and a layout of times.
func in(zone, layout string) format.Options {
	return format.Options{Reading: format.Reading{Zone: zone, TimeLayout: layout, Threads: 2}}
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
		{name: "a number among times of day", columns: moving("00:00:02", "3"), only: "csv", fail: `"3": a number among times of day`},
		{name: "a time of day among numbers", columns: moving("3", "00:00:02"), only: "csv", fail: `"00:00:02": a time of day among numbers`},
		{name: "times of day that are said to be in minutes", columns: moving("00:00:02"), Options: format.Options{Reading: format.Reading{}, Units: format.Units{Length: "m", Time: "min"}}, fail: "times are in s, and --units says min"},
		{name: "times of day that are said to count since 1970", columns: moving("00:00:02"), only: "parquet", Options: format.Options{ColumnUnits: map[string]string{"t": "unix"}}, fail: "column t holds dates and times, and --units says t=unix"},
	}
}

// TestRules: each rule of reading gives the same store in every format, of trajectories as a whole and row by row, and of points, or the same error.
func TestRules(t *testing.T) {
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			folder := t.TempDir()
			var want *trajectory.Store
			if r.fail == "" {
				want, _, _ = r.read(t, folder, "want.csv", r.want, format.Options{Units: format.Units{Time: r.unit}})
			}
			for name, content := range input.TableFiles(t, r.columns...) {
				if !strings.Contains(name, r.only) {
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
					if r.unit != "" && report.Units.Time != r.unit {
						t.Errorf("%s: times in %q, want %q", name, report.Units.Time, r.unit)
					}
				}
				r.readPoints(t, folder, name, err)
			}
		})
	}
}

// read reads a file of trajectories as a whole, and compares the rows that are handed on.
func (r *rule) read(t *testing.T, folder, name, content string, o format.Options) (*trajectory.Store, format.Report, error) {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	s, report, err := input.Read(context.Background(), path, o)
	if err != nil && r.fail == "" {
		t.Fatalf("%s: %v", name, err)
	}
	g := &formattest.Gatherer{T: t}
	ids, rows, bad := input.ReadRows(context.Background(), path, o, g.Take)
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
	if _, ok := points.Formats().Choose(name, ""); !ok || r.columns[1].Name != "t" || r.Into != (format.Units{}) || r.Units != (format.Units{}) || r.ColumnUnits != nil {
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
	want, _, err := input.Read(context.Background(), filepath.Join(folder, "want.csv"), format.Options{})
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

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
	"flyby/trajectory/format"
)

// shipRow is a message of a ship, in any layout.
type shipRow struct{ ship, minute, kind int }

// shipRows returns the messages of four ships abreast for an hour and a half, one a minute; two of them fish.
func shipRows() (rows []shipRow) {
	for minute := range 90 {
		for ship := range 4 {
			rows = append(rows, shipRow{ship, minute, []int{30, 30, 70, 70}[ship]})
		}
	}
	return rows
}

// id returns the number of a ship.
func (r shipRow) id() int { return 366000000 + r.ship }

// date returns the time of the message.
func (r shipRow) date(layout string) string {
	return fmt.Sprintf(layout, 10+r.minute/60, r.minute%60)
}

// place returns the longitude and the latitude.
func (r shipRow) place() (lon, lat string) {
	return fmt.Sprintf("-70.%04d", 1000+3*r.minute), fmt.Sprintf("40.%04d", 1000+r.ship)
}

// name returns the name of the ship in a file of a year.
func (r shipRow) name(year string) string {
	if year == "old" {
		return ""
	}
	return fmt.Sprintf("SHIP %d of %s", r.ship, year)
}

// shipLayouts returns writers of messages in the layouts of several years; "one" is a single layout for all, where a ship has the name
// of the year whose layout first named it.
func shipLayouts() map[string]func(rows []shipRow, year func(r shipRow) string) string {
	of := func(header string, row func(r shipRow, lon, lat string, year string) string) func([]shipRow, func(shipRow) string) string {
		return func(rows []shipRow, year func(shipRow) string) string {
			text := header + "\n"
			for _, r := range rows {
				lon, lat := r.place()
				text += row(r, lon, lat, year(r)) + "\n"
			}
			return text
		}
	}
	return map[string]func([]shipRow, func(shipRow) string) string{
		"old": of("MMSI,date_time_utc,lat,lon", func(r shipRow, lon, lat, _ string) string {
			return fmt.Sprintf("%d,%s,%s,%s", r.id(), r.date("2024-12-31T%02d:%02d:00"), lat, lon)
		}),
		"2024": of("MMSI,BaseDateTime,LAT,LON,VesselName,VesselType", func(r shipRow, lon, lat, year string) string {
			return fmt.Sprintf("%d,%s,%s,%s,%s,%d", r.id(), r.date("2024-12-31T%02d:%02d:00"), lat, lon, r.name(year), r.kind)
		}),
		"2025": of("mmsi,base_date_time,longitude,latitude,vessel_type,vessel_name", func(r shipRow, lon, lat, year string) string {
			return fmt.Sprintf("%d,%s,%s,%s,%d,%s", r.id(), r.date("2024-12-31 %02d:%02d:00"), lon, lat, r.kind, r.name(year))
		}),
	}
}

// TestLayouts: a folder of files in several layouts gives the answer of one file with all rows, and reports its layouts, in every order
// of the files, and when rows of the layouts alternate; --with finds its column under each layout's name, and takes the value of the
// moment from rows whose layout has it; --where finds it, too.
func TestLayouts(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	const (
		old    = "ais: id=MMSI t=date_time_utc (UTC) x=lon y=lat, degrees"
		of2024 = "marinecadastre: id=MMSI t=BaseDateTime (UTC) x=LON y=LAT, degrees"
		of2025 = "marinecadastre: id=mmsi t=base_date_time (UTC) x=longitude y=latitude, degrees"
		join   = "join --distance 50m --level encounters --max-gap 6h"
	)
	columns := map[string]string{"old": old, "2024": of2024, "2025": of2025}
	hours := func(parts int) func(r shipRow) int { return func(r shipRow) int { return r.minute * parts / 90 } }
	turns := func(parts int) func(r shipRow) int {
		return func(r shipRow) int { return (r.minute + r.ship) % parts }
	}
	for _, c := range []struct {
		files   []string // their layouts, in order of names
		part    func(r shipRow) int
		presets string // of --preset
		flags   string
		of      string // the flags for one file
	}{
		{[]string{"2024", "2025"}, hours(2), "", "--with vessel_name", "--with VesselName"},
		{[]string{"2024", "2025"}, hours(2), "marinecadastre", "--with VesselName,vessel_type", "--with VesselName,VesselType"},
		{[]string{"2025", "2024"}, turns(2), "", "--with vessel_name", "--with VesselName"},
		{[]string{"old", "2025", "2024"}, hours(3), "", "--with VesselName", "--with VesselName"},
		{[]string{"old", "2024", "2025", "2024"}, hours(4), "", "--with vessel_name", "--with VesselName"},
		{[]string{"2025", "old"}, turns(2), "", "--with Vessel.Name", "--with VesselName"},
		{[]string{"2024", "2025"}, turns(2), "", "--where vessel_type=30", "--where VesselType=30"},
		{[]string{"2025", "2024"}, hours(2), "", "--where VesselType!=30 --where VESSEL_NAME>=SHIP", "--where VesselType!=30"},
	} {
		t.Run(strings.Join(c.files, " ")+" "+c.flags, func(t *place) {
			t.Chdir(t.TempDir())
			rows := shipRows()
			var told []string
			var layouts []format.Layout
			for i, of := range c.files {
				var part []shipRow
				for _, r := range rows {
					if c.part(r) == i {
						part = append(part, r)
					}
				}
				path := fmt.Sprintf("days/%d.csv", i)
				writeIn(t, path, shipLayouts()[of](part, always(of)))
				name, _, _ := strings.Cut(columns[of], ":")
				if at := indexOfColumns(layouts, columns[of]); at >= 0 {
					layouts[at].Files++
					continue
				}
				layouts = append(layouts, format.Layout{Preset: name, Columns: columns[of], Files: 1, First: path})
			}
			for _, l := range layouts {
				told = append(told, "flyby: "+l.First+[]string{"", ": ", " and 1 other file: "}[l.Files]+l.Columns)
			}
			write(t, "one.csv", shipLayouts()["2024"](rows, func(r shipRow) string { return c.files[c.part(r)] }))
			want := invoke(t, "", append(strings.Fields(join+" one.csv"), strings.Fields(c.of)...)...).out
			args := append(strings.Fields(join+" days"), strings.Fields(c.flags)...)
			if c.presets != "" {
				args, told = append(args, "--preset", c.presets), nil
			}
			for _, outgrown := range []bool{false, true} {
				r := invokeOn(t, streams{outgrown: outgrown}, args...)
				if _, got, _ := strings.Cut(r.out, "\n"); r.status != cli.OK || strings.Count(got, "\n") < 1 || got != want[strings.Index(want, "\n")+1:] {
					t.Fatalf("outgrown %v: status %d, %s%s\nwant %s", outgrown, r.status, r.out, r.err, want)
				}
				if got := presetLines(r.err); !reflect.DeepEqual(got, told) {
					t.Errorf("outgrown %v: told %q, want %q", outgrown, got, told)
				}
				var summary struct {
					Layouts []format.Layout `json:"entry_layouts"`
				}
				lastJSON(t, invokeOn(t, streams{outgrown: outgrown}, append(args, "--json")...).err, &summary)
				if !reflect.DeepEqual(summary.Layouts, layouts) {
					t.Errorf("outgrown %v: %+v, want %+v", outgrown, summary.Layouts, layouts)
				}
			}
		})
	}
}

// writeIn makes a file in a folder.
func writeIn(t *place, path, text string) {
	t.Helper()
	if err := os.MkdirAll(t.at(filepath.Dir(path)), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, path, text)
}

// always returns a year for every row.
func always(year string) func(shipRow) string { return func(shipRow) string { return year } }

// indexOfColumns returns the index of the layout with the given columns, less than 0 without one.
func indexOfColumns(layouts []format.Layout, columns string) int {
	for i, l := range layouts {
		if l.Columns == columns {
			return i
		}
	}
	return -1
}

// presetLines returns the lines about columns.
func presetLines(told string) (lines []string) {
	for line := range strings.SplitSeq(told, "\n") {
		if strings.Contains(line, " x=") || strings.Contains(line, "no preset") {
			lines = append(lines, line)
		}
	}
	return lines
}

// lastJSON reads the last line.
func lastJSON(t *place, text string, to any) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), to); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

// TestLayoutsOfQueries: the files of queries and of entries have layouts of their own, flyby info lists them, and a file without a
// preset is read together with others.
func TestLayoutsOfQueries(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	rows := shipRows()
	writeIn(t, "a/1.csv", shipLayouts()["2024"](rows[:120], always("2024")))
	writeIn(t, "a/2.csv", shipLayouts()["2025"](rows[120:240], always("2025")))
	neutral := "id,t,lon,lat\n"
	for _, r := range rows[240:] {
		lon, lat := r.place()
		neutral += fmt.Sprintf("%d,%s,%s,%s\n", r.id(), r.date("2024-12-31T%02d:%02d:00Z"), lon, lat)
	}
	writeIn(t, "a/3.csv", neutral)
	write(t, "one.csv", shipLayouts()["2024"](rows, always("2024")))
	want := must(t, strings.Fields("join one.csv --preset marinecadastre --distance 50m --level encounters")...)
	if r := invoke(t, "", strings.Fields("join a --lonlat --distance 50m --level encounters")...); r.out != want || len(presetLines(r.err)) != 3 || !strings.Contains(r.err, "a/3.csv: no preset") {
		t.Errorf("%+v, want %s", r, want)
	}
	var summary struct {
		Entries []format.Layout `json:"entry_layouts"`
		Queries []format.Layout `json:"query_layouts"`
	}
	lastJSON(t, invoke(t, "", strings.Fields("search --queries a --entries one.csv --lonlat --distance 50m --json")...).err, &summary)
	if len(summary.Entries) != 0 || len(summary.Queries) != 3 || summary.Queries[2] != (format.Layout{Preset: format.NoPreset, Files: 1, First: "a/3.csv"}) {
		t.Errorf("%+v", summary)
	}
	var facts struct {
		Preset  format.Preset   `json:"preset"`
		Layouts []format.Layout `json:"layouts"`
	}
	lastJSON(t, invoke(t, "", "info", "a", "--lonlat", "--json").out, &facts)
	if facts.Preset.Name != "marinecadastre" || !reflect.DeepEqual(facts.Layouts, summary.Queries) {
		t.Errorf("%+v, want the layouts %+v", facts, summary.Queries)
	}
	if text := invoke(t, "", "info", "a", "--lonlat").out; strings.Count(text, "  preset ") != 3 || !strings.Contains(text, "t=base_date_time (UTC) x=longitude y=latitude, degrees (a/2.csv)") {
		t.Error(text)
	}
	lastJSON(t, invoke(t, "", strings.Fields("convoys a --lonlat --distance 50m --min-size 2 --min-duration 1min --json --out out.csv")...).err, &summary)
	if len(summary.Entries) != 3 {
		t.Errorf("convoys: %+v", summary)
	}
}

// TestColumnsAlike: in a file of a preset a column is found whose name differs in case and separators alone, preferably the exact name;
// an error names both columns of an ambiguous name. In a file of no preset names match exactly.
func TestColumnsAlike(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	const rows = "1,2024-05-01T00:00:00Z,10,50,a,b\n1,2024-05-01T01:00:00Z,10,50,a,b\n2,2024-05-01T00:00:00Z,10,50,c,d\n2,2024-05-01T01:00:00Z,10,50,c,d\n"
	write(t, "ais.csv", "MMSI,BaseDateTime,LON,LAT,Vessel Name,vessel_name\n"+rows)
	write(t, "neutral.csv", "id,t,lon,lat,Vessel Name,note\n"+rows)
	for _, c := range []struct {
		flags, says, refused string
	}{
		{"ais.csv --with vessel_name", "b,d", ""},
		{"ais.csv --where vessel_name!=e --with LAT", "50,50", ""},
		{"ais.csv --with VesselName", "", `ais.csv: columns "Vessel Name" and "vessel_name", both "VesselName" but for case, blanks and _ - . :, which --with names: say which`},
		{"ais.csv --where vessel.name=b", "", `ais.csv: columns "Vessel Name" and "vessel_name", both "vessel.name" but for case, blanks and _ - . :, which --where vessel.name=b names: say which`},
		{"ais.csv --where vesseltype=b", "", `ais.csv: no column "vesseltype", which --where vesseltype=b names; there is "MMSI"`},
		{"neutral.csv --lonlat --with Note", "", `there is none of that name; there is "id"`},
		{"neutral.csv --lonlat --where vessel_name=a", "", `neutral.csv: no column "vessel_name", which --where vessel_name=a names`},
	} {
		r := invoke(t, "", strings.Fields("join --distance 5m --level pairs "+c.flags)...)
		switch {
		case c.refused != "" && (r.status != cli.WrongUsage || !strings.Contains(r.err, c.refused)):
			t.Errorf("%s: %+v, want %s", c.flags, r, c.refused)
		case c.refused == "" && (r.status != cli.OK || !strings.HasSuffix(strings.TrimSpace(r.out), ","+c.says)):
			t.Errorf("%s: %+v, want %s", c.flags, r, c.says)
		}
	}
}

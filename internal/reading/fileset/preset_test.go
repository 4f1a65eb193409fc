package fileset

import (
	"os"
	"strings"
	"testing"

	"flyby/internal/reading"
	"flyby/internal/reading/csv"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestPresets wants each file to be read like neutral CSV of the same data, in any case and
// spelling of the header, with any separator of fields, as a whole and row by row.
func TestPresets(t *testing.T) {
	for _, c := range formattest.PresetCases() {
		t.Run(c.Name, func(t *testing.T) {
			want, plain, err := readText(t, "neutral.csv", c.Neutral, format.Options{Reading: format.Reading{LonLat: c.LonLat}})
			if err != nil {
				t.Fatal(err)
			}
			got, report, err := readText(t, "a.csv", c.Text, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			formattest.SameStore(t, got, want)
			if report.Preset != c.Preset || report.Skipped != 0 || report.Rows != plain.Rows+c.Preset.Omitted() {
				t.Errorf("%+v, want %+v", report, c.Preset)
			}
			head, rows, _ := strings.Cut(c.Text, "\n")
			if c.Options.Columns == nil && c.Preset.Name != "" {
				other := strings.NewReplacer("_", " ", "-", ".").Replace(strings.ToUpper(head))
				got, _, err := readText(t, "a.csv", other+"\n"+rows, format.Options{Preset: c.Preset.Name, Reading: format.Reading{LonLat: c.Options.LonLat, Zone: c.Options.Zone}, Height: c.Options.Height})
				if err != nil {
					t.Fatal(err)
				}
				formattest.SameStore(t, got, want)
			}
			samples := 0
			_, again, err := ReadRows(t.Context(), "-", withText(c.Options, c.Text), func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
				samples += len(rows.T)
				if rows.LonLat != c.LonLat {
					t.Errorf("degrees: %v", rows.LonLat)
				}
				return nil
			})
			if err != nil || samples != plain.Rows || again.Preset != c.Preset || again.Rows != report.Rows {
				t.Errorf("%d rows, %+v, %v", samples, again, err)
			}
		})
	}
}

// withText returns options whose standard input is a text.
func withText(o format.Options, text string) format.Options {
	o.Stdin = strings.NewReader(text)
	return o
}

// TestPresetErrors wants errors about columns that a preset misses, and about rows that are bad in
// a preset, too.
func TestPresetErrors(t *testing.T) {
	const marine = "MMSI,BaseDateTime,LAT,LON\n"
	for _, c := range []struct {
		path, text string
		o          format.Options
		want       string
	}{
		{"a.csv", marine + "1,2020-12-31T00:00:00,42,-83\n", format.Options{Preset: format.NoPreset}, `a.csv:1: no id, time and place in "MMSI", "BaseDateTime", "LAT", "LON"; try: --lonlat --tz UTC --columns id=MMSI,t=BaseDateTime,x=LON,y=LAT`},
		{"a.csv", marine + "1,2020-12-31T00:00:00,42,-83\n", format.Options{Preset: "aisdk"}, `a.csv:1: no column #_timestamp or timestamp of preset aisdk; there is "MMSI", "BaseDateTime", "LAT", "LON"`},
		{"a.csv", marine + "1,2020-12-31T00:00:00,42,-83\n", format.Options{Columns: map[string]string{"id": "Name"}}, `a.csv:1: no column Name; there is "MMSI", "BaseDateTime", "LAT", "LON"`},
		{"a.csv", marine + "1,2020-12-31T00:00:00,42,-83\n", format.Options{Preset: "gps"}, `format: preset "gps": must be one of marinecadastre, aisdk, movebank, opensky, sumo, ais, aisstream, readsb, timeline, gaia, none`},
		{"a.gpx", marine, format.Options{Preset: "gps"}, `format: preset "gps"`},
		{"a.csv", marine + ",2020-12-31T00:00:00,42,-83\n", format.Options{}, `a.csv:2: column MMSI: "": missing`},
		{"a.csv", marine + "1,2020-12-31T00:00:00,95,-83\n", format.Options{}, `a.csv:2: column LAT: "95": latitude`},
		{"a.csv", marine + "1,2020-12-31T00:00:00,,\n2,2020-12-31T00:00:00,91,181\n", format.Options{}, `a.csv: none of 2 rows has a position`},
		{"a.csv", marine + "1,12/31/2020,42,-83\n", format.Options{}, `a.csv:2: column BaseDateTime: "12/31/2020": not an RFC 3339 time such as 2006-01-02T15:04:05.5Z`},
		{"a.csv", "mmsi,lon,lat,lat,time\n1,2,3,4,5\n", format.Options{Preset: "ais"}, `a.csv:1: two columns lat`},
		{"a.csv", marine + "1,2020-12-31T00:00:00,42,-83\n", format.Options{Height: "baroaltitude"}, `a.csv:1: preset marinecadastre has no height baroaltitude`},
		{"a.csv", "id,t,x,y\n1,2,3,4\n", format.Options{Height: "geoaltitude"}, `a.csv:1: heights from geoaltitude are for the presets that have it`},
		{"a.csv", "mmsi,lon,lat,time\n1,5,6,2020-01-01 00:00:00\n", format.Options{}, `a.csv:2: column time: "2020-01-01 00:00:00": no offset from UTC`},
		{"a.csv", formattest.OpenSky + "1591020040,3c6444,51,8.6,200,90,0,DLH1,False,910,1010,1591020018.5,1591020039\n", format.Options{}, `a.csv:9: column lastposupdate: "2020-06-01T14:00:18.5Z": repeated time within its trajectory`},
	} {
		if _, _, err := readText(t, c.path, c.text, c.o); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q, %+v: %v, want %s", c.text, c.o, err, c.want)
		}
	}
}

// FuzzPresets: bytes after the header of each preset are read or refused, whatever they are.
func FuzzPresets(f *testing.F) {
	for i, c := range formattest.PresetCases() {
		f.Add([]byte(c.Text), uint16(3+i))
	}
	f.Fuzz(func(t *testing.T, data []byte, size uint16) {
		if len(data) > formattest.LargestInput {
			return
		}
		for _, o := range []format.Options{{Reading: format.Reading{Threads: 2}}, {Reading: format.Reading{Threads: 1, SkipBadRows: true, Zone: "Europe/Berlin"}, Height: format.NoHeight}, {Reading: format.Reading{Threads: 2, SkipBadRows: true}, States: true, Ahead: 1}} {
			small := o
			p, err := csv.Read(t.Context(), formattest.InMemory(data), readerOf(o))
			q, err1 := csv.ReadBlocks(t.Context(), formattest.InMemory(data), readerOf(small), 1+int(size))
			if (err == nil) != (err1 == nil) || err == nil && (p.Rows != q.Rows || p.Preset != q.Preset || len(p.Columns.T) != len(q.Columns.T)) {
				t.Fatalf("%v, in blocks %v", err, err1)
			}
			formattest.Outcome(t, p, err, o)
		}
	})
}

// TestPresetsAreDocumented wants docs/formats.md to name every preset and height.
func TestPresetsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(reading.Presets(), reading.Heights()...) {
		if !strings.Contains(string(page), "`"+name+"`") && !strings.Contains(string(page), " "+name+"`") {
			t.Errorf("%s is not in docs/formats.md", name)
		}
	}
}

package fileset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"flyby/internal/reading"
	"flyby/internal/reading/parquet"
	"flyby/internal/testing/formattest"
	"flyby/internal/testing/tabletest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestHeightsAside: in every format of tables a column of heights that is no z is told, with the flags that take it, which do; where Options say that
// heights are left out, or z is there, nothing is told.
func TestHeightsAside(t *testing.T) {
	column := func(s string) map[string]string {
		columns, err := format.ParseColumns(s)
		if err != nil {
			t.Fatal(err)
		}
		return columns
	}
	const rows = "\n1,0,1,2,10\n1,1,2,3,10\n2,0,1,2,500\n2,1,2,3,500\n"
	for _, c := range []struct {
		header string
		o      format.Options
		text   string            // "": nothing is told
		take   map[string]string // columns that take the heights
	}{
		{"id,t,x,y,altitude", format.Options{}, "z not taken: altitude (--columns z=altitude)", column("z=altitude")},
		{"id,t,x,y,Z", format.Options{}, "z not taken: Z (--columns z=Z)", column("z=Z")},
		{"id,t,x,y,depth", format.Options{}, "z not taken: depth (--columns z=depth)", column("z=depth")},
		{"id,t,x,y,height_ft", format.Options{Units: format.Units{Length: "m"}}, "z not taken: height_ft (--columns z=height_ft --units z=ft)", column("z=height_ft")},
		{"id,t,x,y,flight_level", format.Options{}, "z not taken: flight_level (--columns z=flight_level, in hundreds of feet)", column("z=flight_level")},
		{"ID,T,X,Y,Z", format.Options{Columns: column("id=ID,t=T,x=X,y=Y")}, "z not taken: Z (--columns z=Z)", column("id=ID,t=T,x=X,y=Y,z=Z")},
		{"id,t,lon,lat,alt_m", format.Options{}, "z not taken: alt_m (--columns z=alt_m)", column("z=alt_m")},
		{"id,t,lon,lat,alt_ft", format.Options{}, "z not taken: alt_ft (--columns z=alt_ft --units z=ft)", column("z=alt_ft")},
		{"id,t,lon,lat,baro_altitude", format.Options{Reading: format.Reading{LonLat: true}}, "z not taken: baro_altitude (--columns z=baro_altitude)", column("z=baro_altitude")},
		{"mmsi,time,lon,lat,altitude", format.Options{Preset: "ais", ColumnUnits: map[string]string{"t": "unix"}}, "z not taken: altitude (--columns z=altitude)", column("z=altitude")},
		{"timestep_time,vehicle_id,vehicle_x,vehicle_y,vehicle_z,person_id,person_x,person_y", format.Options{}, "z not taken: vehicle_z", nil},
		{"id,t,lon,lat,height", format.Options{}, "", nil},
		{"id,t,x,y,z", format.Options{}, "", nil},
		{"id,t,x,y,speed", format.Options{}, "", nil},
		{"id,t,x,y,alt", format.Options{Height: format.NoHeight}, "", nil},
		{"id,t,x,y,alt", format.Options{Columns: column("z=alt")}, "", nil},
		{"id,t,x,depth,speed", format.Options{Columns: column("y=depth")}, "", nil},
	} {
		text := c.header + rows
		if strings.Contains(c.header, "person") {
			text = c.header + "\n0,1,1,2,10,,,\n0,,,,,2,3,4\n"
		}
		files := (textTable{tabletest.Of(t, text)}).files(t)
		files["a.csv"] = text
		for name, content := range files {
			_, report, err := readText(t, name, content, c.o)
			if err != nil {
				t.Fatalf("%s of %s: %v", name, c.header, err)
			}
			if got := reading.AsideText(report.Aside, report.Units.Length); got != c.text {
				t.Errorf("%s of %s: %q, want %q", name, c.header, got, c.text)
			}
			if c.take == nil {
				continue
			}
			with := c.o
			with.Columns = c.take
			if _, report, err = readText(t, name, content, with); err != nil || !report.Heights || reading.AsideText(report.Aside, report.Units.Length) != "" {
				t.Errorf("%s of %s: with the flags that are told: %v, heights %v, %q", name, c.header, err, report.Heights, reading.AsideText(report.Aside, report.Units.Length))
			}
		}
	}
}

// TestHeightsAsideOfGeometries: a column of heights with points without z is told, and can be taken.
func TestHeightsAsideOfGeometries(t *testing.T) {
	type row struct {
		ID       int64   `parquet:"id"`
		T        float64 `parquet:"t"`
		Geometry []byte  `parquet:"geometry"`
		AltFt    float64 `parquet:"alt_ft"`
	}
	point := formattest.Geometry(formattest.WKBPoint, nil, 1, 2)
	file := formattest.InGroups(t, []row{{1, 0, point, 1000}, {1, 1, point, 2000}}, 30, formattest.GeoKey("WKB", utm()))
	_, report, err := readText(t, "a.parquet", file, format.Options{})
	if err != nil || reading.AsideText(report.Aside, report.Units.Length) != "z not taken: alt_ft (--columns z=alt_ft --units z=ft)" {
		t.Errorf("%v, %q", err, reading.AsideText(report.Aside, report.Units.Length))
	}
	s, report, err := readText(t, "a.parquet", file, format.Options{Columns: map[string]string{"z": "alt_ft"}, ColumnUnits: map[string]string{"z": "ft"}})
	if err != nil || s.Z()[0] != 304.8 || len(report.Aside) > 0 {
		t.Errorf("%v, %+v", err, report)
	}
}

// TestVerticalNamesHeights: the error that a vertical threshold needs heights names the columns that may have them, whether rows are kept or handed on.
func TestVerticalNamesHeights(t *testing.T) {
	const text = "id,t,lon,lat,alt_ft\n1,0,1,2,3\n1,1,1,2,3\n"
	const want = "positions have no height z, which a vertical threshold needs; z not taken: alt_ft (--columns z=alt_ft --units z=ft)"
	for name, content := range map[string]string{"a.csv": text, "a.parquet": (textTable{tabletest.Of(t, text)}).Parquet(t, false, 3)} {
		if _, _, err := readText(t, name, content, format.Options{Upright: true}); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
		path := writeAll(t, t.TempDir(), map[string]string{name: content})[0]
		_, _, err := ReadRows(t.Context(), path, format.Options{Upright: true}, func(*reading.Rows, func(*trajectory.RowError) error) error { return nil })
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("rows of %s: %v", name, err)
		}
	}
}

// TestHeightsAsideOfFiles: a data set tells each column of heights that one of its files has once, whether rows are kept or handed on.
func TestHeightsAsideOfFiles(t *testing.T) {
	paths := writeAll(t, t.TempDir(), map[string]string{"a.csv": "id,t,x,y,alt\n1,0,1,2,3\n", "b.csv": "id,t,x,y,z_m,alt\n1,1,1,2,3,4\n", "c.csv": "id,t,x,y\n1,2,1,2\n"})
	_, report, err := ReadFiles(t.Context(), filesAt(paths...), format.Options{})
	const want = "z not taken: alt, z_m (--columns z=alt)"
	if err != nil || reading.AsideText(report.Aside, report.Units.Length) != want || !slices.Equal(report.AsideNames(), []string{"alt", "z_m"}) {
		t.Errorf("%v, %q, want %q", err, reading.AsideText(report.Aside, report.Units.Length), want)
	}
	if _, report = rowsOf(t, filesAt(paths...), format.Options{}); reading.AsideText(report.Aside, report.Units.Length) != want {
		t.Errorf("rows: %q, want %q", reading.AsideText(report.Aside, report.Units.Length), want)
	}
}

// TestHeightsAsideInGroups: row groups of Parquet tell what the file does.
func TestHeightsAsideInGroups(t *testing.T) {
	type row struct {
		ID       int64   `parquet:"id"`
		T        float64 `parquet:"t"`
		X        float64 `parquet:"x"`
		Y        float64 `parquet:"y"`
		Altitude float64 `parquet:"Altitude"`
	}
	g, ok := OpenGroups(groupedFile(t, 2, []row{{1, 0, 1, 2, 3}, {1, 1, 1, 2, 3}, {1, 2, 1, 2, 3}}), format.Options{})
	if !ok {
		t.Fatal("no groups")
	}
	defer g.Close()
	_, report, err := g.Read(t.Context(), parquet.Pick{Groups: []int{0, 1}, Numbers: true}, func(*reading.Rows, func(*trajectory.RowError) error) error { return nil })
	if err != nil || reading.AsideText(report.Aside, report.Units.Length) != "z not taken: Altitude (--columns z=Altitude)" {
		t.Errorf("%v, %q", err, reading.AsideText(report.Aside, report.Units.Length))
	}
}

// TestHeightsAreSuggested: where columns are lacking, the flags to paste take the first column that surely has heights, in its unit, and the other
// columns of heights are told; pasted, no column of heights is left out.
func TestHeightsAreSuggested(t *testing.T) {
	const cells = "\n1,0,1,2,10,20\n1,1,2,3,10,20\n"
	for header, want := range map[string]string{
		"ID,T,X,Y,Z":                                  "try: --columns id=ID,t=T,x=X,y=Y,z=Z",
		"name,time,east,north,alt":                    "try: --columns id=name,t=time,x=east,y=north,z=alt",
		"name,t,x,y,alt_ft":                           "try: --units m,z=ft --columns id=name,z=alt_ft",
		"name,t,x,y,Altitude (m)":                     "try: --units m --columns 'id=name,z=Altitude (m)'",
		"name,t,lon,lat,alt_ft":                       "try: --lonlat --units z=ft --columns id=name,z=alt_ft",
		"name,t,lon,lat,alt_m":                        "try: --lonlat --columns id=name,z=alt_m",
		"name,t,lon,lat,height":                       "try: --lonlat --columns id=name",
		"name,t,Longitude,Latitude,baroaltitude":      "try: --lonlat --columns id=name,x=Longitude,y=Latitude,z=baroaltitude",
		"name,t,x,y,baro_altitude,geo_altitude":       "z may also be geo_altitude; try: --columns id=name,z=baro_altitude",
		"name,t,x,y,selected_altitude,altitude":       "z may also be selected_altitude; try: --columns id=name,z=altitude",
		"name,t,x,y,height":                           "try: --columns id=name",
		"name,t,x,y,altitude_rate":                    "try: --columns id=name",
		"id,t,lng,lat,ele":                            "try: --lonlat --columns x=lng,z=ele",
		"name,t,x,y,depth,Geometric Altitude (FEET)":  "z may also be depth; try: --units m,z=ft --columns 'id=name,z=Geometric Altitude (FEET)'",
		"name,t,x,y,elevation,flight_level":           "try: --columns id=name",
		"individual_local_identifier,t,x,y,Elevation": "try: --columns id=individual_local_identifier",
	} {
		text := header
		for line := range strings.SplitSeq(cells, "\n") {
			if line != "" {
				text += "\n" + strings.Join(strings.Split(line, ",")[:strings.Count(header, ",")+1], ",")
			}
		}
		_, _, err := readText(t, "a.csv", text+"\n", format.Options{})
		got, _, _ := strings.Cut(fmt.Sprint(err), " (left to say")
		if !strings.HasSuffix(got, `"; `+want) {
			t.Errorf("%s: %v, want %s", header, err, want)
		}
	}
	_, _, err := readText(t, "a.csv", "name,t,x,y,alt_baro\n1,0,1,2,ground\n", format.Options{})
	if err == nil || !strings.HasSuffix(err.Error(), "try: --columns id=name") {
		t.Errorf("a column of text: %v", err)
	}
	for _, o := range []format.Options{{Height: format.NoHeight}, {Columns: map[string]string{"z": "speed"}}} {
		if _, _, err := readText(t, "a.csv", "name,t,x,y,alt,speed\n1,0,1,2,3,4\n", o); err == nil || strings.Contains(err.Error(), "alt,") || strings.Contains(err.Error(), "z=alt") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

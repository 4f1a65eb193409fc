package zonefile_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/geoparquet"
	"flyby/internal/zonefile"
	"flyby/trajectory"
)

// file writes a file, and returns its name.
func file(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// shown describes zones.
func shown(all []zonefile.File) (text string) {
	for _, f := range all {
		for _, z := range f.Zones {
			text += fmt.Sprintf("%s %v %v %v", z.ID, z.Points, z.Lines, z.Polygons)
			text += boundsText(z.Floor, z.Ceiling) + ";"
		}
	}
	return text
}

// boundsText describes bounds of heights, unless there are none.
func boundsText(lo, hi float64) string {
	if math.IsInf(lo, -1) && math.IsInf(hi, 1) {
		return ""
	}
	return fmt.Sprintf(" %v..%v", lo, hi)
}

const ring = "[[0,0],[9,0],[9,9],[0,0]]"

// TestGeoJSON: collections, features and bare geometries are read; ids are id, a property, or numbers counted on through the files.
func TestGeoJSON(t *testing.T) {
	feature := func(rest, geometry string) string {
		return `{"type":"Feature",` + rest + `"geometry":` + geometry + `}`
	}
	polygon := `{"type":"Polygon","coordinates":[` + ring + `]}`
	for _, c := range []struct {
		texts []string
		o     zonefile.Options
		want  string
	}{
		{[]string{polygon}, zonefile.Options{}, "0 [] [] [[[[0 0] [9 0] [9 9] [0 0]]]];"},
		{[]string{feature(`"id":7,`, `{"type":"Point","coordinates":[1,2,3]}`)}, zonefile.Options{}, "7 [[1 2]] [] [];"},
		{[]string{`{"features":[` + feature("", `{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}`) + `,` + feature(`"id":"b",`, `{"type":"LineString","coordinates":[[1,2],[3,4]]}`) + `],"type":"FeatureCollection"}`, feature("", "null")},
			zonefile.Options{}, "0 [[1 2] [3 4]] [] [];b [] [[[1 2] [3 4]]] [];2 [] [] [];"},
		{[]string{feature(`"id":7,"properties":{"name":"Port \u00c5","low":"10 m","high":20},`, `{"type":"GeometryCollection","geometries":[{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[]]},{"type":"MultiPolygon","coordinates":[[`+ring+`],[]]}]}`)},
			zonefile.Options{ID: "name", Floor: "low", Ceiling: "high", Length: func(text string) (v float64, err error) { _, err = fmt.Sscan(text, &v); return v, err }},
			"Port Å [] [[[1 2] [3 4]]] [[[[0 0] [9 0] [9 9] [0 0]]]] 10..20;"},
		{[]string{feature(`"properties":{"low":null},`, polygon)}, zonefile.Options{Floor: "low", Ceiling: "high"}, "0 [] [] [[[[0 0] [9 0] [9 9] [0 0]]]];"},
	} {
		var names []string
		for _, text := range c.texts {
			names = append(names, file(t, "zones.geojson", text))
		}
		all, err := zonefile.Read(t.Context(), names, c.o)
		if got := shown(all); err != nil || got != c.want {
			t.Errorf("%v: %s, %v; want %s", c.texts, got, err, c.want)
		}
	}
}

// TestTables: well-known text and binary are read from a table, and the SRID is that of the first.
func TestTables(t *testing.T) {
	text := "zone_id;wkt;top\n7;POINT(1 2);\nb;\"SRID=0;POLYGON((0 0,9 0,9 9,0 0))\";5\n\nc;;6\nd;0101000000000000000000F03F0000000000000040;\n"
	all, err := zonefile.Read(t.Context(), []string{file(t, "zones.csv", text)}, zonefile.Options{Ceiling: "top"})
	if want := "7 [[1 2]] [] [];b [] [] [[[[0 0] [9 0] [9 9] [0 0]]]] -Inf..5;c [] [] [] -Inf..6;d [[1 2]] [] [];"; err != nil || shown(all) != want {
		t.Errorf("%s, %v; want %s", shown(all), err, want)
	}
	all, err = zonefile.Read(t.Context(), []string{file(t, "zones.tsv", "geom\tname\nSRID=4326;POINT(1 2)\tx\n")}, zonefile.Options{ID: "name"})
	if err != nil || shown(all) != "x [[1 2]] [] [];" || all[0].CRS.Meaning != geoparquet.Degrees {
		t.Errorf("%s, %v", shown(all), err)
	}
}

// TestLongTable: a polygon of 100,000 vertices in one record.
func TestLongTable(t *testing.T) {
	var b strings.Builder
	b.WriteString("zone_id,wkt\na,\"POLYGON((0 0")
	const n = 100000
	for i := range n {
		fmt.Fprintf(&b, ",%d.000001 %d.0000001", i, i%7) // more than other files may have in a line
	}
	b.WriteString(",0 0))\"\nb,POINT(1 2)\n")
	all, err := zonefile.Read(t.Context(), []string{file(t, "zones.csv", b.String())}, zonefile.Options{})
	if err != nil || len(all[0].Zones) != 2 || len(all[0].Zones[0].Polygons[0][0]) != n+2 {
		t.Errorf("%d zones, %v", len(all), err)
	}
}

// TestBadFiles: each error names the file, and what is wrong.
func TestBadFiles(t *testing.T) {
	for _, c := range []struct {
		name, text string
		o          zonefile.Options
		want       string
	}{
		{"a.geojson", "", zonefile.Options{}, "empty file"},
		{"a.geojson", "{", zonefile.Options{}, "no GeoJSON: unexpected EOF"},
		{"a.geojson", `{"type":"FeatureCollection"}`, zonefile.Options{}, "no zone in it"},
		{"a.geojson", `{"features":null}`, zonefile.Options{}, "no GeoJSON: in features: "},
		{"a.geojson", `{"type":"Point","coordinates":[null,1]}`, zonefile.Options{}, "not what a Point has"},
		{"a.geojson", `{"type":"Feature","geometry":7}`, zonefile.Options{}, "its geometry is no object"},
		{"a.geojson", `{"type":"Feature","geometry":null,"properties":[1]}`, zonefile.Options{}, "its properties are no object"},
		{"a.geojson", `{"type":"GeometryCollection","geometries":{}}`, zonefile.Options{}, "no list of objects"},
		{"a.geojson", `{"features":[{"type":"Feature","id":7},{"type":"Feature","id":"7"}]}`, zonefile.Options{}, `features[1]: the id "7" comes twice`},
		{"a.geojson", `{"type":"FeatureCollection","features":[]}`, zonefile.Options{}, "no zone in it"},
		{"a.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature"`, zonefile.Options{}, "features[0]"},
		{"a.geojson", `{"type":"FeatureCollection","features":[{"type":"Point"}]}`, zonefile.Options{}, `features[0]: type "Point" is no Feature`},
		{"a.geojson", `{"type":"Feature","geometry":{"type":"Circle"}}`, zonefile.Options{}, `type "Circle" is no geometry`},
		{"a.geojson", `{"type":"Polygon","coordinates":[[0,0],[1,1]]}`, zonefile.Options{}, "not what a Polygon has"},
		{"a.geojson", `{"type":"Point","coordinates":[1]}`, zonefile.Options{}, "not what a Point has"},
		{"a.geojson", `{"type":"Point","coordinates":[1,2]} x`, zonefile.Options{}, "no GeoJSON"},
		{"a.geojson", `{"type":"Feature","geometry":null,"properties":{"a":1}}`, zonefile.Options{ID: "name"}, "no property name"},
		{"a.geojson", `{"type":"Feature","geometry":null,"properties":{"low":"high"}}`, zonefile.Options{Floor: "low"}, "a bound of heights"},
		{"a.csv", "zone_id,name\n1,2\n", zonefile.Options{}, "no column of geometries"},
		{"a.csv", "name,wkt\n1,POINT(1 2)\n", zonefile.Options{}, "no column zone_id"},
		{"a.csv", "zone_id,wkt\n1,POINT(1 2)\n", zonefile.Options{ID: "name"}, "no column name"},
		{"a.csv", "zone_id,wkt\n1,POINT(1 2)\n", zonefile.Options{Floor: "low", Ceiling: "high"}, "no zone has heights called low or high: there is \"zone_id\", \"wkt\""},
		{"a.csv", "zone_id,wkt\n1,POINT(1 2)\n2,POINT(1 \n", zonefile.Options{}, `a.csv:3: column wkt: "POINT(1 "`},
		{"a.csv", "zone_id,wkt\n,POINT(1 2)\n", zonefile.Options{}, "a.csv:2: column zone_id"},
		{"a.csv", "zone_id,wkt\n1,SRID=1;POINT(1 2)\n2,POINT(1 2)\n", zonefile.Options{}, "another SRID"},
		{"a.csv", "zone_id,wkt\n", zonefile.Options{}, "no zone in it"},
		{"a.csv", "zone_id,wkt\n1,POINT(1 2),3\n", zonefile.Options{}, "3 columns"},
		{"a.csv", "", zonefile.Options{}, "empty file"},
		{"a.shp", "x", zonefile.Options{}, "zones are read from"},
		{"a.parquet", "x", zonefile.Options{}, "a.parquet"},
	} {
		name := file(t, c.name, c.text)
		_, err := zonefile.Read(t.Context(), []string{name}, c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
	if _, err := zonefile.Read(t.Context(), []string{"no such.csv"}, zonefile.Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := zonefile.Read(t.Context(), []string{file(t, "a.csv", "zone_id,wkt\n")}, zonefile.Options{}); !errors.Is(err, trajectory.ErrEmpty) {
		t.Errorf("an empty table: %v", err)
	}
}

// FuzzZones: no input makes opening zones fail but by an error that names it, on the Earth or in a plane, and zones that are left out do not.
func FuzzZones(f *testing.F) {
	f.Add(`{"features":[{"type":"Feature","properties":{"low":"1"},"geometry":{"type":"Polygon","coordinates":[`+ring+`]}}]}`, true, true)
	f.Add(`{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},null]}`, false, false)
	f.Add("zone_id,wkt,low\n1,\"POLYGON((0 0,9 0,9 9,0 0))\",5\n", true, false)
	f.Add("zone_id\tgeom\n1\t0101000000000000000000F03F0000000000000040\n", false, true)
	f.Fuzz(func(t *testing.T, text string, onEarth, skips bool) {
		d := zonefile.Data{HasHeights: true}
		if onEarth {
			d.Frame = trajectory.EarthCentred
		}
		o := zonefile.Options{Stdin: strings.NewReader(text), Ceiling: "low", SkipBad: skips, Attributes: []string{"name"}}
		z, err := zonefile.Open(t.Context(), []string{"-"}, o, &d)
		switch {
		case err != nil && !strings.Contains(err.Error(), "standard input"):
			t.Errorf("%q: %v", text, err)
		case err == nil && (z.Len() == 0 || z.Skipped > 0 != (len(z.Causes) > 0) || z.Skipped > 0 && !skips):
			t.Errorf("%q: %d zones, %d are left out: %v", text, z.Len(), z.Skipped, z.Causes)
		}
	})
}

package zonefile_test

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
	"testing"

	"flyby/internal/zonefile"
	"flyby/trajectory"
)

// feature is a Feature with properties and a geometry.
func feature(properties, geometry string) string {
	return `{"type":"Feature","properties":` + properties + `,"geometry":` + geometry + `}`
}

// collection is a FeatureCollection.
func collection(features ...string) string {
	return `{"type":"FeatureCollection","features":[` + strings.Join(features, ",") + `]}`
}

// extent is an extent of x and y.
func extent(x0, x1, y0, y1 float64) trajectory.Extent {
	return trajectory.Extent{Min: [3]float64{x0, y0}, Max: [3]float64{x1, y1}}
}

// TestAttributes: properties and columns are kept by zone, as files have them, through several files; what no file has is told.
func TestAttributes(t *testing.T) {
	a := file(t, "a.geojson", collection(feature(`{"name":"Ny","depth":7.50,"of":{"a":1}}`, `{"type":"Point","coordinates":[1,2]}`), feature(`{"name":null}`, `{"type":"Point","coordinates":[3,4]}`)))
	b := file(t, "b.csv", "zone_id,wkt,name,depth\nx,POINT(5 6),Old,08\ny,POINT(5 7),,\n")
	z, err := zonefile.Open(t.Context(), []string{a, b}, zonefile.Options{Attributes: []string{"name", "depth", "of", "none"}}, new(zonefile.Data))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{"name": {"Ny", "", "Old", ""}, "depth": {"7.50", "", "08", ""}, "of": {`{"a":1}`, "", "", ""}, "none": {"", "", "", ""}} {
		var got []string
		h := z.Attribute(name)
		for zone := range z.Len() {
			got = append(got, h.Text(h.At(zone, -1e9)))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if z.Attributes.Has("none") || !z.Attributes.Has("of") || !slices.Equal(z.Attributes.Columns(), []string{"depth", "name", "of", "zone_id", "wkt"}) {
		t.Errorf("columns %q", z.Attributes.Columns())
	}
	if z, err := zonefile.Open(t.Context(), []string{a}, zonefile.Options{}, new(zonefile.Data)); err != nil || z.Attributes != nil {
		t.Errorf("attributes that nobody asks for: %v", err)
	}
}

// TestSkipBad: zones that cannot be read and zones whose geometry is wrong are left out, and counted with their files.
func TestSkipBad(t *testing.T) {
	a := file(t, "a.geojson", collection(
		feature(`{}`, `{"type":"Circle"}`),
		feature(`{}`, `{"type":"LineString","coordinates":[[1,2]]}`),
		feature(`{}`, `{"type":"Point","coordinates":[3,4]}`)))
	b := file(t, "b.csv", "zone_id,wkt,low\nx,POINT(5,\ny,\"POLYGON((0 0,1 1,0 0))\",\nz,POINT(5 6),deep\nu,POINT(7 8),9,9\nv,POINT(7 8),9\n")
	o := zonefile.Options{SkipBad: true, Floor: "low"}
	z, err := zonefile.Open(t.Context(), []string{a, b}, o, &zonefile.Data{HasHeights: true})
	if err != nil {
		t.Fatal(err)
	}
	if z.Len() != 2 || z.ID(0) != "2" || z.ID(1) != "v" || z.Skipped != 6 {
		t.Errorf("%d zones, %d are left out", z.Len(), z.Skipped)
	}
	for i, want := range []string{a + `: features[0]: type "Circle"`, b + `:2: column wkt`, b + `:4: column low: "deep": a bound of heights`, b + ":5: 4 columns", a + `: zone "1": line 0 has fewer than two positions`} {
		if !strings.Contains(z.Causes[i].Error(), want) {
			t.Errorf("cause %d: %v, want %s", i, z.Causes[i], want)
		}
	}
	c := file(t, "c.csv", "zone_id,wkt\nx,POINT(5,\n")
	if z, err := zonefile.Open(t.Context(), []string{c, b}, o, &zonefile.Data{HasHeights: true}); err != nil || z.Len() != 1 || z.Skipped != 5 {
		t.Errorf("a file of which no zone is left: %v", err)
	}
	d := file(t, "d.csv", "zone_id,wkt\ny,POINT(5 6)\nx,LINESTRING(5 6)\n")
	if _, err := zonefile.Open(t.Context(), []string{file(t, "e.csv", "zone_id,wkt\nz,POINT(5 6)\n"), d}, zonefile.Options{}, new(zonefile.Data)); err == nil || !strings.HasPrefix(err.Error(), d+`: zone "x": line 0`) {
		t.Errorf("a zone of the second file: %v", err)
	}
	for _, bad := range []struct{ name, text, want string }{
		{"c.csv", "zone_id,wkt\nx,POINT(5,\n", "c.csv: no zone is left of 1, of which the first is wrong: "},
		{"c.csv", "zone_id,wkt\nx,LINESTRING(5 6)\n", `c.csv: no zone is left, and the first is wrong: zone "x": line 0`},
		{"c.csv", "zone_id,wkt\nx,POINT(5 6)\nx,POINT(5 6)\n", `c.csv:3: the id "x" comes twice`},
	} {
		if _, err := zonefile.Open(t.Context(), []string{file(t, bad.name, bad.text)}, zonefile.Options{SkipBad: true}, new(zonefile.Data)); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%v, want %s", err, bad.want)
		}
	}
}

// TestHeights: bounds are of all zones, or of properties; text has units; a property that is missing or null is no bound.
func TestHeights(t *testing.T) {
	text := collection(feature(`{"lo":"2500ft","hi":3000}`, `{"type":"Point","coordinates":[1,2]}`), feature(`{"lo":null}`, `{"type":"Point","coordinates":[1,2]}`))
	for _, c := range []struct{ floor, ceiling, want string }{
		{"lo", "hi", "0 [[1 2]] [] [] 762..3000;1 [[1 2]] [] [];"},
		{"100 ft", "hi", "0 [[1 2]] [] [] 30.48..3000;1 [[1 2]] [] [] 30.48..+Inf;"},
		{"", "5", "0 [[1 2]] [] [] -Inf..5;1 [[1 2]] [] [] -Inf..5;"},
	} {
		z, err := zonefile.Open(t.Context(), []string{file(t, "a.geojson", text)}, zonefile.Options{Floor: c.floor, Ceiling: c.ceiling}, &zonefile.Data{HasHeights: true, Unit: "m", Extent: extent(0, 9, 0, 9)})
		if err != nil {
			t.Errorf("%s,%s: %v", c.floor, c.ceiling, err)
			continue
		}
		for zone := range z.Len() {
			lo, hi, _ := z.Heights(zone)
			if want := strings.Split(c.want, ";")[zone]; !strings.HasSuffix(want, boundsText(lo, hi)) {
				t.Errorf("%s,%s: zone %d from %v to %v, want %s", c.floor, c.ceiling, zone, lo, hi, want)
			}
		}
	}
	for _, c := range []struct {
		floor, ceiling string
		d              zonefile.Data
		want           string
	}{
		{"lo", "hi", zonefile.Data{Name: "d.csv"}, "d.csv: its positions have no heights"},
		{"lo", "hi", zonefile.Data{Name: "d.csv", HasHeights: true}, `a.geojson: features[0]: column lo: "2500ft": a bound of heights: a unit, and the unit of d.csv is not known`},
		{"low", "", zonefile.Data{HasHeights: true}, `a.geojson: no zone has heights called low: there is "hi", "lo"`},
		{"3001", "hi", zonefile.Data{HasHeights: true}, `a.geojson: zone "0": it is from the height 3001 up to 3000`},
	} {
		if _, err := zonefile.Open(t.Context(), []string{file(t, "a.geojson", text)}, zonefile.Options{Floor: c.floor, Ceiling: c.ceiling}, &c.d); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestCutHeights: a flag has two bounds, of which one may be open, and the lower comes first.
func TestCutHeights(t *testing.T) {
	for text, want := range map[string][2]string{"0,2500ft": {"0", "2500ft"}, "lo, hi": {"lo", "hi"}, ",9": {"", "9"}, "3ft,1m": {"3ft", "1m"}, "3ft,1": {"3ft", "1"}} {
		if lo, hi, err := zonefile.CutHeights(text); err != nil || [2]string{lo, hi} != want {
			t.Errorf("%s: %q, %q, %v", text, lo, hi, err)
		}
	}
	for text, want := range map[string]string{"": "no pair", "9": "no pair", ",": "no bound", "1,2,3": "no pair", "2,1": "2 is above 1", "4ft,1m": "4ft is above 1m"} {
		if _, _, err := zonefile.CutHeights(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestOpenZones: zones that are open are held against other data as they were against the first.
func TestOpenZones(t *testing.T) {
	here := zonefile.Data{Name: "d.csv", HasHeights: true, Unit: "m", Extent: extent(0, 9, 0, 9)}
	z, err := zonefile.Open(t.Context(), []string{file(t, "a.csv", "zone_id,wkt\na,POINT(5 6)\n")}, zonefile.Options{Floor: "0"}, &here)
	if err != nil {
		t.Fatal(err)
	}
	if err := z.Check(&here); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(d *zonefile.Data){
		"d.csv is in the frame":                func(d *zonefile.Data) { d.Frame = trajectory.EarthCentred },
		"d.csv: its positions have no heights": func(d *zonefile.Data) { d.HasHeights = false },
		"a.csv: zones look like degrees":       func(d *zonefile.Data) { d.Extent = extent(5e5, 6e5, 5e6, 6e6) },
	} {
		other := here
		change(&other)
		if err := z.Check(&other); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestClash: zones that data cannot match are refused by their file.
func TestClash(t *testing.T) {
	degrees := zonefile.Data{Name: "d.csv", Frame: trajectory.EarthCentred, Unit: "m"}
	lengths := zonefile.Data{Name: "d.csv", Unit: "m", Extent: extent(565000, 566000, 5930000, 5940000)}
	local := zonefile.Data{Name: "d.csv", Unit: "m", Extent: extent(0, 500, -20, 500)}
	small := zonefile.Data{Name: "d.csv", Extent: extent(9, 10, 53, 54), Distance: 2}
	at := func(place, crs string) string {
		return `{"type":"Point","coordinates":` + place + crs + `}`
	}
	named := func(name string) string { return `,"crs":{"type":"name","properties":{"name":"` + name + `"}}` }
	told := degrees
	told.LonLat = true
	for _, c := range []struct {
		d          *zonefile.Data
		name, text string
		want       string // "": they may match
	}{
		{&degrees, "z.geojson", at("[10,53]", ""), ""},
		{&degrees, "z.geojson", at("[200,53]", ""), ""},
		{&degrees, "z.geojson", at("[10,53]", named("urn:ogc:def:crs:OGC:1.3:CRS84")), ""},
		{&degrees, "z.geojson", at("[10,53]", named("urn:ogc:def:crs:EPSG::4258")), "zones are in urn:ogc:def:crs:EPSG::4258, and d.csv is in degrees of WGS 84"},
		{&told, "z.geojson", at("[10,53]", named("urn:ogc:def:crs:EPSG::4258")), ""},
		{&degrees, "z.geojson", at("[565000,5934000]", ""), "zones are no degrees, x 565000 to 565000 and y 5934000 to 5934000, and d.csv is in degrees"},
		{&degrees, "z.csv", "zone_id,wkt\na,POINT(10 53)\nb,POINT(565000 5934000)\n", `zone "b": points: position 0 is (565000, 5.934e+06): longitude`},
		{&degrees, "z.csv", "zone_id,wkt\na,SRID=25832;POINT(565000 5934000)\n", "zones are in SRID 25832"},
		{&lengths, "z.csv", "zone_id,wkt\na,SRID=25832;POINT(565000 5934000)\n", ""},
		{&lengths, "z.csv", "zone_id,wkt\na,SRID=4326;POINT(10 53)\n", "zones are in degrees, EPSG:4326, and d.csv is not"},
		{&lengths, "z.geojson", at("[10,53]", ""), "zones look like degrees, x 10 to 10 and y 53 to 53, and d.csv is in lengths, x 565000 to 566000"},
		{&lengths, "z.geojson", at("[600,1000]", ""), ""},
		{&local, "z.geojson", at("[10,53]", ""), ""},
		{&local, "z.geojson", at("[10,-53]", ""), "zones look like degrees, x 10 to 10 and y -53 to -53, and d.csv is in lengths, x 0 to 500 and y -20 to 500: none can match"},
		{&local, "z.csv", "zone_id,wkt\na,\"LINESTRING(10 -53,10 -47)\"\n", ""},
		{&small, "z.geojson", at("[10,53]", ""), ""},
		{&small, "z.geojson", at("[10,91.5]", ""), ""},
		{&small, "z.geojson", at("[565000,5934000]", ""), "no zone looks like degrees, x 565000 to 565000 and y 5934000 to 5934000, and d.csv does, x 9 to 10 and y 53 to 54"},
	} {
		_, err := zonefile.Open(t.Context(), []string{file(t, c.name, c.text)}, zonefile.Options{}, c.d)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.text, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.name+": "+c.want)):
			t.Errorf("%s: %v, want %s: %s", c.text, err, c.name, c.want)
		}
	}
}

// TestPackedZones: packed files are read, text with a byte order mark, and standard input, which is GeoJSON or a table by its first byte.
func TestPackedZones(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte("zone_id\twkt\n7\tPOINT(1 2)\n")) //nolint:errcheck // to memory
	w.Close()                                        //nolint:errcheck // to memory
	for _, c := range []struct{ name, text, stdin, want string }{
		{"a.tsv.gz", b.String(), "", "7 [[1 2]] [] [];"},
		{"a.geojson", "\xef\xbb\xbf" + `{"type":"Point","coordinates":[1,2]}`, "", "0 [[1 2]] [] [];"},
		{"", "", `{"type":"Point","coordinates":[1,2]}`, "0 [[1 2]] [] [];"},
		{"", "", "\xef\xbb\xbfzone_id,wkt\na,POINT(1 2)\n", "a [[1 2]] [] [];"},
		{"a.csv", "zone_id,the_shape,name\n7,POINT(1 2),POINT\n", "", "7 [[1 2]] [] [];"},
	} {
		name := "-"
		if c.name != "" {
			name = file(t, c.name, c.text)
		}
		all, err := zonefile.Read(t.Context(), []string{name}, zonefile.Options{Stdin: strings.NewReader(c.stdin)})
		if got := shown(all); err != nil || got != c.want {
			t.Errorf("%s%s: %s, %v; want %s", c.name, c.stdin, got, err, c.want)
		}
	}
}

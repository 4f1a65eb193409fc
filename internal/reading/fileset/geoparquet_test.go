package fileset

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"

	"flyby/internal/reading"
	"flyby/internal/reading/parquet"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// crs returns a field of GeoParquet with a CRS in PROJJSON.
func crs(kind, name string, code int, unit string) string {
	return fmt.Sprintf(`,"crs":{"type":%q,"name":%q,"coordinate_system":{"axis":[{"unit":%s},{"unit":%[3]s}]},"id":{"authority":"EPSG","code":%[4]d}}`, kind, name, unit, code)
}

// utm returns a projected CRS in metres.
func utm() string { return crs("ProjectedCRS", "UTM 32N", 32632, `"metre"`) }

// placedRows returns n rows of seven objects as GeoParquet with some kind of geometry, and as CSV.
func placedRows(n int, point func(x, y, z float64) []byte) (rows []formattest.Placed, text string) {
	var s strings.Builder
	s.WriteString("id,t,x,y,z\n")
	for i := range n {
		x, y, z := float64(i)/7, -float64(i)/3, float64(i)
		rows = append(rows, formattest.Placed{ID: int64(i % 7), T: float64(i), Geometry: point(x, y, z), Speed: float64(i % 5)})
		fmt.Fprintf(&s, "%d,%d,%v,%v,%v\n", i%7, i, x, y, z)
	}
	return rows, s.String()
}

// TestGeometryPoints: points in well-known binary of every form are read like x, y and z in plain CSV.
func TestGeometryPoints(t *testing.T) {
	flat := format.Options{Height: format.NoHeight}
	for name, c := range map[string]struct {
		point func(x, y, z float64) []byte
		o     format.Options
	}{
		"plain":       {func(x, y, _ float64) []byte { return formattest.Geometry(formattest.WKBPoint, nil, x, y) }, flat},
		"big":         {func(x, y, _ float64) []byte { return formattest.GeometryBig(formattest.WKBPoint, nil, x, y) }, flat},
		"extended":    {func(x, y, _ float64) []byte { return formattest.Geometry(1|1<<29, []uint32{32632}, x, y) }, flat},
		"with M":      {func(x, y, z float64) []byte { return formattest.Geometry(2001, nil, x, y, z) }, flat},
		"with z":      {func(x, y, z float64) []byte { return formattest.Geometry(formattest.WKBPointZ, nil, x, y, z) }, format.Options{}},
		"z passed by": {func(x, y, z float64) []byte { return formattest.Geometry(formattest.WKBPointZ, nil, x, y, z) }, flat},
		"with z, M":   {func(x, y, z float64) []byte { return formattest.GeometryBig(3001, nil, x, y, z, -1) }, format.Options{}},
	} {
		rows, text := placedRows(100, c.point)
		file := formattest.InGroups(t, rows, 30, formattest.GeoKey("WKB", utm()))
		for _, threads := range []int{1, 3} {
			c.o.Threads = threads
			t.Run(fmt.Sprint(name, threads), func(t *testing.T) { wantSame(t, "points.parquet", file, c.o, text, c.o) })
		}
	}
}

// TestGeometryPages: points on long pages, in every encoding, packed or as they are, are those of the file, without the bad ones among them.
func TestGeometryPages(t *testing.T) {
	type plain struct {
		ID       int64   `parquet:"id"`
		T        float64 `parquet:"t"`
		Geometry []byte  `parquet:"geometry,optional,plain"`
	}
	type delta struct {
		ID       int64   `parquet:"id"`
		T        float64 `parquet:"t"`
		Geometry []byte  `parquet:"geometry,optional,delta"`
	}
	type coded struct {
		ID       int64   `parquet:"id"`
		T        float64 `parquet:"t"`
		Geometry []byte  `parquet:"geometry,optional,dict"`
	}
	var plains []plain
	var deltas []delta
	var codeds []coded
	bad := 0
	var text strings.Builder
	text.WriteString("id,t,x,y\n")
	for i := range 30_000 {
		x, y := float64(i/3), -float64(i%7)
		row, places := plain{int64(i % 2), float64(i), formattest.Geometry(formattest.WKBPoint, nil, x, y)}, fmt.Sprint(x, ",", y)
		switch {
		case i%97 == 1:
			row.Geometry, places = nil, ","
			bad++
		case i%1009 == 1:
			row.Geometry, places = formattest.Geometry(3, []uint32{0}), "POLYGON,"
			bad++
		case i%13 == 1:
			row.Geometry = formattest.GeometryBig(formattest.WKBPoint, nil, x, y)
		}
		plains, deltas, codeds = append(plains, row), append(deltas, delta(row)), append(codeds, coded(row))
		fmt.Fprintf(&text, "%d,%d,%s\n", i%2, i, places)
	}
	o := format.Options{Reading: format.Reading{SkipBadRows: true, Threads: 2}}
	for _, packing := range []compress.Codec{&parquetgo.Uncompressed, &parquetgo.Zstd} {
		for _, path := range []string{parquetOf(t, plains, true, packing), parquetOf(t, deltas, true, packing), parquetOf(t, codeds, true, packing)} {
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			wantSame(t, "points.parquet", string(content), o, text.String(), o)
			_, report, err := readText(t, "points.parquet", string(content), o)
			if reasons := report.Reasons; err != nil || report.Skipped != bad || len(reasons) < 2 || reasons[0] == reasons[1] {
				t.Errorf("%v, %d rows skipped, want %d, each for one reason: %q", err, report.Skipped, bad, reasons)
			}
		}
	}
}

// TestGeometryStruct: the native encoding of points is read like columns of numbers.
func TestGeometryStruct(t *testing.T) {
	type point struct {
		X float64 `parquet:"x"`
		Y float64 `parquet:"y"`
		Z float64 `parquet:"z"`
	}
	type row struct {
		ID       int64   `parquet:"id"`
		T        float64 `parquet:"t"`
		Geometry *point  `parquet:"geometry,optional"`
	}
	placed, text := placedRows(40, func(_, _, _ float64) []byte { return nil })
	var rows []row
	for i, r := range placed {
		rows = append(rows, row{r.ID, r.T, &point{float64(i) / 7, -float64(i) / 3, float64(i)}})
	}
	file := formattest.InGroups(t, rows, 15, formattest.GeoKey("point", utm()))
	wantSame(t, "points.parquet", file, format.Options{}, text, format.Options{})
	rows[17].Geometry = nil
	wantFaultyRow(t, formattest.InGroups(t, rows, 15, formattest.GeoKey("point", utm())), `points.parquet: row 17 (row group 1): column geometry.x: "": missing`, 39)
}

// wantFaultyRow wants a file to be refused in some words, and to have good rows once the bad row is left out.
func wantFaultyRow(t *testing.T, file, want string, good int) {
	t.Helper()
	wantBadRows(t, "points.parquet", format.Options{}, good, []badFile{{file, want}})
}

// TestGeometryBadRows: an error names a row without a place, or with a geometry that is no point, and the row can be left out.
func TestGeometryBadRows(t *testing.T) {
	for want, geometry := range map[string][]byte{
		`"": missing`:                 nil,
		`"POINT EMPTY": no place`:     formattest.Geometry(1, nil, math.NaN(), math.NaN()),
		`"POLYGON": not a point`:      formattest.Geometry(3, []uint32{0}),
		`"LINESTRING M": not a point`: formattest.LineM(1, 2, 3),
		`"POINT": a geometry that is cut: 8 bytes of positions, where it says 16`:      formattest.Geometry(1, nil, 1),
		`"POINT Z": with z, which the first has not; --height none leaves heights out`: formattest.Geometry(formattest.WKBPointZ, nil, 1, 2, 3),
	} {
		rows, _ := placedRows(20, func(x, y, _ float64) []byte { return formattest.Geometry(1, nil, x, y) })
		rows[13].Geometry = geometry
		wantFaultyRow(t, formattest.InGroups(t, rows, 8, formattest.GeoKey("WKB", utm())), "points.parquet: row 13 (row group 1): column geometry: "+want, 19)
	}
	rows, _ := placedRows(20, func(x, y, _ float64) []byte { return formattest.Geometry(1, nil, x, y) })
	rows[2].Geometry = formattest.Geometry(1, nil, 1, 200)
	const want = `points.parquet: row 2 (row group 0): column geometry.y: "200": latitude outside -90 to 90 degrees`
	if _, _, err := readText(t, "points.parquet", formattest.InGroups(t, rows, 8, formattest.GeoKey("WKB", "")), format.Options{}); err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// TestGeometryCRS: the CRS decides the kind of positions, flags do where it does not, and an unusable CRS is refused by its name.
func TestGeometryCRS(t *testing.T) {
	metres := format.Options{Units: format.Units{Length: "m"}}
	degrees := format.Options{Reading: format.Reading{LonLat: true}}
	wgs84, nad83 := crs("GeographicCRS", "WGS 84", 4326, `"degree"`), crs("GeographicCRS", "NAD83", 4269, `"degree"`)
	feet := crs("ProjectedCRS", "Texas", 2277, `{"type":"LinearUnit","name":"US survey foot","conversion_factor":0.304800609601219}`)
	for _, c := range []struct {
		crs  string
		o    format.Options
		want string // of the geometry, or of the error
	}{
		{"", format.Options{}, "x, y=geometry (points), OGC:CRS84, degrees"},
		{"", degrees, "x, y=geometry (points), OGC:CRS84, degrees"},
		{"", format.Options{Units: format.Units{Length: "km"}}, "points.parquet: lengths are in m, and --units says km; of heights alone --units z=km says it"},
		{wgs84, format.Options{}, "x, y=geometry (points), WGS 84 (EPSG:4326), degrees"},
		{utm(), format.Options{}, "x, y=geometry (points), UTM 32N (EPSG:32632), m"},
		{utm(), degrees, "points.parquet: column geometry.x is in m: --lonlat needs degrees"},
		{utm(), format.Options{Units: format.Units{Length: "km"}}, "points.parquet: lengths are in m, and --units says km"},
		{feet, format.Options{}, "x, y=geometry (points), Texas (EPSG:2277), ftUS"},
		{`,"crs":null`, format.Options{}, "points.parquet: column geometry has no CRS: --lonlat says that its numbers are degrees, --units that they are lengths, such as --units m,s"},
		{`,"crs":null`, degrees, "x, y=geometry (points), no CRS, degrees"},
		{`,"crs":null`, metres, "x, y=geometry (points), no CRS, m"},
		{nad83, format.Options{}, "points.parquet: column geometry is in degrees of NAD83 (EPSG:4269), which are none of WGS 84 (OGC:CRS84, EPSG:4326): --lonlat takes them for these"},
		{nad83, metres, "points.parquet: column geometry is in degrees of NAD83 (EPSG:4269), which are none of WGS 84 (OGC:CRS84, EPSG:4326): --lonlat takes them for these"},
		{nad83, degrees, "x, y=geometry (points), NAD83 (EPSG:4269), degrees"},
		{crs("CompoundCRS", "both", 7405, `"metre"`), degrees, "points.parquet: column geometry is in both (EPSG:7405): neither degrees of WGS 84 (OGC:CRS84, EPSG:4326) nor lengths of a projection in a unit of flyby's"},
		{`,"crs":"EPSG:4326"`, degrees, "points.parquet: its metadata geo are none of GeoParquet: columns.geometry.crs is no JSON object; --columns x=NAME,y=NAME takes places from other columns"},
	} {
		rows, _ := placedRows(20, func(x, y, _ float64) []byte { return formattest.Geometry(1, nil, x, y) })
		_, report, err := readText(t, "points.parquet", formattest.InGroups(t, rows, 9, formattest.GeoKey("WKB", c.crs)), c.o)
		got := report.Geometry
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.crs, got, c.want)
		}
		if unit := map[bool]string{true: "m"}[strings.HasSuffix(c.want, "degrees")]; err == nil && unit != "" && report.Units.Length != unit {
			t.Errorf("%s: lengths are in %q", c.crs, report.Units.Length)
		}
	}
}

// TestGeometryFiles: metadata about a missing geometry, or about one that is not supported, are refused.
func TestGeometryFiles(t *testing.T) {
	rows, _ := placedRows(5, func(x, y, _ float64) []byte { return formattest.Geometry(1, nil, x, y) })
	with := func(option parquetgo.WriterOption) string { return formattest.InGroups(t, rows, 9, option) }
	const other = "; --columns x=NAME,y=NAME takes places from other columns"
	polygons, _ := placedRows(5, func(_, _, _ float64) []byte { return formattest.Geometry(3, []uint32{0}) })
	lines, _ := placedRows(5, func(_, _, _ float64) []byte { return formattest.Geometry(2, []uint32{1}, 1, 2) })
	wantFaults(t, "points.parquet", format.Options{}, []badFile{
		{with(formattest.GeoKey("multipolygon", "")), "points.parquet: column geometry: its type is none of the encoding multipolygon" + other},
		{with(parquetgo.KeyValueMetadata("geo", "{}")), "points.parquet: its metadata geo are none of GeoParquet: version is missing" + other},
		{with(parquetgo.KeyValueMetadata("geo", `{"version":"1.0.0","primary_column":"place","columns":{"place":{"encoding":"WKB","geometry_types":[]}}}`)), "points.parquet: no column place, which its metadata geo name" + other},
		{with(parquetgo.KeyValueMetadata("geo", `{"version":"1.0.0","primary_column":"t","columns":{"t":{"encoding":"WKB","geometry_types":[]}}}`)), "points.parquet: column t: type DOUBLE is not one that flyby reads here" + other},
		{formattest.InGroups(t, polygons, 9, formattest.GeoKey("WKB", "")), `points.parquet: row 0 (row group 0): column geometry: "POLYGON": a polygon is no position but a zone, for flyby visits --zones` + other},
		{formattest.InGroups(t, lines, 9, formattest.GeoKey("WKB", "")), `points.parquet: row 0 (row group 0): column geometry: "LINESTRING": neither a point nor a line with M, which are its times` + other},
	})
}

// TestGeometryGroups: row groups of points are read one by one, like row groups of numbers.
func TestGeometryGroups(t *testing.T) {
	rows, _ := placedRows(25, func(x, y, _ float64) []byte { return formattest.Geometry(1, nil, x, y) })
	rows[8].Geometry = nil
	path := t.TempDir() + "/points.parquet"
	writeFile(t, path, formattest.InGroups(t, rows, 6, formattest.GeoKey("WKB", "")))
	g, ok := OpenGroups(path, format.Options{Reading: format.Reading{SkipBadRows: true, Threads: 2}})
	if !ok {
		t.Fatal("not opened")
	}
	defer g.Close()
	if !g.LonLat() || g.Units().Length != "m" {
		t.Errorf("degrees %v, lengths in %q", g.LonLat(), g.Units().Length)
	}
	var got, want []string
	_, _, err := g.Read(context.Background(), parquet.Pick{Groups: []int{1, 3}}, func(r *reading.Rows, _ func(*trajectory.RowError) error) error {
		for i := range r.T {
			got = append(got, fmt.Sprint(r.Group, r.ID.Int[i], r.T[i], r.X[i], r.Y[i]))
		}
		return nil
	})
	for _, i := range []int{6, 7, 9, 10, 11, 18, 19, 20, 21, 22, 23} {
		want = append(want, fmt.Sprint(i/6, i%7, float64(i), float64(i)/7, -float64(i)/3))
	}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v\ngot  %q\nwant %q", err, got, want)
	}
}

package zonefile_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/parquet-go/parquet-go"

	"flyby/internal/geoparquet"
	"flyby/internal/zonefile"
)

// triangle is a polygon in well-known binary.
func triangle() (b []byte) {
	b = binary.LittleEndian.AppendUint32(append(b, 1), 3)
	b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, 1), 4)
	for _, v := range []float64{0, 0, 9, 0, 9, 9, 0, 0} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// shapeRow is a row of GeoParquet.
type shapeRow struct {
	Geometry []byte `parquet:"geometry,optional"`
	ID       int64  `parquet:"id"`
}

// pointRow is a row of GeoParquet whose points are native.
type pointRow struct {
	Geometry *struct {
		X float64 `parquet:"x"`
		Y float64 `parquet:"y"`
	} `parquet:"geometry,optional"`
	ID string `parquet:"id"`
}

// textRow is a row of Parquet with well-known text.
type textRow struct {
	ID      string   `parquet:"zone_id"`
	Text    string   `parquet:"wkt"`
	Ceiling *float64 `parquet:"top,optional"`
}

// typedRow is a row of Parquet's GEOGRAPHY.
type typedRow struct {
	ID    string `parquet:"zone_id"`
	Shape []byte `parquet:"shape,optional,geography(OGC:CRS84:spherical)"`
}

// parquetFile writes Parquet, with metadata of GeoParquet unless they are empty, and returns its name.
func parquetFile[T any](t *testing.T, meta string, rows ...T) string {
	t.Helper()
	var b bytes.Buffer
	var options []parquet.WriterOption
	if meta != "" {
		options = append(options, parquet.KeyValueMetadata("geo", meta))
	}
	w := parquet.NewGenericWriter[T](&b, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file(t, "zones.parquet", b.String())
}

// position is a position of native encodings.
type position struct {
	X float64 `parquet:"x"`
	Y float64 `parquet:"y"`
}

// The rows of native encodings.
type (
	lineRow struct {
		Geometry []position `parquet:"geometry,list,optional"`
	}
	polygonRow struct {
		Geometry [][]position `parquet:"geometry,list,optional"`
	}
	polygonsRow struct {
		Geometry [][][]position `parquet:"geometry,list"`
	}
)

// TestNative: GeoParquet's native encodings have what well-known binary has; null and empty lists are no position.
func TestNative(t *testing.T) {
	of := func(encoding string) string {
		return `{"version":"1.1.0","primary_column":"geometry","columns":{"geometry":{"encoding":"` + encoding + `","geometry_types":[]}}}`
	}
	a, b, c, d := position{0, 0}, position{9, 0}, position{9, 9}, position{1, 2}
	round, inner := []position{a, b, c, a}, []position{d, b, c, d}
	for encoding, want := range map[string][2]string{
		parquetFile(t, of("linestring"), lineRow{[]position{a, b}}, lineRow{}, lineRow{[]position{c, d, a}}):   {"linestring", "0 [] [[[0 0] [9 0]]] [];1 [] [] [];2 [] [[[9 9] [1 2] [0 0]]] [];"},
		parquetFile(t, of("multipoint"), lineRow{[]position{a, b}}, lineRow{[]position{c}}):                    {"multipoint", "0 [[0 0] [9 0]] [] [];1 [[9 9]] [] [];"},
		parquetFile(t, of("multilinestring"), polygonRow{[][]position{{a, b}, {}, {c, d}}}, polygonRow{}):      {"multilinestring", "0 [] [[[0 0] [9 0]] [[9 9] [1 2]]] [];1 [] [] [];"},
		parquetFile(t, of("polygon"), polygonRow{[][]position{round, inner}}, polygonRow{[][]position{inner}}): {"polygon", "0 [] [] [[[[0 0] [9 0] [9 9] [0 0]] [[1 2] [9 0] [9 9] [1 2]]]];1 [] [] [[[[1 2] [9 0] [9 9] [1 2]]]];"},
		parquetFile(t, of("multipolygon"), polygonsRow{[][][]position{{round}, {inner, round}}}, polygonsRow{}, polygonsRow{[][][]position{{inner}}}): {"multipolygon",
			"0 [] [] [[[[0 0] [9 0] [9 9] [0 0]]] [[[1 2] [9 0] [9 9] [1 2]] [[0 0] [9 0] [9 9] [0 0]]]];1 [] [] [];2 [] [] [[[[1 2] [9 0] [9 9] [1 2]]]];"},
	} {
		all, err := zonefile.Read(t.Context(), []string{encoding}, zonefile.Options{})
		if err != nil || shown(all) != want[1] {
			t.Errorf("%s: %s, %v; want %s", want[0], shown(all), err, want[1])
		}
	}
	many := make([]lineRow, 70000) // more than a batch has
	for i := range many {
		many[i].Geometry = []position{a, {float64(i), 1}}
	}
	all, err := zonefile.Read(t.Context(), []string{parquetFile(t, of("linestring"), many...)}, zonefile.Options{})
	if err != nil || len(all[0].Zones) != len(many) || all[0].Zones[69999].Lines[0][1] != [2]float64{69999, 1} {
		t.Errorf("many lines: %v", err)
	}
}

// arrowFile writes a stream of a column of well-known binary and of ids, and returns its name.
func arrowFile(t *testing.T, metadata string) string {
	t.Helper()
	shape := arrow.Field{Name: "geom", Type: arrow.BinaryTypes.Binary, Nullable: true, Metadata: arrow.NewMetadata([]string{"ARROW:extension:name", "ARROW:extension:metadata"}, []string{"geoarrow.wkb", metadata})}
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.BinaryTypes.String}, shape}, nil)
	r := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	r.Field(0).(*array.StringBuilder).AppendValues([]string{"a"}, nil)
	r.Field(1).(*array.BinaryBuilder).Append(triangle())
	var b bytes.Buffer
	w := ipc.NewWriter(&b, ipc.WithSchema(schema))
	if err := w.Write(r.NewRecordBatch()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file(t, "zones.arrows", b.String())
}

// TestShaped: zones are read from GeoParquet, well-known binary and native points, from Parquet's GEOGRAPHY and text, and from GeoArrow, with their CRS and edges.
func TestShaped(t *testing.T) {
	of := func(encoding, more string) string {
		return `{"version":"1.1.0","primary_column":"geometry","columns":{"geometry":{"encoding":"` + encoding + `","geometry_types":[]` + more + `}}}`
	}
	const polygon = " [] [] [[[[0 0] [9 0] [9 9] [0 0]]]]"
	top := 5.5
	var at pointRow
	at.ID, at.Geometry = "p", &struct {
		X float64 `parquet:"x"`
		Y float64 `parquet:"y"`
	}{1, 2}
	for _, c := range []struct {
		name    string
		o       zonefile.Options
		want    string
		meaning geoparquet.Meaning
		arcs    bool
	}{
		{parquetFile(t, of("WKB", `,"edges":"spherical"`), shapeRow{triangle(), 5}, shapeRow{nil, 6}), zonefile.Options{}, "5" + polygon + ";6 [] [] [];", geoparquet.Degrees, true},
		{parquetFile(t, of("WKB", `,"crs":null`), shapeRow{triangle(), 5}), zonefile.Options{}, "5" + polygon + ";", geoparquet.Unsaid, false},
		{parquetFile(t, of("point", ""), at, pointRow{ID: "q"}), zonefile.Options{}, "p [[1 2]] [] [];q [] [] [];", geoparquet.Degrees, false},
		{parquetFile(t, "", textRow{"a", "POINT(1 2)", &top}, textRow{"b", "", nil}), zonefile.Options{Ceiling: "top"}, "a [[1 2]] [] [] -Inf..5.5;b [] [] [];", geoparquet.Unsaid, false},
		{parquetFile(t, "", typedRow{"a", triangle()}), zonefile.Options{}, "a" + polygon + ";", geoparquet.Degrees, true},
		{arrowFile(t, `{"edges":"spherical","crs":"OGC:CRS84"}`), zonefile.Options{ID: "id"}, "a" + polygon + ";", geoparquet.Degrees, true},
		{arrowFile(t, ``), zonefile.Options{}, "a" + polygon + ";", geoparquet.Unsaid, false},
	} {
		all, err := zonefile.Read(t.Context(), []string{c.name}, c.o)
		if err != nil || shown(all) != c.want {
			t.Errorf("%s, %v; want %s", shown(all), err, c.want)
			continue
		}
		if z := all[0]; z.CRS.Meaning != c.meaning || z.Zones[0].Arcs != c.arcs {
			t.Errorf("%s: %+v, arcs %v", c.want, z.CRS, z.Zones[0].Arcs)
		}
	}
	for want, name := range map[string]string{
		`column geometry: its type is none of the encoding polygon`: parquetFile(t, of("polygon", ""), shapeRow{triangle(), 5}),
		`column geometry: no numbers x and y of points`: parquetFile(t, of("point", ""), struct {
			Geometry struct {
				X float64 `parquet:"x"`
			} `parquet:"geometry"`
		}{}),
		`row 1 (row group 0): column geometry: "POLYGON": a geometry that is cut`: parquetFile(t, of("WKB", ""), shapeRow{triangle(), 5}, shapeRow{triangle()[:20], 6}),
		`no column of geometries`: parquetFile(t, "", struct{ ID int64 }{7}),
	} {
		if _, err := zonefile.Read(t.Context(), []string{name}, zonefile.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

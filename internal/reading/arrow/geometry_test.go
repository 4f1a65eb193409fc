package arrow

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// The metadata of columns of geometries.
const (
	extensionKey = "ARROW:extension:name"
	metadataKey  = "ARROW:extension:metadata"
	pointName    = "geoarrow.point"
	wkbName      = "geoarrow.wkb"
)

// placedBatch returns a batch of ids, times and geometries, nil for null, whose extension has some metadata.
func placedBatch(t testing.TB, typ arrow.BinaryDataType, metadata string, geometries ...[]byte) arrow.RecordBatch {
	t.Helper()
	b := array.NewBuilder(memory.DefaultAllocator, typ)
	ids, times := "[0", "[0"
	for i, g := range geometries {
		if i > 0 {
			ids, times = ids+fmt.Sprint(",", i%2), times+fmt.Sprint(",", i)
		}
		if g == nil {
			b.AppendNull()
			continue
		}
		b.(interface{ Append([]byte) }).Append(g)
	}
	id, at := made{"id", arrow.PrimitiveTypes.Int64, ids + "]"}, made{"t", arrow.PrimitiveTypes.Float64, times + "]"}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: id.typ}, {Name: "t", Type: at.typ},
		{Name: "geometry", Type: typ, Nullable: true, Metadata: arrow.NewMetadata([]string{extensionKey, metadataKey}, []string{wkbName, metadata})},
	}, nil)
	return array.NewRecordBatch(schema, []arrow.Array{arrayOf(t, id), arrayOf(t, at), b.NewArray()}, int64(len(geometries)))
}

// pointsAt returns n points, the i-th at i and -i.
func pointsAt(n int) (all [][]byte) {
	for i := range n {
		all = append(all, formattest.Geometry(formattest.WKBPoint, nil, float64(i), -float64(i)))
	}
	return all
}

// TestGeometries: geometries in well-known binary, of each type of byte arrays, become x and y; the CRS decides their kind.
func TestGeometries(t *testing.T) {
	for _, typ := range []arrow.BinaryDataType{arrow.BinaryTypes.Binary, arrow.BinaryTypes.LargeBinary, arrow.BinaryTypes.BinaryView} {
		b := placedBatch(t, typ, `{"crs":"OGC:CRS84"}`, pointsAt(9)...)
		p, err := readBytes(streamOf(t, []arrow.RecordBatch{b.NewSlice(0, 4), b.NewSlice(4, 9)}), format.Options{})
		if err != nil {
			t.Fatalf("%v: %v", typ, err)
		}
		c := p.Columns
		if len(c.X) != 9 || c.X[7] != 7 || c.Y[3] != -3 || c.Z != nil || p.Geometry != "x, y=geometry (points), OGC:CRS84, degrees" {
			t.Errorf("%v: %v %v %v, %q", typ, c.X, c.Y, c.Z, p.Geometry)
		}
	}
}

// TestGeometryHeights: z of points is z.
func TestGeometryHeights(t *testing.T) {
	b := placedBatch(t, arrow.BinaryTypes.Binary, `{"crs":"OGC:CRS84"}`, nil, formattest.Geometry(formattest.WKBPointZ, nil, 1, 2, 3))
	p, err := readBytes(streamOf(t, []arrow.RecordBatch{b}), format.Options{Reading: format.Reading{SkipBadRows: true}})
	if err != nil || fmt.Sprint(p.Columns.X, p.Columns.Y, p.Columns.Z) != "[1] [2] [3]" || p.Skipped != 1 {
		t.Errorf("%v %+v", err, p)
	}
}

// TestGeometryFaults: an error names a row without a place, and SkipBadRows leaves it out; a geometry without a CRS needs a flag.
func TestGeometryFaults(t *testing.T) {
	for want, geometry := range map[string][]byte{
		`row 3: column geometry: "": missing`:                                    nil,
		`row 3: column geometry: "POINT EMPTY": no place`:                        formattest.Geometry(1, nil, math.NaN(), math.NaN()),
		`row 3: column geometry: "LINESTRING M": not a point`:                    formattest.LineM(1, 2, 3),
		`row 3: column geometry: "POINT Z": with z, which the first has not; --`: formattest.Geometry(formattest.WKBPointZ, nil, 1, 2, 3),
	} {
		points := pointsAt(6)
		points[2] = geometry
		stream := streamOf(t, []arrow.RecordBatch{placedBatch(t, arrow.BinaryTypes.Binary, `{"crs":"OGC:CRS84"}`, points...)})
		if _, err := readBytes(stream, format.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
		p, err := readBytes(stream, format.Options{Reading: format.Reading{SkipBadRows: true}})
		if err != nil || p.Skipped != 1 || len(p.Columns.X) != 5 || p.Columns.X[2] != 3 {
			t.Errorf("%s: %v, %+v", want, err, p)
		}
	}
	stream := streamOf(t, []arrow.RecordBatch{placedBatch(t, arrow.BinaryTypes.Binary, "", pointsAt(3)...)})
	if _, err := readBytes(stream, format.Options{}); err == nil || !strings.Contains(err.Error(), "column geometry has no CRS: --lonlat says") {
		t.Errorf("without a CRS: %v", err)
	}
	p, err := readBytes(stream, format.Options{Units: format.Units{Length: "m"}})
	if err != nil || p.Geometry != "x, y=geometry (points), no CRS, m" {
		t.Errorf("with --units: %v, %+v", err, p)
	}
}

// TestPointsOfCRS: the CRS of a struct of points decides whether they are degrees or lengths, and in which unit; a CRS of neither is
// refused by its name.
func TestPointsOfCRS(t *testing.T) {
	number := arrow.PrimitiveTypes.Float64
	where := made{"where", arrow.StructOf(arrow.Field{Name: "x", Type: number}, arrow.Field{Name: "y", Type: number}), `[{"x": 1, "y": 2}, {"x": 3, "y": 4}]`}
	b := batchOf(t, made{"id", arrow.PrimitiveTypes.Int8, `[1, 1]`}, made{"t", arrow.PrimitiveTypes.Int8, `[0, 1]`}, where)
	const plane = `{"crs":{"type":"ProjectedCRS","name":"here","coordinate_system":{"subtype":"Cartesian","axis":[{"name":"E","direction":"east","unit":"metre"},{"name":"N","direction":"north","unit":"metre"}]}}}`
	for metadata, want := range map[string]string{
		"":                      "",
		`{"crs":"OGC:CRS84"}`:   "x, y=where (points), OGC:CRS84, degrees",
		plane:                   "x, y=where (points), here, m",
		`{"crs":"EPSG:4269"}`:   "column where is in EPSG:4269",
		`{"crs":{"type":"no"}}`: "column where",
	} {
		fields := b.Schema().Fields()
		fields[2].Metadata = arrow.NewMetadata([]string{extensionKey, metadataKey}, []string{pointName, metadata})
		p, err := readBytes(streamOf(t, []arrow.RecordBatch{array.NewRecordBatch(arrow.NewSchema(fields, nil), b.Columns(), 2)}), format.Options{})
		switch {
		case err != nil && (want == "" || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v", metadata, err)
		case err == nil && (p.Geometry != want || len(p.Columns.X) != 2):
			t.Errorf("%s: %q, %v", metadata, p.Geometry, p.Columns.X)
		case err == nil && strings.HasPrefix(want, "column"):
			t.Errorf("%s: no error", metadata)
		}
	}
}

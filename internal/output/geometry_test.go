package output

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// wkbNumbers decodes WKB independently of the code under test, to text such as "Point 1 2" and "MultiLineString | 1 2, 3 4".
func wkbNumbers(t testing.TB, b []byte) string {
	t.Helper()
	u32 := func() (v uint32) {
		v, b = binary.LittleEndian.Uint32(b), b[4:]
		return v
	}
	head := func() (kind, axes uint32) {
		if b[0] != 1 {
			t.Fatalf("order of bytes %d", b[0])
		}
		b = b[1:]
		kind = u32()
		return kind % 1000, 2 + kind/1000
	}
	position := func(axes uint32) string {
		var all []string
		for range axes {
			all = append(all, fmt.Sprint(math.Float64frombits(binary.LittleEndian.Uint64(b))))
			b = b[8:]
		}
		return strings.Join(all, " ")
	}
	kind, axes := head()
	text := ""
	switch kind {
	case 1:
		text = "Point " + position(axes)
	case 5:
		text = "MultiLineString"
		for range u32() {
			if line, of := head(); line != 2 || of != axes {
				t.Fatalf("a line of type %d with %d axes", line, of)
			}
			var line []string
			for range u32() {
				line = append(line, position(axes))
			}
			text += " | " + strings.Join(line, ", ")
		}
	}
	if len(b) > 0 || text == "" {
		t.Fatalf("%d bytes behind %q of type %d", len(b), text, kind)
	}
	return text
}

// metAt makes n encounters, and the columns of a place for each, on three axes.
func metAt(n int) (e trajectory.Encounters, at [3][]float64) {
	for i := range n {
		v := float64(i)
		e.QueryTraj, e.EntryTraj = append(e.QueryTraj, 0), append(e.EntryTraj, 1)
		e.Enter, e.Exit, e.Closest = append(e.Enter, v), append(e.Exit, v), append(e.Closest, v)
		e.Distance, e.Speed, e.Open = append(e.Distance, 1), append(e.Speed, v), append(e.Open, 0)
		at[0], at[1], at[2] = append(at[0], -v/7), append(at[1], v/3), append(at[2], 5-v)
	}
	return e, at
}

// writeMet writes encounters, some rows at a time, whose columns of places belong to the chunk.
func writeMet(t testing.TB, path string, e trajectory.Encounters, at [3][]float64, some int, o WriteOptions) error {
	t.Helper()
	var chunk [3][]float64
	for axis := range chunk {
		o.Point = append(o.Point, LengthColumn("xyz"[axis:axis+1], &chunk[axis]))
	}
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	w, err := CreateEncounters(path, s, s, o)
	if err != nil {
		return err
	}
	defer w.Abort()
	for first := 0; first < e.Len(); first += some {
		last := min(e.Len(), first+some)
		for axis := range chunk {
			chunk[axis] = at[axis][first:last]
		}
		if err := w.Write(e.Slice(first, last)); err != nil {
			return err
		}
	}
	return w.Close()
}

// geometriesOf returns the geometries of a Parquet file by row group, as wkbNumbers writes them.
func geometriesOf(t testing.TB, path string) (groups [][]string) {
	t.Helper()
	file := openParquet(t, path)
	for _, g := range file.RowGroups() {
		columns := g.ColumnChunks()
		var all []string
		pages := columns[len(columns)-1].Pages()
		for {
			page, err := pages.ReadPage()
			if err != nil {
				break
			}
			values := make([]parquetgo.Value, page.NumRows())
			if n, _ := page.Values().ReadValues(values); n != len(values) {
				t.Fatalf("%d of %d values", n, len(values))
			}
			for _, v := range values {
				all = append(all, wkbNumbers(t, v.ByteArray()))
			}
		}
		pages.Close()
		groups = append(groups, all)
	}
	return groups
}

// geoOf returns the object under the key geo of a footer.
func geoOf(t testing.TB, path string) (geo map[string]any) {
	t.Helper()
	text, ok := openParquet(t, path).Lookup("geo")
	if !ok {
		t.Fatalf("%s: no key geo", path)
	}
	if err := json.Unmarshal([]byte(text), &geo); err != nil {
		t.Fatal(err)
	}
	return geo
}

// TestParquetPoints: rows have points of WKB, read by another library; the column is required bytes without statistics; the footer's box is the box of all rows, in several row groups.
func TestParquetPoints(t *testing.T) {
	const n = rowGroupRows + 1000
	e, at := metAt(n)
	path := filepath.Join(t.TempDir(), "met.parquet")
	if err := writeMet(t, path, e, at, 50_000, WriteOptions{Geometry: &Geometry{Shape: format.PointShape, Axes: 3}}); err != nil {
		t.Fatal(err)
	}
	groups := geometriesOf(t, path)
	if len(groups) != 2 || len(groups[0]) != rowGroupRows {
		t.Fatalf("%d groups", len(groups))
	}
	for i, got := range slices.Concat(groups...) {
		if want := fmt.Sprintf("Point %v %v %v", at[0][i], at[1][i], at[2][i]); got != want {
			t.Fatalf("row %d: %s, want %s", i, got, want)
		}
	}
	file := openParquet(t, path)
	if schema := strings.Join(strings.Fields(file.Schema().String()), " "); !strings.Contains(schema, "required binary geometry; }") {
		t.Errorf("schema %s", schema)
	}
	for _, g := range file.Metadata().RowGroups {
		c := g.Columns[len(g.Columns)-1]
		if s := c.MetaData.Statistics; s.MinValue != nil || s.MaxValue != nil || s.Min != nil || s.Max != nil || c.ColumnIndexLength != 0 {
			t.Errorf("statistics %+v, column index of %d bytes", s, c.ColumnIndexLength)
		}
	}
	last := float64(n - 1)
	want := map[string]any{"version": "1.1.0", "primary_column": "geometry", "columns": map[string]any{"geometry": map[string]any{
		"encoding": "WKB", "geometry_types": []any{"Point Z"}, "crs": nil, "bbox": []any{-last / 7, 0., 5 - last, 0., last / 3, 5.},
	}}}
	if got := geoOf(t, path); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("geo %v, want %v", got, want)
	}
}

// TestGeometryOfDegrees: the footer names no reference for degrees, which means OGC:CRS84, and a file without rows has no box.
func TestGeometryOfDegrees(t *testing.T) {
	path := filepath.Join(t.TempDir(), "met.parquet")
	if err := writeMet(t, path, trajectory.Encounters{}, [3][]float64{}, 1, WriteOptions{Geometry: &Geometry{Shape: format.PointShape, Axes: 2, Degrees: true}}); err != nil {
		t.Fatal(err)
	}
	column := geoOf(t, path)["columns"].(map[string]any)["geometry"]
	if want := map[string]any{"encoding": "WKB", "geometry_types": []any{"Point"}}; fmt.Sprint(column) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", column, want)
	}
}

// someLines draws lines for each row: one line of some positions for the query, a line of two positions and a single position for the
// entry.
func someLines(positions int) *Lines {
	return &Lines{Draw: func(row int, ofEntry bool, begin func(bool, int) error, to func([3]float64, bool) error) error {
		if err := begin(ofEntry, 3); err != nil {
			return err
		}
		if ofEntry {
			return errors.Join(to([3]float64{1, 2, 3}, true), to([3]float64{4, 5, 6}, false), to([3]float64{float64(row), -1, 0}, true))
		}
		for i := range positions {
			if err := to([3]float64{float64(i), float64(row), 9}, i == 0); err != nil {
				return err
			}
		}
		return nil
	}}
}

// TestParquetLines: a row has the lines of the query, then the lines of the entry; a single position stands twice.
func TestParquetLines(t *testing.T) {
	e, at := metAt(2)
	for axes, want := range map[int][]string{
		2: {"MultiLineString | 0 0, 1 0 | 1 2, 4 5 | 0 -1, 0 -1", "MultiLineString | 0 1, 1 1 | 1 2, 4 5 | 1 -1, 1 -1"},
		3: {"MultiLineString | 0 0 9, 1 0 9 | 1 2 3, 4 5 6 | 0 -1 0, 0 -1 0", "MultiLineString | 0 1 9, 1 1 9 | 1 2 3, 4 5 6 | 1 -1 0, 1 -1 0"},
	} {
		path := filepath.Join(t.TempDir(), "met.parquet")
		if err := writeMet(t, path, e, at, 2, WriteOptions{Lines: someLines(2), Geometry: &Geometry{Shape: format.LineShape, Axes: axes}}); err != nil {
			t.Fatal(err)
		}
		if got := geometriesOf(t, path); len(got) != 1 || !slices.Equal(got[0], want) {
			t.Errorf("%d axes: %q, want %q", axes, got, want)
		}
		types := geoOf(t, path)["columns"].(map[string]any)["geometry"].(map[string]any)["geometry_types"]
		if want := []string{"[MultiLineString]", "[MultiLineString Z]"}[axes-2]; fmt.Sprint(types) != want {
			t.Errorf("%d axes: types %v, want %s", axes, types, want)
		}
	}
}

// TestLongGeometriesEndGroups: large geometries end row groups, and batches of Arrow, early; where depends on rows alone, so that chunks of
// any size, threads and memory give the same bytes.
func TestLongGeometriesEndGroups(t *testing.T) {
	const rows, positions = 40, 10_000 // 160 kB a row
	e, at := metAt(rows)
	for _, end := range []string{".parquet", ".arrows"} {
		var want []byte
		for i, o := range []WriteOptions{{Threads: 1}, {Threads: 4}, {Threads: 3, Memory: 1}} {
			path := filepath.Join(t.TempDir(), "met"+end)
			o.Lines, o.Geometry = someLines(positions), &Geometry{Shape: format.LineShape, Axes: 2}
			if err := writeMet(t, path, e, at, rows, o); err != nil { // Draw counts rows of the chunk
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s: options %d make other bytes", end, i)
			}
			if end == ".parquet" && i == 0 {
				groups := geometriesOf(t, path)
				if n := len(slices.Concat(groups...)); len(groups) != 3 || len(groups[0]) != 14 || n != rows {
					t.Errorf("%d groups, the first of %d rows, %d in all", len(groups), len(groups[0]), n)
				}
			}
		}
	}
}

// TestLineBeyondMemory: lines of a row that exceed the memory for them are an error that says so, and no file.
func TestLineBeyondMemory(t *testing.T) {
	e, at := metAt(2)
	path := filepath.Join(t.TempDir(), "met.parquet")
	err := writeMet(t, path, e, at, 2, WriteOptions{Threads: 1, Memory: 1, Lines: someLines(300_000), Geometry: &Geometry{Shape: format.LineShape, Axes: 2}})
	if err == nil || !strings.Contains(err.Error(), "the paths of a row take more than 4.0 MiB as a geometry") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file is left")
	}
	for room, want := range map[uint64]int{0: 1 << 30, 1: 4 << 20, 160 << 20: 10 << 20, 1 << 40: 1 << 30} {
		if got := largest(room); got != want {
			t.Errorf("of %d bytes: %d, want %d", room, got, want)
		}
	}
}

// arrowGeometries returns the field geometry of a stream, and its values.
func arrowGeometries(t testing.TB, path string) (field arrow.Field, all []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	in, err := ipc.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Release()
	last := in.Schema().NumFields() - 1
	for in.Next() {
		column := in.RecordBatch().Column(last).(*array.Binary)
		for row := range column.Len() {
			all = append(all, wkbNumbers(t, column.Value(row)))
		}
	}
	if in.Err() != nil {
		t.Fatal(in.Err())
	}
	return in.Schema().Field(last), all
}

// TestArrowGeometry: a stream has the geometries of Parquet as binary, whose field says geoarrow.wkb and, for degrees, the reference.
func TestArrowGeometry(t *testing.T) {
	for _, g := range []Geometry{{format.PointShape, 2, true}, {format.LineShape, 3, false}} {
		o := WriteOptions{Geometry: &g, Lines: someLines(3)}
		e, at := metAt(100)
		if g.Shape == format.PointShape {
			e, at = metAt(arrowRows + 5)
			o.Lines = nil
		}
		folder := t.TempDir()
		for _, name := range []string{"met.parquet", "met.arrows"} {
			if err := writeMet(t, filepath.Join(folder, name), e, at, 10_000, o); err != nil {
				t.Fatal(err)
			}
		}
		field, got := arrowGeometries(t, filepath.Join(folder, "met.arrows"))
		if want := slices.Concat(geometriesOf(t, filepath.Join(folder, "met.parquet"))...); !slices.Equal(got, want) {
			t.Errorf("%+v: %d geometries are not the %d of Parquet", g, len(got), len(want))
		}
		name, _ := field.Metadata.GetValue("ARROW:extension:name")
		told, says := field.Metadata.GetValue("ARROW:extension:metadata")
		if field.Name != "geometry" || field.Nullable || field.Type.ID() != arrow.BINARY || name != "geoarrow.wkb" || says != g.Degrees || says && !json.Valid([]byte(told)) {
			t.Errorf("%+v: field %v", g, field)
		}
	}
}

// TestNoGeometry: an output without a column of geometries, or rows without places, are an error that leaves no file.
func TestNoGeometry(t *testing.T) {
	e, at := metAt(1)
	failing := &Lines{Draw: func(int, bool, func(bool, int) error, func([3]float64, bool) error) error {
		return errors.New("no more disk")
	}}
	empty := &Lines{Draw: func(int, bool, func(bool, int) error, func([3]float64, bool) error) error { return nil }}
	for name, c := range map[string]struct {
		file string
		o    WriteOptions
		want string
	}{
		"csv":         {"met.csv", WriteOptions{Geometry: &Geometry{format.PointShape, 2, true}}, "CSV has no column of geometries"},
		"geojson":     {"met.geojson", WriteOptions{Geometry: &Geometry{format.PointShape, 2, true}}, "GeoJSON has no column of geometries"},
		"lines":       {"met.parquet", WriteOptions{Geometry: &Geometry{format.LineShape, 2, true}}, `a geometry "line", of which nothing says where it is`},
		"axes":        {"met.parquet", WriteOptions{Geometry: &Geometry{format.PointShape, 4, true}}, "a geometry of 4 axes"},
		"shape":       {"met.parquet", WriteOptions{Geometry: &Geometry{"box", 2, true}}, `a geometry "box"`},
		"draw":        {"met.parquet", WriteOptions{Lines: failing, Geometry: &Geometry{format.LineShape, 2, true}}, "no more disk"},
		"empty":       {"met.arrows", WriteOptions{Lines: empty, Geometry: &Geometry{format.LineShape, 2, true}}, "a path without a position"},
		"lines alone": {"met.parquet", WriteOptions{Lines: someLines(2)}, "Parquet has no lines"},
	} {
		path := filepath.Join(t.TempDir(), c.file)
		if err := writeMet(t, path, e, at, 1, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s: a file is left", name)
		}
	}
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	if err := WriteStore(t.Context(), filepath.Join(t.TempDir(), "s.parquet"), s, WriteOptions{Geometry: &Geometry{format.PointShape, 2, true}}); err == nil || !strings.Contains(err.Error(), "samples have no column of geometries") {
		t.Errorf("samples: %v", err)
	}
}

// TestFilesWithoutGeometry: a file without geometries has no key geo.
func TestFilesWithoutGeometry(t *testing.T) {
	e, at := metAt(10)
	folder := t.TempDir()
	if err := writeMet(t, filepath.Join(folder, "a.parquet"), e, at, 10, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, ok := openParquet(t, filepath.Join(folder, "a.parquet")).Lookup("geo"); ok {
		t.Error("a file without geometries has the key geo")
	}
}

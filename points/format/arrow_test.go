package format

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	arrays "github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"flyby/internal/codec"
	"flyby/points"
	"flyby/trajectory/format"
)

// arrowCells is a column of a stream: its name, its type, and its values as JSON, as arrow-go reads them.
type arrowCells struct {
	name string
	typ  arrow.DataType
	json string
}

// arrowArray makes an array from JSON.
func arrowArray(t testing.TB, typ arrow.DataType, json string) arrow.Array {
	t.Helper()
	a, _, err := arrays.FromJSON(memory.DefaultAllocator, typ, strings.NewReader(json))
	if err != nil {
		t.Fatalf("%v: %v", typ, err)
	}
	return a
}

// arrowBatch makes a record batch of columns.
func arrowBatch(t testing.TB, cells ...arrowCells) arrow.RecordBatch {
	t.Helper()
	var fields []arrow.Field
	var made []arrow.Array
	for _, c := range cells {
		fields = append(fields, arrow.Field{Name: c.name, Type: c.typ, Nullable: true})
		made = append(made, arrowArray(t, c.typ, c.json))
	}
	return arrays.NewRecordBatch(arrow.NewSchema(fields, nil), made, int64(made[0].Len()))
}

// arrowStream writes batches of one schema as a stream.
func arrowStream(t testing.TB, batches ...arrow.RecordBatch) []byte {
	t.Helper()
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(batches[0].Schema()))
	for _, b := range batches {
		if err := w.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// readStream reads a stream from standard input.
func readStream(stream []byte, o Options) (*points.Store, Report, error) {
	o.Stdin, o.Format = bytes.NewReader(stream), "arrow"
	return Read(context.Background(), "-", o)
}

// readArrowCells reads columns as a stream.
func readArrowCells(t testing.TB, o Options, columns ...arrowCells) (*points.Store, Report, error) {
	t.Helper()
	return readStream(arrowStream(t, arrowBatch(t, columns...)), o)
}

// TestReadArrow: points that are written read back, from a file of a stream, from a stream of any name and from a file of Arrow, with names for ids
// and without ids.
func TestReadArrow(t *testing.T) {
	for _, named := range []bool{true, false} {
		s, path := mixed(t, named), filepath.Join(t.TempDir(), "p.arrows")
		if err := WriteStore(context.Background(), path, s, WriteOptions{NoIDs: !named}); err != nil {
			t.Fatal(err)
		}
		stream, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		back, r, err := Read(context.Background(), path, Options{})
		if err != nil || !same(back, s) || r.Rows != 4 || !slices.Equal(r.Columns, []string{"x1", "x2", "x3"}) || r.Bytes != int64(len(stream)) {
			t.Errorf("%v, %+v, %v", back, r, err)
		}
		if back, _, err := readStream(stream, Options{}); err != nil || !same(back, s) {
			t.Errorf("%v, %v", back, err)
		}
		back, _, err = Read(context.Background(), path, Options{Columns: map[string]string{"x1": "x3", "x2": "x1"}})
		if err != nil || back.Dimensions() != 2 || back.Column(0)[3] != 1 || !back.IDs().IntIDs() {
			t.Errorf("%v, %v", back, err)
		}
		file := arrowFile(t, stream)
		for _, name := range []string{"p.arrow", "p.feather"} {
			if back, _, err = Read(context.Background(), write(t, name, file), Options{}); err != nil || !same(back, s) {
				t.Errorf("%s: %v, %v", name, back, err)
			}
		}
		if _, _, err := readStream(file, Options{}); err == nil || !strings.Contains(err.Error(), "send an Arrow stream") {
			t.Errorf("a file from a pipe: %v", err)
		}
	}
}

// arrowFile writes the batches of a stream as a file.
func arrowFile(t *testing.T, stream []byte) []byte {
	t.Helper()
	r, err := ipc.NewReader(bytes.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	path := filepath.Join(t.TempDir(), "made.arrow")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w, err := ipc.NewFileWriter(out, ipc.WithSchema(r.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	for r.Next() {
		err = errors.Join(err, w.Write(r.RecordBatch()))
	}
	if err = errors.Join(err, r.Err(), w.Close()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// wholeTypes returns the types of integers.
func wholeTypes() []arrow.DataType {
	p := arrow.PrimitiveTypes
	return []arrow.DataType{p.Int8, p.Int16, p.Int32, p.Int64, p.Uint8, p.Uint16, p.Uint32, p.Uint64}
}

// TestArrowPointTypes: coordinates are columns of numbers of all sizes, or a column of lists of numbers; ids are integers, text or dictionaries of
// text.
func TestArrowPointTypes(t *testing.T) {
	text := arrow.BinaryTypes
	for _, typ := range append(wholeTypes(), arrow.PrimitiveTypes.Float32, arrow.PrimitiveTypes.Float64) {
		for _, columns := range [][]arrowCells{
			{{"a", typ, `[1, 3]`}, {"b", typ, `[2, 4]`}, {"word", text.String, `["u", "v"]`}},
			{{"v", arrow.FixedSizeListOf(2, typ), `[[1, 2], [3, 4]]`}},
			{{"v", arrow.ListOf(typ), `[[1, 2], [3, 4]]`}, {"word", text.String, `["u", "v"]`}},
			{{"v", arrow.LargeListOf(typ), `[[1, 2], [3, 4]]`}},
		} {
			if s, r, err := readArrowCells(t, Options{}, columns...); err != nil || shown(s) != "0=[1 2] 1=[3 4]" {
				t.Errorf("%v: %v, %+v, %v", columns[0].typ, s, r, err)
			}
		}
	}
	dictionary := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: text.String}
	for _, c := range []struct {
		typ        arrow.DataType
		json, want string
		whole      bool
	}{
		{text.String, `["b", "a name beyond twelve bytes"]`, "b=[1] a name beyond twelve bytes=[2]", false},
		{text.LargeString, `["7", "8"]`, "7=[1] 8=[2]", false},
		{text.StringView, `["b", "a name beyond twelve bytes"]`, "b=[1] a name beyond twelve bytes=[2]", false},
		{dictionary, `["7", "b"]`, "7=[1] b=[2]", false},
		{arrow.PrimitiveTypes.Uint64, `[7, 18446744073709551615]`, "7=[1] 18446744073709551615=[2]", false},
		{arrow.PrimitiveTypes.Int8, `[7, -1]`, "7=[1] -1=[2]", true},
	} {
		for _, x := range []arrowCells{{"x", arrow.PrimitiveTypes.Float64, `[1, 2]`}, {"x", arrow.ListOf(arrow.PrimitiveTypes.Float32), `[[1], [2]]`}} {
			s, _, err := readArrowCells(t, Options{}, arrowCells{"id", c.typ, c.json}, x)
			if err != nil || shown(s) != c.want || s.IDs().IntIDs() != c.whole {
				t.Errorf("%v: %v, %v, want %s", c.typ, s, err, c.want)
			}
		}
	}
}

// TestArrowPointTimes: a column of times that Columns names is seconds since 1970; without Columns, times are no coordinates.
func TestArrowPointTimes(t *testing.T) {
	x := arrowCells{"x", arrow.PrimitiveTypes.Int8, `[1]`}
	named := map[string]string{"x1": "t", "x2": "x"}
	for _, c := range []struct {
		typ  arrow.DataType
		json string
		zone string
	}{
		{&arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"}, `["2024-05-01T12:00:00Z"]`, ""},
		{&arrow.TimestampType{Unit: arrow.Nanosecond}, `["2024-05-01T14:00:00"]`, "+02:00"},
		{arrow.BinaryTypes.String, `["2024-05-01T12:00:00Z"]`, ""},
	} {
		times := arrowCells{"t", c.typ, c.json}
		if s, _, err := readArrowCells(t, Options{Columns: named, Reading: Reading{Zone: c.zone}}, times, x); err != nil || shown(s) != "0=[1.7145648e+09 1]" {
			t.Errorf("%v: %v, %v", c.typ, s, err)
		}
		if s, r, err := readArrowCells(t, Options{}, times, x); err != nil || shown(s) != "0=[1]" || !slices.Equal(r.Ignored, []string{"t"}) {
			t.Errorf("%v: %v, %+v, %v", c.typ, s, r, err)
		}
	}
	clock := arrowCells{"t", &arrow.TimestampType{Unit: arrow.Second}, `["2024-05-01T12:00:00"]`}
	if _, _, err := readArrowCells(t, Options{Columns: named}, clock, x); err == nil || !strings.Contains(err.Error(), "--tz") {
		t.Error(err)
	}
}

// TestArrowPlaces: the fields of a struct column are columns x and y, which may be degrees by their names.
func TestArrowPlaces(t *testing.T) {
	f := arrow.PrimitiveTypes.Float64
	typ := arrow.StructOf(arrow.Field{Name: "x", Type: f}, arrow.Field{Name: "y", Type: f})
	b := arrowBatch(t, arrowCells{"where", typ, `[{"x": 1, "y": 2}, {"x": 3, "y": 4}]`})
	fields := b.Schema().Fields()
	fields[0].Metadata = arrow.NewMetadata([]string{"ARROW:extension:name"}, []string{"geoarrow.point"})
	stream := arrowStream(t, arrays.NewRecordBatch(arrow.NewSchema(fields, nil), b.Columns(), 2))
	if s, r, err := readStream(stream, Options{}); err != nil || shown(s) != "0=[1 2] 1=[3 4]" || !slices.Equal(r.Columns, []string{"x", "y"}) {
		t.Errorf("%v, %+v, %v", s, r, err)
	}
	degrees := []arrowCells{{"lat", f, `[0, 91]`}, {"lon", f, `[0, 0]`}}
	if _, _, err := readArrowCells(t, Options{Reading: Reading{LonLat: true}}, degrees...); err == nil || !strings.Contains(err.Error(), `row 2: column lat: "91"`) {
		t.Error(err)
	}
	if s, _, err := readArrowCells(t, Options{Reading: Reading{LonLat: true, SkipBadRows: true}}, degrees...); err != nil || shown(s) != "0=[6.378137e+06 0 0]" {
		t.Errorf("%v, %v", s, err)
	}
}

// TestArrowColumnsChosen: columns are taken by the rules of Parquet: lists where no other column has numbers, and named columns.
func TestArrowColumnsChosen(t *testing.T) {
	f := arrow.PrimitiveTypes.Float64
	lists := func(name string) arrowCells { return arrowCells{name, arrow.ListOf(f), `[[1, 2], [3, 4]]`} }
	n, s := arrowCells{"n", f, `[7, 8]`}, arrowCells{"s", arrow.BinaryTypes.String, `["a", "b"]`}
	id := arrowCells{"customer_id", arrow.PrimitiveTypes.Int64, `[5, 6]`}
	decimal := arrowCells{"d", &arrow.Decimal128Type{Precision: 5, Scale: 1}, `["1.5", "2"]`}
	for _, c := range []struct {
		columns []arrowCells
		named   map[string]string
		want    string
		ignored []string
	}{
		{[]arrowCells{lists("v"), n}, nil, "0=[7] 1=[8]", []string{"v (lists)"}},
		{[]arrowCells{lists("v"), n}, map[string]string{"x1": "v"}, "0=[1 2] 1=[3 4]", nil},
		{[]arrowCells{lists("v"), lists("w"), s}, map[string]string{"x1": "w", "id": "s"}, "a=[1 2] b=[3 4]", nil},
		{[]arrowCells{lists("v"), id}, nil, "5=[1 2] 6=[3 4]", nil},
		{[]arrowCells{id, n}, nil, "5=[7] 6=[8]", nil},
		{[]arrowCells{decimal, s}, nil, "0=[1.5] 1=[2]", []string{"s"}},
	} {
		got, r, err := readArrowCells(t, Options{Columns: c.named}, c.columns...)
		if err != nil || shown(got) != c.want || !slices.Equal(r.Ignored, c.ignored) {
			t.Errorf("%v, %v, %v, want %s", got, r.Ignored, err, c.want)
		}
	}
	nested := arrowCells{"v", arrow.ListOf(arrow.ListOf(f)), `[[[1]], [[2]]]`}
	raw := arrowCells{"d", arrow.BinaryTypes.Binary, `["YQ==", "YQ=="]`}
	for _, c := range []struct {
		want    string
		named   map[string]string
		columns []arrowCells
	}{
		{`no coordinates: "v", "w" have lists; --columns x1=NAME`, nil, []arrowCells{lists("v"), lists("w")}},
		{"column v has lists, which are all coordinates: name it as x1 alone", map[string]string{"x1": "n", "x2": "v"}, []arrowCells{lists("v"), n}},
		{`none of the columns "v", "s", "d" holds numbers`, nil, []arrowCells{nested, s, raw}},
		{"column v: type list<item: list<item: float64, nullable>, nullable> is not one that flyby reads here", map[string]string{"x1": "v"}, []arrowCells{nested}},
		{"column d: type binary is not one that flyby reads here", map[string]string{"x1": "d"}, []arrowCells{raw}},
		{"column n: type float64 is not one that flyby reads here", map[string]string{"id": "n"}, []arrowCells{n, lists("v")}},
		{"no column z", map[string]string{"x1": "z"}, []arrowCells{n}},
		{"two columns n", map[string]string{"x1": "n"}, []arrowCells{n, n}},
		{"no rows", nil, []arrowCells{{"n", f, `[]`}}},
	} {
		if _, _, err := readArrowCells(t, Options{Columns: c.named}, c.columns...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestArrowWhere: conditions leave rows out, by columns that are read and by others; a column of lists has no single value a row to compare.
func TestArrowWhere(t *testing.T) {
	columns := []arrowCells{{"n", arrow.PrimitiveTypes.Float64, `[1, null, 3]`}, {"s", arrow.BinaryTypes.String, `["a", "b", "a"]`}, {"v", arrow.ListOf(arrow.PrimitiveTypes.Int8), `[[1], [2], [3]]`}}
	o := Options{Reading: Reading{Where: []format.Condition{{Column: "s", Operator: "=", Value: "a"}}}}
	for _, named := range []map[string]string{nil, {"x1": "v"}} {
		o.Columns = named
		if s, r, err := readArrowCells(t, o, columns...); err != nil || shown(s) != "0=[1] 1=[3]" || r.Missed != 1 || r.Rows != 3 {
			t.Errorf("%v: %v, %+v, %v", named, s, r, err)
		}
	}
	o.Where[0].Column = "v"
	if _, _, err := readArrowCells(t, o, columns...); !errors.Is(err, format.ErrNoCell) {
		t.Error(err)
	}
}

// TestManyArrowRows: rows taken over at once give the same points as rows taken over one by one, as where a condition reads each row.
func TestManyArrowRows(t *testing.T) {
	const n = codec.MostRows + 1000
	id := arrays.NewStringBuilder(memory.DefaultAllocator)
	number, x, y := arrays.NewInt32Builder(memory.DefaultAllocator), arrays.NewFloat64Builder(memory.DefaultAllocator), arrays.NewFloat32Builder(memory.DefaultAllocator)
	for k, bad := range []int{-1, 0, codec.MostRows - 1, codec.MostRows, 0, codec.MostRows - 1, codec.MostRows} {
		for row := range n {
			id.Append(fmt.Sprintf("point %d", row))
			number.Append(int32(row))
			y.Append(float32(row) / 7)
			x.Append(float64(row) / 3)
			if row == bad && k < 4 {
				x.SetNull(row)
			} else if row == bad {
				id.SetNull(row)
				number.SetNull(row)
			}
		}
		xs, ys := x.NewFloat64Array(), y.NewFloat32Array()
		for _, ids := range []arrow.Array{id.NewStringArray(), number.NewInt32Array()} {
			schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: ids.DataType(), Nullable: true}, {Name: "x", Type: xs.DataType(), Nullable: true}, {Name: "y", Type: ys.DataType()}}, nil)
			stream := arrowStream(t, arrays.NewRecordBatch(schema, []arrow.Array{ids, xs, ys}, n))
			for _, reading := range []Reading{{}, {SkipBadRows: true}} {
				got, r, err := readStream(stream, Options{Reading: reading})
				reading.Where = []format.Condition{{Column: "y", Operator: ">=", Value: "0"}}
				want, each, wrong := readStream(stream, Options{Reading: reading})
				if fmt.Sprint(err) != fmt.Sprint(wrong) || (err != nil) != (bad >= 0 && !reading.SkipBadRows) {
					t.Fatalf("%d, %v: %v, row by row %v", bad, ids.DataType(), err, wrong)
				}
				if err == nil && (!same(got, want) || r.Skipped != each.Skipped || r.Rows != n) {
					t.Errorf("%d, %v: other points than row by row", bad, ids.DataType())
				}
			}
		}
	}
}

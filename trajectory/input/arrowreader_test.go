package input_test

import (
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

	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// idsOf returns the ids of all rows as text.
func idsOf(p *reading.Parsed) (all []string) {
	ids := p.Columns.ID
	for i := range len(p.Columns.T) {
		if ids.Code != nil {
			all = append(all, ids.Name[ids.Code[i]])
		} else {
			all = append(all, fmt.Sprint(ids.Int[i]))
		}
	}
	return all
}

// words returns the types of text.
func words() []arrow.DataType {
	return []arrow.DataType{arrow.BinaryTypes.String, arrow.BinaryTypes.LargeString, arrow.BinaryTypes.StringView}
}

// TestArrowIDTypes: ids are integers of all sizes, text of all kinds, and dictionaries of text.
func TestArrowIDTypes(t *testing.T) {
	var all []made
	for _, typ := range []arrow.DataType{arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Int16, arrow.PrimitiveTypes.Int32, arrow.PrimitiveTypes.Int64,
		arrow.PrimitiveTypes.Uint8, arrow.PrimitiveTypes.Uint16, arrow.PrimitiveTypes.Uint32, arrow.PrimitiveTypes.Uint64} {
		all = append(all, made{"id", typ, `[7, 7, 9]`})
	}
	for _, typ := range words() {
		all = append(all, made{"id", typ, `["seven", "seven", "a nine that is longer than twelve bytes"]`}, made{"id", typ, `["7", "7", "9"]`})
	}
	for _, index := range []arrow.DataType{arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Uint16, arrow.PrimitiveTypes.Int32, arrow.PrimitiveTypes.Int64} {
		for _, typ := range words()[:1] {
			all = append(all, made{"id", &arrow.DictionaryType{IndexType: index, ValueType: typ}, `["seven", "seven", "nine"]`})
		}
	}
	for _, id := range all {
		p, err := readBytes(streamOf(t, []arrow.RecordBatch{batchOf(t, append(numbers(), id)...)}), format.Options{})
		if err != nil {
			t.Errorf("%v: %v", id.typ, err)
			continue
		}
		got := idsOf(p)
		want := strings.Split(strings.NewReplacer(`"`, "", "[", "", "]", "").Replace(id.json), ", ")
		if isText := strings.Contains(id.json, `"`); isText != (p.Columns.ID.Code != nil) {
			t.Errorf("%v: names %v", id.typ, !isText)
		}
		if !slices.Equal(got, want) || !slices.Equal(p.Columns.X, []float64{1, 2, 3}) || !slices.Equal(p.Columns.T, []float64{0, 1, 2}) {
			t.Errorf("%v: %v, %v, want %v", id.typ, got, p.Columns.X, want)
		}
	}
}

// TestArrowDictionariesOfText: dictionaries of large_utf8 and utf8_view are read.
func TestArrowDictionariesOfText(t *testing.T) {
	for _, typ := range words() {
		of := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int16, ValueType: typ}
		named := arrayOf(t, made{"", typ, `["a name that is longer than twelve bytes", "b"]`})
		ids := array.NewDictionaryArray(of, arrayOf(t, made{"", arrow.PrimitiveTypes.Int16, `[1, 0, 1]`}), named)
		rest := batchOf(t, numbers()...)
		schema := arrow.NewSchema(append(rest.Schema().Fields(), arrow.Field{Name: "id", Type: of}), nil)
		p, err := readBytes(streamOf(t, []arrow.RecordBatch{array.NewRecordBatch(schema, append(rest.Columns(), ids), 3)}), format.Options{})
		if err != nil || !slices.Equal(idsOf(p), []string{"b", "a name that is longer than twelve bytes", "b"}) {
			t.Errorf("%v: %v", typ, err)
		}
	}
}

// TestArrowNumberTypes: coordinates are integers and floats of all sizes, each read as the equal float64.
func TestArrowNumberTypes(t *testing.T) {
	for _, c := range []struct {
		typ  arrow.DataType
		json string
		want []float64
	}{
		{arrow.PrimitiveTypes.Int8, `[-128, 0, 127]`, []float64{-128, 0, 127}},
		{arrow.PrimitiveTypes.Int16, `[-32768, 0, 1]`, []float64{-32768, 0, 1}},
		{arrow.PrimitiveTypes.Int32, `[-2147483648, 0, 1]`, []float64{math.MinInt32, 0, 1}},
		{arrow.PrimitiveTypes.Int64, `[-9007199254740993, 0, 1]`, []float64{-9007199254740992, 0, 1}},
		{arrow.PrimitiveTypes.Uint8, `[255, 0, 1]`, []float64{255, 0, 1}},
		{arrow.PrimitiveTypes.Uint16, `[65535, 0, 1]`, []float64{65535, 0, 1}},
		{arrow.PrimitiveTypes.Uint32, `[4294967295, 0, 1]`, []float64{math.MaxUint32, 0, 1}},
		{arrow.PrimitiveTypes.Uint64, `[18446744073709551615, 0, 1]`, []float64{1 << 64, 0, 1}},
		{arrow.PrimitiveTypes.Float32, `[0.1, 0, 1]`, []float64{float64(float32(0.1)), 0, 1}},
		{arrow.PrimitiveTypes.Float64, `[0.1, 0, 1]`, []float64{0.1, 0, 1}},
		{&arrow.Decimal64Type{Precision: 7, Scale: 3}, `["-0.1", "0", "1234.567"]`, []float64{-0.1, 0, 1234.567}},
		{&arrow.Decimal128Type{Precision: 38, Scale: 30}, `["0.1", "0", "1.5"]`, []float64{0.1, 0, 1.5}},
	} {
		columns := append(numbers(), made{"id", arrow.PrimitiveTypes.Int8, `[1, 1, 1]`})
		columns[1].typ, columns[1].json = c.typ, c.json
		p, err := readBytes(streamOf(t, []arrow.RecordBatch{batchOf(t, columns...)}), format.Options{})
		if err != nil || !slices.Equal(p.Columns.X, c.want) {
			t.Errorf("%v: %v, want %v", c.typ, err, c.want)
		}
	}
}

// TestArrowTimeTypes: times are timestamps of any unit and zone, days, numbers and text; --tz is the zone of times without one.
func TestArrowTimeTypes(t *testing.T) {
	stamp := func(unit arrow.TimeUnit, zone string) arrow.DataType {
		return &arrow.TimestampType{Unit: unit, TimeZone: zone}
	}
	const noon = 1714564800 // 2024-05-01T12:00:00Z
	for _, c := range []struct {
		typ  arrow.DataType
		json string
		zone string
		want float64
	}{
		{stamp(arrow.Second, "UTC"), `["2024-05-01T12:00:00Z"]`, "", noon},
		{stamp(arrow.Millisecond, "Europe/Copenhagen"), `["2024-05-01T12:00:00.5Z"]`, "", noon + 0.5},
		{stamp(arrow.Microsecond, "+02:00"), `["2024-05-01T12:00:00.000001Z"]`, "", noon + 0.000001},
		{stamp(arrow.Nanosecond, "UTC"), `["2024-05-01T12:00:00.1Z"]`, "", noon + 0.1},
		{stamp(arrow.Nanosecond, ""), `["2024-05-01T14:00:00.1"]`, "+02:00", noon + 0.1},
		{stamp(arrow.Millisecond, ""), `["1969-12-31T23:59:59.9"]`, "UTC", -0.1},
		{arrow.FixedWidthTypes.Date64, `["2024-05-01"]`, "", noon - 43200},
		{arrow.FixedWidthTypes.Date64, `["2024-05-01"]`, "+12:00", noon - 86400},
		{arrow.FixedWidthTypes.Date32, `["2024-05-01"]`, "", noon - 43200},
		{arrow.FixedWidthTypes.Date32, `["2024-05-01"]`, "+12:00", noon - 86400},
		{arrow.BinaryTypes.String, `["2024-05-01T14:00:00+02:00"]`, "", noon},
		{arrow.PrimitiveTypes.Int64, `[12]`, "", 12},
	} {
		columns := []made{{"t", c.typ, c.json}, {"x", arrow.PrimitiveTypes.Int8, `[1]`}, {"y", arrow.PrimitiveTypes.Int8, `[2]`}, {"id", arrow.PrimitiveTypes.Int8, `[3]`}}
		p, err := readBytes(streamOf(t, []arrow.RecordBatch{batchOf(t, columns...)}), format.Options{Reading: format.Reading{Zone: c.zone}})
		if err != nil || !slices.Equal(p.Columns.T, []float64{c.want}) {
			t.Errorf("%v %s: %v, want %v", c.typ, c.json, err, c.want)
			continue
		}
		if isStamp := p.Columns.Times == trajectory.Timestamp; isStamp != (c.want > 100 || c.want < 0) {
			t.Errorf("%v: times are %v", c.typ, p.Columns.Times)
		}
	}
}

// TestArrowRefusedTypes: a required column of an unsupported type is an error with its name and its type.
func TestArrowRefusedTypes(t *testing.T) {
	id := made{"id", arrow.PrimitiveTypes.Int8, `[1]`}
	x := made{"x", arrow.PrimitiveTypes.Int8, `[1]`}
	for _, c := range []struct {
		columns []made
		want    string
	}{
		{[]made{{"id", arrow.PrimitiveTypes.Float64, `[1]`}, x}, "column id: type float64 is not one that flyby reads here"},
		{[]made{id, {"x", arrow.BinaryTypes.String, `["1"]`}}, "column x: type utf8 is not one"},
		{[]made{id, {"x", arrow.FixedWidthTypes.Boolean, `[true]`}}, "column x: type bool is not one"},
		{[]made{id, {"x", arrow.ListOf(arrow.PrimitiveTypes.Int8), `[[1]]`}}, "column x: type list<item: int8, nullable> is not one"},
		{[]made{id, {"x", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.PrimitiveTypes.Int64}, `[1]`}}, "column x: type dictionary<values=int64"},
	} {
		columns := append(c.columns, made{"t", arrow.PrimitiveTypes.Int8, `[1]`}, made{"y", arrow.PrimitiveTypes.Int8, `[1]`})
		_, err := readBytes(streamOf(t, []arrow.RecordBatch{batchOf(t, columns...)}), format.Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	columns := []made{id, x, {"y", arrow.PrimitiveTypes.Int8, `[1]`}, {"t", &arrow.TimestampType{Unit: arrow.Second}, `["2024-05-01T12:00:00"]`}}
	if _, err := readBytes(streamOf(t, []arrow.RecordBatch{batchOf(t, columns...)}), format.Options{}); err == nil || !strings.Contains(err.Error(), "--tz") {
		t.Error(err)
	}
	columns[3] = made{"t", arrow.PrimitiveTypes.Int8, `[1]`}
	columns = append(columns, made{"else", arrow.ListOf(arrow.PrimitiveTypes.Int8), `[[1]]`})
	if _, err := readBytes(streamOf(t, []arrow.RecordBatch{batchOf(t, columns...)}), format.Options{}); err != nil {
		t.Errorf("a column that nobody needs: %v", err)
	}
}

// TestArrowNulls: a null in a required column is an error with the number of its row, and with SkipBadRows the row is left out.
func TestArrowNulls(t *testing.T) {
	for _, name := range []string{"id", "t", "x", "y"} {
		columns := append(numbers(), made{"id", arrow.BinaryTypes.String, `["a", "b", "c"]`})
		i := slices.IndexFunc(columns, func(m made) bool { return m.name == name })
		parts := strings.Split(columns[i].json, ", ")
		parts[1] = "null"
		columns[i].json = strings.Join(parts, ", ")
		whole := batchOf(t, append(numbers(), made{"id", arrow.BinaryTypes.String, `["a", "b", "c"]`})...)
		stream := streamOf(t, []arrow.RecordBatch{whole, batchOf(t, columns...)})
		_, err := readBytes(stream, format.Options{})
		if err == nil || !strings.Contains(err.Error(), "row 5: column "+name) || !strings.Contains(err.Error(), "missing") {
			t.Errorf("%s: %v", name, err)
		}
		p, err := readBytes(stream, format.Options{Reading: format.Reading{SkipBadRows: true}})
		if err != nil || p.Skipped != 1 || p.Rows != 6 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestArrowDictionaryChanges: a dictionary may grow, and may be replaced by another.
func TestArrowDictionaryChanges(t *testing.T) {
	typ := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	batch := func(words, numbers, times string) arrow.RecordBatch {
		f := arrow.PrimitiveTypes.Float64
		ids := array.NewDictionaryArray(typ, arrayOf(t, made{"", arrow.PrimitiveTypes.Int8, numbers}), arrayOf(t, made{"", arrow.BinaryTypes.String, words}))
		rest := batchOf(t, made{"t", f, times}, made{"x", f, times}, made{"y", f, times})
		schema := arrow.NewSchema(append(rest.Schema().Fields(), arrow.Field{Name: "id", Type: typ}), nil)
		return array.NewRecordBatch(schema, append(rest.Columns(), ids), 3)
	}
	batches := []arrow.RecordBatch{batch(`["a"]`, `[0, 0, 0]`, `[0, 1, 2]`), batch(`["a", "b", "c"]`, `[1, 0, 2]`, `[3, 4, 5]`), batch(`["x", "a"]`, `[0, 1, 0]`, `[6, 7, 8]`)}
	want, places := []string{"a", "a", "a", "b", "a", "c", "x", "a", "x"}, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}
	for _, deltas := range []bool{false, true} {
		p, err := readBytes(streamOf(t, batches, ipc.WithDictionaryDeltas(deltas)), format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := idsOf(p); !slices.Equal(got, want) || !slices.Equal(p.Columns.X, places) || !slices.Equal(p.Columns.T, places) {
			t.Errorf("deltas %v: %v, want %v, at %v", deltas, got, want, p.Columns.X)
		}
	}
}

// TestArrowPoints: the fields of a struct that is a point are x, y and z, and the names of another struct's fields begin with its name.
func TestArrowPoints(t *testing.T) {
	typ := arrow.StructOf(arrow.Field{Name: "x", Type: arrow.PrimitiveTypes.Float64, Nullable: true}, arrow.Field{Name: "y", Type: arrow.PrimitiveTypes.Float64, Nullable: true})
	places := made{"where", typ, `[{"x": 1, "y": 2}, {"x": 3, "y": 4}]`}
	rest := []made{{"id", arrow.PrimitiveTypes.Int8, `[1, 1]`}, {"t", arrow.PrimitiveTypes.Int8, `[0, 1]`}, places}
	for _, point := range []bool{true, false} {
		b := batchOf(t, rest...)
		fields, o := b.Schema().Fields(), format.Options{}
		if point {
			fields[2].Metadata = arrow.NewMetadata([]string{"ARROW:extension:name"}, []string{"geoarrow.point"})
		} else {
			o.Columns = map[string]string{"x": "where.x", "y": "where.y"}
		}
		p, err := readBytes(streamOf(t, []arrow.RecordBatch{array.NewRecordBatch(arrow.NewSchema(fields, nil), b.Columns(), 2)}), o)
		if err != nil || !slices.Equal(p.Columns.X, []float64{1, 3}) || !slices.Equal(p.Columns.Y, []float64{2, 4}) {
			t.Errorf("point %v: %v", point, err)
		}
	}
	rest[2].json = `[{"x": 1, "y": 2}, null]`
	_, err := readBytes(streamOf(t, []arrow.RecordBatch{batchOf(t, rest...)}), format.Options{Columns: map[string]string{"x": "where.x", "y": "where.y"}})
	if err == nil || !strings.Contains(err.Error(), "row 2: column where.x") {
		t.Error(err)
	}
}

// TestArrowJoins: several columns make an id, told apart by their values and never by the text that joins them; a null part is empty, all parts without a
// value are no id, and a column of the joined name comes first. A column of pieces has a number for each value.
func TestArrowJoins(t *testing.T) {
	text, f := arrow.BinaryTypes.String, arrow.PrimitiveTypes.Float64
	columns := []made{
		{"t", f, `[0, 1, 2, 3, 4, 5]`}, {"x", f, `[0, 1, 2, 3, 4, 5]`}, {"y", f, `[0, 1, 2, 3, 4, 5]`},
		{"a", text, `["x+", "x", "", null, "x\\", "x+"]`}, {"b", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: text}, `["y", "+y", "x+y", null, "y", "y"]`},
		{"trip", arrow.PrimitiveTypes.Int32, `[7, 7, 8, 8, null, 7]`},
	}
	o := format.Options{Columns: map[string]string{"id": "a+b", "piece": "trip"}}
	_, err := readBytes(streamOf(t, []arrow.RecordBatch{batchOf(t, columns...)}), o)
	if err == nil || !strings.HasSuffix(err.Error(), `row 4: column a+b: "": missing`) {
		t.Error(err)
	}
	o.SkipBadRows = true
	p, err := readBytes(streamOf(t, []arrow.RecordBatch{batchOf(t, columns...)}), o)
	if err != nil || !slices.Equal(idsOf(p), []string{`x\++y`, `x+\+y`, `+x\+y`, `x\\+y`, `x\++y`}) || !slices.Equal(p.Columns.Piece, []uint32{0, 0, 1, 2, 0}) {
		t.Errorf("%v: %+v", err, p)
	}
	columns = append(columns, made{"a+b", arrow.PrimitiveTypes.Int8, `[1, 1, 2, 2, 3, 3]`})
	p, err = readBytes(streamOf(t, []arrow.RecordBatch{batchOf(t, columns...)}), format.Options{Columns: map[string]string{"id": "a+b"}})
	if err != nil || !slices.Equal(idsOf(p), []string{"1", "1", "2", "2", "3", "3"}) || p.Columns.Piece != nil {
		t.Errorf("%v: %+v", err, p)
	}
}

// TestArrowInterleavedPoints: coordinates that stand beside each other are x and y, and the CRS says what they are.
func TestArrowInterleavedPoints(t *testing.T) {
	places := made{"where", arrow.FixedSizeListOf(2, arrow.PrimitiveTypes.Float64), `[[1, 2], [3, 4]]`}
	b := batchOf(t, made{"id", arrow.PrimitiveTypes.Int8, `[1, 1]`}, made{"t", arrow.PrimitiveTypes.Int8, `[0, 1]`}, places)
	fields := b.Schema().Fields()
	fields[2].Metadata = arrow.NewMetadata([]string{extensionKey, metadataKey}, []string{pointName, `{"crs":"OGC:CRS84"}`})
	p, err := readBytes(streamOf(t, []arrow.RecordBatch{array.NewRecordBatch(arrow.NewSchema(fields, nil), b.Columns(), 2)}), format.Options{})
	if err != nil || !slices.Equal(p.Columns.X, []float64{1, 3}) || !slices.Equal(p.Columns.Y, []float64{2, 4}) || p.Geometry != "x, y=where (points), OGC:CRS84, degrees" {
		t.Errorf("%v: %+v", err, p)
	}
}

// TestArrowLinesOfGeometry: a line with M is a row of samples, whose times are its M.
func TestArrowLinesOfGeometry(t *testing.T) {
	line := func(from float64) []byte { return formattest.LineM(1, 2, from, 3, 4, from+1, 5, 6, from+2) }
	b := placedBatch(t, arrow.BinaryTypes.Binary, `{"crs":"OGC:CRS84"}`, line(0), line(10), line(20), formattest.LineM(1, 2, 5))
	stream := streamOf(t, []arrow.RecordBatch{b.NewSlice(0, 1), b.NewSlice(1, 3), b.NewSlice(3, 4)})
	_, err := readBytes(stream, format.Options{KeepFirst: true})
	if err == nil || !strings.Contains(err.Error(), "row 4: column geometry.m: ") || !strings.Contains(err.Error(), "earlier") {
		t.Errorf("%v", err)
	}
	p, err := readBytes(stream, format.Options{Reading: format.Reading{SkipBadRows: true}})
	if err != nil || !slices.Equal(p.Columns.T, []float64{0, 1, 2, 10, 11, 12, 20, 21, 22}) || p.Skipped != 1 || p.Place(5).Record != 2 || p.Geometry != "t, x, y=geometry (lines with M, t in seconds since 1970), OGC:CRS84, degrees" {
		t.Errorf("%v: %+v", err, p)
	}
}

// TestArrowFiles: a file reads like the stream in it, packed or not, and ends where its footer says. A file cannot come through
// a pipe.
func TestArrowFiles(t *testing.T) {
	batches := []arrow.RecordBatch{batchOf(t, append(numbers(), made{"id", arrow.BinaryTypes.String, `["a", "b", "c"]`})...)}
	for _, o := range [][]ipc.Option{nil, {ipc.WithLZ4()}, {ipc.WithZstd()}} {
		path := fileOf(t, "a.arrow", batches, o...)
		p, err := readPath(path, format.Options{})
		if err != nil || p.Rows != 3 || !slices.Equal(p.Columns.Y, []float64{4, 5, 6}) {
			t.Fatalf("%v", err)
		}
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := readBytes(whole, format.Options{}); err == nil || !strings.Contains(err.Error(), "a pipe has not") {
			t.Errorf("from a pipe: %v", err)
		}
		short := filepath.Join(t.TempDir(), "short.arrow")
		for n := 1; n < len(whole) && o == nil; n++ {
			if err := os.WriteFile(short, whole[:n], 0o600); err != nil {
				t.Fatal(err)
			}
			if p, err := readPath(short, format.Options{}); err == nil {
				t.Fatalf("%d of %d bytes: %d rows", n, len(whole), p.Rows)
			}
		}
		if p, err := readBytes(streamOf(t, batches, o...), format.Options{}); err != nil || p.Rows != 3 {
			t.Errorf("packed stream: %v", err)
		}
	}
	if _, err := readBytes([]byte("FEA1 and more"), format.Options{}); err == nil || !strings.Contains(err.Error(), "Feather 1") {
		t.Error(err)
	}
	if _, err := readBytes([]byte("id,t,x,y\n1,2,3,4\n"), format.Options{}); err == nil || !strings.Contains(err.Error(), "no Arrow stream") {
		t.Error(err)
	}
}

// TestArrowNoWord: a number that is in no dictionary is the fault of its row.
func TestArrowNoWord(t *testing.T) {
	typ := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	ids := array.NewDictionaryArray(typ, arrayOf(t, made{"", arrow.PrimitiveTypes.Int8, `[0, 9, 0]`}), arrayOf(t, made{"", arrow.BinaryTypes.String, `["a", "b"]`}))
	rest := batchOf(t, numbers()...)
	schema := arrow.NewSchema(append(rest.Schema().Fields(), arrow.Field{Name: "id", Type: typ}), nil)
	stream := streamOf(t, []arrow.RecordBatch{array.NewRecordBatch(schema, append(rest.Columns(), ids), 3)})
	if _, err := readBytes(stream, format.Options{}); err == nil || !strings.Contains(err.Error(), `row 2: column id`) || !strings.Contains(err.Error(), "number 9 of a dictionary of 2") {
		t.Errorf("a number that is in no dictionary: %v", err)
	}
}

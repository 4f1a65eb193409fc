package arrow

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/float16"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"flyby/internal/codec"
)

// TestValues: the kind of a column and its values, by its type.
func TestValues(t *testing.T) {
	stamp := &arrow.TimestampType{Unit: arrow.Millisecond, TimeZone: "UTC"}
	pair := arrow.StructOf(arrow.Field{Name: "p", Type: arrow.PrimitiveTypes.Int8, Nullable: true})
	for _, c := range []struct {
		m    made
		kind codec.Kind
		want string
	}{
		{made{"a", arrow.PrimitiveTypes.Int64, `[-9223372036854775808, null, 1]`}, codec.Whole, "-9223372036854775808 null 1"},
		{made{"a", arrow.PrimitiveTypes.Uint64, `[18446744073709551615, null, 1]`}, codec.Whole, "18446744073709551615 null 1"},
		{made{"a", arrow.PrimitiveTypes.Float32, `[0.1, null, 1]`}, codec.Float, "0.1 null 1"},
		{made{"a", arrow.FixedWidthTypes.Boolean, `[true, null, false]`}, codec.Truth, "true null false"},
		{made{"a", stamp, `["2024-05-01T12:00:00.5Z", null, "1969-12-31T23:59:59Z"]`}, codec.Stamp, "2024-05-01T12:00:00.5Z null 1969-12-31T23:59:59Z"},
		{made{"a", arrow.FixedWidthTypes.Date32, `["2024-05-01", null, "1969-12-31"]`}, codec.Stamp, "2024-05-01T00:00:00Z null 1969-12-31T00:00:00Z"},
		{made{"a", arrow.FixedWidthTypes.Date64, `["2024-05-01", null, "1969-12-31"]`}, codec.Stamp, "2024-05-01T00:00:00Z null 1969-12-31T00:00:00Z"},
		{made{"a", &arrow.Decimal32Type{Precision: 5, Scale: 2}, `["1.25", null, "-0.01"]`}, codec.Decimal, "1.25 null -0.01"},
		{made{"a", &arrow.Decimal128Type{Precision: 18}, `["123", null, "-1"]`}, codec.Whole, "123 null -1"},
		{made{"a", &arrow.Decimal128Type{Precision: 18, Scale: 3}, `["123456789012345.625", null, "-0.001"]`}, codec.Decimal, "1.2345678901234562e+14 null -0.001"},
		{made{"a", &arrow.Decimal128Type{Precision: 38, Scale: 20}, `["123.45678901234567890123", null, "-0.5"]`}, codec.Digits, "123.45678901234568 null -0.5"},
		{made{"a", &arrow.Decimal256Type{Precision: 60, Scale: -2}, `["1200", null, "-300"]`}, codec.Digits, "1200 null -300"},
		{made{"a", arrow.ListOf(arrow.PrimitiveTypes.Float64), `[[1, 2], null, [3]]`}, codec.Numbers, "[1 2] null [3]"},
		{made{"a", arrow.FixedSizeListOf(2, arrow.PrimitiveTypes.Int8), `[[1, 2], null, [3, 4]]`}, codec.Numbers, "[1 2] null [3 4]"},
		{made{"a", arrow.BinaryTypes.BinaryView, `["YWJj", null, ""]`}, codec.Bytes, "abc null "},
		{made{"a", pair, `[{"p": 1}, null, {"p": null}]`}, codec.Whole, "1 null null"},
	} {
		stream := streamOf(t, []arrow.RecordBatch{batchOf(t, c.m)})
		w, err := readBytes(stream)
		if err != nil {
			t.Errorf("%v: %v", c.m.typ, err)
			continue
		}
		if got := strings.Join(w.column(w.names[0]), " "); got != c.want || w.kinds[0] != c.kind {
			t.Errorf("%v: kind %d, %s, want %d, %s", c.m.typ, w.kinds[0], got, c.kind, c.want)
		}
	}
}

// TestHalves: float16 is read.
func TestHalves(t *testing.T) {
	b := array.NewFloat16Builder(memory.DefaultAllocator)
	b.Append(float16.New(0.5))
	b.AppendNull()
	schema := arrow.NewSchema([]arrow.Field{{Name: "a", Type: arrow.FixedWidthTypes.Float16, Nullable: true}}, nil)
	w, err := readBytes(streamOf(t, []arrow.RecordBatch{array.NewRecordBatch(schema, []arrow.Array{b.NewArray()}, 2)}))
	if err != nil || !slices.Equal(w.column("a"), []string{"0.5", "null"}) {
		t.Errorf("%v %v", w, err)
	}
}

// TestWideDecimal: a decimal of more digits than its type has is a fault of its row.
func TestWideDecimal(t *testing.T) {
	stream := streamOf(t, []arrow.RecordBatch{batchOf(t, made{"a", &arrow.Decimal128Type{Precision: 17, Scale: 1}, `["10316.4", "2.5"]`})}) // 103164 is 0x192fc
	high := slices.Clone(stream)
	for at := range high[:len(high)-8] { // the high half of the first number follows its low half
		if at%8 == 0 && high[at] == 0xfc && high[at+1] == 0x92 && high[at+2] == 1 {
			high[at+8] = 1
		}
	}
	if w, err := readBytes(high); err != nil || w.column("a")[0] != "more than the 17 digits of its type" || w.column("a")[1] != "2.5" {
		t.Errorf("%v %v", w, err)
	}
}

// TestPointsOfNumbers: points whose coordinates are interleaved have a column for each coordinate.
func TestPointsOfNumbers(t *testing.T) {
	for n, names := range map[int32][]string{2: {"x", "y"}, 3: {"x", "y", "z"}, 4: {"x", "y", "z", "m"}} {
		numbers := strings.Join([]string{"1.5", "2.5", "3.5", "4.5"}[:n], ", ")
		b := batchOf(t, made{"at", arrow.FixedSizeListOf(n, arrow.PrimitiveTypes.Float64), "[[" + numbers + "], null, [" + numbers + "]]"})
		fields := b.Schema().Fields()
		fields[0].Metadata = arrow.NewMetadata([]string{extensionKey}, []string{pointName})
		w, err := readBytes(streamOf(t, []arrow.RecordBatch{array.NewRecordBatch(arrow.NewSchema(fields, nil), b.Columns(), 3)}))
		if err != nil || !slices.Equal(w.names, names) {
			t.Fatalf("%v %v", w, err)
		}
		if got := fmt.Sprint(w.column("y")); got != "[2.5 null 2.5]" || w.shapes[0] == nil || w.shapes[0] != w.shapes[1] || w.shapes[0].Axis != int(n) {
			t.Errorf("%s, %v", got, w.shapes)
		}
	}
}

// manyRows returns a record of more rows than a codec.Batch has.
func manyRows(t *testing.T) arrow.RecordBatch {
	t.Helper()
	text := arrow.BinaryTypes.String
	typ := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int16, ValueType: text}
	fields := []arrow.Field{{Name: "a", Type: arrow.PrimitiveTypes.Float64, Nullable: true}, {Name: "b", Type: text, Nullable: true}, {Name: "c", Type: typ}, {Name: "d", Type: arrow.FixedWidthTypes.Boolean}, {Name: "e", Type: arrow.ListOf(arrow.PrimitiveTypes.Float64)}, {Name: "f", Type: arrow.BinaryTypes.StringView}}
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
	for i := range 140_000 {
		b.Field(0).(*array.Float64Builder).Append(float64(i) / 3)
		if i%1000 == 7 {
			b.Field(1).AppendNull()
		} else {
			b.Field(1).(*array.StringBuilder).Append(fmt.Sprint("text ", i))
		}
		if err := b.Field(2).(*array.BinaryDictionaryBuilder).AppendString(fmt.Sprint("word ", i%97)); err != nil {
			t.Fatal(err)
		}
		b.Field(3).(*array.BooleanBuilder).Append(i%3 == 0)
		list := b.Field(4).(*array.ListBuilder)
		list.Append(true)
		list.ValueBuilder().(*array.Float64Builder).AppendValues([]float64{1, float64(i)}, nil)
		b.Field(5).(*array.StringViewBuilder).Append(fmt.Sprint("a text in a buffer ", i))
	}
	return b.NewRecordBatch()
}

// TestParts: a large record is cut into batches, and the same rows come from a pipe, from a file, and unpacked.
func TestParts(t *testing.T) {
	batch := manyRows(t)
	batches := []arrow.RecordBatch{batch, batch.NewSlice(0, 100)}
	want, err := readBytes(streamOf(t, batches))
	if err != nil || len(want.rows) != 140_100 {
		t.Fatal(err)
	}
	for _, row := range []int{0, 65_535, 65_536, 139_999, 140_000, 140_099} {
		i := row % 140_000
		if got := fmt.Sprint(want.rows[row][2:]); got != fmt.Sprintf("[word %d %v [1 %d] a text in a buffer %d]", i%97, i%3 == 0, i, i) {
			t.Errorf("row %d: %v", row, want.rows[row])
		}
	}
	stream := fileOf(t, "a.arrows", nil)
	if err := os.WriteFile(stream, streamOf(t, batches, ipc.WithLZ4()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{fileOf(t, "a.arrow", batches), fileOf(t, "b.arrow", batches, ipc.WithLZ4()), stream} {
		if w, err := readPath(path); err != nil || !reflect.DeepEqual(w.rows, want.rows) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

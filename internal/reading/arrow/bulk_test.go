package arrow

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"flyby/trajectory/format"
)

// A stain is the fault of one row of manyRows, in one of its numbers.
type stain struct {
	what string
	row  int
}

// manyRows returns a stream of two batches of rows of 425 trajectories, with ids of a type and one stained row.
func manyRows(t *testing.T, id arrow.DataType, s stain) []byte {
	t.Helper()
	const each, of = 8_500, 40
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: id, Nullable: true}, {Name: "t", Type: arrow.PrimitiveTypes.Int32}, {Name: "x", Type: arrow.PrimitiveTypes.Float64, Nullable: true}, {Name: "y", Type: arrow.PrimitiveTypes.Float32}, {Name: "r", Type: arrow.PrimitiveTypes.Float64}}, nil)
	var batches []arrow.RecordBatch
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for row := range 2 * each {
		stained := func(what string) bool { return s.what == what && s.row == row }
		name := fmt.Sprintf("object %d", row/of)
		switch {
		case stained("not UTF-8"):
			name = "\xff"
		case stained("no id"):
			name = ""
		}
		if stained("null id") {
			b.Field(0).AppendNull()
		} else {
			appendID(t, b.Field(0), name, int64(row/of))
		}
		at := row % of
		if stained("early") {
			at = -1
		}
		b.Field(1).(*array.Int32Builder).Append(int32(at))
		x := float64(row) / 100
		if stained("NaN") {
			x = math.NaN()
		}
		if stained("null") {
			b.Field(2).AppendNull()
		} else {
			b.Field(2).(*array.Float64Builder).Append(x)
		}
		b.Field(3).(*array.Float32Builder).Append(float32(row) / 220)
		r := 1.0
		if stained("r < 0") {
			r = -1
		}
		b.Field(4).(*array.Float64Builder).Append(r)
		if row%each == each-1 {
			batches = append(batches, b.NewRecordBatch())
		}
	}
	return streamOf(t, batches, ipc.WithDictionaryDeltas(true))
}

// appendID appends an id, as a name or a number by the type of the column.
func appendID(t *testing.T, to array.Builder, name string, number int64) {
	t.Helper()
	switch ids := to.(type) {
	case *array.Int64Builder:
		ids.Append(number)
	case *array.StringBuilder:
		ids.Append(name)
	case *array.BinaryDictionaryBuilder:
		if err := ids.AppendString(name); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBulkIsRows: rows taken many at once and row by row, as with a condition, have the same values, errors, and rows left out.
func TestBulkIsRows(t *testing.T) {
	text := arrow.BinaryTypes.String
	stains := []stain{{}}
	for _, what := range []string{"NaN", "null", "r < 0", "early", "not UTF-8", "no id", "null id"} {
		for _, row := range []int{0, 16_383, 16_384} {
			stains = append(stains, stain{what, row})
		}
	}
	for _, id := range []arrow.DataType{arrow.PrimitiveTypes.Int64, text, &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int16, ValueType: text}} {
		for _, s := range stains {
			stream := manyRows(t, id, s)
			for _, reading := range []format.Reading{{}, {LonLat: true, SkipBadRows: true}} {
				got, err := readBytes(stream, format.Options{Reading: reading})
				reading.Where = []format.Condition{{Column: "t", Operator: ">=", Value: "-5"}}
				want, wrong := readBytes(stream, format.Options{Reading: reading})
				if fmt.Sprint(err) != fmt.Sprint(wrong) {
					t.Errorf("%v, %+v, %+v: %v, row by row %v", id, s, reading, err, wrong)
					continue
				}
				if err == nil && !(reflect.DeepEqual(got.Columns, want.Columns) && reflect.DeepEqual(got.Tally, want.Tally) && got.Place(16_900) == want.Place(16_900) && got.Rows == want.Rows && got.Left == want.Left) {
					t.Errorf("%v, %+v, %+v: %d rows, row by row %d", id, s, reading, got.Rows, want.Rows)
				}
			}
		}
	}
}

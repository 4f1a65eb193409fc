package fileset

import (
	"bytes"
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// arrows returns the table as an Arrow stream: numbers are float64 or null, and other values text. If typed, times without an offset are
// timestamps without a zone, and text has dictionaries.
func (a textTable) arrows(t testing.TB, typed bool) string {
	t.Helper()
	var fields []arrow.Field
	var columns []arrow.Array
	for i, name := range a.Names {
		column := a.arrowColumn(i, typed)
		fields = append(fields, arrow.Field{Name: name, Type: column.DataType(), Nullable: true})
		columns = append(columns, column)
	}
	var out bytes.Buffer
	schema := arrow.NewSchema(fields, nil)
	w := ipc.NewWriter(&out, ipc.WithSchema(schema))
	if err := errors.Join(w.Write(array.NewRecordBatch(schema, columns, int64(len(a.Rows)))), w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// arrowColumn returns a column of the table.
func (a textTable) arrowColumn(column int, typed bool) arrow.Array {
	switch {
	case a.isNumber(column):
		b := array.NewFloat64Builder(memory.DefaultAllocator)
		for _, row := range a.Rows {
			if v, err := strconv.ParseFloat(row[column], 64); err == nil {
				b.Append(v)
			} else {
				b.AppendNull()
			}
		}
		return b.NewArray()
	case typed && a.IsAll(column, isUnzoned):
		b := array.NewTimestampBuilder(memory.DefaultAllocator, &arrow.TimestampType{Unit: arrow.Microsecond})
		for _, row := range a.Rows {
			at, _ := time.Parse(time.DateTime, row[column])
			b.Append(arrow.Timestamp(at.UnixMicro()))
		}
		return b.NewArray()
	}
	var typ arrow.DataType = arrow.BinaryTypes.String
	if typed {
		typ = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: typ}
	}
	b := array.NewBuilder(memory.DefaultAllocator, typ)
	for _, row := range a.Rows {
		b.AppendValueFromString(row[column]) //nolint:errcheck // it is text
	}
	return b.NewArray()
}

// isUnzoned returns an error for a text that is no time without an offset.
func isUnzoned(text string) error {
	_, err := time.Parse(time.DateTime, text)
	return err
}

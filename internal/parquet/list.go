package parquet

import (
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	pqformat "github.com/parquet-go/parquet-go/format"
)

// A List is the list that a row has in a column of lists of numbers.
type List struct {
	// Values are the numbers of the list, or the first of them where it has more than were asked for; NaN stands
	// for null.
	Values []float64
	// Len is the number of its values.
	Len int
	// Null says that the row has no list, not even an empty one.
	Null bool
	// Nulls are those of Values that are null, by ascending place.
	Nulls []int
}

// A listType describes the storage of a column of lists.
type listType struct {
	*Type         // of the numbers; its level is the definition level of a number that is not null
	filled uint32 // the least definition level of a number, null or not
}

// listsOf returns the storage of a column of lists of numbers; ok is false for any other column. The format has
// lists in three levels, a group LIST of a repeated group of values; old files have them in two, of a repeated
// value, or in one, a repeated value alone.
func (f *File) listsOf(c *Column) (t *listType, ok bool) {
	const most = 3
	t = new(listType)
	level := uint32(0)
	for k, e := range f.schema[c.at:min(c.at+most, len(f.schema))] {
		repeated := e.repetition == int64(pqformat.Repeated)
		if repeated && t.filled > 0 {
			return nil, false // lists of lists
		}
		if repeated || e.repetition == int64(pqformat.Optional) {
			level++
		}
		if repeated {
			t.filled = level
		}
		switch {
		case e.kind >= 0:
			value := Column{schemaElement: e, index: c.index}
			value.repetition = int64(pqformat.Required)
			if t.Type, _, _, ok = value.stored(); !ok || t.filled == 0 || t.times || !t.isNumber() {
				return nil, false
			}
			t.level = int(level)
			return t, true
		case e.children != 1 || k == 0 && (repeated || !e.isList()) || k > 0 && !repeated:
			return nil, false
		}
	}
	return nil, false
}

// isList reports whether a group is annotated as a list.
func (e *schemaElement) isList() bool {
	logical, converted, ok := e.annotations()
	_, is := logical.(*pqformat.ListType)
	return ok && (is || logical == nil && converted == deprecated.List)
}

// isNested reports whether a group is annotated as a list or a map, or has an unknown annotation.
func (e *schemaElement) isNested() bool {
	logical, converted, ok := e.annotations()
	return !ok || logical != nil || converted >= 0
}

// annotations returns the logical type and the converted type (of files before logical types) of a group, -1 for
// none.
func (e *schemaElement) annotations() (logical pqformat.LogicalTypeValue, converted deprecated.ConvertedType, ok bool) {
	var full pqformat.SchemaElement
	if thrift.NewDecoder(new(thrift.CompactProtocol).NewReaderFromBytes(e.raw)).Decode(&full) != nil {
		return nil, -1, false
	}
	if converted = -1; full.ConvertedType.Valid {
		converted = full.ConvertedType.V
	}
	return full.LogicalType.Value, converted, true
}

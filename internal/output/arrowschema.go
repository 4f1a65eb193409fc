package output

import (
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
	"flyby/internal/reading"
)

// arrowUnit is the key of a column's unit in its metadata.
const arrowUnit = "unit"

// arrowSchema returns the schema of a stream, and its columns.
func arrowSchema(c content) (*arrow.Schema, []arrowColumn) {
	var fields []arrow.Field
	var columns []arrowColumn
	for _, column := range c.columns {
		made := newArrowColumn(c, column)
		columns = append(columns, made)
		fields = append(fields, arrow.Field{Name: column.name, Type: made.typ, Nullable: column.optional, Metadata: c.columnNotes(column)})
	}
	notes := arrowNotes(c.notes())
	return arrow.NewSchema(fields, &notes), columns
}

// columnNotes returns the metadata of a column.
func (c content) columnNotes(column outColumn) arrow.Metadata {
	notes := c.timeNote(column)
	if unit := c.unitOf(column); unit != "" {
		notes = append(notes, pqformat.KeyValue{Key: arrowUnit, Value: unit})
	}
	if column.geometry != nil {
		notes = append(notes, pqformat.KeyValue{Key: geoparquet.ArrowNameKey, Value: geoparquet.ArrowWKB})
		if metadata := column.geometry.meta.ArrowMetadata(); metadata != "" {
			notes = append(notes, pqformat.KeyValue{Key: geoparquet.ArrowMetadataKey, Value: metadata})
		}
	}
	return arrowNotes(notes)
}

// arrowNotes converts metadata to Arrow's type.
func arrowNotes(notes []pqformat.KeyValue) arrow.Metadata {
	var keys, values []string
	for _, n := range notes {
		keys, values = append(keys, n.Key), append(values, n.Value)
	}
	return arrow.NewMetadata(keys, values)
}

// arrowType returns the type of a column; with a dictionary, of the dictionary's values.
func (c content) arrowType(column outColumn) arrow.DataType {
	switch times := c.parquetTimes; {
	case column.geometry != nil:
		return arrow.BinaryTypes.Binary
	case column.rows != nil && column.ids.IntIDs():
		return arrow.ListOf(arrow.PrimitiveTypes.Int64)
	case column.rows != nil:
		return arrow.ListOf(arrow.BinaryTypes.String)
	case column.isText(times):
		return arrow.BinaryTypes.String
	case column.segments && !c.longSegments:
		return arrow.PrimitiveTypes.Int32
	case column.u32 != nil:
		return arrow.PrimitiveTypes.Int64
	case column.time && times != codec.TimeSeconds:
		return &arrow.TimestampType{Unit: arrow.Nanosecond, TimeZone: "UTC"}
	}
	return arrow.PrimitiveTypes.Float64
}

// newArrowColumn makes a column. Text that is known before the first row goes to a dictionary.
func newArrowColumn(c content, column outColumn) arrowColumn {
	a := arrowColumn{outColumn: column, times: c.parquetTimes, typ: c.arrowType(column)}
	var words dictionary
	switch {
	case column.rows != nil || !column.isText(c.parquetTimes) || column.time:
		return a
	case column.open != nil:
		words = openWords()
	case column.texts != nil:
		words = dictionary{len(column.texts), func(i int) string { return column.texts[i] }}
	default:
		words = dictionary{column.ids.Len(), column.ids.ID}
	}
	a.words = words.data()
	a.typ = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: a.words.DataType()}
	return a
}

// notes returns the metadata of a file.
func (c content) notes() []pqformat.KeyValue {
	return slices.Concat(frameNote(c.frame), c.unitNotes(), c.verticalNote(), c.originNote())
}

// originNote returns the metadata of the rows' origin.
func (c content) originNote() []pqformat.KeyValue {
	return []pqformat.KeyValue{{Key: reading.OriginKey, Value: c.origin.String()}}
}

package format

import (
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// parquetSchema returns the elements of a file's schema: the root, then its columns. Of those
// that are optional alone values may be null.
func parquetSchema(c content) []format.SchemaElement {
	root := format.SchemaElement{Name: "flyby", NumChildren: thrift.New(int32(len(c.columns)))}
	elements := []format.SchemaElement{root}
	for _, column := range c.columns {
		e := column.schemaElement(c.parquetTimes)
		e.Name, e.RepetitionType = column.name, thrift.New(format.Required)
		if column.optional {
			e.RepetitionType = thrift.New(format.Optional)
		}
		elements = append(elements, e)
	}
	return elements
}

// schemaElement says what type the column has.
func (c outColumn) schemaElement(times timeStorage) format.SchemaElement {
	element := func(t format.Type, old deprecated.ConvertedType, logical format.LogicalTypeValue) format.SchemaElement {
		return format.SchemaElement{Type: thrift.New(t), ConvertedType: thrift.New(old), LogicalType: format.LogicalType{Value: logical}}
	}
	stamp := func(unit format.TimeUnitValue) *format.TimestampType {
		return &format.TimestampType{IsAdjustedToUTC: true, Unit: format.TimeUnit{Value: unit}}
	}
	switch {
	case c.isText(times):
		return element(format.ByteArray, deprecated.UTF8, &format.StringType{})
	case c.u32 != nil:
		return element(format.Int64, deprecated.Int64, &format.IntType{BitWidth: 64, IsSigned: true})
	case c.time && times == timeMillis:
		return element(format.Int64, deprecated.TimestampMillis, stamp(&format.MilliSeconds{}))
	case c.time && times == timeMicros:
		return element(format.Int64, deprecated.TimestampMicros, stamp(&format.MicroSeconds{}))
	case c.time && (times == timeNanos || times == timeRounded):
		return format.SchemaElement{Type: thrift.New(format.Int64), LogicalType: format.LogicalType{Value: stamp(&format.NanoSeconds{})}}
	}
	return format.SchemaElement{Type: thrift.New(format.Double)}
}

// isText reports whether the column holds text.
func (c outColumn) isText(times timeStorage) bool {
	return c.ids != nil && !c.ids.IntIDs() || c.texts != nil || c.open != nil || c.time && times == timeText
}

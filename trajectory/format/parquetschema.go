package format

import (
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// parquetSchema returns the elements of a file's schema: the root, then its columns, with what stands below them. Of those
// that are optional alone values may be null.
func parquetSchema(c content) []format.SchemaElement {
	root := format.SchemaElement{Name: "flyby", NumChildren: thrift.New(int32(len(c.columns)))}
	elements := []format.SchemaElement{root}
	for _, column := range c.columns {
		if column.rows != nil {
			elements = append(elements, listElements(column.name)...)
		}
		elements = append(elements, column.leaf(c.parquetTimes))
	}
	return elements
}

// listGroup and listValue are what the group of the values of a list, and a value, are called by all who write lists.
const (
	listGroup = "list"
	listValue = "element"
)

// listElements are the groups above the values of lists, of which none is null.
func listElements(name string) []format.SchemaElement {
	return []format.SchemaElement{
		{
			Name: name, RepetitionType: thrift.New(format.Required), NumChildren: thrift.New(int32(1)),
			ConvertedType: thrift.New(deprecated.List), LogicalType: format.LogicalType{Value: &format.ListType{}},
		},
		{Name: listGroup, RepetitionType: thrift.New(format.Repeated), NumChildren: thrift.New(int32(1))},
	}
}

// leaf is the element of the values.
func (c outColumn) leaf(times timeStorage) format.SchemaElement {
	e := c.schemaElement(times)
	e.Name, e.RepetitionType = c.name, thrift.New(format.Required)
	if c.optional {
		e.RepetitionType = thrift.New(format.Optional)
	}
	if c.rows != nil {
		e.Name = listValue
	}
	return e
}

// path is that of the values in the schema.
func (c outColumn) path() []string {
	if c.rows != nil {
		return []string{c.name, listGroup, listValue}
	}
	return []string{c.name}
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
	case c.u32 != nil || c.rows != nil:
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

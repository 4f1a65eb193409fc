package output

import (
	"flyby/internal/codec"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	pqformat "github.com/parquet-go/parquet-go/format"
)

// parquetSchema returns the elements of a file's schema: the root, then its columns, each with the elements below it. Only
// values of optional columns may be null.
func parquetSchema(c content) []pqformat.SchemaElement {
	root := pqformat.SchemaElement{Name: "flyby", NumChildren: thrift.New(int32(len(c.columns)))}
	elements := []pqformat.SchemaElement{root}
	for _, column := range c.columns {
		if column.rows != nil {
			elements = append(elements, listElements(column.name)...)
		}
		elements = append(elements, column.leaf(c.parquetTimes))
	}
	return elements
}

// listGroup and listValue are the names of the group of a list's values, and of a value, that all writers of lists use.
const (
	listGroup = "list"
	listValue = "element"
)

// listElements returns the groups above the values of lists, none of which is null.
func listElements(name string) []pqformat.SchemaElement {
	return []pqformat.SchemaElement{
		{
			Name: name, RepetitionType: thrift.New(pqformat.Required), NumChildren: thrift.New(int32(1)),
			ConvertedType: thrift.New(deprecated.List), LogicalType: pqformat.LogicalType{Value: &pqformat.ListType{}},
		},
		{Name: listGroup, RepetitionType: thrift.New(pqformat.Repeated), NumChildren: thrift.New(int32(1))},
	}
}

// leaf returns the element of the column's values.
func (c outColumn) leaf(times codec.TimeStorage) pqformat.SchemaElement {
	e := c.schemaElement(times)
	e.Name, e.RepetitionType = c.name, thrift.New(pqformat.Required)
	if c.optional {
		e.RepetitionType = thrift.New(pqformat.Optional)
	}
	if c.rows != nil {
		e.Name = listValue
	}
	return e
}

// path returns the path of the column's values in the schema.
func (c outColumn) path() []string {
	if c.rows != nil {
		return []string{c.name, listGroup, listValue}
	}
	return []string{c.name}
}

// schemaElement returns the type of the column.
func (c outColumn) schemaElement(times codec.TimeStorage) pqformat.SchemaElement {
	element := func(t pqformat.Type, old deprecated.ConvertedType, logical pqformat.LogicalTypeValue) pqformat.SchemaElement {
		return pqformat.SchemaElement{Type: thrift.New(t), ConvertedType: thrift.New(old), LogicalType: pqformat.LogicalType{Value: logical}}
	}
	stamp := func(unit pqformat.TimeUnitValue) *pqformat.TimestampType {
		return &pqformat.TimestampType{IsAdjustedToUTC: true, Unit: pqformat.TimeUnit{Value: unit}}
	}
	switch {
	case c.geometry != nil:
		return pqformat.SchemaElement{Type: thrift.New(pqformat.ByteArray)}
	case c.isText(times):
		return element(pqformat.ByteArray, deprecated.UTF8, &pqformat.StringType{})
	case c.u32 != nil || c.rows != nil:
		return element(pqformat.Int64, deprecated.Int64, &pqformat.IntType{BitWidth: 64, IsSigned: true})
	case c.time && times == codec.TimeMillis:
		return element(pqformat.Int64, deprecated.TimestampMillis, stamp(&pqformat.MilliSeconds{}))
	case c.time && times == codec.TimeMicros:
		return element(pqformat.Int64, deprecated.TimestampMicros, stamp(&pqformat.MicroSeconds{}))
	case c.time && (times == codec.TimeNanos || times == codec.TimeRounded):
		return pqformat.SchemaElement{Type: thrift.New(pqformat.Int64), LogicalType: pqformat.LogicalType{Value: stamp(&pqformat.NanoSeconds{})}}
	}
	return pqformat.SchemaElement{Type: thrift.New(pqformat.Double)}
}

// isText reports whether the column holds text.
func (c outColumn) isText(times codec.TimeStorage) bool {
	return c.ids != nil && !c.ids.IntIDs() || c.texts != nil || c.open != nil || c.time && times == codec.TimeText
}

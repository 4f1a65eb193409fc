package arrow

import (
	"cmp"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
)

// A source says where the values of a column stand.
type source struct {
	typ         arrow.DataType // of a dictionary: of the numbers of its words
	field, part int            // part of a struct; less than 0: the field itself
	dictionary  bool
	id          int64 // of the dictionary
	axes, axis  int   // of interleaved points: numbers of a point, and which of them; 0: others
}

// The metadata of columns.
const (
	extensionKey = "ARROW:extension:name"
	metadataKey  = "ARROW:extension:metadata"
	pointName    = "geoarrow.point"
	wkbName      = "geoarrow.wkb"
	unitKey      = "unit"
)

// A schemaColumns collects the columns of a schema.
type schemaColumns struct {
	schema  *arrow.Schema
	of      map[[2]int]int64 // ids of dictionaries: see columnTypes
	points  int              // columns of points
	columns []codec.Column
	sources []source
}

// columnsOf returns the columns of a schema, and where their values stand. The fields of a struct are called geometry.x and so on, the coordinates of
// a point x, y and z where no other column has that name.
func columnsOf(s *arrow.Schema, types *columnTypes) ([]codec.Column, []source) {
	l := &schemaColumns{schema: s, of: types.of}
	for _, f := range s.Fields() {
		if axesOf(f) != nil {
			l.points++
		}
	}
	for i, f := range s.Fields() {
		l.add(i, f)
	}
	return l.columns, l.sources
}

// axesOf returns the names of the coordinates of a column of points, nil for another column.
func axesOf(f arrow.Field) (names []string) {
	if name, _ := f.Metadata.GetValue(extensionKey); name != pointName {
		return nil
	}
	switch t := f.Type.(type) {
	case *arrow.StructType:
		for _, part := range t.Fields() {
			names = append(names, part.Name)
		}
	case *arrow.FixedSizeListType:
		const fewest, most = 2, 4
		if n := int(t.Len()); n >= fewest && n <= most && t.Elem().ID() == arrow.FLOAT64 {
			names = strings.Split("xyzm", "")[:n]
			if t.ElemField().Name == "xym" {
				names[2] = "m"
			}
		}
	}
	return names
}

// add adds the columns of a field.
func (l *schemaColumns) add(i int, f arrow.Field) {
	axes, shape := axesOf(f), shapeOf(f)
	of := source{typ: f.Type, field: i, part: -1}
	parts, isStruct := f.Type.(*arrow.StructType)
	switch {
	case isStruct:
		for k, part := range parts.Fields() {
			of.typ, of.part = part.Type, k
			l.put(l.nameOf(f.Name, part.Name, axes != nil), part, of, shape)
		}
	case axes != nil:
		of.axes = len(axes)
		number := f.Type.(*arrow.FixedSizeListType).ElemField()
		for k, axis := range axes {
			of.axis = k
			l.put(l.nameOf(f.Name, axis, true), number, of, shape)
		}
	default:
		l.put(f.Name, f, of, shape)
	}
}

// nameOf returns the name of a part of a column.
func (l *schemaColumns) nameOf(column, part string, ofPoint bool) string {
	if ofPoint && l.points == 1 && !l.schema.HasField(part) {
		return part
	}
	return column + "." + part
}

// put adds a column.
func (l *schemaColumns) put(name string, f arrow.Field, of source, shape *codec.Shape) {
	c := codec.Column{Name: name, Type: f.Type.String(), Shape: shape}
	c.Unit, _ = f.Metadata.GetValue(unitKey)
	if of.axes > 0 {
		c.Kind = codec.Float
	} else {
		describe(&c, f.Type)
	}
	if d, ok := f.Type.(*arrow.DictionaryType); ok {
		of.id, of.dictionary = l.of[[2]int{of.field, of.part}]
		of.typ = d.IndexType
	}
	l.columns, l.sources = append(l.columns, c), append(l.sources, of)
}

// shapeOf returns what a schema says of a column of geometries, nil for another column.
func shapeOf(f arrow.Field) *codec.Shape {
	name, _ := f.Metadata.GetValue(extensionKey)
	axes := axesOf(f)
	if name != wkbName && axes == nil {
		return nil
	}
	said, _ := f.Metadata.GetValue(metadataKey)
	s := &codec.Shape{Name: f.Name, Axis: len(axes), First: axes == nil}
	var err error
	s.Arcs = geoparquet.ArrowArcs(said)
	if s.CRS, err = geoparquet.ParseArrowCRS(said); err != nil {
		s.Fault = err.Error()
	}
	return s
}

// describe sets the kind of a column of a type.
func describe(c *codec.Column, typ arrow.DataType) {
	switch t := typ.(type) {
	case *arrow.DictionaryType:
		if isText(t.ValueType) {
			c.Kind = codec.Text
		}
	case *arrow.Float64Type:
		c.Kind = codec.Float
	case *arrow.Float32Type, *arrow.Float16Type:
		c.Kind, c.Bits = codec.Float, 32
	case *arrow.BooleanType:
		c.Kind = codec.Truth
	case *arrow.TimestampType:
		c.Kind, c.Local = codec.Stamp, t.TimeZone == ""
		c.Clocks = c.Local
		c.Per = [...]uint64{arrow.Second: 1, arrow.Millisecond: 1e3, arrow.Microsecond: 1e6, arrow.Nanosecond: 1e9}[t.Unit]
	case *arrow.Date64Type:
		c.Kind, c.Day, c.Per = codec.Stamp, true, 1e3
	case *arrow.Date32Type:
		c.Kind, c.Day, c.Per = codec.Stamp, true, 1
	case arrow.DecimalType:
		switch scale := t.GetScale(); {
		case fitsWhole(t) && scale == 0:
			c.Kind = codec.Whole
		case fitsWhole(t):
			c.Kind, c.Per = codec.Decimal, tens(scale)
		case scale == 0:
			c.Kind, c.Per = codec.Digits, 1
		default:
			c.Kind = codec.Digits
		}
	default:
		c.Kind, c.Unsigned = otherKind(typ), typ.ID() == arrow.UINT64
	}
}

// otherKind returns the kind of a type that describe does not tell more of.
func otherKind(typ arrow.DataType) codec.Kind {
	switch {
	case arrow.IsInteger(typ.ID()):
		return codec.Whole
	case isText(typ):
		return codec.Text
	case isBytes(typ):
		return codec.Bytes
	case itemType(typ) != nil:
		return codec.Numbers
	}
	return codec.Other
}

// isText reports whether values are text, each for itself.
func isText(t arrow.DataType) bool {
	return t.ID() == arrow.STRING || t.ID() == arrow.LARGE_STRING || t.ID() == arrow.STRING_VIEW
}

// isBytes reports whether values are bytes of any meaning.
func isBytes(t arrow.DataType) bool {
	return t.ID() == arrow.BINARY || t.ID() == arrow.LARGE_BINARY || t.ID() == arrow.BINARY_VIEW
}

// itemType returns the type of the numbers in lists, nil where values are no such lists.
func itemType(t arrow.DataType) arrow.DataType {
	switch t.ID() {
	case arrow.LIST, arrow.LARGE_LIST, arrow.FIXED_SIZE_LIST:
		if of := t.(arrow.ListLikeType).Elem(); arrow.IsInteger(of.ID()) || arrow.IsFloating(of.ID()) {
			return of
		}
	}
	return nil
}

// fitsWhole reports whether decimals are integers of 64 bits in units of their last digit.
func fitsWhole(t arrow.DecimalType) bool {
	const most = 18
	return cmp.Or(t.GetPrecision(), most+1) <= most && t.GetScale() >= 0 && t.GetScale() <= most
}

// tens returns 10^n.
func tens(n int32) (v uint64) {
	for v = 1; n > 0; n-- {
		v *= 10
	}
	return v
}

package arrow

import (
	"encoding/json"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"

	"flyby/internal/infile"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A column is a column of a stream, or a field of a struct.
type column struct {
	name, unit  string
	typ         arrow.DataType
	field, part int // part of a struct; less than 0: the field itself

	place *geometry // of which the values are an axis; nil: of none
	axis  int
}

// The metadata of a column whose struct is a point.
const (
	extensionKey = "ARROW:extension:name"
	pointName    = "geoarrow.point"
	unitKey      = "unit"
)

// columnsOf returns the columns of a schema. The fields of a struct are called geometry.x and so on, the fields of a point x, y and z
// where no other column has that name.
func columnsOf(s *arrow.Schema) (all []column) {
	fields := s.Fields()
	points := 0
	for _, f := range fields {
		if isPoint(f) {
			points++
		}
	}
	for i, f := range fields {
		unit, _ := f.Metadata.GetValue(unitKey)
		parts, ok := f.Type.(*arrow.StructType)
		if !ok {
			all = append(all, column{name: f.Name, unit: unit, typ: f.Type, field: i, part: -1})
			continue
		}
		for k, part := range parts.Fields() {
			name := f.Name + "." + part.Name
			if isPoint(f) && points == 1 && !s.HasField(part.Name) {
				name = part.Name
			}
			unit, _ := part.Metadata.GetValue(unitKey)
			all = append(all, column{name: name, unit: unit, typ: part.Type, field: i, part: k})
		}
	}
	return all
}

// isPoint reports whether a column has points.
func isPoint(f arrow.Field) bool {
	name, _ := f.Metadata.GetValue(extensionKey)
	return name == pointName && f.Type.ID() == arrow.STRUCT
}

// namesOf returns the names of columns.
func namesOf(all []column) (names []string) {
	for _, c := range all {
		names = append(names, c.name)
	}
	return names
}

// valueType returns the type of the values; with a dictionary, of the dictionary's values.
func (c *column) valueType() arrow.DataType {
	if d, ok := c.typ.(*arrow.DictionaryType); ok {
		return d.ValueType
	}
	return c.typ
}

// isText reports whether values are text.
func (c *column) isText() bool {
	switch c.valueType().ID() {
	case arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW:
		return true
	}
	return false
}

// isBytes reports whether values are bytes, such as WKB, which a Table returns unchanged.
func (c *column) isBytes() bool { return c.typ.ID() == arrow.BINARY }

// isDate reports whether values are days.
func (c *column) isDate() bool { return c.typ.ID() == arrow.DATE64 }

// isStamp reports whether values are times by their type.
func (c *column) isStamp() bool { return c.typ.ID() == arrow.TIMESTAMP || c.isDate() }

// isWhole reports whether values are integers.
func (c *column) isWhole() bool { return arrow.IsInteger(c.typ.ID()) }

// isFloat reports whether values are stored as floating point numbers.
func (c *column) isFloat() bool { return c.typ.ID() == arrow.FLOAT32 || c.typ.ID() == arrow.FLOAT64 }

// single reports whether a value is text, a number, a time or a boolean.
func (c *column) single() bool {
	return c.isText() || c.isStamp() || c.isWhole() || c.isFloat() || c.typ.ID() == arrow.BOOL
}

// unzoned reports whether values are times without a zone.
func (c *column) unzoned() bool {
	stamp, ok := c.typ.(*arrow.TimestampType)
	return ok && stamp.TimeZone == ""
}

// lacksZone reports whether values are times by their type, which no zone is said of.
func (c *column) lacksZone() bool { return c.isDate() || c.unzoned() }

// serves returns the reason why a column cannot hold a kind of values, "" where it can.
func (c *column) serves(kind int, o *format.Options) (cause string) {
	var ok bool
	switch kind {
	case format.ColID:
		ok = c.isWhole() || c.isText()
	case format.ColT:
		ok = c.isWhole() || c.isFloat() || c.isText() || c.isStamp()
		if c.unzoned() && !o.Times.Zone.Known() {
			return fmt.Sprintf("column %s: its times have no zone: %s says where clocks show them", c.name, o.Flag("tz"))
		}
	default:
		ok = c.isWhole() || c.isFloat()
	}
	if ok {
		return ""
	}
	return fmt.Sprintf("column %s: type %v is not one that flyby reads here", c.name, c.typ)
}

// perSecond returns the number of units of a time in a second.
func (c *column) perSecond() uint64 {
	if c.isDate() {
		return 1e3
	}
	return [...]uint64{arrow.Second: 1, arrow.Millisecond: 1e3, arrow.Microsecond: 1e6, arrow.Nanosecond: 1e9}[c.typ.(*arrow.TimestampType).Unit]
}

// unitsOf sets the units of columns from the schema's metadata, as in Parquet. cause says what is wrong with them.
func unitsOf(s *arrow.Schema, all []column) (cause string) {
	said, ok := s.Metadata().GetValue(format.UnitsKey)
	if !ok {
		return ""
	}
	of := map[string]string{}
	if json.Unmarshal([]byte(said), &of) != nil {
		return fmt.Sprintf("its metadata say %s = %q, which is no JSON object of strings", format.UnitsKey, infile.Shorten(said))
	}
	for i := range all {
		if all[i].unit == "" {
			all[i].unit = of[all[i].name]
		}
	}
	return ""
}

// frameOf returns the frame that the schema names. cause says what is wrong with it, or with reading such positions as degrees.
func frameOf(s *arrow.Schema, lonLat bool) (frame trajectory.Frame, cause string) {
	named, framed := s.Metadata().GetValue(format.FrameKey)
	switch {
	case !framed:
		return trajectory.Plain, ""
	case named != format.FrameEarthCentred:
		return 0, fmt.Sprintf("its metadata say %s = %q, which this flyby does not know", format.FrameKey, infile.Shorten(named))
	case lonLat:
		return 0, fmt.Sprintf("x, y and z are %v already, not longitude, latitude and height", trajectory.EarthCentred)
	}
	return trajectory.EarthCentred, ""
}

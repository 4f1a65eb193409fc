package output

import (
	"encoding/json"
	"strconv"
	"strings"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// frameNote returns the metadata of a file of positions in a frame.
func frameNote(f trajectory.Frame) []pqformat.KeyValue {
	if f == trajectory.EarthCentred {
		return []pqformat.KeyValue{{Key: reading.FrameKey, Value: reading.FrameEarthCentred}}
	}
	return nil
}

// The metadata of a column of timestamps that are stored as DOUBLE.
const (
	timeKey   = "flyby.time"
	timeValue = "seconds since 1970-01-01T00:00:00Z"
)

// timeNote returns the metadata of a column.
func (c content) timeNote(column outColumn) []pqformat.KeyValue {
	if c.stamps && column.time && c.parquetTimes == codec.TimeSeconds {
		return []pqformat.KeyValue{{Key: timeKey, Value: timeValue}}
	}
	return nil
}

// verticalNote returns the metadata of the vertical threshold.
func (c content) verticalNote() []pqformat.KeyValue {
	if c.vertical == "" {
		return nil
	}
	return []pqformat.KeyValue{{Key: reading.VerticalKey, Value: c.vertical}}
}

// noteGeometry adds GeoParquet's metadata of the column geometry, once the bounds of all rows are known.
func (f *parquetFile) noteGeometry() error {
	if f.geometry == nil {
		return nil
	}
	text, err := f.geometry.meta.Metadata()
	f.meta.KeyValueMetadata = append(f.meta.KeyValueMetadata, pqformat.KeyValue{Key: geoparquet.FooterKey, Value: text})
	return err
}

// unitNotes returns the metadata of the units.
func (c content) unitNotes() (notes []pqformat.KeyValue) {
	var units []string
	scaled := false
	for _, column := range c.columns {
		if unit := c.unitOf(column); unit != "" {
			units = append(units, quoted(column.name)+":"+quoted(unit))
			scaled = scaled || column.time
		}
	}
	if len(units) > 0 {
		notes = append(notes, pqformat.KeyValue{Key: reading.UnitsKey, Value: "{" + strings.Join(units, ",") + "}"})
	}
	if scaled && c.units.Scale != "" {
		notes = append(notes, pqformat.KeyValue{Key: reading.ScaleKey, Value: c.units.Scale})
	}
	return notes
}

// unitOf returns the unit of a column's numbers, "" where it is not known or there is none.
func (c content) unitOf(column outColumn) string {
	isText := c.stamps && column.time && c.parquetTimes != codec.TimeSeconds
	units := c.answer.Or(c.units)
	if column.read {
		units = format.AnswerUnits{}.Or(c.units)
	}
	switch of := column.counts; {
	case isText:
		return ""
	case column.time:
		return c.units.Time
	case of == InTime:
		return c.units.Duration()
	case of == InDegrees:
		return "deg"
	case of == InLength:
		return units.Length
	case of == InSpeed:
		return units.Speed
	}
	return ""
}

// quoted returns a string as JSON.
func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return strconv.Quote(s) // which no string comes to
	}
	return string(text)
}

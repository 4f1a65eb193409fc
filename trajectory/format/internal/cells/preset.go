package cells

import (
	"math"
	"strconv"

	"flyby/trajectory/format"
)

// unfitPreset says why a column cannot hold what a preset takes it for.
func (t *Table) unfitPreset() (cause string) {
	for _, l := range t.taken.Layouts(t.layout) {
		for kind, at := range l.At {
			if at < 0 || kind == format.ColT && l.Still {
				continue
			}
			if cause := t.Columns[at].serves(kind); cause != "" {
				return cause
			}
		}
	}
	return ""
}

// askPreset makes what takes the rows of a preset, by the cells that it wants.
func (t *Table) askPreset(o *format.Options) (err error) {
	names, own := namesOf(t.Columns), *o
	of := func(kind int) (name, unit string) {
		if at := t.layout.At[kind]; at >= 0 {
			return names[at], t.Columns[at].Unit
		}
		return "", ""
	}
	units, cause := format.UnitsOf(&own, of)
	if cause != "" {
		return &format.Error{File: t.src.Name, Cause: cause}
	}
	own.Said = &format.TableLabels{Units: units, Of: of}
	if t.Preset, err = format.NewPresetRows(t.src, names, t.layout, t.taken, &own); err != nil {
		return err
	}
	t.Feed, t.fields = &t.Preset.Feed, make([][]byte, len(names))
	t.Feed.Table.Number = format.NumberRecords
	t.watch(t.Preset.Wanted())
	return nil
}

// PresetRow takes the row at hand, by the texts of its cells.
func (t *Table) PresetRow(line int, text func(c *Column, cell []byte, isNumber bool) string) error {
	for i, at := range t.At {
		cell := text(&t.Columns[at], t.Asked[i], t.Preset.IsNumber(at))
		if c := &t.Columns[at]; c.Type == Logical && at == t.taken.VisibleAt {
			cell = map[string]string{"T": "true", "F": "false"}[cell]
		}
		format.SetField(t.fields, at, cell)
	}
	return t.Preset.Row(line, t.fields)
}

// Text is a cell of bytes as text; a number of a row is the float64 that it is equal to.
func (t *Table) cellText(c *Column, cell []byte, isNumber bool) string {
	if !isNumber || c.Type != Float32 && c.Type != Float64 {
		return c.asText(&t.text, cell)
	}
	v, missing := c.number(cell)
	if missing != "" || math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// TableText is a cell of TABLEDATA as text, a number of a row as it is written.
func (t *Table) TableText(c *Column, cell []byte, isNumber bool) string {
	if isNumber && c.Type > Int64 {
		return string(cell)
	}
	return c.textAsText(cell)
}

// Finish ends the reading with an error, or io.EOF where it is none.
func (t *Table) Finish(err error) (*format.Parsed, error) {
	const empty = "no rows in the table"
	if t.Preset != nil {
		return t.Preset.Finish(err, empty)
	}
	return t.Feed.Finish(err, empty)
}

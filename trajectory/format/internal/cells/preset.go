package cells

import (
	"math"
	"strconv"

	"flyby/trajectory/format"
)

// unfitPreset returns the reason why a column cannot hold the kind of values that a preset takes from it.
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

// askPreset makes the PresetRows of a preset, and marks the cells that it wants.
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
	own.Said = &format.TableLabels{Units: units, Of: of, Single: t.single}
	if t.Preset, err = format.NewPresetRows(t.src, names, t.layout, t.taken, &own); err != nil {
		return err
	}
	t.Feed, t.fields = &t.Preset.Feed, make([][]byte, len(names))
	t.Feed.Table.Number = format.NumberRecords
	for _, column := range t.Preset.Wanted() {
		t.Wants[column] = true
	}
	return nil
}

// PresetRow takes the current row, by the texts of its cells.
func (t *Table) PresetRow(line int) error {
	for column, wanted := range t.Wants {
		if wanted {
			format.SetField(t.fields, column, t.presetText(column))
		}
	}
	return t.Preset.Row(line, t.fields)
}

// presetText returns a cell as text: for the numbers of a row the equal float64, or the number as written.
func (t *Table) presetText(column int) string {
	c := &t.Columns[column]
	if !t.Preset.IsNumber(column) || c.Type != Float32 && c.Type != Float64 {
		cell, _ := t.cell(column)
		text := cell.String()
		if c.Type == Logical && column == t.taken.VisibleAt {
			text = map[string]string{"T": "true", "F": "false"}[text]
		}
		return text
	}
	if t.Written {
		return string(t.Cells[column])
	}
	v, missing := c.number(t.Cells[column])
	if missing != "" || math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Finish ends the reading with an error; io.EOF is none.
func (t *Table) Finish(err error) (*format.Parsed, error) {
	const empty = "no rows in the table"
	if t.Preset != nil {
		return t.Preset.Finish(err, empty)
	}
	return t.Feed.Finish(err, empty)
}

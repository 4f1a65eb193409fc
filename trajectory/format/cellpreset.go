package format

import (
	"math"
	"strconv"
)

// unfitPreset says why a column cannot hold what a preset takes it for.
func (t *cellTable) unfitPreset() (cause string) {
	for _, l := range t.taken.Layouts(t.layout) {
		for kind, at := range l.At {
			if at < 0 || kind == ColT && l.Still {
				continue
			}
			if cause := t.columns[at].serves(kind); cause != "" {
				return cause
			}
		}
	}
	return ""
}

// askPreset makes what takes the rows of a preset, by the cells that it wants.
func (t *cellTable) askPreset(o *Options) (err error) {
	names, own := namesOf(t.columns), *o
	of := func(kind int) (name, unit string) {
		if at := t.layout.At[kind]; at >= 0 {
			return names[at], t.columns[at].unit
		}
		return "", ""
	}
	units, cause := UnitsOf(&own, of)
	if cause != "" {
		return &Error{File: t.src.Name, Cause: cause}
	}
	own.Said = &TableLabels{units, of}
	if t.preset, err = NewPresetRows(t.src, names, t.layout, t.taken, &own); err != nil {
		return err
	}
	t.feed, t.fields = &t.preset.feed, make([][]byte, len(names))
	t.feed.Table.Number = record
	t.watch(t.preset.Wanted())
	return nil
}

// presetRow takes the row at hand, by the texts of its cells.
func (t *cellTable) presetRow(line int, text func(c *cellColumn, cell []byte, isNumber bool) string) error {
	for i, at := range t.at {
		cell := text(&t.columns[at], t.asked[i], t.preset.IsNumber(at))
		if c := &t.columns[at]; c.typ == cellLogical && at == t.taken.visibleAt {
			cell = map[string]string{"T": "true", "F": "false"}[cell]
		}
		SetField(t.fields, at, cell)
	}
	return t.preset.Row(line, t.fields)
}

// cellText is a cell of bytes as text; a number of a row is the float64 that it is equal to.
func (t *cellTable) cellText(c *cellColumn, cell []byte, isNumber bool) string {
	if !isNumber || c.typ != cellFloat32 && c.typ != cellFloat64 {
		return c.asText(&t.text, cell)
	}
	v, missing := c.number(cell)
	if missing != "" || math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// tableText is a cell of TABLEDATA as text, a number of a row as it is written.
func (t *cellTable) tableText(c *cellColumn, cell []byte, isNumber bool) string {
	if isNumber && c.typ > cellInt64 {
		return string(cell)
	}
	return c.textAsText(cell)
}

// finish ends the reading with an error, or io.EOF where it is none.
func (t *cellTable) finish(err error) (*Parsed, error) {
	const empty = "no rows in the table"
	if t.preset != nil {
		return t.preset.Finish(err, empty)
	}
	return t.feed.finish(err, empty)
}

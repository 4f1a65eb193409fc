package cells

import (
	"slices"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// Ask finds the columns whose cells are wanted, and the units of velocities. The error names a condition's column that is
// missing, or that cannot be compared.
func (t *Table) Ask(file string, o *format.Options) (err error) {
	t.Wants, t.Cells = make([]bool, len(t.Columns)), make([][]byte, len(t.Columns))
	if t.taken.Preset != nil {
		return t.askPreset(o)
	}
	if err := t.pace(file, o); err != nil {
		return err
	}
	if err := t.Feed.Columns(namesOf(t.Columns), t.single, t.cell); err != nil {
		return err
	}
	for column := range t.Wants {
		t.Wants[column] = t.Feed.AsksFor(column) || slices.Contains(t.layout.At[:], column)
	}
	return nil
}

// Span returns the place of a column in a row, and its number of bytes.
func (t *Table) Span(column int) (from, size int) {
	for _, c := range t.Columns[:column] {
		from += c.Size * c.Count
	}
	return from, t.Columns[column].Size * t.Columns[column].Count
}

// single reports whether a cell of a column is text, a logical or one number.
func (t *Table) single(column int) bool {
	return t.Columns[column].isSingle()
}

// isSingle reports whether a cell is text, a logical or one number.
func (c *Column) isSingle() bool { return c.IsText() || c.Type != Other && !c.Variable && c.Count == 1 }

// cell returns the value of a column in the current row.
func (t *Table) cell(column int) (cell infile.Cell, ok bool) {
	c := &t.Columns[column]
	if t.Written {
		return c.written(t.Cells[column]), column < t.There
	}
	return c.stored(&t.text, t.Cells[column]), true
}

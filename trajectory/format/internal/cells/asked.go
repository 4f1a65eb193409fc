package cells

import (
	"math"
	"slices"
	"strconv"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// Ask finds the columns whose cells are wanted, and the units of velocities. The error says which of a condition is not there, or
// holds what cannot be compared.
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

// Span returns where a column begins in a row, and how many bytes it takes.
func (t *Table) Span(column int) (from, size int) {
	for _, c := range t.Columns[:column] {
		from += c.Size * c.Count
	}
	return from, t.Columns[column].Size * t.Columns[column].Count
}

// single reports whether a cell of a column is text, a logical or one number.
func (t *Table) single(column int) bool {
	c := &t.Columns[column]
	return c.IsText() || c.Type != Other && !c.Variable && c.Count == 1
}

// cell is what a column holds in the row at hand.
func (t *Table) cell(column int) (cell infile.Cell, ok bool) {
	c := &t.Columns[column]
	if t.Written {
		return c.written(t.Cells[column]), column < t.There
	}
	return c.stored(&t.text, t.Cells[column]), true
}

// stored is what a cell of bytes holds. A number without a scale whose type is whole is an integer.
func (c *Column) stored(scratch *[]byte, cell []byte) infile.Cell {
	switch {
	case c.IsText():
		return infile.TextCell(c.textOf(scratch, cell))
	case c.Type == Logical:
		return infile.TextCell(logicalText(cell))
	case c.Type <= Int64 && c.Scale == 1 && (c.Zero == above || c.Zero == math.Trunc(c.Zero) && math.Abs(c.Zero) < above):
		v, ok := c.whole(cell)
		switch sum := v + int64(math.Mod(c.Zero, above)); {
		case !ok:
			return infile.Cell{}
		case c.Zero == above && v >= 0:
			return infile.TextCell(strconv.AppendUint(nil, uint64(v)+above, 10))
		case c.Zero == above:
			return infile.IntegerCell(v - math.MinInt64)
		case (sum < v) == (c.Zero < 0):
			return infile.IntegerCell(sum)
		}
	}
	v, missing := c.number(cell)
	if missing != "" {
		return infile.Cell{}
	}
	return infile.NumberCell(v, c.bits())
}

// written is what a cell of text holds.
func (c *Column) written(text []byte) infile.Cell {
	switch {
	case c.IsText():
		return infile.TextCell(text)
	case c.Type == Logical:
		return infile.TextCell(logicalText(text))
	case c.Type > Int64:
		return infile.DecimalCell(text, c.bits())
	}
	whole, cause := c.ParseInt(text)
	if cause != "" { // it is no integer, or stands for none
		return infile.Cell{}
	}
	return infile.IntegerCell(whole)
}

// bits is how many bits the numbers of a column have.
func (c *Column) bits() int {
	if c.Type == Float32 && c.Scale == 1 && c.Zero == 0 {
		return 32
	}
	return 64
}

// logicalText is T or F, nothing for a logical that is neither. FITS writes nothing else, VOTable as text true, 1 and t, too.
func logicalText(cell []byte) []byte {
	if len(cell) == 0 {
		return nil
	}
	switch cell[0] {
	case 'T', 't', '1':
		return []byte("T")
	case 'F', 'f', '0':
		return []byte("F")
	}
	return nil
}

// Parse reads the text of a cell as a number, or as a time where the column is text.
func (t *Table) Parse(c *Column, text []byte) (v float64, cause string) {
	switch {
	case len(text) == 0:
		return 0, "missing"
	case c.IsText():
		sec, err := t.Times.Parse(string(text))
		if err != nil {
			return 0, infile.Inner(err)
		}
		return sec, ""
	case c.Type <= Int64:
		whole, cause := c.ParseInt(text)
		return float64(whole), cause
	}
	return infile.ParseFloat(text)
}

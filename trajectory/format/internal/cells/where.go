package cells

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// A cellWhere tests the rows of a table of cells, and has the cells of attributes.
type cellWhere struct {
	tests []infile.CellTest
	At    []int    // [tests, attributes] the column, less than 0 where there is none of an attribute
	Asked [][]byte // [tests, attributes] the cell of the row at hand, nil: there is no value
	Spans [][2]int // [tests, attributes] where the cell begins in a row of fixed size, and how many bytes it has
}

// Ask finds the columns of the tests and of attributes, and the units of velocities. The error says which of the tests' is not
// there, or holds what cannot be compared.
func (t *Table) Ask(file string, o *format.Options) (err error) {
	if t.taken.Preset != nil {
		return t.askPreset(o)
	}
	if err := t.pace(file, o); err != nil {
		return err
	}
	if t.At, err = infile.BindTests(t.tests, file, namesOf(t.Columns)); err != nil {
		return err
	}
	for i, at := range t.At {
		if c := &t.Columns[at]; c.Type == Other || !c.IsText() && (c.Variable || c.Count != 1) {
			return infile.NoCell(file, fmt.Sprintf("column %q, which --where %s names, holds neither text nor one number a row", c.Name, t.tests[i].String()))
		}
	}
	t.findTold(o.Attributes)
	t.watch(t.At)
	return nil
}

// watch has the cells of columns kept of the row at hand.
func (t *Table) watch(columns []int) {
	t.At, t.Asked, t.Spans = columns, make([][]byte, len(columns)), make([][2]int, len(columns))
	for i, at := range columns {
		if at >= 0 {
			t.Spans[i][0], t.Spans[i][1] = t.Span(at)
		}
	}
}

// Asks reports whether a test, or an attribute, is about a column.
func (w *cellWhere) Asks(column int) bool { return slices.Contains(w.At, column) }

// Begin begins a row.
func (w *cellWhere) Begin() { clear(w.Asked) }

// Take takes the cell of a column.
func (w *cellWhere) Take(column int, cell []byte) {
	for i, at := range w.At {
		if at == column {
			w.Asked[i] = cell
		}
	}
}

// Span returns where a column begins in a row, and how many bytes it takes.
func (t *Table) Span(column int) (from, size int) {
	for _, c := range t.Columns[:column] {
		from += c.Size * c.Count
	}
	return from, t.Columns[column].Size * t.Columns[column].Count
}

// holds reports whether the cells of bytes hold the conditions.
func (t *Table) holds() bool {
	for i := range t.tests {
		if !t.Columns[t.At[i]].passes(&t.tests[i], t.Asked[i], &t.text) {
			return false
		}
	}
	return true
}

// passes tests a cell of bytes. An integer without a scale is one.
func (c *Column) passes(by *infile.CellTest, cell []byte, scratch *[]byte) bool {
	const above = 1 << 63 // what FITS adds to make signed of unsigned
	switch {
	case c.IsText():
		return by.Text(c.textOf(scratch, cell))
	case c.Type == Logical:
		return by.Text([]byte(logicalText(cell)))
	case c.Type != Float32 && c.Type != Float64 && c.Scale == 1 && (c.Zero == above || c.Zero == math.Trunc(c.Zero) && math.Abs(c.Zero) < above):
		v, ok := c.whole(cell)
		switch sum := v + int64(math.Mod(c.Zero, above)); {
		case !ok:
			return by.Text(nil)
		case c.Zero == above && v >= 0:
			return by.Text(strconv.AppendUint(nil, uint64(v)+above, 10))
		case c.Zero == above:
			return by.Integer(v - math.MinInt64)
		case (sum < v) == (c.Zero < 0):
			return by.Integer(sum)
		}
	}
	v, cause := c.number(cell)
	if cause != "" {
		return by.Text(nil)
	}
	return by.Float(v)
}

// HoldText reports whether the cells of a row of text, the first few, hold the conditions.
func (t *Table) HoldText(cells int) bool {
	for i := range t.tests {
		if t.At[i] >= cells {
			continue // for others to explain
		}
		c, cell := &t.Columns[t.At[i]], t.Asked[i]
		switch {
		case c.Type == Logical:
			cell = []byte(logicalText(cell))
		case c.Type <= Int64:
			cell, _ = c.ParseInt(cell) // none where it is no integer, or stands for none
		}
		if !t.tests[i].Text(cell) {
			return false
		}
	}
	return true
}

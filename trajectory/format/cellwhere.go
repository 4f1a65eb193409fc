package format

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"flyby/internal/infile"
)

// A cellWhere tests the rows of a table of cells, and has the cells of attributes.
type cellWhere struct {
	tests []infile.CellTest
	at    []int    // [tests, attributes] the column, less than 0 where there is none of an attribute
	asked [][]byte // [tests, attributes] the cell of the row at hand, nil: there is no value
	spans [][2]int // [tests, attributes] where the cell begins in a row of fixed size, and how many bytes it has
}

// ask finds the columns of the tests and of attributes, and the units of velocities. The error says which of the tests' is not
// there, or holds what cannot be compared.
func (t *cellTable) ask(file string, o *Options) (err error) {
	if t.taken.Preset != nil {
		return t.askPreset(o)
	}
	if err := t.pace(file, o); err != nil {
		return err
	}
	if t.at, err = infile.BindTests(t.tests, file, namesOf(t.columns)); err != nil {
		return err
	}
	for i, at := range t.at {
		if c := &t.columns[at]; c.typ == cellOther || !c.isText() && (c.variable || c.count != 1) {
			return infile.NoCell(file, fmt.Sprintf("column %q, which --where %s names, holds neither text nor one number a row", c.name, t.tests[i].String()))
		}
	}
	t.findTold(o.Attributes)
	t.watch(t.at)
	return nil
}

// watch has the cells of columns kept of the row at hand.
func (t *cellTable) watch(columns []int) {
	t.at, t.asked, t.spans = columns, make([][]byte, len(columns)), make([][2]int, len(columns))
	for i, at := range columns {
		if at >= 0 {
			t.spans[i][0], t.spans[i][1] = t.span(at)
		}
	}
}

// asks reports whether a test, or an attribute, is about a column.
func (w *cellWhere) asks(column int) bool { return slices.Contains(w.at, column) }

// begin begins a row.
func (w *cellWhere) begin() { clear(w.asked) }

// take takes the cell of a column.
func (w *cellWhere) take(column int, cell []byte) {
	for i, at := range w.at {
		if at == column {
			w.asked[i] = cell
		}
	}
}

// span returns where a column begins in a row, and how many bytes it takes.
func (t *cellTable) span(column int) (from, size int) {
	for _, c := range t.columns[:column] {
		from += c.size * c.count
	}
	return from, t.columns[column].size * t.columns[column].count
}

// holds reports whether the cells of bytes hold the conditions.
func (t *cellTable) holds() bool {
	for i := range t.tests {
		if !t.columns[t.at[i]].passes(&t.tests[i], t.asked[i], &t.text) {
			return false
		}
	}
	return true
}

// passes tests a cell of bytes. An integer without a scale is one.
func (c *cellColumn) passes(by *infile.CellTest, cell []byte, scratch *[]byte) bool {
	const above = 1 << 63 // what FITS adds to make signed of unsigned
	switch {
	case c.isText():
		return by.Text(c.textOf(scratch, cell))
	case c.typ == cellLogical:
		return by.Text([]byte(logicalText(cell)))
	case c.typ != cellFloat32 && c.typ != cellFloat64 && c.scale == 1 && (c.zero == above || c.zero == math.Trunc(c.zero) && math.Abs(c.zero) < above):
		v, ok := c.whole(cell)
		switch sum := v + int64(math.Mod(c.zero, above)); {
		case !ok:
			return by.Text(nil)
		case c.zero == above && v >= 0:
			return by.Text(strconv.AppendUint(nil, uint64(v)+above, 10))
		case c.zero == above:
			return by.Integer(v - math.MinInt64)
		case (sum < v) == (c.zero < 0):
			return by.Integer(sum)
		}
	}
	v, cause := c.number(cell)
	if cause != "" {
		return by.Text(nil)
	}
	return by.Float(v)
}

// holdText reports whether the cells of a row of text, the first few, hold the conditions.
func (t *cellTable) holdText(cells int) bool {
	for i := range t.tests {
		if t.at[i] >= cells {
			continue // for others to explain
		}
		c, cell := &t.columns[t.at[i]], t.asked[i]
		switch {
		case c.typ == cellLogical:
			cell = []byte(logicalText(cell))
		case c.typ <= cellInt64:
			cell, _ = c.parseInt(cell) // none where it is no integer, or stands for none
		}
		if !t.tests[i].Text(cell) {
			return false
		}
	}
	return true
}

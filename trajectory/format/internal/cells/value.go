package cells

import (
	"math"
	"strconv"

	"flyby/internal/infile"
	"flyby/internal/unixtime"
	"flyby/trajectory/format"
)

// stored returns the value of a cell of bytes. A number without a scale whose type is integer is an integer.
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

// written returns the value of a cell of text.
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
	if cause != "" { // no integer, or a missing value
		return infile.Cell{}
	}
	return infile.IntegerCell(whole)
}

// bits returns the number of bits of a column's numbers.
func (c *Column) bits() int {
	if c.Type == Float32 && c.Scale == 1 && c.Zero == 0 {
		return 32
	}
	return 64
}

// logicalText returns T or F, nil for a logical that is neither. FITS has only T and F, VOTable as text true, 1 and t, too.
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

// UnixUnitOf returns the unit in which numbers of a kind of column count since 1970, nil for numbers that do not.
func (t *Table) UnixUnitOf(kind int) *unixtime.Unit {
	if kind != format.ColT {
		return nil
	}
	return t.UnixUnit
}

// Parse reads the text of a cell of a kind of column as a number, or as a time where the column is text.
func (t *Table) Parse(kind int, c *Column, text []byte) (v float64, cause string) {
	unit := t.UnixUnitOf(kind)
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
		return unit.Whole(whole), cause
	}
	return unit.Parse(text)
}

package infile

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// A Cell is the value of a column in a row, in any format: none, text, an integer or a number. A time is kept as its text.
type Cell struct {
	kind  cellKind
	bits  int // of a number
	text  []byte
	whole int64
	value float64
}

type cellKind uint8

const (
	noValue cellKind = iota
	isText
	isInteger
	isNumber
	isDecimal
)

// TextCell returns a cell of text, which may stand in scratch.
func TextCell(text []byte) Cell { return Cell{kind: isText, text: text} }

// IntegerCell returns a cell of an integer.
func IntegerCell(v int64) Cell { return Cell{kind: isInteger, whole: v} }

// NumberCell returns a cell of a number that is stored in 32 or 64 bits.
func NumberCell(v float64, bits int) Cell { return Cell{kind: isNumber, value: v, bits: bits} }

// DecimalCell returns a cell of a number in text, which stands for a number of 32 or 64 bits: conditions test the text.
func DecimalCell(text []byte, bits int) Cell { return Cell{kind: isDecimal, text: text, bits: bits} }

// String returns the value as text: a number in the fewest digits that read back to it in its bits, nothing for NaN and infinities.
func (c Cell) String() string {
	switch c.kind {
	case isText:
		return string(c.text)
	case isInteger:
		return strconv.FormatInt(c.whole, 10)
	case isNumber:
		return NumberText(c.value, c.bits)
	case isDecimal:
		if v, cause := ParseFloat(c.text); cause == "" {
			return NumberText(v, c.bits)
		}
	}
	return ""
}

// IsUTF8 reports whether the text of a cell is UTF-8; cells without text are.
func (c Cell) IsUTF8() bool { return utf8.Valid(c.text) }

// Text returns the text of a cell of text; ok is false for any other cell, whose String makes a text.
func (c Cell) Text() (text []byte, ok bool) { return c.text, c.kind == isText }

// Number returns the value of a cell of a number; ok is false for any other cell, an integer's too.
func (c Cell) Number() (v float64, ok bool) { return c.value, c.kind == isNumber }

// NumberText returns a number that is stored in 32 or 64 bits in the fewest digits that read back to it, nothing for NaN and infinities.
func NumberText(v float64, bits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	if whole := int64(v); float64(whole) == v && bits == 64 && math.Abs(v) < 1<<53 {
		return strconv.FormatInt(whole, 10)
	}
	return strconv.FormatFloat(v, 'g', -1, bits)
}

// Holds reports whether a cell meets the condition.
func (t *CellTest) Holds(c Cell) bool {
	switch c.kind {
	case isInteger:
		return t.Integer(c.whole)
	case isNumber:
		return t.Float(c.value)
	}
	return t.Text(c.text)
}

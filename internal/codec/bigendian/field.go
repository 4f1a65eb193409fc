// Package bigendian decodes the cells of tables of bytes, most significant byte first: of FITS, and of VOTable's BINARY and BINARY2.
package bigendian

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"flyby/internal/codec"
)

// A Type is the encoding of an element of a cell.
type Type uint8

const (
	Other   Type = iota // neither number nor text: bits, complex numbers
	Logical             // a byte: T, F, or neither
	Uint8               // an unsigned byte
	Int16               // two's complement
	Int32
	Int64
	Float32
	Float64
	Text  // bytes of UTF-8, filled up with NULs
	UTF16 // two bytes a character, filled up with NULs
)

// MaxRow bounds the bytes of a row, and the elements of a cell.
const MaxRow = 16 << 20

// A Field is a column of a table of bytes.
type Field struct {
	Name, Unit string
	Scale      string // of times: see codec.Column
	Type       Type
	Size       int  // bytes of an element
	Count      int  // elements of a cell
	Variable   bool // VOTable: the number of elements stands before them
	Padded     bool // text is filled up with spaces
	Null       int64
	HasNull    bool    // an integer equal to Null is no value
	Factor     float64 // a number is Factor * stored + Zero, rounded once
	Zero       float64
}

// above is the number that FITS adds to store unsigned integers as signed ones.
const above = 1 << 63

// IsText reports whether cells are text.
func (f *Field) IsText() bool { return f.Type == Text || f.Type == UTF16 }

// IsInteger reports whether elements are stored as integers.
func (f *Field) IsInteger() bool { return f.Type >= Uint8 && f.Type <= Int64 }

// several reports whether a cell of numbers is a list.
func (f *Field) several() bool { return f.Variable || f.Count != 1 }

// Column returns the column that values of the field make.
func (f *Field) Column() codec.Column {
	c := codec.Column{Name: f.Name, Unit: f.Unit, Scale: f.Scale, Bits: 64, Letters: f.Type == Logical}
	if f.Type == Float32 && f.Factor == 1 && f.Zero == 0 {
		c.Bits = 32
	}
	switch {
	case f.IsText():
		c.Kind = codec.Text
	case f.Type == Other, f.Type == Logical && f.several():
	case f.Type == Logical:
		c.Kind = codec.Truth
	case f.several():
		c.Kind = codec.Numbers
	case f.IsInteger() && f.Factor == 1 && f.Zero == above:
		c.Kind, c.Unsigned = codec.Whole, true
	case f.IsInteger() && f.Factor == 1 && f.Zero == math.Trunc(f.Zero) && math.Abs(f.Zero) < above:
		c.Kind = codec.Whole
	default:
		c.Kind = codec.Float
	}
	return c
}

// Decode appends the values of rows, of which b has the first cell, and the next ones stride bytes apart, to v, which is empty. Text is a part of b.
func (f *Field) Decode(v *codec.Values, b []byte, stride, rows int) {
	if f.Type == Float64 && f.Factor == 1 && f.Zero == 0 && !f.several() {
		v.Floats = slices.Grow(v.Floats, rows)
		for row := range rows {
			v.Floats = append(v.Floats, math.Float64frombits(binary.BigEndian.Uint64(b[row*stride:])))
		}
		return
	}
	size, kind := f.Size*f.Count, f.Column().Kind
	for row := range rows {
		f.Append(v, kind, row, b[row*stride:][:size:size])
	}
}

// Append appends the value of a row to v, a null for a nil cell; kind is the kind that Column returned. Text stays a part of the cell.
func (f *Field) Append(v *codec.Values, kind codec.Kind, row int, cell []byte) {
	if cell == nil {
		v.Nulls.Add(row)
	}
	switch kind {
	case codec.Text:
		v.Texts = append(v.Texts, f.text(cell))
	case codec.Truth:
		AppendTruth(v, row, cell)
	case codec.Numbers:
		for ; len(cell) >= f.Size && f.Size > 0; cell = cell[f.Size:] {
			x, ok := f.number(cell[:f.Size])
			if !ok {
				v.ItemNulls.Add(len(v.Floats))
			}
			v.Floats = append(v.Floats, x)
		}
		v.Ends = append(v.Ends, len(v.Floats))
	case codec.Whole:
		v.Wholes = append(v.Wholes, f.whole(v, row, cell))
	case codec.Float:
		x, ok := f.number(cell)
		if !ok {
			v.Nulls.Add(row)
		}
		v.Floats = append(v.Floats, x)
	}
}

// AppendTruth appends a logical: FITS has only T and F, VOTable as text true, 1 and t, too.
func AppendTruth(v *codec.Values, row int, cell []byte) {
	first, truth := byte(0), int64(0)
	if len(cell) > 0 {
		first = cell[0]
	}
	switch first {
	case 'T', 't', '1':
		truth = 1
	case 'F', 'f', '0':
	default:
		v.Nulls.Add(row)
	}
	v.Wholes = append(v.Wholes, truth)
}

// whole returns the integer of a cell, and notes in v where it has none.
func (f *Field) whole(v *codec.Values, row int, cell []byte) int64 {
	stored, ok := f.stored(cell)
	if !ok {
		v.Nulls.Add(row)
		return 0
	}
	if f.Zero == above {
		return stored ^ math.MinInt64 // as an unsigned integer, the sum
	}
	sum := stored + int64(f.Zero)
	if (sum < stored) != (f.Zero < 0) {
		v.Faults = append(v.Faults, codec.Fault{Row: row, Value: strconv.FormatInt(stored, 10), Cause: "outside the range of 64 bits"})
	}
	return sum
}

// stored returns the stored integer of a cell; ok is false where it has no value.
func (f *Field) stored(cell []byte) (n int64, ok bool) {
	if cell == nil {
		return 0, false
	}
	switch f.Type {
	case Uint8:
		n = int64(cell[0])
	case Int16:
		n = int64(int16(binary.BigEndian.Uint16(cell)))
	case Int32:
		n = int64(int32(binary.BigEndian.Uint32(cell)))
	case Int64:
		n = int64(binary.BigEndian.Uint64(cell))
	}
	return n, !f.HasNull || n != f.Null
}

// number returns the number of an element, rounded once where it is scaled: a product and a sum are fused. ok is false where it has no value.
func (f *Field) number(cell []byte) (x float64, ok bool) {
	switch {
	case cell == nil:
		return 0, false
	case f.Type == Float64:
		x = math.Float64frombits(binary.BigEndian.Uint64(cell))
	case f.Type == Float32:
		x = float64(math.Float32frombits(binary.BigEndian.Uint32(cell)))
	default:
		n, ok := f.stored(cell)
		if !ok {
			return 0, false
		}
		x = float64(n)
	}
	if f.Factor != 1 || f.Zero != 0 {
		x = math.FMA(f.Factor, x, f.Zero)
	}
	return x, true
}

// text returns the text of a cell without its padding.
func (f *Field) text(cell []byte) []byte {
	if f.Type == UTF16 {
		cell = fromUTF16(cell)
	}
	if i := bytes.IndexByte(cell, 0); i >= 0 {
		cell = cell[:i]
	}
	if f.Padded {
		cell = bytes.TrimRight(cell, " ")
	}
	return slices.Clip(cell)
}

// fromUTF16 returns text as UTF-8, up to a NUL. Half a pair becomes a byte that no UTF-8 has, so that ids with it are refused.
func fromUTF16(cell []byte) []byte {
	out := make([]byte, 0, len(cell))
	for i := 0; i+1 < len(cell); i += 2 {
		r := rune(binary.BigEndian.Uint16(cell[i:]))
		if utf16.IsSurrogate(r) && i+3 < len(cell) {
			if pair := utf16.DecodeRune(r, rune(binary.BigEndian.Uint16(cell[i+2:]))); pair != utf8.RuneError {
				r, i = pair, i+2
			}
		}
		if r == 0 {
			break
		}
		if utf16.IsSurrogate(r) {
			out = append(out, 0xff)
			continue
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

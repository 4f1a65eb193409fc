package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/trajectory"
)

// A cellType is how a column of a table of bytes holds its values, most significant byte first.
type cellType uint8

const (
	cellOther   cellType = iota // neither number nor text: bits, complex numbers
	cellLogical                 // a byte: T, F, or what is neither
	cellUint8                   // an unsigned byte
	cellInt16                   // two's complement
	cellInt32
	cellInt64
	cellFloat32
	cellFloat64
	cellText  // bytes of UTF-8, filled up with NULs
	cellUTF16 // two bytes a character, filled up with NULs
)

// maxRow bounds the bytes of a row, and the elements of a cell.
const maxRow = 16 << 20

// A cellColumn is one of a table of bytes: FITS, or VOTable's BINARY and BINARY2.
type cellColumn struct {
	name, unit string
	typ        cellType
	size       int  // bytes of an element
	count      int  // elements of a cell
	variable   bool // VOTable: how many there are stands before them
	padded     bool // text is filled up with spaces
	null       int64
	hasNull    bool // an integer equal to null is no value
	scale      float64
	zero       float64 // a number is scale * stored + zero
}

// A cellTable takes the rows of a table of bytes.
type cellTable struct {
	src     *infile.Source
	feed    *feed
	columns []cellColumn
	of      [NumKinds]*cellColumn // nil where absent
	cells   [NumKinds][]byte      // of the row at hand, nil: there is no value
	v       [NumFloats]float64
	times   localtime.Reader // of columns of text
	text    []byte           // scratch
	taken   Taken            // what a preset took, instead of the neutral columns
	layout  FileColumns      // of the preset
	preset  *PresetRows      // takes the rows then
	fields  [][]byte         // of a row, by column
	cellWhere
}

// namesOf are the names of columns.
func namesOf(columns []cellColumn) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	return names
}

// newCellTable returns a table whose columns o finds. cause says what is missing or unfit.
func newCellTable(src *infile.Source, columns []cellColumn, o *Options) (t *cellTable, cause string) {
	names := namesOf(columns)
	l, taken, cause := o.FindTyped(names)
	if cause != "" {
		return nil, o.Mended(cause, names, nil)
	}
	known := o.LonLat
	defer func() {
		if cause != "" { // another table may be read
			o.LonLat = known
		}
	}()
	o.TakeDegrees(&l, &taken)
	t = &cellTable{src: src, columns: columns, times: o.Times, taken: taken, layout: l}
	if taken.Preset != nil {
		return t, t.unfitPreset()
	}
	times := trajectory.Number
	for kind, at := range l.At {
		if at < 0 {
			continue
		}
		c := &columns[at]
		t.of[kind] = c
		if cause := c.serves(kind); cause != "" {
			return nil, cause
		}
		if kind == ColT && c.isText() {
			times = trajectory.Timestamp
		}
		if cause := o.UnfitUnix(c.name, c.unit, c.isText()); kind == ColT && cause != "" {
			return nil, cause
		}
	}
	if l.Units, cause = UnitsOf(o, t.unit); cause != "" {
		return nil, cause
	}
	if l.Still {
		times, t.of[ColT] = o.Places.Times, nil // x stands for t, and is read once
	}
	t.tests = o.Tests
	t.feed = newFeed(src, l, o, times)
	t.feed.Table.Number = record
	return t, ""
}

// UnitsOf takes the units that columns name, of kinds of which there may be none. cause says
// which do not agree with each other, or with degrees.
func UnitsOf(o *Options, of func(kind int) (name, unit string)) (u Units, cause string) {
	first := ""
	for _, kind := range []int{ColX, ColY, ColZ, ColR} {
		name, unit := of(kind)
		wanted := u.Length
		switch angle := strings.HasPrefix(unit, "deg"); {
		case unit == "" || o.ColumnUnits[ColumnKey(kind)] != "": // of which misfit tells
			continue
		case o.LonLat && kind <= ColY && !angle:
			return u, fmt.Sprintf("column %s is in %s: --lonlat needs degrees", name, unit)
		case o.LonLat && kind > ColY && unit != "m":
			return u, fmt.Sprintf("column %s is in %s: --lonlat needs metres", name, unit)
		case o.LonLat:
			wanted = unit
		}
		if wanted != "" && wanted != unit {
			return u, fmt.Sprintf("column %s is in %s, column %s in %s", first, wanted, name, unit)
		}
		if u.Length == "" {
			u.Length, first = unit, name
		}
	}
	if o.LonLat {
		u.Length = "m"
	}
	if o.Places == nil && (o.ColumnUnits["t"] == "" || o.IsUnix()) {
		_, u.Time = of(ColT)
	}
	return u, ""
}

func (c *cellColumn) isText() bool { return c.typ == cellText || c.typ == cellUTF16 }

// serves says why a column cannot hold what a kind is, "" where it can.
func (c *cellColumn) serves(kind int) (cause string) {
	switch {
	case c.typ == cellOther || c.typ == cellLogical:
		return fmt.Sprintf("column %s holds neither numbers nor text", c.name)
	case c.isText() && (kind == ColID || kind == ColT):
		return ""
	case c.isText():
		return fmt.Sprintf("column %s holds text, no numbers", c.name)
	case c.variable || c.count != 1:
		return fmt.Sprintf("column %s holds several numbers a row", c.name)
	case kind == ColID && (c.typ == cellFloat32 || c.typ == cellFloat64 || c.scale != 1 || c.zero != math.Trunc(c.zero)):
		return fmt.Sprintf("column %s holds numbers that are not whole: ids are integers or text", c.name)
	}
	return ""
}

// row takes the cells at hand as a row, numbered from 1.
func (t *cellTable) row(n int) error {
	if t.preset != nil {
		return t.presetRow(n, t.cellText)
	}
	if !t.holds() {
		t.feed.b.missed++
		return nil
	}
	for kind := range NumFloats {
		c := t.of[kind]
		if c == nil {
			continue
		}
		var value, cause string
		if c.isText() {
			t.v[kind], value, cause = t.time(c, t.cells[kind])
		} else {
			t.v[kind], cause = c.number(t.cells[kind])
		}
		if cause != "" {
			return t.feed.bad(n, &Error{Column: c.name, Value: value, Cause: cause})
		}
	}
	c := t.of[ColID]
	if c.isText() {
		id := c.textOf(&t.text, t.cells[ColID])
		if len(id) == 0 {
			return t.feed.bad(n, &Error{Column: c.name, Cause: "missing"})
		}
		return t.feed.named(n, &t.v, id)
	}
	return t.integer(n, c)
}

// integer takes a row with an integer id.
func (t *cellTable) integer(n int, c *cellColumn) error {
	const above = 1 << 63 // what FITS adds to make signed of unsigned
	id, ok := c.whole(t.cells[ColID])
	switch {
	case !ok:
		return t.feed.bad(n, &Error{Column: c.name, Cause: "missing"})
	case c.zero == above && id >= 0:
		return t.feed.named(n, &t.v, strconv.AppendUint(t.text[:0], uint64(id)+above, 10))
	case c.zero == above:
		return t.feed.numbered(n, &t.v, id-math.MinInt64)
	}
	zero := int64(c.zero)
	if float64(zero) != c.zero || (id+zero < id) != (zero < 0) {
		return t.feed.bad(n, &Error{Column: c.name, Value: strconv.FormatInt(id, 10), Cause: "outside the range of 64 bits"})
	}
	return t.feed.numbered(n, &t.v, id+zero)
}

// time reads a cell of text as a time.
func (t *cellTable) time(c *cellColumn, cell []byte) (sec float64, value, cause string) {
	text := c.textOf(&t.text, cell)
	if len(text) == 0 {
		return 0, "", "missing"
	}
	sec, err := t.times.Parse(string(text))
	if err != nil {
		return 0, string(text), infile.Inner(err)
	}
	return sec, "", ""
}

// whole returns the integer that a cell holds, as it is stored; ok is false where it has no value.
func (c *cellColumn) whole(cell []byte) (v int64, ok bool) {
	if cell == nil {
		return 0, false
	}
	switch c.typ {
	case cellUint8:
		v = int64(cell[0])
	case cellInt16:
		v = int64(int16(binary.BigEndian.Uint16(cell)))
	case cellInt32:
		v = int64(int32(binary.BigEndian.Uint32(cell)))
	case cellInt64:
		v = int64(binary.BigEndian.Uint64(cell))
	}
	return v, !c.hasNull || v != c.null
}

// number returns the number that a cell holds, rounded once where it is scaled: a product and a
// sum are fused.
func (c *cellColumn) number(cell []byte) (v float64, cause string) {
	switch {
	case cell == nil:
		return 0, "missing"
	case c.typ == cellFloat64:
		v = math.Float64frombits(binary.BigEndian.Uint64(cell))
	case c.typ == cellFloat32:
		v = float64(math.Float32frombits(binary.BigEndian.Uint32(cell)))
	default:
		whole, ok := c.whole(cell)
		if !ok {
			return 0, "missing"
		}
		v = float64(whole)
	}
	if c.scale != 1 || c.zero != 0 {
		v = math.FMA(c.scale, v, c.zero)
	}
	return v, ""
}

// textOf returns the text of a cell without what fills it up. It may stand in scratch.
func (c *cellColumn) textOf(scratch *[]byte, cell []byte) []byte {
	if c.typ == cellUTF16 {
		out := (*scratch)[:0]
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
				out = append(out, 0xff) // which no UTF-8 has: the id is refused
				continue
			}
			out = utf8.AppendRune(out, r)
		}
		*scratch, cell = out, out
	}
	if i := bytes.IndexByte(cell, 0); i >= 0 {
		cell = cell[:i]
	}
	if c.padded {
		cell = bytes.TrimRight(cell, " ")
	}
	return slices.Clip(cell)
}

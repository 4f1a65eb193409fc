// Package cells reads the rows of tables with typed columns: FITS and VOTable. A cell is bytes, which the type of its column makes a
// number, a time or a text.
package cells

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
	"flyby/internal/unixtime"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A Type is the encoding of a column's values in a table of bytes, most significant byte first.
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

// A Column is a column of a table of bytes: FITS, or VOTable's BINARY and BINARY2.
type Column struct {
	Name, Unit string
	Type       Type
	Size       int  // bytes of an element
	Count      int  // elements of a cell
	Variable   bool // VOTable: the number of elements stands before them
	Padded     bool // text is filled up with spaces
	Null       int64
	HasNull    bool // an integer equal to null is no value
	Scale      float64
	Zero       float64 // a number is scale * stored + zero
}

// A Table takes the rows of a table of bytes.
type Table struct {
	src      *infile.Source
	Feed     *format.Feed
	Columns  []Column
	Of       [format.NumKinds]*Column // nil where absent
	Wants    []bool                   // [Columns] the cells are used
	Cells    [][]byte                 // [Columns] of the current row, where they are wanted; nil: there is no value
	Written  bool                     // cells are text: TABLEDATA
	There    int                      // number of cells of such a row
	Numbers  [format.NumFloats]float64
	Times    localtime.Reader // of columns of text
	settled  bool             // whether their times are times of day is known to the feed
	o        *format.Options
	UnixUnit *unixtime.Unit     // of times that are numbers since 1970; nil: they are no such numbers
	text     []byte             // scratch
	taken    format.PresetMatch // columns of a preset, instead of the neutral columns
	layout   format.FileColumns // of the preset, or of Feed
	Preset   *format.PresetRows // takes the rows of a preset
	fields   [][]byte           // of a row, by column
}

// namesOf returns the names of columns.
func namesOf(columns []Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

// NewTable returns a table whose columns o finds. cause says what is missing or unfit, with advice by the first rows, to which peek leads.
func NewTable(src *infile.Source, columns []Column, o *format.Options, peek Peek) (t *Table, cause string) {
	names := namesOf(columns)
	l, taken, cause := o.FindTyped(names)
	if cause != "" {
		return nil, o.Mended(cause, names, glances(columns, peek))
	}
	known := o.LonLat
	defer func() {
		if cause != "" { // another table may be read
			o.LonLat = known
		}
	}()
	o.TakeDegrees(&l, &taken)
	t = &Table{src: src, o: o, Columns: columns, Times: o.Times, UnixUnit: o.UnixUnit(), taken: taken, layout: l}
	if taken.Preset != nil {
		return t, t.unfitPreset()
	}
	times := trajectory.Number
	for kind, at := range l.At {
		if at < 0 {
			continue
		}
		c := &columns[at]
		t.Of[kind] = c
		if cause := c.serves(kind); cause != "" {
			return nil, cause
		}
		if kind == format.ColT && c.IsText() {
			times = trajectory.Timestamp
		}
		if cause := o.UnfitUnix(c.Name, c.Unit, c.IsText()); kind == format.ColT && cause != "" {
			return nil, cause
		}
	}
	if l.Units, cause = format.UnitsOf(o, t.unit); cause != "" {
		return nil, cause
	}
	if l.Still {
		times, t.Of[format.ColT] = o.Places.Times, nil // x stands for t, and is read once
	}
	t.Feed = format.NewFeed(src, l, o, times)
	t.Feed.Table.Number = format.NumberRecords
	return t, ""
}

// IsText reports whether cells are text.
func (c *Column) IsText() bool { return c.Type == Text || c.Type == UTF16 }

// serves returns the reason why a column cannot hold a kind of values, "" where it can.
func (c *Column) serves(kind int) (cause string) {
	switch {
	case c.Type == Other || c.Type == Logical:
		return fmt.Sprintf("column %s holds neither numbers nor text", c.Name)
	case c.IsText() && (kind == format.ColID || kind == format.ColT):
		return ""
	case c.IsText():
		return fmt.Sprintf("column %s holds text, no numbers", c.Name)
	case c.Variable || c.Count != 1:
		return fmt.Sprintf("column %s holds several numbers a row", c.Name)
	case kind == format.ColID && (c.Type == Float32 || c.Type == Float64 || c.Scale != 1 || c.Zero != math.Trunc(c.Zero)):
		return fmt.Sprintf("column %s holds numbers that are not whole: ids are integers or text", c.Name)
	}
	return ""
}

// Row takes the current cells as a row, numbered from 1.
func (t *Table) Row(n int) error {
	if t.Preset != nil {
		return t.PresetRow(n)
	}
	if t.Feed.Misses() {
		return nil
	}
	for kind := range format.NumFloats {
		c := t.Of[kind]
		if c == nil {
			continue
		}
		var value, cause string
		switch {
		case c.IsText():
			t.Numbers[kind], value, cause = t.time(c, t.CellOf(kind))
		case t.UnixUnitOf(kind) != nil:
			t.Numbers[kind], cause = c.seconds(t.CellOf(kind), t.UnixUnit)
		default:
			t.Numbers[kind], cause = c.number(t.CellOf(kind))
		}
		if cause != "" {
			return t.Feed.Bad(n, &format.Error{Column: c.Name, Value: value, Cause: cause})
		}
	}
	if err := t.SettleTimes(); err != nil {
		return err
	}
	c := t.Of[format.ColID]
	if c.IsText() {
		id := c.textOf(&t.text, t.CellOf(format.ColID))
		if len(id) == 0 {
			return t.Feed.Bad(n, &format.Error{Column: c.Name, Cause: "missing"})
		}
		return t.Feed.Named(n, &t.Numbers, id)
	}
	return t.integer(n, c)
}

// SettleTimes tells the feed, before the first row, that times are times of day, if they are.
func (t *Table) SettleTimes() error {
	if t.settled || !t.Times.Decided() {
		return nil
	}
	if t.settled = true; !t.Times.OfDay() {
		return nil
	}
	return t.Feed.TakeOfDay(t.o, t.unit)
}

// CellOf returns the cell of a kind of column in the current row.
func (t *Table) CellOf(kind int) []byte { return t.Cells[t.layout.At[kind]] }

// above is the number that FITS adds to store unsigned integers as signed ones.
const above = 1 << 63

// integer takes a row with an integer id.
func (t *Table) integer(n int, c *Column) error {
	id, ok := c.whole(t.CellOf(format.ColID))
	switch {
	case !ok:
		return t.Feed.Bad(n, &format.Error{Column: c.Name, Cause: "missing"})
	case c.Zero == above && id >= 0:
		return t.Feed.Named(n, &t.Numbers, strconv.AppendUint(t.text[:0], uint64(id)+above, 10))
	case c.Zero == above:
		return t.Feed.Numbered(n, &t.Numbers, id-math.MinInt64)
	}
	zero := int64(c.Zero)
	if float64(zero) != c.Zero || (id+zero < id) != (zero < 0) {
		return t.Feed.Bad(n, &format.Error{Column: c.Name, Value: strconv.FormatInt(id, 10), Cause: "outside the range of 64 bits"})
	}
	return t.Feed.Numbered(n, &t.Numbers, id+zero)
}

// time reads a cell of text as a time.
func (t *Table) time(c *Column, cell []byte) (sec float64, value, cause string) {
	text := c.textOf(&t.text, cell)
	if len(text) == 0 {
		return 0, "", "missing"
	}
	sec, err := t.Times.Parse(string(text))
	if err != nil {
		return 0, string(text), infile.Inner(err)
	}
	return sec, "", ""
}

// whole returns the stored integer of a cell; ok is false where it has no value.
func (c *Column) whole(cell []byte) (v int64, ok bool) {
	if cell == nil {
		return 0, false
	}
	switch c.Type {
	case Uint8:
		v = int64(cell[0])
	case Int16:
		v = int64(int16(binary.BigEndian.Uint16(cell)))
	case Int32:
		v = int64(int32(binary.BigEndian.Uint32(cell)))
	case Int64:
		v = int64(binary.BigEndian.Uint64(cell))
	}
	return v, !c.HasNull || v != c.Null
}

// number returns the number of a cell, rounded once where it is scaled: a product and a sum are fused.
func (c *Column) number(cell []byte) (v float64, cause string) {
	switch {
	case cell == nil:
		return 0, "missing"
	case c.Type == Float64:
		v = math.Float64frombits(binary.BigEndian.Uint64(cell))
	case c.Type == Float32:
		v = float64(math.Float32frombits(binary.BigEndian.Uint32(cell)))
	default:
		whole, ok := c.whole(cell)
		if !ok {
			return 0, "missing"
		}
		v = float64(whole)
	}
	if c.Scale != 1 || c.Zero != 0 {
		v = math.FMA(c.Scale, v, c.Zero)
	}
	return v, ""
}

// seconds is number for a cell of a column that counts since 1970: an integer becomes seconds without a rounding before.
func (c *Column) seconds(cell []byte, unit *unixtime.Unit) (sec float64, cause string) {
	stored := c.stored(nil, cell)
	if v, ok := stored.Number(); ok {
		return unit.Seconds(v), ""
	}
	if cell == nil || stored.String() == "" {
		return 0, "missing"
	}
	return unit.Parse([]byte(stored.String()))
}

// textOf returns the text of a cell without its padding. It may be in scratch.
func (c *Column) textOf(scratch *[]byte, cell []byte) []byte {
	if c.Type == UTF16 {
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
				out = append(out, 0xff) // no UTF-8 has this byte: the id is refused
				continue
			}
			out = utf8.AppendRune(out, r)
		}
		*scratch, cell = out, out
	}
	if i := bytes.IndexByte(cell, 0); i >= 0 {
		cell = cell[:i]
	}
	if c.Padded {
		cell = bytes.TrimRight(cell, " ")
	}
	return slices.Clip(cell)
}

// pace checks that a table has velocities where options ask for them, and finds the factors to the units of the data.
func (t *Table) pace(file string, o *format.Options) error {
	l := &t.Feed.Table.Layout
	if err := o.CheckVelocities(file, l); err != nil {
		return err
	}
	_, said := t.unit(format.ColZ)
	l.Assumed = o.AssumesHeight(l, said)
	return t.Feed.Convert(o, t.unit)
}

// unit returns the name and the unit of a column.
func (t *Table) unit(kind int) (name, unit string) {
	if c := t.Of[kind]; c != nil {
		return c.Name, c.Unit
	}
	return "", ""
}

// ParseInt reads the text of a cell as an integer.
func (c *Column) ParseInt(text []byte) (v int64, cause string) {
	v, err := WholeNumber(string(text))
	switch {
	case err != nil:
		return 0, "not an integer of 64 bits"
	case c.HasNull && v == c.Null:
		return 0, "missing"
	}
	return v, ""
}

// WholeNumber reads an integer as VOTable writes it: in decimal, or as 0x and hexadecimal digits.
func WholeNumber(text string) (int64, error) {
	if digits, hex := strings.CutPrefix(strings.ToLower(text), "0x"); hex {
		v, err := strconv.ParseUint(digits, 16, 64)
		return int64(v), err
	}
	return strconv.ParseInt(text, 10, 64)
}

package reading

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"flyby/internal/elements"
	"flyby/internal/infile"
	"flyby/internal/unixtime"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// FeedBlock is the number of rows that a feed collects before it merges them.
const FeedBlock = 16384

// A Feed takes the rows of a reader that goes through its file in one goroutine. It checks them
// and merges them into a table, a block at a time.
type Feed struct {
	Table *Table
	block *Block
	Rules trajectory.Rules

	Factors  *columnFactors // nil: numbers are in units of the data
	Kind     objectKind     // of the object whose row comes
	unix     bool           // times are numbers that count since 1970
	unixUnit *unixtime.Unit // of such times
	apart    bool           // the block is one of several, which the reader merges
	Cut      bool           // rows have pieces
	Piece    uint32         // of the rows that come
	Set      *elements.Set  // of the row that comes; nil: rows are samples

	asked cellUses
	cell  CellFunc      // of the row at hand
	named []infile.Cell // [asked.wanted] cells of the row at hand, where rows have names and cells
}

// NewFeed returns a feed for the rows of a source. Its Layout may be changed until the first row comes.
func NewFeed(src *infile.Source, l FileColumns, o *Options, times trajectory.TimeKind) *Feed {
	rules := trajectory.Rules{Limits: o.Limits(), Times: o.KindOf(times)}
	f := &Feed{Table: newTable(src, l, o, rules), block: NewBlock(0), Rules: rules, unix: o.IsUnix(), unixUnit: o.UnixUnit(), asked: newCellUses(o.Tests, o.Attributes)}
	f.cell, f.named = f.namedCell, make([]infile.Cell, len(f.asked.wanted))
	return f
}

// SetTimes sets the kind of times, where it becomes known after NewFeed and before the first row.
func (f *Feed) SetTimes(times trajectory.TimeKind) {
	if f.unix {
		return
	}
	f.Rules.Times, f.Table.times = times, times
	f.Table.checker = f.Rules.Checker()
}

// NameAll makes all ids names, also ids that look like integers, for a column whose type is text. It is called before the first row.
func (f *Feed) NameAll() {
	f.block.ids.Name()
	if f.Table.sink != nil {
		f.Table.sink.numbers.Name()
		return
	}
	f.Table.ids.Name()
}

// Named takes a row whose id is text. The error ends the reading.
func (f *Feed) Named(line int, v *[NumFloats]float64, id []byte) error {
	if e := f.checked(v); e != nil {
		return f.Bad(line, e)
	}
	if !f.block.addID(f.Kind, id) {
		return f.Bad(line, &format.Error{Column: f.Table.Layout.Name[ColID], Value: string(id), Cause: NotUTF8})
	}
	return f.good(line, v)
}

// Numbered takes a row whose id is an integer.
func (f *Feed) Numbered(line int, v *[NumFloats]float64, id int64) error {
	if e := f.checked(v); e != nil {
		return f.Bad(line, e)
	}
	f.block.ids.addInt(id)
	return f.good(line, v)
}

// Convert finds the factors of the columns of the layout: see Options.Factors.
func (f *Feed) Convert(o *Options, of func(kind int) (name, unit string)) (err error) {
	l := &f.Table.Layout
	f.Factors, err = o.Factors(f.Table.Source.Name, l.Units, f.Rules.Times, l, of)
	return err
}

// stand gives the row of a place the first instant as its time.
func (f *Feed) stand(v *[NumFloats]float64) {
	if f.Table.Layout.Still {
		v[ColT] = f.Table.first
	}
}

// checked turns the numbers of a row into the units of the data, and returns their fault.
func (f *Feed) checked(v *[NumFloats]float64) *format.Error {
	if e := velocityFault(v, &f.Table.Layout); e != nil {
		return e
	}
	f.Factors.turn(v)
	f.stand(v)
	return f.check(v)
}

// check returns the fault of a row's numbers and attributes, nil if they have none.
func (f *Feed) check(v *[NumFloats]float64) *format.Error {
	if e := checkRow(v, &f.Table.Layout, f.Rules, f.unix, f.unixUnit); e != nil {
		return e
	}
	return f.asked.foreign(f.cell)
}

// checkRow returns the fault of a row's numbers, whose times may count since 1970, nil if they have none.
func checkRow(v *[NumFloats]float64, l *FileColumns, rules trajectory.Rules, unix bool, unit *unixtime.Unit) *format.Error {
	if unix && !unixtime.InYears(v[ColT]) {
		value, cause := unit.Beyond(v[ColT])
		return &format.Error{Column: l.Name[ColT], Value: value, Cause: cause}
	}
	s := sampleOf(v)
	if l.Loose {
		s.V = [3]float64{}
	}
	bad := rules.Check(s)
	if bad == nil {
		return nil
	}
	return &format.Error{Column: l.label(bad.Column), Value: bad.Value, Cause: bad.Cause}
}

// velocityFault returns the fault of a row's speed or course, nil if they have none.
func velocityFault(v *[NumFloats]float64, l *FileColumns) *format.Error {
	axis, cause := l.velocity.fault(v)
	if cause == "" {
		return nil
	}
	return &format.Error{Column: l.Name[ColVX+axis], Value: trajectory.Number.Format(v[ColVX+axis]), Cause: cause}
}

// good adds a row whose id is in the block.
func (f *Feed) good(line int, v *[NumFloats]float64) error {
	f.block.add(v, &f.Table.Layout, line)
	if f.asked.wantsAttributes() {
		f.asked.noteAttributes(f.block, f.cell)
	}
	if f.Cut {
		f.block.piece = append(f.block.piece, f.Piece)
	}
	if f.Set != nil {
		f.block.sets = append(f.block.sets, *f.Set)
	}
	if f.block.rows() >= FeedBlock && !f.apart {
		return f.flush()
	}
	return nil
}

// Bad deals with a bad row. The error ends the reading.
func (f *Feed) Bad(line int, e *format.Error) error {
	switch e.Line = line; {
	case f.block.Drop(e, f.Table.Skip):
		return nil
	case f.apart:
		return e // merging tells it with its place
	}
	return f.Table.Placed(e)
}

// flush merges the rows so far.
func (f *Feed) flush() error {
	err := f.Table.Merge(f.block)
	f.block.Reset()
	f.block.ids.start(f.Table.Named())
	f.Table.Source.Progress()
	return err
}

// Finish ends a reading with err, io.EOF at the end of the file. empty is the cause of the error for
// a file without rows.
func (f *Feed) Finish(err error, empty string) (*Parsed, error) {
	if err == nil {
		err = f.asked.finish(f.Table.Source.Name, f.Table.values.Attributes())
	}
	if bad := f.flush(); bad != nil {
		return nil, bad // the bad row stands before the place where the reading ended
	}
	if err != nil {
		return nil, err
	}
	p := f.Table.Parsed()
	if p.Rows == 0 {
		return nil, &format.Error{File: f.Table.Source.Name, Cause: empty, Err: trajectory.ErrEmpty}
	}
	return p, nil
}

// allWithin reports whether numbers are in a range; NaN is in none.
func allWithin(all []float64, least, greatest float64) bool {
	for _, v := range all {
		if !(least <= v && v <= greatest) {
			return false
		}
	}
	return true
}

// allInYears reports whether times are InYears.
func allInYears(all []float64) bool {
	for _, t := range all {
		if !unixtime.InYears(t) {
			return false
		}
	}
	return true
}

// HeightCheck checks that all rows of a file have a height, or none has.
type HeightCheck struct {
	known, all bool
	line       int // of the first row, which decides it
}

// Take notes whether a row has a height. The error says that it differs from the first row.
func (h *HeightCheck) Take(has bool, line int, l *FileColumns) *format.Error {
	if !h.known {
		*h = HeightCheck{known: true, all: has, line: line}
		if !has {
			l.At[ColZ] = -1
		}
		return nil
	}
	if has == h.all {
		return nil
	}
	cause := fmt.Sprintf("missing, but the first row, of line %d, has it; --height none leaves heights out", h.line)
	if has {
		cause = fmt.Sprintf("there, but the first row, of line %d, has none; --height none leaves heights out", h.line)
	}
	return &format.Error{Column: l.Name[ColZ], Cause: cause}
}

// FileID returns the id of the one trajectory of a file whose format has no ids.
func (o *Options) FileID(path string, extensions []string) (string, error) {
	id := o.ID
	if id == "" {
		id = WithoutExtension(filepath.Base(path), extensions)
	}
	if !utf8.ValidString(id) {
		return "", &format.Error{File: path, Cause: "its name, which is the id of what it holds, is " + NotUTF8}
	}
	return id, nil
}

// checkHeight returns the fault of Options.Height, nil if it has none.
func (o *Options) checkHeight() error {
	switch _, named := o.Columns["z"]; {
	case o.Height != "" && o.Height != format.NoHeight && !slices.Contains(Heights(), o.Height):
		return fmt.Errorf("format: height %q: must be %q, a column of a preset (%s), or empty for what the file has", o.Height, format.NoHeight, strings.Join(Heights(), ", "))
	case o.Height == format.NoHeight && named:
		return errors.New("format: a column z is named, and heights are to be left out")
	}
	return nil
}

// WithoutExtension cuts one of the extensions of a format, and of a packing, off a path.
func WithoutExtension(path string, extensions []string) string {
	path, _ = infile.CutPacking(path)
	for _, ext := range extensions {
		if n := len(path) - len(ext); n > 0 && strings.EqualFold(path[n:], ext) {
			return path[:n]
		}
	}
	return path
}

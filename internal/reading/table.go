package reading

import (
	"fmt"
	"sync"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TooManyRows is the cause for a file of more rows than 32 bits count.
const TooManyRows = "more than 4,294,967,295 rows, which no store in memory counts; with --memory files are searched in slabs of time"

// A Table collects blocks in order. Merge checks each row against the row before it in its
// trajectory as it comes, so that nothing is read after the first bad row, and bad
// rows that are left out take no memory. Reserve leaves that check to trajectory.New, and the
// copying of rows to Move, in any goroutine.
type Table struct {
	infile.Ledger
	Layout   FileColumns
	times    trajectory.TimeKind
	Skip     bool // bad rows are dropped, not fatal
	keeps    bool // rows that repeat a time of their trajectory are dropped, too
	locating bool // rows that do not follow the rows before are fatal even so
	checker  *trajectory.Checker
	naming   sync.RWMutex   // guards the names of ids, while blocks move
	moving   sync.WaitGroup // of blocks that Reserve took and Move did not move yet
	col      [NumFloats][]float64
	piece    []uint32 // [rows], where the file has pieces
	ids      IDSet
	repeats  int
	dropped  []int         // rows of the block at hand
	counted  int           // names that memory was found for
	sink     *rowSink      // takes rows in place of the table, nil: they stay
	settled  bool          // sink has the units of the file
	kept     int           // good rows that went to sink
	filter   *repeatFilter // drops repeated positions, nil: they stay
	Preset   format.Preset
	first    float64 // instant of places
	Frame    trajectory.Frame
	pieces   *PieceCodes // nil: there are none

	values *Noter // of attributes; nil: options ask for none
}

// newTable returns a table for the rows of a source that obey the rules.
func newTable(src *infile.Source, l FileColumns, o *Options, rules trajectory.Rules) *Table {
	t := &Table{Ledger: infile.Ledger{Source: src}, Layout: l, times: rules.Times, Skip: o.SkipBadRows, keeps: o.KeepFirst, locating: o.Locating, checker: rules.Checker(), values: NewNoter(o), pieces: o.Pieces}
	if o.Places != nil {
		t.first = o.Places.First
	}
	if o.Take != nil {
		t.sink = &rowSink{take: o.Take, options: o, name: src.Name, layout: &t.Layout}
		t.values.share(&t.sink.numbers)
	}
	return t
}

// rows returns the number of rows in the columns.
func (t *Table) rows() int { return len(t.col[ColT]) }

// Named reports whether ids are names by now.
func (t *Table) Named() bool {
	if t.sink != nil {
		return t.sink.numbers.Names.named
	}
	return t.ids.named
}

// Merge appends a block's rows. The error is the error of the first bad row, with its
// place in the file.
func (t *Table) Merge(b *Block) error {
	if t.values == nil {
		return t.merge(b)
	}
	t.values.beginBlock(b, t.filter != nil, t.Layout.Loose)
	err := t.merge(b)
	if err == nil {
		err = t.noteValues()
	}
	return err
}

// merge is Merge without attributes.
func (t *Table) merge(b *Block) error {
	if t.filter != nil {
		t.filter.cut(b)
		t.values.Kept(t.filter.rows)
	}
	if t.sink != nil {
		return t.pass(b)
	}
	before := t.rows()
	if err := t.reserve(b); err != nil {
		return err
	}
	b.move()
	if err := t.check(b, before); err != nil {
		return err
	}
	if err := t.AffordNames(len(t.ids.Names)); err != nil {
		return err
	}
	if b.Fatal != nil {
		return t.Placed(b.Fatal)
	}
	t.addLines(b, before)
	t.leave(b)
	return nil
}

// noteValues takes the values of attributes in the rows of a block that are good.
func (t *Table) noteValues() error {
	if err := t.values.End(); err != nil {
		return t.Source.Outgrown(err)
	}
	return nil
}

// leave adds the counts of a block to the table's.
func (t *Table) leave(b *Block) {
	t.Preset.Absent, t.Preset.Flat, t.Preset.Repeated = t.Preset.Absent+b.absent, t.Preset.Flat+b.flat, t.Preset.Repeated+b.repeated
	t.Preset.Unplaced += b.unplaced
	t.Leave(&b.Block)
}

// pass is Merge for rows that go to sink.
func (t *Table) pass(b *Block) error {
	before := b.Skipped
	if b.rows() > 0 {
		if err := t.settle(); err != nil {
			return err
		}
		t.sink.repeats, t.sink.group = t.filter != nil, b.group
		c := trajectory.Columns{Times: t.times, Loose: t.Layout.Loose, Frame: t.Frame}
		for kind, col := range FloatsOf(&c) {
			*col = b.col[kind]
		}
		if len(b.piece) > 0 {
			c.Piece = b.piece
		}
		t.sink.attributes = t.values.Bytes()
		err := t.sink.rows(c, &b.ids, b.sets, func(bad *trajectory.RowError) error {
			return t.misfit(b, bad, bad.Row)
		})
		if err != nil {
			return err
		}
	}
	t.kept += b.rows() - (b.Skipped - before)
	if err := t.AffordNames(t.sink.numbers.Len()); err != nil {
		return err
	}
	if b.Fatal != nil {
		return t.Placed(b.Fatal)
	}
	t.leave(b)
	return nil
}

// settle finds the units of the file, once the layout is known.
func (t *Table) settle() (err error) {
	if !t.settled {
		t.settled = true
		t.Layout.Units, err = t.sink.options.Settle(t.Source.Name, t.Layout.Units, t.times, t.Frame)
	}
	return err
}

// misfit deals with a row of a block that does not follow the rows before it.
func (t *Table) misfit(b *Block, bad *trajectory.RowError, row int) error {
	e := &format.Error{Line: b.Lines.Line(row)}
	e.Column, e.Value, e.Cause = t.Layout.DescribeBadRow(bad, func() string { return b.ids.text(row) })
	t.values.Drop(row)
	twice := bad.IsTwice()
	if !t.Skip && !(t.keeps && twice) || t.locating {
		return t.Placed(e)
	}
	if b.Drop(e, true); twice {
		t.Twice++
	}
	return nil
}

// check drops the rows of a block, from before on, that repeat or do not fit the rows
// before them in their trajectory, or returns the error of the first row that does not fit.
func (t *Table) check(b *Block, before int) error {
	t.dropped = t.dropped[:0]
	c := t.columns()
	err := t.checker.Keep(&c, before, func(row int, bad *trajectory.RowError) error {
		t.dropped = append(t.dropped, row-before)
		if bad == nil {
			t.repeats++
			return nil
		}
		return t.misfit(b, bad, row-before)
	})
	if len(t.dropped) > 0 {
		t.take(c)
	}
	return err
}

// addLines notes the lines of a block's rows, except dropped rows.
func (t *Table) addLines(b *Block, row int) {
	if len(t.dropped) == 0 {
		t.Lines.AddAll(b.Lines, row, t.Next)
		return
	}
	dropped := t.dropped
	for i := range b.rows() {
		if len(dropped) > 0 && dropped[0] == i {
			dropped = dropped[1:]
			continue
		}
		t.Lines.Add(row, t.Next+b.Lines.Line(i))
		row++
	}
}

// afford checks, before columns grow, that there is memory for more rows. It returns the
// number of rows for which columns may be made: estimate, or 0 if there is memory for the
// present rows but not for estimate rows.
func (t *Table) afford(more, estimate int) (int, error) {
	rows, each := t.rows(), 8 // an id
	if rows+more <= cap(t.col[ColT]) {
		return estimate, nil
	}
	for k := range t.col {
		if t.Layout.At[k] >= 0 {
			each += 8
		}
	}
	if t.piece != nil {
		each += 4
	}
	what := fmt.Sprintf("the columns of %d rows so far", rows+more)
	if memory.Need(what, memory.Of(infile.Grown(rows, more, estimate), each)) == nil {
		return estimate, nil
	}
	if err := memory.Need(what, memory.Of(infile.Grown(rows, more, 0), each)); err != nil {
		return 0, t.Source.Outgrown(err)
	}
	return 0, nil
}

// AffordNames checks that there is memory for the names of ids and the map from names to
// codes. It looks again each time the number of names has doubled.
func (t *Table) AffordNames(n int) error {
	n += t.pieces.Len()
	const each = 96 // bytes of a name: its text, its header, its share of the map and of the checker
	if n <= t.counted {
		return nil
	}
	if err := memory.Need(fmt.Sprintf("%d ids and as many to come", n), memory.Of(n, each)); err != nil {
		return t.Source.Outgrown(err)
	}
	t.counted = 2 * n
	return nil
}

// columns returns the columns of all rows so far.
func (t *Table) columns() trajectory.Columns {
	c := trajectory.Columns{Piece: t.piece, Times: t.times, Loose: t.Layout.Loose, Frame: t.Frame}
	for kind, col := range FloatsOf(&c) {
		*col = t.col[kind]
	}
	if t.ids.named {
		c.ID.Code, c.ID.Name = t.ids.codes, t.ids.Names
	} else {
		c.ID.Int = t.ids.ints
	}
	return c
}

// take makes c, which columns returned and Checker.Keep cut, the columns of the table.
func (t *Table) take(c trajectory.Columns) {
	for kind, col := range FloatsOf(&c) {
		t.col[kind] = *col
	}
	t.piece = c.Piece
	if t.ids.named {
		t.ids.codes = c.ID.Code
	} else {
		t.ids.ints = c.ID.Int
	}
}

// Parsed hands the columns over.
func (t *Table) Parsed() *Parsed {
	p := &Parsed{Tally: t.Tally, Preset: t.Preset, FileColumns: t.Layout, Attributes: t.values.Attributes()}
	p.Rows = t.Skipped + t.Missed + t.Preset.Omitted()
	if t.sink != nil {
		p.Rows, p.IDs = p.Rows+t.kept, t.sink.numbers.IDs()
		return p
	}
	p.Columns, p.Place, p.Left = t.columns(), t.Place, trajectory.LeftOut{Repeats: t.repeats}
	p.Rows += len(p.Columns.T) + t.repeats
	return p
}

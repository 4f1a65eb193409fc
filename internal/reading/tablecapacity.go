package reading

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A destination is the room for the rows of a block in the columns of a table.
type destination struct {
	col   [NumFloats][]float64
	piece []uint32
	ints  []int64
	codes []uint32
	names []uint32 // [names of the block] codes of the table, or newName
}

// move copies the rows of the block to their room in a table.
func (b *Block) move() {
	r := &b.room
	for k := range r.col {
		copy(r.col[k], b.col[k])
	}
	copy(r.piece, b.piece)
	copy(r.ints, b.ids.ints)
	for row, code := range b.ids.codes {
		r.codes[row] = r.names[code]
	}
}

// reserve makes room for the rows of a block behind the rows of the table.
func (t *Table) reserve(b *Block) error {
	rows := b.rows()
	if t.rows()+rows > math.MaxUint32 {
		return &format.Error{File: t.Source.Name, Cause: TooManyRows}
	}
	estimate, err := t.afford(rows, t.Source.EstimateAt(t.rows()+rows, cmp.Or(b.Done, t.Source.Done.Load())))
	if err != nil {
		return err
	}
	b.room = destination{names: b.room.names}
	for k := range t.col {
		if t.Layout.At[k] >= 0 {
			b.room.col[k] = extend(t, &t.col[k], rows, estimate)
		}
	}
	if len(b.piece) > 0 {
		b.room.piece = extend(t, &t.piece, rows, estimate)
	}
	t.reserveIDs(b, rows, estimate)
	return nil
}

// extend makes a column of the table longer by the rows of a block, for which it returns the room.
func extend[T any](t *Table, column *[]T, rows, estimate int) []T {
	n := len(*column)
	if n+rows > cap(*column) {
		t.moving.Wait() // the column moves with the rows in it
	}
	*column = infile.Reserve(*column, rows, estimate)[:n+rows]
	return (*column)[n:]
}

// reserveIDs makes room for the ids of a block, and keeps copies of new names.
func (t *Table) reserveIDs(b *Block, rows, estimate int) {
	if !t.ids.named && !b.ids.named {
		b.room.ints = extend(t, &t.ids.ints, rows, estimate)
		return
	}
	t.name(b)
	b.room.codes = extend(t, &t.ids.codes, rows, estimate)
}

// newName is the code of a name that the table does not have yet: no code is as large, since rows are counted in 32 bits.
const newName = math.MaxUint32

// Look looks the names of a parsed block up in the table, so that Reserve has to enter new names alone. Any goroutine may call it.
func (t *Table) Look(b *Block) {
	b.room.names = infile.Resized(b.room.names, len(b.ids.Names))
	t.naming.RLock()
	defer t.naming.RUnlock()
	for c, name := range b.ids.Names {
		code, known := t.ids.Index[name]
		if !known {
			code = newName
		}
		b.room.names[c] = code
	}
}

// name makes names of all ids, and enters copies of the block's new names.
func (t *Table) name(b *Block) {
	if b.ids.Name(); len(b.room.names) < len(b.ids.Names) {
		t.Look(b)
	}
	if t.ids.named && !slices.Contains(b.room.names, newName) {
		return
	}
	if !t.ids.named {
		t.moving.Wait() // the integers of all rows become codes
	}
	t.naming.Lock()
	defer t.naming.Unlock()
	t.ids.Name()
	t.ids.ints = nil
	for c, code := range b.room.names {
		if code != newName {
			continue
		}
		name := b.ids.Names[c]
		if code, known := t.ids.Index[name]; known {
			b.room.names[c] = code
		} else {
			b.room.names[c] = t.ids.Code(strings.Clone(name))
		}
	}
}

// TakesUnchecked reports whether Reserve and Move may stand in for Merge: a bad row ends the reading, rows stay in memory, which the size of the
// file bounds, and nothing depends on the rows that stay.
func (t *Table) TakesUnchecked() bool {
	return t.sink == nil && t.values == nil && t.filter == nil && !t.Skip && !t.keeps && !t.locating && t.Source.Packing == ""
}

// Reserve is Merge without the check of rows against the rows before them, which trajectory.New does again. Unless it returns an error, Move has to
// follow.
func (t *Table) Reserve(b *Block) error {
	before := t.rows()
	if err := t.reserve(b); err != nil {
		return err
	}
	t.Lines.AddAll(b.Lines, before, t.Next)
	err := t.AffordNames(len(t.ids.Names))
	if err == nil && b.Fatal != nil {
		err = t.Placed(b.Fatal)
	}
	if err != nil {
		b.move()
		return err
	}
	t.leave(b)
	t.moving.Add(1)
	return nil
}

// Move copies the rows of a block to the room that Reserve made. Any goroutine may call it, while others reserve and move other blocks.
func (t *Table) Move(b *Block) {
	b.move()
	t.moving.Done()
}

// FirstBad returns the error of the first row that may not follow the rows before it, among rows that were reserved and moved, and else err, which
// ended the reading.
func (t *Table) FirstBad(err error) error {
	c := t.columns()
	bad := t.checker.Keep(&c, 0, func(row int, bad *trajectory.RowError) error {
		if bad == nil {
			return nil
		}
		e := t.Place(row)
		e.Column, e.Value, e.Cause = t.Layout.DescribeBadRow(bad, func() string { return t.ids.text(row) })
		return &e
	})
	if bad != nil {
		return bad
	}
	return err
}

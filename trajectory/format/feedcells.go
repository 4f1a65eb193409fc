package format

import (
	"slices"

	"flyby/internal/infile"
)

// Columns says what columns all rows have, and what tells the cells of the row at hand; without it, Begin and Add do. single says which
// columns hold text or one number a row; nil: all do. The error says which column of a condition is not there, or holds neither.
func (f *Feed) Columns(names []string, single func(column int) bool, cell CellFunc) error {
	if f.cell = cell; single == nil {
		single = func(int) bool { return true }
	}
	return f.asked.bind(f.Table.Source.Name, names, single)
}

// Asks reports whether anybody asks for cells.
func (f *Feed) Asks() bool { return len(f.asked.wanted) > 0 }

// AsksFor reports whether anybody asks for the cells of one of Columns.
func (f *Feed) AsksFor(column int) bool { return f.asked.asks(column) }

// Misses reports whether the row at hand is known not to hold the conditions, and counts it then.
func (f *Feed) Misses() bool {
	if f.asked.holds(f.cell) {
		return false
	}
	f.block.Missed++
	return true
}

// Begin begins a row whose cells Add takes.
func (f *Feed) Begin() { clear(f.named) }

// Add takes a cell of the row, which stays until the next begins, and the name of its column, which other rows may lack.
func (f *Feed) Add(name []byte, cell infile.Cell) {
	a := &f.asked
	for i, wanted := range a.wanted {
		if wanted == string(name) {
			a.at[i], f.named[i] = i, cell
		}
	}
	if len(a.names) < mostNames && slices.Contains(a.at, -1) && !slices.Contains(a.names, string(name)) {
		a.names = append(a.names, string(name))
	}
}

// namedCell is a cell that Add took, none where the row lacks it.
func (f *Feed) namedCell(i int) (cell infile.Cell, ok bool) {
	if i >= 0 {
		cell = f.named[i]
	}
	return cell, true
}

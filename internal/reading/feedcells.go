package reading

import (
	"slices"

	"flyby/internal/infile"
)

// Columns sets the columns that all rows have, and the CellFunc of the row at hand; without a call of Columns, Begin and Add give the
// cells. single reports whether a column holds text or one number a row; nil: all do. The error names a column of a condition that is
// missing, or holds neither.
func (f *Feed) Columns(names []string, single func(column int) bool, cell CellFunc) error {
	if f.cell = cell; single == nil {
		single = func(int) bool { return true }
	}
	return f.asked.bind(f.Table.Source.Name, names, single)
}

// Asks reports whether options ask for cells of rows.
func (f *Feed) Asks() bool { return len(f.asked.wanted) > 0 }

// AsksFor reports whether options ask for the cells of a column.
func (f *Feed) AsksFor(column int) bool { return f.asked.asks(column) }

// Misses reports whether the row at hand is known not to meet the conditions, and if so counts it.
func (f *Feed) Misses() bool {
	if f.asked.holds(f.cell) {
		return false
	}
	f.block.Missed++
	return true
}

// Begin begins a row whose cells Add takes.
func (f *Feed) Begin() { clear(f.named) }

// Add takes a cell of the row and the name of its column, which other rows may lack. The cell must stay until the next row begins.
func (f *Feed) Add(name []byte, cell infile.Cell) {
	a := &f.asked
	for i, wanted := range a.wanted {
		if wanted == string(name) {
			a.at[i], f.named[i] = i, cell
		}
	}
	if len(a.names) < infile.MostNames && slices.Contains(a.at, -1) && !slices.Contains(a.names, string(name)) {
		a.names = append(a.names, string(name))
	}
}

// namedCell returns a cell that Add took; ok is always true, and the cell empty, where the row lacks it.
func (f *Feed) namedCell(i int) (cell infile.Cell, ok bool) {
	if i >= 0 {
		cell = f.named[i]
	}
	return cell, true
}

package format

import (
	"slices"

	"flyby/internal/infile"
)

// mostNames is how many of the columns that there are a message may name.
const mostNames = 100

// A CellFinder finds cells by the names that stand at each row, which need not have all of them.
type CellFinder struct {
	Tests  []infile.CellTest
	wanted []string // [tests, Options.Attributes] the names
	cells  [][]byte // [wanted] of the row at hand, nil: it has none
	at     []int    // [wanted] less than 0 where the file has no such column, so far
	left   int      // how many these are
	names  []string // some of those that the file has
}

// NewCellFinder returns what finds the columns of Options.Where and Options.Attributes in rows that have the names of their cells.
func NewCellFinder(o *Options) *CellFinder {
	f := &CellFinder{Tests: o.Tests}
	for _, t := range o.Tests {
		f.wanted = append(f.wanted, t.Column)
	}
	f.wanted = append(f.wanted, o.Attributes...)
	f.cells, f.at, f.left = make([][]byte, len(f.wanted)), slices.Repeat([]int{-1}, len(f.wanted)), len(f.wanted)
	return f
}

// Asks reports whether anybody wants cells.
func (f *CellFinder) Asks() bool { return len(f.wanted) > 0 }

// Begin begins a row.
func (f *CellFinder) Begin() { clear(f.cells) }

// Add takes a cell of the row.
func (f *CellFinder) Add(name, cell []byte) {
	for i, wanted := range f.wanted {
		if wanted != string(name) {
			continue
		}
		if f.cells[i] = cell; f.at[i] < 0 {
			f.at[i] = i
			f.left--
		}
	}
	if f.left > 0 && len(f.names) < mostNames && !slices.Contains(f.names, string(name)) {
		f.names = append(f.names, string(name))
	}
}

// Holds reports whether the row holds all conditions.
func (f *CellFinder) Holds() bool {
	for i := range f.Tests {
		if !f.Tests[i].Text(f.cells[i]) {
			return false
		}
	}
	return true
}

// Tell has a feed note Options.Attributes of the row at hand.
func (f *CellFinder) Tell(to *Feed) {
	if first := len(f.Tests); len(f.wanted) > first {
		to.Says = func(i int) string { return string(f.cells[first+i]) }
	}
}

// Finish says which column of the tests the file does not have, once all rows were seen, and tells of the others. err is what
// ended the reading, which counts more.
func (f *CellFinder) Finish(file string, to *Attributes, err error) error {
	if err != nil {
		return err
	}
	to.Found(f.at[len(f.Tests):], f.names)
	for i := range f.Tests {
		if f.at[i] < 0 {
			_, err := infile.BindTests(f.Tests[i:i+1], file, f.names)
			return err
		}
	}
	return nil
}

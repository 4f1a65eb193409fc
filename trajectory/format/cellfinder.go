package format

import (
	"slices"

	"flyby/internal/infile"
)

// mostNames is how many of the columns that there are a message may name.
const mostNames = 100

// A cellFinder finds cells by the names that stand at each row, which need not have all of them.
type cellFinder struct {
	tests  []infile.CellTest
	wanted []string // [tests, Options.Attributes] the names
	cells  [][]byte // [wanted] of the row at hand, nil: it has none
	at     []int    // [wanted] less than 0 where the file has no such column, so far
	left   int      // how many these are
	names  []string // some of those that the file has
}

func newCellFinder(o *Options) *cellFinder {
	f := &cellFinder{tests: o.Tests}
	for _, t := range o.Tests {
		f.wanted = append(f.wanted, t.Column)
	}
	f.wanted = append(f.wanted, o.Attributes...)
	f.cells, f.at, f.left = make([][]byte, len(f.wanted)), slices.Repeat([]int{-1}, len(f.wanted)), len(f.wanted)
	return f
}

// asks reports whether anybody wants cells.
func (f *cellFinder) asks() bool { return len(f.wanted) > 0 }

// begin begins a row.
func (f *cellFinder) begin() { clear(f.cells) }

// add takes a cell of the row.
func (f *cellFinder) add(name, cell []byte) {
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

// holds reports whether the row holds all conditions.
func (f *cellFinder) holds() bool {
	for i := range f.tests {
		if !f.tests[i].Text(f.cells[i]) {
			return false
		}
	}
	return true
}

// tell has a feed note Options.Attributes of the row at hand.
func (f *cellFinder) tell(to *feed) {
	if first := len(f.tests); len(f.wanted) > first {
		to.says = func(i int) string { return string(f.cells[first+i]) }
	}
}

// finish says which column of the tests the file does not have, once all rows were seen, and tells of the others. err is what
// ended the reading, which counts more.
func (f *cellFinder) finish(file string, to *Attributes, err error) error {
	if err != nil {
		return err
	}
	to.Found(f.at[len(f.tests):], f.names)
	for i := range f.tests {
		if f.at[i] < 0 {
			_, err := infile.BindTests(f.tests[i:i+1], file, f.names)
			return err
		}
	}
	return nil
}

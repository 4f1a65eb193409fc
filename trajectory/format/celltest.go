package format

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"flyby/internal/decimal"
	"flyby/internal/infile"
	"flyby/trajectory"
)

// A cellTest tests the cells of a column by a Condition.
type cellTest struct {
	Condition
	value    []byte
	isNumber bool // the value is
	isWhole  bool // it is an integer of 64 bits
	number   float64
	whole    int64
	admits   [3]bool // cells that are less than the value, equal, greater
}

// newCellTests makes the tests of some conditions.
func newCellTests(all []Condition) (tests []cellTest, err error) {
	for _, c := range all {
		if err := c.check(); err != nil {
			return nil, err
		}
		t := cellTest{Condition: c, value: []byte(c.Value)}
		t.number, err = decimal.Parse(c.Value)
		t.isNumber = err == nil
		t.whole, t.isWhole = infile.ParseInt(c.Value)
		t.admits = map[string][3]bool{
			"=": {1: true}, "!=": {0: true, 2: true}, "<": {0: true}, "<=": {0: true, 1: true}, ">": {2: true}, ">=": {1: true, 2: true},
		}[c.Operator]
		tests = append(tests, t)
	}
	return tests, nil
}

// isOrdered reports whether the condition asks for what is less, or greater.
func (t *cellTest) isOrdered() bool { return t.admits[0] != t.admits[2] }

// text tests a cell of text.
func (t *cellTest) text(cell []byte) bool {
	cell = infile.Trim(cell)
	if t.isNumber {
		if v, ok := cellNumber(cell); ok {
			if whole, ok := infile.ParseInt(infile.TextOf(cell)); ok {
				return t.integer(whole)
			}
			return t.admits[1+cmp.Compare(v, t.number)]
		}
	}
	if t.isOrdered() && (len(cell) == 0 || t.isNumber && isNone(cell)) {
		return false
	}
	return t.admits[1+bytes.Compare(cell, t.value)]
}

// cellNumber reads a cell as the number that it is, if it is one.
func cellNumber(cell []byte) (v float64, ok bool) {
	const short = 31
	if len(cell) == 0 || cell[0]-'0' > 9 && cell[0] != '-' && cell[0] != '+' && cell[0] != '.' {
		return 0, false
	}
	if len(cell) <= short {
		var buf [short + 1]byte // ends in 0, which is part of no number
		copy(buf[:], cell)
		if v, next, ok := infile.ScanFloat(buf[:], 0); ok && next == len(cell) {
			return v, true
		}
	}
	v, err := decimal.Parse(infile.TextOf(cell))
	return v, err == nil
}

// integer tests a cell that holds an integer.
func (t *cellTest) integer(v int64) bool {
	switch {
	case t.isWhole:
		return t.admits[1+cmp.Compare(v, t.whole)]
	case t.isNumber:
		return t.admits[1+cmp.Compare(float64(v), t.number)]
	}
	return t.text(strconv.AppendInt(nil, v, 10))
}

// float tests a cell that holds a number, or NaN.
func (t *cellTest) float(v float64) bool {
	if t.isNumber && v == v {
		return t.admits[1+cmp.Compare(v, t.number)]
	}
	return t.text([]byte(trajectory.Number.Format(v)))
}

// bindTests returns at which of names, those of a file's columns, the tests find their cells.
func bindTests(tests []cellTest, file string, names []string) (at []int, err error) {
	for _, t := range tests {
		i := slices.Index(names, t.Column)
		switch {
		case i < 0:
			return nil, noCell(file, fmt.Sprintf("no column %q, which --where %s names; there is %s", t.Column, t.String(), infile.List(names)))
		case slices.Contains(names[i+1:], t.Column):
			return nil, noCell(file, fmt.Sprintf("two columns %q, which --where %s names", t.Column, t.String()))
		}
		at = append(at, i)
	}
	return at, nil
}

// noCell is an error that wraps ErrNoCell.
func noCell(file, cause string) *Error { return &Error{File: file, Cause: cause, Err: ErrNoCell} }

// mostNames is how many of the columns that there are a message may name.
const mostNames = 100

// A cellFinder finds cells by the names that stand at each row, which need not have all of them.
type cellFinder struct {
	tests  []cellTest
	wanted []string // [tests, Options.Attributes] the names
	cells  [][]byte // [wanted] of the row at hand, nil: it has none
	at     []int    // [wanted] less than 0 where the file has no such column, so far
	left   int      // how many these are
	names  []string // some of those that the file has
}

func newCellFinder(o *Options) *cellFinder {
	f := &cellFinder{tests: o.tests}
	for _, t := range o.tests {
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
		if !f.tests[i].text(f.cells[i]) {
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
	to.found(f.at[len(f.tests):], f.names)
	for i := range f.tests {
		if f.at[i] < 0 {
			_, err := bindTests(f.tests[i:i+1], file, f.names)
			return err
		}
	}
	return nil
}

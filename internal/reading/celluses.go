package reading

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// A CellFunc returns the cell of a column in the row at hand. ok is false where a broken row ends before the column.
type CellFunc = func(column int) (cell infile.Cell, ok bool)

// cellUses holds the questions that options ask about cells: conditions on each row, and attributes.
type cellUses struct {
	tests  []infile.CellTest
	wanted []string // [tests, attributes] the names of the columns
	at     []int    // [wanted] the column, less than 0 where the file has none, so far
	names  []string // of the file's columns, "" for a column that holds neither text nor one number a row
}

func newCellUses(tests []infile.CellTest, attributes []string) cellUses {
	a := cellUses{tests: tests}
	for _, t := range tests {
		a.wanted = append(a.wanted, t.Column)
	}
	a.wanted = append(a.wanted, attributes...)
	a.at = slices.Repeat([]int{-1}, len(a.wanted))
	return a
}

// bind finds the columns among all names of a file. single reports whether a column holds text or one number a row.
func (a *cellUses) bind(file string, names []string, single func(column int) bool) (err error) {
	if err := CheckNames(file, names); err != nil {
		return err
	}
	if a.at, err = infile.BindTests(a.tests, file, names); err != nil {
		return err
	}
	a.names = slices.Clone(names)
	for column := range names {
		if !single(column) {
			a.names[column] = ""
		}
	}
	for i, column := range a.at {
		if a.names[column] == "" {
			return infile.NoCell(file, fmt.Sprintf("column %q, which --where %s names, holds neither text nor one number a row", names[column], a.tests[i].String()))
		}
	}
	for _, name := range a.wanted[len(a.tests):] {
		a.at = append(a.at, slices.Index(a.names, name))
	}
	return nil
}

// asks reports whether a condition, or an attribute, is about a column.
func (a *cellUses) asks(column int) bool { return slices.Contains(a.at, column) }

// holds reports whether a row meets all conditions, as far as it has their cells: a broken row is explained elsewhere.
func (a *cellUses) holds(cell CellFunc) bool {
	for i := range a.tests {
		if c, ok := cell(a.at[i]); ok && !a.tests[i].Holds(c) {
			return false
		}
	}
	return true
}

// wantsAttributes reports whether attributes are taken from rows.
func (a *cellUses) wantsAttributes() bool { return len(a.at) > len(a.tests) }

// noteAttributes notes the attributes of the last row of a block.
func (a *cellUses) noteAttributes(b *Block, cell CellFunc) {
	columns := a.at[len(a.tests):]
	for _, column := range columns {
		var c infile.Cell
		if column >= 0 {
			c, _ = cell(column)
		}
		b.values.add(len(columns), c)
	}
}

// finish is called after the last row. It notes in to which columns of attributes the file has. The error names a column of the
// conditions that the file lacks.
func (a *cellUses) finish(file string, to *format.Attributes) error {
	to.Found(a.at[len(a.tests):], a.names)
	for i := range a.tests {
		if a.at[i] < 0 {
			_, err := infile.BindTests(a.tests[i:i+1], file, a.names)
			return err
		}
	}
	return nil
}

// CheckNames refuses a file in which the name of a column is not UTF-8.
func CheckNames(file string, names []string) error {
	for _, name := range names {
		if !utf8.ValidString(name) {
			return &format.Error{File: file, Column: name, Value: name, Cause: "the name of the column is " + NotUTF8}
		}
	}
	return nil
}

// foreign returns the fault of the first attribute in a row that is not UTF-8, nil where there is none.
func (a *cellUses) foreign(cell CellFunc) *format.Error {
	for i, column := range a.at[len(a.tests):] {
		if column < 0 {
			continue
		}
		if c, _ := cell(column); !c.IsUTF8() {
			return &format.Error{Column: a.wanted[len(a.tests)+i], Value: c.String(), Cause: NotUTF8}
		}
	}
	return nil
}

// mayBeForeign reports whether a row that begins at some text may have attributes that are not UTF-8. It looks up to the end of the line.
func (a *cellUses) mayBeForeign(text []byte) bool {
	if len(a.at) == len(a.tests) {
		return false
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return !utf8.Valid(line)
}

// nameIn returns the tests and Options.Attributes with the spelling of columns in a file of a preset, whose columns are called names:
// publishers change the spelling of a column from one year to the next, and the files of one data set may have both spellings.
// Without a preset the names stay as given. The error wraps ErrNoCell and names two columns that may both be meant. See
// docs/decisions/0088-layouts-of-one-data-set.md.
func (o *Options) nameIn(file string, p *preset, names []string) (tests []infile.CellTest, attributes []string, err error) {
	tests, attributes = slices.Clone(o.Tests), slices.Clone(o.Attributes)
	if p == nil {
		return tests, attributes, nil
	}
	for i := range tests {
		t := &tests[i]
		if t.Column, err = nameAlike(file, t.Column, "where "+t.String(), names); err != nil {
			return nil, nil, err
		}
	}
	for i, name := range attributes {
		if attributes[i], err = nameAlike(file, name, "with", names); err != nil {
			return nil, nil, err
		}
	}
	return tests, attributes, nil
}

// nameAlike returns the column among names that equals wanted but for case, blanks and _ - . :, which a flag names; wanted itself
// where it is among names, or where no column is alike.
func nameAlike(file, wanted, flag string, names []string) (string, error) {
	word := squash(wanted)
	if word == "" || slices.Contains(names, wanted) {
		return wanted, nil
	}
	first := ""
	for _, name := range names {
		switch {
		case squash(name) != word:
		case first == "":
			first = name
		default:
			return "", infile.NoCell(file, fmt.Sprintf("columns %q and %q, both %q but for case, blanks and _ - . :, which --%s names: say which", first, name, wanted, flag))
		}
	}
	if first == "" {
		return wanted, nil
	}
	return first, nil
}

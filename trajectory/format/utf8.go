package format

import (
	"bytes"
	"unicode/utf8"
)

// NotUTF8 is the cause of a text that is refused. If such texts were taken, two ids, values or columns could become one in an output that holds
// UTF-8 only.
const NotUTF8 = "not UTF-8"

// CheckNames refuses a file in which the name of a column is not UTF-8.
func CheckNames(file string, names []string) error {
	for _, name := range names {
		if !utf8.ValidString(name) {
			return &Error{File: file, Column: name, Value: name, Cause: "the name of the column is " + NotUTF8}
		}
	}
	return nil
}

// foreign returns the fault of the first attribute in a row that is not UTF-8, nil where there is none.
func (a *cellUses) foreign(cell CellFunc) *Error {
	for i, column := range a.at[len(a.tests):] {
		if column < 0 {
			continue
		}
		if c, _ := cell(column); !c.IsUTF8() {
			return &Error{Column: a.wanted[len(a.tests)+i], Value: c.String(), Cause: NotUTF8}
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

package infile

import (
	"bytes"
	"cmp"
	"slices"
)

// TextWhere tests records by the bytes of their fields. Each goroutine has a copy of its own.
type TextWhere struct {
	Tests []CellTest // in order of their columns
	at    []int      // [Tests] the column's index
}

// NewTextWhere finds the columns of tests among names.
func NewTextWhere(tests []CellTest, file string, names []string) (w TextWhere, err error) {
	at, err := BindTests(tests, file, names)
	if err != nil {
		return w, err
	}
	order := make([]int, len(tests))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	for _, i := range order {
		w.Tests, w.at = append(w.Tests, tests[i]), append(w.at, at[i])
	}
	return w, nil
}

// Misses reports whether the record at text[from:], whose fields sep separates, certainly fails a condition, and where it
// ends then. It returns false for a record that is broken. scratch is for fields.
func (w *TextWhere) Misses(text []byte, from int, sep byte, scratch *[][]byte) (next int, misses bool) {
	at, column := from, 0
	for i := range w.Tests {
		for ; column < w.at[i]; column++ {
			if at = FieldEnd(text, at, sep); text[at] != sep {
				return w.missesSlowly(text, from, sep, scratch)
			}
			at++
		}
		end := FieldEnd(text, at, sep)
		field := text[at:end]
		if text[end] == '\n' {
			field = bytes.TrimSuffix(field, []byte("\r"))
		}
		if text[end] == '"' || column == 0 && len(field) == 0 && text[end] == '\n' {
			return w.missesSlowly(text, from, sep, scratch)
		}
		if !w.Tests[i].Text(field) {
			next, _ = RecordEnd(text, from, sep, true)
			return next, true
		}
	}
	return 0, false
}

// missesSlowly is Misses for records with quotes, with too few fields, and for empty lines.
func (w *TextWhere) missesSlowly(text []byte, from int, sep byte, scratch *[][]byte) (next int, misses bool) {
	next, _ = RecordEnd(text, from, sep, true)
	record := Chomp(text[from:next])
	if len(record) == 0 {
		return 0, false
	}
	fields, cause := SplitRecord((*scratch)[:0], record, sep)
	*scratch = fields
	if cause != "" || len(fields) <= slices.Max(w.at) {
		return 0, false
	}
	if !w.holds(fields) {
		return next, true
	}
	return 0, false
}

// holds reports whether the fields of a record, which has all columns of the tests, meet all conditions.
func (w *TextWhere) holds(fields [][]byte) bool {
	for i := range w.Tests {
		if !w.Tests[i].Text(fields[w.at[i]]) {
			return false
		}
	}
	return true
}

// FieldEnd returns the index of the byte that ends the field at text[at:], or of the first quote in it.
func FieldEnd(text []byte, at int, sep byte) int {
	for c := text[at]; c != sep && c != '\n' && c != '"'; c = text[at] {
		at++
	}
	return at
}

package infile

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"flyby/internal/decimal"
)

// CellTest tests the cells of a column by a Condition.
type CellTest struct {
	Condition
	value    []byte
	isNumber bool // the value is a number
	isWhole  bool // the value is an integer of 64 bits
	number   float64
	whole    int64
	admits   [3]bool // whether cells less than the value, equal to it, greater than it meet the condition
}

// NewCellTests makes the tests of some conditions.
func NewCellTests[C ~struct{ Column, Operator, Value string }](all []C) (tests []CellTest, err error) {
	for _, c := range all {
		c := Condition(c)
		if err := c.Check(); err != nil {
			return nil, err
		}
		t := CellTest{Condition: c, value: []byte(c.Value)}
		t.number, err = decimal.Parse(c.Value)
		t.isNumber = err == nil
		t.whole, t.isWhole = ParseInt(c.Value)
		t.admits = map[string][3]bool{
			"=": {1: true}, "!=": {0: true, 2: true}, "<": {0: true}, "<=": {0: true, 1: true}, ">": {2: true}, ">=": {1: true, 2: true},
		}[c.Operator]
		tests = append(tests, t)
	}
	return tests, nil
}

// isOrdered reports whether the operator is <, <=, > or >=.
func (t *CellTest) isOrdered() bool { return t.admits[0] != t.admits[2] }

// Text tests a cell of text.
func (t *CellTest) Text(cell []byte) bool {
	cell = Trim(cell)
	if t.isNumber {
		if v, ok := cellNumber(cell); ok {
			if whole, ok := ParseInt(TextOf(cell)); ok {
				return t.Integer(whole)
			}
			return t.admits[1+cmp.Compare(v, t.number)]
		}
	}
	if t.isOrdered() && (len(cell) == 0 || t.isNumber && IsNone(cell)) {
		return false
	}
	return t.admits[1+bytes.Compare(cell, t.value)]
}

// cellNumber reads a cell as a number; ok is false where it is none.
func cellNumber(cell []byte) (v float64, ok bool) {
	const short = 31
	if len(cell) == 0 || cell[0]-'0' > 9 && cell[0] != '-' && cell[0] != '+' && cell[0] != '.' {
		return 0, false
	}
	if len(cell) <= short {
		var buf [short + 1]byte // the last byte stays 0, which ends any number
		copy(buf[:], cell)
		if v, next, ok := ScanFloat(buf[:], 0); ok && next == len(cell) {
			return v, true
		}
	}
	v, err := decimal.Parse(TextOf(cell))
	return v, err == nil
}

// Integer tests a cell that holds an integer.
func (t *CellTest) Integer(v int64) bool {
	switch {
	case t.isWhole:
		return t.admits[1+cmp.Compare(v, t.whole)]
	case t.isNumber:
		return t.admits[1+cmp.Compare(float64(v), t.number)]
	}
	return t.Text(strconv.AppendInt(nil, v, 10))
}

// Float tests a cell that holds a number, or NaN.
func (t *CellTest) Float(v float64) bool {
	if t.isNumber && v == v {
		return t.admits[1+cmp.Compare(v, t.number)]
	}
	return t.Text([]byte(strconv.FormatFloat(v, 'g', -1, 64)))
}

// BindTests returns the index in names, the columns of a file, of each test's column.
func BindTests(tests []CellTest, file string, names []string) (at []int, err error) {
	for _, t := range tests {
		i := slices.Index(names, t.Column)
		switch {
		case i < 0:
			return nil, NoCell(file, fmt.Sprintf("no column %q, which --where %s names; there is %s", t.Column, t.String(), List(names)))
		case slices.Contains(names[i+1:], t.Column):
			return nil, NoCell(file, fmt.Sprintf("two columns %q, which --where %s names", t.Column, t.String()))
		}
		at = append(at, i)
	}
	return at, nil
}

// NoCell returns an error that wraps ErrNoCell.
func NoCell(file, cause string) *Error { return &Error{File: file, Cause: cause, Err: ErrNoCell} }

// IsNone reports whether a field stands for no value.
func IsNone(field []byte) bool {
	field = Trim(field)
	return len(field) == 0 || bytes.EqualFold(field, []byte("null")) || bytes.EqualFold(field, []byte("nan"))
}

package infile

import (
	"errors"
	"strings"
	"testing"
)

// whereOf returns the tests of conditions, given apart by blanks, on columns a, b and c.
func whereOf(t *testing.T, text string) TextWhere {
	t.Helper()
	var all []Condition
	for _, s := range strings.Fields(text) {
		c, err := ParseCondition(s)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	tests, err := NewCellTests(all)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewTextWhere(tests, "f.csv", []string{"a", "b", "c"})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestTextWhere: records that fail a condition are passed over up to their ends; broken ones are not.
func TestTextWhere(t *testing.T) {
	for _, c := range []struct {
		where, record string
		misses        bool
	}{
		{"a=1", "1,2,3\n", false},
		{"a=1", "2,2,3\n", true},
		{"c=3", "1,2,3\r\n", false},
		{"c=3", "1,2,4\r\n", true},
		{"c=x b<5", "1,9,x\n", true},
		{"c=x b<5", "1,4,x\n", false},
		{"b=x", "1,\"x\",3\n", false},
		{"b=x", "1,\"y\",3\n", true},
		{"c=3", "\"a\nb\",2,4\n", true},
		{"c=3", "\"a\nb\",2,3\n", false},
		{"c=4", "1,2\n", false}, // too few fields
		{"a=4", "1\n", true},
		{"a=4", "\n", false}, // no row
		{"a=", "\"\",2,3\n", false},
		{"a=1", "\"1,2,3\n", false}, // quotes that do not end
	} {
		w := whereOf(t, c.where)
		var scratch [][]byte
		text := "0,0,0\n" + c.record + "9,9,9\n"
		next, misses := w.Misses([]byte(text), len("0,0,0\n"), ',', &scratch)
		if misses != c.misses || misses && text[next:] != "9,9,9\n" {
			t.Errorf("%q where %s: %t, then %q", c.record, c.where, misses, text[next:])
		}
	}
}

// TestTextWhereColumns: conditions are tested in the order of columns, whatever order they have; a column that is missing, or there
// twice, is an error.
func TestTextWhereColumns(t *testing.T) {
	w := whereOf(t, "c=1 a=2 b=3 a>0")
	for i, want := range []string{"a=2", "a>0", "b=3", "c=1"} {
		if got := w.Tests[i].String(); got != want || w.at[i] != int(want[0]-'a') {
			t.Errorf("test %d is %s in column %d, want %s", i, got, w.at[i], want)
		}
	}
	tests, err := NewCellTests([]Condition{{Column: "d", Operator: "=", Value: "1"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, names := range [][]string{{"a", "b"}, {"d", "d"}} {
		if _, err := NewTextWhere(tests, "f.csv", names); !errors.Is(err, ErrNoCell) || !strings.Contains(err.Error(), "f.csv: ") {
			t.Errorf("%q: %v", names, err)
		}
	}
	for _, bad := range []Condition{{Column: "a", Operator: "~", Value: "1"}, {Operator: "=", Value: "1"}, {Column: "a", Operator: "<"}} {
		if _, err := NewCellTests([]Condition{bad}); err == nil {
			t.Errorf("%+v is a condition", bad)
		}
	}
}

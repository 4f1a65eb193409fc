package codec

import (
	"math"
	"testing"

	"flyby/internal/localtime"
	"flyby/internal/unixtime"
)

// TestNumbers: the number of a cell of each kind, as it is, and where numbers count since 1970 in milliseconds.
func TestNumbers(t *testing.T) {
	clock, err := localtime.NewReader("Europe/Copenhagen", "")
	if err != nil {
		t.Fatal(err)
	}
	var nulls Set
	nulls.Add(0)
	for _, c := range []struct {
		name          string
		column        Column
		values        Values
		number, count float64
		cause         string
	}{
		{"float", Column{Kind: Float}, Values{Floats: []float64{1500}}, 1500, 1.5, ""},
		{"whole", Column{Kind: Whole}, Values{Wholes: []int64{-1500}}, -1500, -1.5, ""},
		{"unsigned", Column{Kind: Whole, Unsigned: true}, Values{Wholes: []int64{-1}}, 1 << 64, 18446744073709551.615, ""},
		{"decimal", Column{Kind: Decimal, Per: 10}, Values{Wholes: []int64{15005}}, 1500.5, 1.5005, ""},
		{"digits", Column{Kind: Digits}, Values{Texts: [][]byte{[]byte("1500.5")}}, 1500.5, 1.5005, ""},
		{"digits by code", Column{Kind: Digits}, Values{Texts: [][]byte{nil, []byte("2")}, Codes: []uint32{1}}, 2, 0.002, ""},
		{"no digits", Column{Kind: Digits}, Values{Texts: [][]byte{[]byte("abc")}}, 0, 0, "not a number"},
		{"text", Column{Kind: Text}, Values{Texts: [][]byte{[]byte("1970-01-01T01:00:01")}}, 1, 1, ""},
		{"no text", Column{Kind: Text}, Values{Texts: [][]byte{{}}}, 0, 0, Missing},
		{"stamp", Column{Kind: Stamp, Per: 1e3}, Values{Wholes: []int64{1500}}, 1.5, 1.5, ""},
		{"local stamp", Column{Kind: Stamp, Per: 1, Local: true}, Values{Wholes: []int64{3600}}, 0, 0, ""},
		{"day", Column{Kind: Stamp, Per: 1, Day: true}, Values{Wholes: []int64{86400}}, 82800, 82800, ""},
		{"stamp with nanoseconds", Column{Kind: Stamp, Per: 1}, Values{Wholes: []int64{2}, Nanos: []int32{5e8}}, 2.5, 2.5, ""},
		{"null", Column{Kind: Float}, Values{Floats: []float64{7}, Nulls: nulls}, 0, 0, Missing},
		{"fault", Column{Kind: Float}, Values{Floats: []float64{7}, Faults: []Fault{{0, "x", "not in its type"}}}, 0, 0, "not in its type"},
	} {
		for _, s := range []struct {
			Sense
			want float64
		}{{Sense{Clock: clock}, c.number}, {Sense{Clock: clock, Unix: unixtime.Find("unixms"), Counting: true}, c.count}} {
			if got, _, cause := s.Number(&c.column, &c.values, 0); got != s.want || cause != c.cause {
				t.Errorf("%s: %v, %q, want %v, %q", c.name, got, cause, s.want, c.cause)
			}
		}
	}
}

// TestCells: the text of a cell of each kind.
func TestCells(t *testing.T) {
	var s Sense
	for _, c := range []struct {
		column Column
		values Values
		want   string
	}{
		{Column{Kind: Float, Bits: 32}, Values{Floats: []float64{float64(float32(0.1))}}, "0.1"},
		{Column{Kind: Float}, Values{Floats: []float64{math.NaN()}}, ""},
		{Column{Kind: Whole}, Values{Wholes: []int64{math.MinInt64}}, "-9223372036854775808"},
		{Column{Kind: Whole, Unsigned: true}, Values{Wholes: []int64{-1}}, "18446744073709551615"},
		{Column{Kind: Decimal, Per: 100}, Values{Wholes: []int64{-125}}, "-1.25"},
		{Column{Kind: Digits}, Values{Texts: [][]byte{[]byte("1.50")}}, "1.5"},
		{Column{Kind: Digits, Untyped: true}, Values{Texts: [][]byte{[]byte("007")}}, "007"},
		{Column{Kind: Truth}, Values{Wholes: []int64{1}}, "true"},
		{Column{Kind: Truth, Letters: true}, Values{Wholes: []int64{1}}, "T"},
		{Column{Kind: Truth, Letters: true}, Values{Wholes: []int64{0}}, "F"},
		{Column{Kind: Whole}, Values{Wholes: []int64{7}, Faults: []Fault{{0, "7.5", "no integer"}}}, ""},
		{Column{Kind: Stamp, Per: 1e9}, Values{Wholes: []int64{1714564800123456717}}, "2024-05-01T12:00:00.123456717Z"},
		{Column{Kind: Stamp, Per: 1, Day: true}, Values{Wholes: []int64{86400}}, "1970-01-02T00:00:00Z"},
		{Column{Kind: Numbers}, Values{Floats: []float64{1}, Ends: []int{1}}, ""},
	} {
		if got := s.Cell(&c.column, &c.values, 0).String(); got != c.want {
			t.Errorf("%v: %q, want %q", c.column.Kind, got, c.want)
		}
	}
}

// TestFaults: a row has its own fault among many, also where it is null, and an id that is none is quoted.
func TestFaults(t *testing.T) {
	v := Values{Wholes: make([]int64, 9), Faults: []Fault{{2, "a", "one"}, {5, "b", "two"}, {8, "c", "three"}}}
	v.Nulls.Add(3)
	v.Nulls.Add(5)
	c, s := Column{Kind: Whole}, Sense{}
	for row, want := range map[int][2]string{1: {}, 2: {"a", "one"}, 3: {"", Missing}, 5: {"b", "two"}, 8: {"c", "three"}} {
		_, value, cause := s.Number(&c, &v, row)
		_, text, why := c.ID(&v, row)
		if [2]string{value, cause} != want || [2]string{string(text), why} != want {
			t.Errorf("row %d: %q, %q, as an id %q, %q, want %q", row, value, cause, text, why, want)
		}
	}
}

// TestServes: ids must be integers or text, times numbers, text or times by their type, numbers alone numbers; a column without a type says
// what it holds.
func TestServes(t *testing.T) {
	const id, clock, number = 1 << AsID, 1 << AsTime, 1 << AsNumber
	for _, c := range []struct {
		column Column
		uses   int
		cause  string // of a use that it has not
	}{
		{Column{Kind: Whole}, id | clock | number, ""},
		{Column{Kind: Float}, clock | number, "column a holds numbers that are not whole: ids are integers or text"},
		{Column{Kind: Digits, Type: "9A"}, clock | number, "column a: type 9A is not one that flyby reads here"},
		{Column{Kind: Text}, id | clock, "column a holds text, no numbers"},
		{Column{Kind: Stamp, Type: "TIMESTAMP"}, clock, "column a: type TIMESTAMP is not one that flyby reads here"},
		{Column{Kind: Numbers}, 0, "column a holds several numbers a row"},
		{Column{Kind: Truth}, 0, "column a holds neither numbers nor text"},
		{Column{Kind: Other, Type: "MAP"}, 0, "column a: type MAP is not one that flyby reads here"},
	} {
		c.column.Name = "a"
		for _, use := range []Use{AsNumber, AsTime, AsID} {
			cause := c.column.Serves(use)
			if (cause == "") != (c.uses>>use&1 == 1) || cause != "" && cause != c.cause {
				t.Errorf("%+v as %d: %q, want %q", c.column, use, cause, c.cause)
			}
		}
	}
}

// TestIDs: integers are ids as they are, and as text beyond int64; a missing id, an empty one, and one that a fault stands for, are causes.
func TestIDs(t *testing.T) {
	for _, c := range []struct {
		column Column
		values Values
		whole  int64
		text   string
		cause  string
	}{
		{Column{Kind: Whole}, Values{Wholes: []int64{-7}}, -7, "", ""},
		{Column{Kind: Whole, Unsigned: true}, Values{Wholes: []int64{-1}}, 0, "18446744073709551615", ""},
		{Column{Kind: Text}, Values{Texts: [][]byte{[]byte("a")}}, 0, "a", ""},
		{Column{Kind: Text}, Values{Texts: [][]byte{{}}}, 0, "", Missing},
		{Column{Kind: Text}, Values{Nulls: Set{1}}, 0, "", Missing},
		{Column{Kind: Whole}, Values{Wholes: []int64{1}, Faults: []Fault{{0, "x", "no id"}}}, 0, "x", "no id"},
		{Column{Kind: Digits, Per: 1}, Values{Texts: [][]byte{[]byte("-12")}}, -12, "", ""},
		{Column{Kind: Digits, Per: 1}, Values{Texts: [][]byte{[]byte("18446744073709551616")}}, 0, "18446744073709551616", ""},
	} {
		whole, text, cause := c.column.ID(&c.values, 0)
		if whole != c.whole || string(text) != c.text || cause != c.cause {
			t.Errorf("%+v: %d, %q, %q", c.column, whole, text, cause)
		}
		if cause := c.column.Serves(AsID); cause != "" {
			t.Error(cause)
		}
	}
	if cause := (&Column{Name: "n", Kind: Digits, Type: "DECIMAL(38,2)"}).Serves(AsID); cause != "column n: type DECIMAL(38,2) is not one that flyby reads here" {
		t.Errorf("%q", cause)
	}
}

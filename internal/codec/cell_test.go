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
		{Column{Kind: Truth}, Values{Wholes: []int64{1}}, "true"},
		{Column{Kind: Stamp, Per: 1e9}, Values{Wholes: []int64{1714564800123456717}}, "2024-05-01T12:00:00.123456717Z"},
		{Column{Kind: Stamp, Per: 1, Day: true}, Values{Wholes: []int64{86400}}, "1970-01-02"},
		{Column{Kind: Numbers}, Values{Floats: []float64{1}, Ends: []int{1}}, ""},
	} {
		if got := s.Cell(&c.column, &c.values, 0).String(); got != c.want {
			t.Errorf("%v: %q, want %q", c.column.Kind, got, c.want)
		}
	}
}

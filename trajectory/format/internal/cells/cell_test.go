package cells

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"
	"unicode/utf16"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// TestCellNumbers: numbers of each type, scaled and not, and numbers that stand for a missing value.
func TestCellNumbers(t *testing.T) {
	f64 := func(v float64) []byte { return binary.BigEndian.AppendUint64(nil, math.Float64bits(v)) }
	f32 := func(v float32) []byte { return binary.BigEndian.AppendUint32(nil, math.Float32bits(v)) }
	for _, c := range []struct {
		name        string
		typ         Type
		cell        []byte
		scale, zero float64
		want        float64
		cause       string
	}{
		{"byte", Uint8, []byte{200}, 1, 0, 200, ""},
		{"signed byte", Uint8, []byte{0}, 1, -128, -128, ""},
		{"int16", Int16, []byte{0xff, 0xfe}, 1, 0, -2, ""},
		{"unsigned int16", Int16, []byte{0xff, 0xff}, 1, 32768, 32767, ""},
		{"int32", Int32, []byte{0x80, 0, 0, 0}, 1, 0, math.MinInt32, ""},
		{"int64", Int64, []byte{0, 0, 0, 1, 0, 0, 0, 0}, 1, 0, 1 << 32, ""},
		{"int64 beyond 53 bits", Int64, []byte{0, 0x20, 0, 0, 0, 0, 0, 1}, 1, 0, 1 << 53, ""},
		{"float32", Float32, f32(0.1), 1, 0, float64(float32(0.1)), ""},
		{"float64", Float64, f64(0.1), 1, 0, 0.1, ""},
		{"negative zero", Float64, f64(math.Copysign(0, -1)), 1, 0, 0, ""},
		{"scaled", Int16, []byte{0, 3}, 0.1, 0, 0.30000000000000004, ""},
		{"scaled and moved, rounded once", Int16, []byte{0, 3}, 0.1, -0.3, 0x1p-55, ""},
		{"null", Int16, []byte{0, 99}, 1, 0, 0, "missing"},
		{"none", Float64, nil, 1, 0, 0, "missing"},
	} {
		column := Column{Type: c.typ, Count: 1, Scale: c.scale, Zero: c.zero, Null: 99, HasNull: true}
		if got, cause := column.number(c.cell); got != c.want || cause != c.cause {
			t.Errorf("%s: %v, %q, want %v, %q", c.name, got, cause, c.want, c.cause)
		}
	}
	nan := Column{Type: Float64, Scale: 1}
	if v, cause := nan.number(f64(math.NaN())); v == v || cause != "" {
		t.Errorf("NaN: %v, %q", v, cause)
	}
}

// TestStoredCells: a cell of bytes has the expected text, and conditions that compare the cell with this text, or with the number,
// hold.
func TestStoredCells(t *testing.T) {
	whole := func(v int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(v)) }
	for _, c := range []struct {
		name        string
		typ         Type
		cell        []byte
		scale, zero float64
		want        string
	}{
		{"int64", Int64, whole(math.MinInt64), 1, 0, "-9223372036854775808"},
		{"unsigned int64", Int64, whole(7), 1, 1 << 63, "9223372036854775815"},
		{"small unsigned int64", Int64, whole(math.MinInt64 + 7), 1, 1 << 63, "7"},
		{"moved beyond 53 bits", Int64, whole(1<<53 - 4), 1, 5, "9007199254740993"},
		{"moved beyond 64 bits", Int64, whole(math.MaxInt64), 1, 5, "9.223372036854776e+18"},
		{"moved by a half", Int64, whole(3), 1, 0.5, "3.5"},
		{"scaled", Int64, whole(3), 0.25, 0, "0.75"},
		{"null", Int64, whole(99), 1, 0, ""},
		{"signed byte", Uint8, []byte{0}, 1, -128, "-128"},
		{"float32", Float32, []byte{0x3d, 0xcc, 0xcc, 0xcd}, 1, 0, "0.1"},
		{"scaled float32", Float32, []byte{0x3d, 0xcc, 0xcc, 0xcd}, 2, 0, "0.20000000298023224"},
		{"NaN", Float32, []byte{0x7f, 0xc0, 0, 0}, 1, 0, ""},
		{"none", Float64, nil, 1, 0, ""},
		{"true", Logical, []byte("T"), 1, 0, "T"},
		{"neither", Logical, []byte{0}, 1, 0, ""},
		{"text", Text, []byte("a b\x00"), 1, 0, "a b"},
	} {
		column := Column{Type: c.typ, Count: 1, Scale: c.scale, Zero: c.zero, Null: 99, HasNull: true}
		var scratch []byte
		cell := column.stored(&scratch, c.cell)
		if got := cell.String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if c.typ == Float32 {
			continue // the text has fewer digits than the number
		}
		tests, err := infile.NewCellTests([]format.Condition{{Column: "a", Operator: "=", Value: c.want}})
		if err != nil || !tests[0].Holds(cell) {
			t.Errorf("%s: a=%s does not hold, %v", c.name, c.want, err)
		}
	}
}

// TestWrittenCells: a cell of text has the same text whatever its digits are; conditions test the integer, or the text of
// another number.
func TestWrittenCells(t *testing.T) {
	for _, c := range []struct {
		typ               Type
		cell, want, where string
	}{
		{Int32, "0x10", "16", "a=16"},
		{Int32, "+8", "8", "a=8"},
		{Int32, "99", "", "a="},
		{Int32, "8.5", "", "a="},
		{Float64, "1.50", "1.5", "a=1.5"},
		{Float64, "9007199254740993", "9.007199254740992e+15", "a=9007199254740993"},
		{Float32, "0.1", "0.1", "a=0.1"},
		{Float64, "NaN", "", "a=NaN"},
		{Float64, "", "", "a="},
		{Logical, "true", "T", "a=T"},
		{Text, "1.50", "1.50", "a=1.5"},
	} {
		column := Column{Type: c.typ, Count: 1, Scale: 1, Null: 99, HasNull: true}
		cell := column.written([]byte(c.cell))
		condition, err := format.ParseCondition(c.where)
		if err != nil {
			t.Fatal(err)
		}
		tests, err := infile.NewCellTests([]format.Condition{condition})
		if got := cell.String(); err != nil || got != c.want || !tests[0].Holds(cell) {
			t.Errorf("%q: %q, want %q; %s: %v, %v", c.cell, got, c.want, c.where, err, tests[0].Holds(cell))
		}
	}
}

// TestCellText: padding of text is cut off, and invalid UTF-16 becomes invalid UTF-8.
func TestCellText(t *testing.T) {
	wide := func(s string) (out []byte) {
		for _, u := range utf16.Encode([]rune(s)) {
			out = binary.BigEndian.AppendUint16(out, u)
		}
		return out
	}
	for _, c := range []struct {
		name   string
		typ    Type
		padded bool
		cell   []byte
		want   string
	}{
		{"plain", Text, false, []byte("star 1"), "star 1"},
		{"empty", Text, false, nil, ""},
		{"NULs", Text, false, []byte("a\x00\x00b"), "a"},
		{"spaces that count", Text, false, []byte(" a "), " a "},
		{"spaces that fill", Text, true, []byte(" a  "), " a"},
		{"both", Text, true, []byte("a \x00\x00"), "a"},
		{"wide", UTF16, false, wide("αβ🚗"), "αβ🚗"},
		{"wide, filled up", UTF16, false, append(wide("a"), 0, 0, 0, 0), "a"},
		{"half a pair", UTF16, false, []byte{0xd8, 0x3d, 0, 'a'}, "\xffa"},
		{"half a pair at the end", UTF16, false, []byte{0, 'a', 0xd8, 0x3d}, "a\xff"},
		{"odd bytes", UTF16, false, []byte{0, 'a', 0}, "a"},
	} {
		column := Column{Type: c.typ, Padded: c.padded}
		var scratch []byte
		if got := string(column.textOf(&scratch, c.cell)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestUnitsOf: units of places must agree; with --lonlat they must be degrees, and metres.
func TestUnitsOf(t *testing.T) {
	type units = map[int]string
	for _, c := range []struct {
		name   string
		of     units
		lonLat bool
		want   format.Units
		cause  string
	}{
		{"none", units{}, false, format.Units{}, ""},
		{"all", units{format.ColT: "d", format.ColX: "AU", format.ColY: "AU", format.ColZ: "AU", format.ColR: "AU"}, false, format.Units{Length: "AU", Time: "d"}, ""},
		{"some", units{format.ColY: "km"}, false, format.Units{Length: "km"}, ""},
		{"two", units{format.ColX: "km", format.ColZ: "m"}, false, format.Units{Length: "km"}, "column x is in km, column z in m"},
		{"radius", units{format.ColX: "km", format.ColR: "m"}, false, format.Units{Length: "km"}, "column x is in km, column r in m"},
		{"degrees as they are", units{format.ColX: "deg", format.ColY: "deg"}, false, format.Units{Length: "deg"}, ""},
		{"degrees", units{format.ColT: "s", format.ColX: "deg", format.ColY: "degrees"}, true, format.Units{Length: "m", Time: "s"}, ""},
		{"degrees and metres", units{format.ColX: "deg", format.ColY: "deg", format.ColZ: "m"}, true, format.Units{Length: "m"}, ""},
		{"degrees and feet", units{format.ColX: "deg", format.ColY: "deg", format.ColZ: "ft"}, true, format.Units{Length: "deg"}, "column z is in ft: --lonlat needs metres"},
		{"no degrees", units{format.ColX: "m"}, true, format.Units{}, "column x is in m: --lonlat needs degrees"},
		{"places that name none", units{}, true, format.Units{Length: "m"}, ""},
	} {
		got, cause := format.UnitsOf(&format.Options{Reading: format.Reading{LonLat: c.lonLat}}, func(kind int) (name, unit string) { return format.ColumnKey(kind), c.of[kind] })
		if got != c.want || cause != c.cause {
			t.Errorf("%s: %+v, %q, want %+v, %q", c.name, got, cause, c.want, c.cause)
		}
	}
}

// TestServes: ids must be integers or text, times numbers or text, places numbers, with one of each in a row.
func TestServes(t *testing.T) {
	for _, c := range []struct {
		kinds  []int // that the column can be
		column Column
	}{
		{[]int{format.ColT, format.ColX, format.ColZ, format.ColR, format.ColID}, Column{Type: Int64, Count: 1, Scale: 1}},
		{[]int{format.ColT, format.ColX, format.ColZ, format.ColR, format.ColID}, Column{Type: Uint8, Count: 1, Scale: 1, Zero: -128}},
		{[]int{format.ColT, format.ColX, format.ColZ, format.ColR}, Column{Type: Uint8, Count: 1, Scale: 1, Zero: 0.5}},
		{[]int{format.ColT, format.ColX, format.ColZ, format.ColR}, Column{Type: Int16, Count: 1, Scale: 2}},
		{[]int{format.ColT, format.ColX, format.ColZ, format.ColR}, Column{Type: Float32, Count: 1, Scale: 1}},
		{[]int{format.ColT, format.ColID}, Column{Type: Text, Count: 8, Scale: 1}},
		{[]int{format.ColT, format.ColID}, Column{Type: UTF16, Variable: true, Scale: 1}},
		{nil, Column{Type: Float64, Count: 2, Scale: 1}},
		{nil, Column{Type: Int64, Variable: true, Scale: 1}},
		{nil, Column{Type: Other, Count: 1, Scale: 1}},
	} {
		var got []int
		for _, kind := range []int{format.ColT, format.ColX, format.ColZ, format.ColR, format.ColID} {
			if c.column.serves(kind) == "" {
				got = append(got, kind)
			}
		}
		if len(got) != len(c.kinds) {
			t.Errorf("%+v serves as %v, want %v", c.column, got, c.kinds)
		}
		if c.column.Name = "abc"; len(got) == 0 && !strings.Contains(c.column.serves(format.ColT), "column abc holds") {
			t.Errorf("%+v: %s", c.column, c.column.serves(format.ColT))
		}
	}
}

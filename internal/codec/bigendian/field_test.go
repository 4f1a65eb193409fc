package bigendian

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
	"unicode/utf16"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

func f32(v float32) []byte { return binary.BigEndian.AppendUint32(nil, math.Float32bits(v)) }
func f64(v float64) []byte { return binary.BigEndian.AppendUint64(nil, math.Float64bits(v)) }

// one returns the value of one cell, as a number and as a cell.
func one(f Field, cell []byte) (x float64, cause string, c infile.Cell) {
	var v codec.Values
	column, s := f.Column(), codec.Sense{}
	f.Append(&v, column.Kind, 0, cell)
	x, _, cause = s.Number(&column, &v, 0)
	return x, cause, s.Cell(&column, &v, 0)
}

// TestNumbers: numbers of all types, scaled and moved, rounded once.
func TestNumbers(t *testing.T) {
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
		{"moved beyond 64 bits", Int64, []byte{0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, 1, 5, 0, "outside the range of 64 bits"},
		{"null", Int16, []byte{0, 99}, 1, 0, 0, codec.Missing},
		{"none", Float64, nil, 1, 0, 0, codec.Missing},
	} {
		f := Field{Type: c.typ, Count: 1, Factor: c.scale, Zero: c.zero, Null: 99, HasNull: true}
		if got, cause, _ := one(f, c.cell); got != c.want || cause != c.cause {
			t.Errorf("%s: %v, %q, want %v, %q", c.name, got, cause, c.want, c.cause)
		}
	}
	if v, cause, _ := one(Field{Type: Float64, Count: 1, Factor: 1}, f64(math.NaN())); v == v || cause != "" {
		t.Errorf("NaN: %v, %q", v, cause)
	}
}

// TestCells: a cell has the expected text, and conditions that compare the cell with this text hold.
func TestCells(t *testing.T) {
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
		{"moved beyond 64 bits", Int64, whole(math.MaxInt64), 1, 5, ""},
		{"moved by a half", Int64, whole(3), 1, 0.5, "3.5"},
		{"scaled", Int64, whole(3), 0.25, 0, "0.75"},
		{"null", Int64, whole(99), 1, 0, ""},
		{"signed byte", Uint8, []byte{0}, 1, -128, "-128"},
		{"float32", Float32, []byte{0x3d, 0xcc, 0xcc, 0xcd}, 1, 0, "0.1"},
		{"scaled float32", Float32, []byte{0x3d, 0xcc, 0xcc, 0xcd}, 2, 0, "0.20000000298023224"},
		{"NaN", Float32, []byte{0x7f, 0xc0, 0, 0}, 1, 0, ""},
		{"none", Float64, nil, 1, 0, ""},
		{"true", Logical, []byte("T"), 1, 0, "T"},
		{"false", Logical, []byte("F"), 1, 0, "F"},
		{"neither", Logical, []byte{0}, 1, 0, ""},
		{"text", Text, []byte("a b\x00"), 1, 0, "a b"},
	} {
		_, _, cell := one(Field{Type: c.typ, Count: 1, Factor: c.scale, Zero: c.zero, Null: 99, HasNull: true}, c.cell)
		if got := cell.String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if c.typ == Float32 {
			continue // the text has fewer digits than the number
		}
		tests, err := infile.NewCellTests([]infile.Condition{{Column: "a", Operator: "=", Value: c.want}})
		if err != nil || !tests[0].Holds(cell) {
			t.Errorf("%s: a=%s does not hold, %v", c.name, c.want, err)
		}
	}
}

// TestText: padding of text is cut off, and invalid UTF-16 becomes invalid UTF-8.
func TestText(t *testing.T) {
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
		f := Field{Type: c.typ, Padded: c.padded}
		if got := string(f.text(c.cell)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestLists: cells of several numbers are lists, whose items may be null.
func TestLists(t *testing.T) {
	f := Field{Type: Int16, Size: 2, Count: 2, Factor: 0.5, Zero: 1, Null: 7, HasNull: true}
	var v codec.Values
	f.Decode(&v, []byte{0, 2, 0, 7, 'x', 0, 4, 0, 6, 'x'}, 5, 2)
	if !slices.Equal(v.Floats, []float64{2, 0, 3, 4}) || !slices.Equal(v.Ends, []int{2, 4}) || v.ItemNulls.Has(0) || !v.ItemNulls.Has(1) || f.Column().Kind != codec.Numbers {
		t.Errorf("%+v", v)
	}
}

// TestColumns: what columns of fields can be used for.
func TestColumns(t *testing.T) {
	const id, clock, number = 1 << codec.AsID, 1 << codec.AsTime, 1 << codec.AsNumber
	for _, c := range []struct {
		field Field
		uses  int
	}{
		{Field{Type: Int64, Count: 1, Factor: 1}, id | clock | number},
		{Field{Type: Int64, Count: 1, Factor: 1, Zero: 1 << 63}, id | clock | number},
		{Field{Type: Uint8, Count: 1, Factor: 1, Zero: -128}, id | clock | number},
		{Field{Type: Uint8, Count: 1, Factor: 1, Zero: 0.5}, clock | number},
		{Field{Type: Int16, Count: 1, Factor: 2}, clock | number},
		{Field{Type: Float32, Count: 1, Factor: 1}, clock | number},
		{Field{Type: Text, Count: 8, Factor: 1}, id | clock},
		{Field{Type: UTF16, Variable: true, Factor: 1}, id | clock},
		{Field{Type: Float64, Count: 2, Factor: 1}, 0},
		{Field{Type: Int64, Variable: true, Factor: 1}, 0},
		{Field{Type: Logical, Count: 2, Factor: 1}, 0},
		{Field{Type: Other, Count: 1, Factor: 1}, 0},
	} {
		column := c.field.Column()
		for _, use := range []codec.Use{codec.AsNumber, codec.AsTime, codec.AsID} {
			if cause := column.Serves(use); (cause == "") != (c.uses>>use&1 == 1) {
				t.Errorf("%+v as %d: %q", c.field, use, cause)
			}
		}
	}
}

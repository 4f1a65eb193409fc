package format

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestCellNumbers: numbers of each type, scaled and not, and those that are no value.
func TestCellNumbers(t *testing.T) {
	f64 := func(v float64) []byte { return binary.BigEndian.AppendUint64(nil, math.Float64bits(v)) }
	f32 := func(v float32) []byte { return binary.BigEndian.AppendUint32(nil, math.Float32bits(v)) }
	for _, c := range []struct {
		name        string
		typ         cellType
		cell        []byte
		scale, zero float64
		want        float64
		cause       string
	}{
		{"byte", cellUint8, []byte{200}, 1, 0, 200, ""},
		{"signed byte", cellUint8, []byte{0}, 1, -128, -128, ""},
		{"int16", cellInt16, []byte{0xff, 0xfe}, 1, 0, -2, ""},
		{"unsigned int16", cellInt16, []byte{0xff, 0xff}, 1, 32768, 32767, ""},
		{"int32", cellInt32, []byte{0x80, 0, 0, 0}, 1, 0, math.MinInt32, ""},
		{"int64", cellInt64, []byte{0, 0, 0, 1, 0, 0, 0, 0}, 1, 0, 1 << 32, ""},
		{"int64 beyond 53 bits", cellInt64, []byte{0, 0x20, 0, 0, 0, 0, 0, 1}, 1, 0, 1 << 53, ""},
		{"float32", cellFloat32, f32(0.1), 1, 0, float64(float32(0.1)), ""},
		{"float64", cellFloat64, f64(0.1), 1, 0, 0.1, ""},
		{"negative zero", cellFloat64, f64(math.Copysign(0, -1)), 1, 0, 0, ""},
		{"scaled", cellInt16, []byte{0, 3}, 0.1, 0, 0.30000000000000004, ""},
		{"scaled and moved, rounded once", cellInt16, []byte{0, 3}, 0.1, -0.3, 0x1p-55, ""},
		{"null", cellInt16, []byte{0, 99}, 1, 0, 0, "missing"},
		{"none", cellFloat64, nil, 1, 0, 0, "missing"},
	} {
		column := cellColumn{typ: c.typ, count: 1, scale: c.scale, zero: c.zero, null: 99, hasNull: true}
		if got, cause := column.number(c.cell); got != c.want || cause != c.cause {
			t.Errorf("%s: %v, %q, want %v, %q", c.name, got, cause, c.want, c.cause)
		}
	}
	nan := cellColumn{typ: cellFloat64, scale: 1}
	if v, cause := nan.number(f64(math.NaN())); v == v || cause != "" {
		t.Errorf("NaN: %v, %q", v, cause)
	}
}

// TestCellText: what fills text up is cut off, and what is no UTF-16 becomes no UTF-8.
func TestCellText(t *testing.T) {
	wide := func(s string) (out []byte) {
		for _, u := range utf16.Encode([]rune(s)) {
			out = binary.BigEndian.AppendUint16(out, u)
		}
		return out
	}
	for _, c := range []struct {
		name   string
		typ    cellType
		padded bool
		cell   []byte
		want   string
	}{
		{"plain", cellText, false, []byte("star 1"), "star 1"},
		{"empty", cellText, false, nil, ""},
		{"NULs", cellText, false, []byte("a\x00\x00b"), "a"},
		{"spaces that count", cellText, false, []byte(" a "), " a "},
		{"spaces that fill", cellText, true, []byte(" a  "), " a"},
		{"both", cellText, true, []byte("a \x00\x00"), "a"},
		{"wide", cellUTF16, false, wide("αβ🚗"), "αβ🚗"},
		{"wide, filled up", cellUTF16, false, append(wide("a"), 0, 0, 0, 0), "a"},
		{"half a pair", cellUTF16, false, []byte{0xd8, 0x3d, 0, 'a'}, "\xffa"},
		{"half a pair at the end", cellUTF16, false, []byte{0, 'a', 0xd8, 0x3d}, "a\xff"},
		{"odd bytes", cellUTF16, false, []byte{0, 'a', 0}, "a"},
	} {
		column := cellColumn{typ: c.typ, padded: c.padded}
		var scratch []byte
		if got := string(column.textOf(&scratch, c.cell)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestUnitsOf: units of places agree; with --lonlat they are degrees, and metres.
func TestUnitsOf(t *testing.T) {
	type units = map[int]string
	for _, c := range []struct {
		name   string
		of     units
		lonLat bool
		want   Units
		cause  string
	}{
		{"none", units{}, false, Units{}, ""},
		{"all", units{ColT: "d", ColX: "AU", ColY: "AU", ColZ: "AU", ColR: "AU"}, false, Units{Length: "AU", Time: "d"}, ""},
		{"some", units{ColY: "km"}, false, Units{Length: "km"}, ""},
		{"two", units{ColX: "km", ColZ: "m"}, false, Units{Length: "km"}, "column x is in km, column z in m"},
		{"radius", units{ColX: "km", ColR: "m"}, false, Units{Length: "km"}, "column x is in km, column r in m"},
		{"degrees as they are", units{ColX: "deg", ColY: "deg"}, false, Units{Length: "deg"}, ""},
		{"degrees", units{ColT: "s", ColX: "deg", ColY: "degrees"}, true, Units{Length: "m", Time: "s"}, ""},
		{"degrees and metres", units{ColX: "deg", ColY: "deg", ColZ: "m"}, true, Units{Length: "m"}, ""},
		{"degrees and feet", units{ColX: "deg", ColY: "deg", ColZ: "ft"}, true, Units{Length: "deg"}, "column z is in ft: --lonlat needs metres"},
		{"no degrees", units{ColX: "m"}, true, Units{}, "column x is in m: --lonlat needs degrees"},
		{"places that name none", units{}, true, Units{Length: "m"}, ""},
	} {
		got, cause := UnitsOf(&Options{LonLat: c.lonLat}, func(kind int) (name, unit string) { return ColumnKey(kind), c.of[kind] })
		if got != c.want || cause != c.cause {
			t.Errorf("%s: %+v, %q, want %+v, %q", c.name, got, cause, c.want, c.cause)
		}
	}
}

// TestServes: ids are whole or text, times numbers or text, places numbers; one of each a row.
func TestServes(t *testing.T) {
	for _, c := range []struct {
		kinds  []int // that the column can be
		column cellColumn
	}{
		{[]int{ColT, ColX, ColZ, ColR, ColID}, cellColumn{typ: cellInt64, count: 1, scale: 1}},
		{[]int{ColT, ColX, ColZ, ColR, ColID}, cellColumn{typ: cellUint8, count: 1, scale: 1, zero: -128}},
		{[]int{ColT, ColX, ColZ, ColR}, cellColumn{typ: cellUint8, count: 1, scale: 1, zero: 0.5}},
		{[]int{ColT, ColX, ColZ, ColR}, cellColumn{typ: cellInt16, count: 1, scale: 2}},
		{[]int{ColT, ColX, ColZ, ColR}, cellColumn{typ: cellFloat32, count: 1, scale: 1}},
		{[]int{ColT, ColID}, cellColumn{typ: cellText, count: 8, scale: 1}},
		{[]int{ColT, ColID}, cellColumn{typ: cellUTF16, variable: true, scale: 1}},
		{nil, cellColumn{typ: cellFloat64, count: 2, scale: 1}},
		{nil, cellColumn{typ: cellInt64, variable: true, scale: 1}},
		{nil, cellColumn{typ: cellOther, count: 1, scale: 1}},
	} {
		var got []int
		for _, kind := range []int{ColT, ColX, ColZ, ColR, ColID} {
			if c.column.serves(kind) == "" {
				got = append(got, kind)
			}
		}
		if len(got) != len(c.kinds) {
			t.Errorf("%+v serves as %v, want %v", c.column, got, c.kinds)
		}
		if c.column.name = "abc"; len(got) == 0 && !strings.Contains(c.column.serves(ColT), "column abc holds") {
			t.Errorf("%+v: %s", c.column, c.column.serves(ColT))
		}
	}
}

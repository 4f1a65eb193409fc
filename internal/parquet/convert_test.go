package parquet

import (
	"encoding/binary"
	"flyby/internal/codec"
	"flyby/internal/infile"
	"math"
	"testing"

	pqformat "github.com/parquet-go/parquet-go/format"
)

// cellOf returns the cell of the second of two values.
func cellOf(t *testing.T, typ *Type, stored Values) infile.Cell {
	t.Helper()
	c := codec.Column{Kind: typ.batchKind(), Per: typ.per, Day: typ.days, Unsigned: typ.unsigned && typ.Kind == pqformat.Int64}
	if typ.Kind == pqformat.Float {
		c.Bits = 32
	}
	var v codec.Values
	var bad []Fault
	switch {
	case c.Kind == codec.Text:
		v.Texts = stored.Text
	case c.Kind == codec.Float:
		v.Floats = make([]float64, 2)
		bad = typ.floatsOf(v.Floats, stored)
	case typ.Kind == pqformat.Int96:
		times := make([]oldTime, 2)
		bad = oldTimesOf(times, stored)
		putOldTimes(&v, times)
	default:
		v.Wholes = make([]int64, 2)
		bad = typ.wholesOf(v.Wholes, stored)
	}
	if bad != nil {
		t.Errorf("%+v: %v", typ, bad)
	}
	var s codec.Sense
	return s.Cell(&c, &v, 1)
}

// TestCell: cells of values of each type, the second of two values, as text, and whether they are
// numbers.
func TestCell(t *testing.T) {
	fixed := func(values ...any) Values {
		var v Values
		for _, value := range values {
			var err error
			if v.Fixed, err = binary.Append(v.Fixed, binary.LittleEndian, value); err != nil {
				t.Fatal(err)
			}
		}
		return v
	}
	stamp := func(per uint64) Type { return Type{Kind: pqformat.Int64, times: true, per: per} }
	const noon, julian = 1616241600, 2459294 // 2021-03-20
	for _, c := range []struct {
		typ    Type
		v      Values
		want   string
		number bool
	}{
		{Type{Kind: pqformat.Boolean, per: 1}, fixed([]byte{0, 1}), "true", false},
		{Type{Kind: pqformat.ByteArray, per: 1}, Values{Text: [][]byte{nil, []byte("Åse")}}, "Åse", false},
		{Type{Kind: pqformat.Int32, per: 1}, fixed(int32(1), int32(-5)), "-5", false},
		{Type{Kind: pqformat.Int32, per: 1, unsigned: true}, fixed(uint32(1), uint32(math.MaxUint32)), "4294967295", false},
		{Type{Kind: pqformat.Int64, per: 1}, fixed(int64(1), int64(math.MinInt64)), "-9223372036854775808", false},
		{Type{Kind: pqformat.Int64, per: 1, unsigned: true}, fixed(uint64(1), uint64(math.MaxUint64)), "18446744073709551615", false},
		{Type{Kind: pqformat.Int64, per: 100}, fixed(int64(1), int64(-5)), "-0.05", true},
		{Type{Kind: pqformat.Float, per: 1}, fixed(float32(1), float32(0.1)), "0.1", true},
		{Type{Kind: pqformat.Double, per: 1}, fixed(1.0, 1e22), "1e+22", true},
		{Type{Kind: pqformat.Double, per: 1}, fixed(1.0, math.NaN()), "", true},
		{Type{Kind: pqformat.Int32, per: 1, times: true, days: true}, fixed(int32(0), int32(-1)), "1969-12-31T00:00:00Z", false},
		{stamp(1e3), fixed(int64(0), int64(noon*1e3+500)), "2021-03-20T12:00:00.5Z", false},
		{stamp(1e6), fixed(int64(0), int64(-1)), "1969-12-31T23:59:59.999999Z", false},
		{stamp(1e9), fixed(int64(0), int64(noon*1e9+250_000_000)), "2021-03-20T12:00:00.25Z", false},
		{stamp(1e9), fixed(int64(0), int64(noon*1e9+123_456_789)), "2021-03-20T12:00:00.123456789Z", false},
		{Type{Kind: pqformat.Int96, per: 1, times: true}, fixed(int64(0), uint32(julian), int64(12*3600e9), uint32(julian)), "2021-03-20T12:00:00Z", false},
	} {
		cell := cellOf(t, &c.typ, c.v)
		if _, number := cell.Number(); cell.String() != c.want || number != c.number {
			t.Errorf("%+v: %q, a number: %t, want %q", c.typ, cell.String(), number, c.want)
		}
	}
}

package parquet

import (
	"encoding/binary"
	"math"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
)

// A Fault is a value that cannot be converted.
type Fault struct {
	At           int // index among the values converted together
	Value, Cause string
}

// floatsOf converts numbers to float64.
func (t *Type) floatsOf(dst []float64, v Values) []Fault {
	switch {
	case t.half:
		for i, b := range v.Text {
			dst[i] = halfFloat(binary.LittleEndian.Uint16(b))
		}
	case t.Kind == pqformat.Double:
		for i := range dst {
			dst[i] = math.Float64frombits(binary.LittleEndian.Uint64(v.Fixed[8*i:]))
		}
	case t.Kind == pqformat.Float:
		for i := range dst {
			dst[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(v.Fixed[4*i:])))
		}
	default:
		for i := range dst {
			dst[i] = t.number(t.integer(v.Fixed, i))
		}
	}
	return nil
}

// integer returns the i-th of some integers. An unsigned one that is beyond int64 is negative.
func (t *Type) integer(fixed []byte, i int) int64 {
	switch {
	case t.Kind == pqformat.Int64:
		return int64(binary.LittleEndian.Uint64(fixed[8*i:]))
	case t.unsigned:
		return int64(binary.LittleEndian.Uint32(fixed[4*i:]))
	}
	return int64(int32(binary.LittleEndian.Uint32(fixed[4*i:])))
}

// number returns the value of an integer that counts units of 1/per.
func (t *Type) number(whole int64) float64 {
	if t.unsigned && whole < 0 {
		return float64(uint64(whole))
	}
	return infile.Ratio(whole, t.per)
}

// int96Time reads the timestamp of old Spark and Impala: nanoseconds of the day, then the Julian day, both with a sign. It returns the seconds
// since 1970 and the nanoseconds after them.
func int96Time(b []byte) (whole, nanos int64) {
	const epoch, second = 2440588, 1e9 // the Julian day of 1970-01-01
	nanos = int64(binary.LittleEndian.Uint64(b))
	whole = (int64(int32(binary.LittleEndian.Uint32(b[8:])))-epoch)*86400 + nanos/second
	if nanos %= second; nanos < 0 {
		whole, nanos = whole-1, nanos+second
	}
	return whole, nanos
}

package format

import (
	"fmt"
	"math"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/format"

	"flyby/trajectory"
)

// A parquetType says how the values of a column are stored and what they mean.
type parquetType struct {
	index    int  // among the leaf columns
	level    int  // definition level of a value that is not null
	names    bool // ids that are names
	kind     parquet.Kind
	unsigned bool
	per      uint64              // integers count units of 1/per
	times    trajectory.TimeKind // of t
	text     bool                // RFC 3339
	days     bool                // DATE
	width    int                 // of FIXED_LEN_BYTE_ARRAY
}

// typeOf says how to read a column, or why it cannot be read.
func typeOf(c *parquet.Column, kind int) (*parquetType, string) {
	if !c.Leaf() || c.Repeated() {
		return nil, "a group or list, not a single value a row"
	}
	t := &parquetType{
		index: c.Index(), level: c.MaxDefinitionLevel(),
		kind: c.Type().Kind(), per: 1, width: c.Type().Length(),
	}
	if t.logical(c) && t.fits(kind) {
		return t, ""
	}
	return nil, fmt.Sprintf("type %v is not one that flyby reads here", c.Type())
}

// logical looks at what the column's annotation adds. ok is false where
// values would be misread.
func (t *parquetType) logical(c *parquet.Column) (ok bool) {
	annotation := c.Type().LogicalType()
	if annotation == nil {
		return true
	}
	switch l := annotation.Value.(type) {
	case *format.IntType:
		t.unsigned = !l.IsSigned
	case *format.DecimalType:
		const most = 19 // powers of ten in a uint64
		if l.Scale < 0 || l.Scale > most {
			return false
		}
		for range l.Scale {
			t.per *= 10
		}
	case *format.TimestampType:
		t.times = trajectory.Timestamp
		switch l.Unit.Value.(type) {
		case *format.MilliSeconds:
			t.per = 1e3
		case *format.MicroSeconds:
			t.per = 1e6
		case *format.NanoSeconds:
			t.per = 1e9
		default:
			return false
		}
	case *format.DateType:
		t.times, t.days = trajectory.Timestamp, true
	case *format.StringType, *format.EnumType, *format.JsonType, nil:
	default:
		return false
	}
	return true
}

// fits reports whether a column of this type can be what kind says, and settles
// what is text.
func (t *parquetType) fits(kind int) bool {
	bytes := t.kind == parquet.ByteArray || t.kind == parquet.FixedLenByteArray
	integer := t.kind == parquet.Int32 || t.kind == parquet.Int64
	switch kind {
	case colID:
		t.names = bytes
		return t.per == 1 && t.times == trajectory.Number && (bytes || integer)
	case colT:
		if t.text = bytes && t.per == 1; t.text {
			t.times = trajectory.Timestamp
			return true
		}
		if t.kind == parquet.Int96 {
			t.times = trajectory.Timestamp
			return true
		}
	default:
		if t.times == trajectory.Timestamp {
			return false
		}
	}
	return integer || t.kind == parquet.Float || t.kind == parquet.Double
}

// count returns the number of values.
func (t *parquetType) count(v *encoding.Values) int {
	switch t.kind {
	case parquet.ByteArray:
		_, offsets := v.ByteArray()
		return max(0, len(offsets)-1)
	case parquet.FixedLenByteArray:
		return int(v.Size()) / max(1, t.width)
	case parquet.Int32, parquet.Float:
		return int(v.Size()) / 4
	case parquet.Int96:
		return int(v.Size()) / 12
	}
	return int(v.Size()) / 8
}

// each calls f with the bytes of n values of a byte array column.
func (t *parquetType) each(v *encoding.Values, n int, f func(i int, b []byte)) {
	if t.kind == parquet.FixedLenByteArray {
		data, _ := v.FixedLenByteArray()
		for i := range n {
			f(i, data[i*t.width:(i+1)*t.width])
		}
		return
	}
	data, offsets := v.ByteArray()
	for i := range n {
		f(i, data[offsets[i]:offsets[i+1]])
	}
}

// ints converts ids.
func (t *parquetType) ints(dst []int64, v encoding.Values) (bad []fault) {
	switch {
	case t.kind == parquet.Int64 && t.unsigned:
		for i, x := range v.Uint64() {
			if dst[i] = int64(x); x > math.MaxInt64 {
				bad = append(bad, fault{i, strconv.FormatUint(x, 10), "an id beyond int64"})
			}
		}
	case t.kind == parquet.Int64:
		copy(dst, v.Int64())
	case t.unsigned:
		for i, x := range v.Uint32() {
			dst[i] = int64(x)
		}
	default:
		for i, x := range v.Int32() {
			dst[i] = int64(x)
		}
	}
	return bad
}

// floats converts times and coordinates.
func (t *parquetType) floats(dst []float64, v encoding.Values) (bad []fault) {
	switch t.kind {
	case parquet.Double:
		copy(dst, v.Double())
	case parquet.Float:
		for i, x := range v.Float() {
			dst[i] = float64(x)
		}
	case parquet.Int96:
		for i, x := range v.Int96() {
			dst[i] = int96Time(x)
		}
	case parquet.Int32, parquet.Int64:
		t.integers(dst, v)
	default:
		t.each(&v, len(dst), func(i int, b []byte) {
			sec, err := trajectory.ParseTime(string(b))
			if dst[i] = sec; err != nil {
				bad = append(bad, fault{i, string(b), inner(err)})
			}
		})
	}
	return bad
}

// integers converts whole numbers in units of 1/per.
func (t *parquetType) integers(dst []float64, v encoding.Values) {
	switch {
	case t.days:
		for i, x := range v.Int32() {
			dst[i] = float64(int64(x) * 86400)
		}
	case t.kind == parquet.Int32 && t.unsigned:
		for i, x := range v.Uint32() {
			dst[i] = ratio(int64(x), t.per)
		}
	case t.kind == parquet.Int32:
		for i, x := range v.Int32() {
			dst[i] = ratio(int64(x), t.per)
		}
	case t.unsigned:
		for i, x := range v.Uint64() {
			dst[i] = float64(x)
		}
	default:
		for i, x := range v.Int64() {
			dst[i] = ratio(x, t.per)
		}
	}
}

// int96Time reads the timestamp of old Spark and Impala: nanoseconds of the day,
// then the Julian day.
func int96Time(x [3]uint32) float64 {
	const epoch = 2440588 // Julian day of 1970-01-01
	nanos := int64(uint64(x[1])<<32 | uint64(x[0]))
	days := int64(x[2]) - epoch
	if math.Abs(float64(days)) > 100_000 { // beyond int64 nanoseconds
		return float64(days)*86400 + float64(nanos)/1e9
	}
	return ratio(days*86400e9+nanos, 1e9)
}

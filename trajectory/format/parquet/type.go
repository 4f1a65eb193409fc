package parquet

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A parquetType says how the values of a column are stored and what they mean.
type parquetType struct {
	index    int                            // among the leaf columns
	level    int                            // definition level of a value that is not null
	names    bool                           // ids that are names
	spell    func(dst, value []byte) []byte // makes text of a value that is stored in another way; nil: it is stored as text
	kind     pqformat.Type
	unsigned bool
	per      uint64              // integers count units of 1/per
	times    trajectory.TimeKind // of t
	text     bool                // RFC 3339, or as clock reads it
	clock    localtime.Reader    // of text, and of the midnights of days
	days     bool                // DATE
	unix     bool                // numbers count since 1970
	factor   *measure.Factor     // to the unit of the data; nil: numbers are in it
	width    int                 // bytes of a value, 0: each its own
	still    *format.Places      // of the column that stands for t, which no value of it is
}

// typeOf says how to read a column, or why it cannot be read.
func typeOf(c *parquetColumn, kind int) (*parquetType, string) {
	if c.kind < 0 || c.children > 0 || c.repetition == int64(pqformat.Repeated) {
		return nil, "a group or list, not a single value a row"
	}
	var e pqformat.SchemaElement
	if err := thrift.NewDecoder(new(thrift.CompactProtocol).NewReaderFromBytes(c.raw)).Decode(&e); err != nil {
		return nil, fmt.Sprintf("its type is corrupt (%v)", err)
	}
	t := &parquetType{index: c.index, kind: e.Type.V, per: 1, width: widthOf(&e)}
	if c.repetition == int64(pqformat.Optional) {
		t.level = 1
	}
	annotation := annotationOf(&e)
	if t.width >= 0 && t.annotate(annotation) && t.fits(kind) {
		return t, ""
	}
	name := e.Type.V.String()
	if annotation != nil {
		name = annotation.String()
	}
	return nil, fmt.Sprintf("type %s is not one that flyby reads here", name)
}

// widthOf returns the bytes of a value: 0 where each has its own, -1 where there
// are none.
func widthOf(e *pqformat.SchemaElement) int {
	switch e.Type.V {
	case pqformat.Boolean:
		return 1 // of a value that is unpacked
	case pqformat.Int32, pqformat.Float:
		return 4
	case pqformat.Int64, pqformat.Double:
		return 8
	case pqformat.Int96:
		return 12
	case pqformat.ByteArray:
		return 0
	case pqformat.FixedLenByteArray:
		if e.TypeLength.Valid && e.TypeLength.V > 0 {
			return int(e.TypeLength.V)
		}
	}
	return -1
}

// least returns the fewest bytes that a value takes where it is stored in full.
func (t *parquetType) least() int {
	if t.width == 0 {
		return 4 // the length before each byte array
	}
	return t.width
}

// annotationOf returns what a column's annotation adds to its type, nil for none.
// Old files have another kind of annotation.
func annotationOf(e *pqformat.SchemaElement) pqformat.LogicalTypeValue {
	if e.LogicalType.Value != nil || !e.ConvertedType.Valid {
		return e.LogicalType.Value
	}
	stamp := func(unit pqformat.TimeUnitValue) pqformat.LogicalTypeValue {
		return &pqformat.TimestampType{IsAdjustedToUTC: true, Unit: pqformat.TimeUnit{Value: unit}}
	}
	switch c := e.ConvertedType.V; c {
	case deprecated.UTF8:
		return &pqformat.StringType{}
	case deprecated.Enum:
		return &pqformat.EnumType{}
	case deprecated.Json:
		return &pqformat.JsonType{}
	case deprecated.Decimal:
		return &pqformat.DecimalType{Scale: e.Scale.V, Precision: e.Precision.V}
	case deprecated.Date:
		return &pqformat.DateType{}
	case deprecated.TimestampMillis:
		return stamp(&pqformat.MilliSeconds{})
	case deprecated.TimestampMicros:
		return stamp(&pqformat.MicroSeconds{})
	case deprecated.Uint8, deprecated.Uint16, deprecated.Uint32, deprecated.Uint64:
		return &pqformat.IntType{BitWidth: 8 << (c - deprecated.Uint8)}
	case deprecated.Int8, deprecated.Int16, deprecated.Int32, deprecated.Int64:
		return &pqformat.IntType{BitWidth: 8 << (c - deprecated.Int8), IsSigned: true}
	case deprecated.TimeMillis:
		return &pqformat.TimeType{IsAdjustedToUTC: true, Unit: pqformat.TimeUnit{Value: &pqformat.MilliSeconds{}}}
	case deprecated.TimeMicros:
		return &pqformat.TimeType{IsAdjustedToUTC: true, Unit: pqformat.TimeUnit{Value: &pqformat.MicroSeconds{}}}
	}
	return &pqformat.BsonType{} // none that is read here either
}

// annotate takes over what an annotation says. ok is false where values would be
// misread: it is unknown, or not one for what the column holds.
func (t *parquetType) annotate(annotation pqformat.LogicalTypeValue) (ok bool) {
	switch l := annotation.(type) {
	case nil:
		return true
	case *pqformat.IntType:
		t.unsigned = !l.IsSigned
		return t.kind == pqformat.Int32 && l.BitWidth <= 32 || t.kind == pqformat.Int64 && l.BitWidth == 64
	case *pqformat.DecimalType:
		return t.kind != pqformat.Float && t.kind != pqformat.Double && t.decimal(l.Scale)
	case *pqformat.TimestampType:
		return t.kind == pqformat.Int64 && t.stamp(l.Unit.Value)
	case *pqformat.DateType:
		t.times, t.days = trajectory.Timestamp, true
		return t.kind == pqformat.Int32
	case *pqformat.UUIDType:
		t.spell = spellUUID
		return t.kind == pqformat.FixedLenByteArray && t.width == 16
	case *pqformat.StringType, *pqformat.EnumType, *pqformat.JsonType:
		return t.kind == pqformat.ByteArray
	}
	return false
}

// decimal counts in units of a power of ten.
func (t *parquetType) decimal(scale int32) (ok bool) {
	const most = 19 // powers of ten in a uint64
	if scale < 0 || scale > most {
		return false
	}
	for range scale {
		t.per *= 10
	}
	return t.kind == pqformat.Int32 || t.kind == pqformat.Int64
}

// stamp counts in units of time.
func (t *parquetType) stamp(unit pqformat.TimeUnitValue) (ok bool) {
	t.times = trajectory.Timestamp
	switch unit.(type) {
	case *pqformat.MilliSeconds:
		t.per = 1e3
	case *pqformat.MicroSeconds:
		t.per = 1e6
	case *pqformat.NanoSeconds:
		t.per = 1e9
	default:
		return false
	}
	return true
}

// fits reports whether a column of this type can be of a kind (format.ColID, format.ColT, ...). It notes
// whether ids are names and whether times are text.
func (t *parquetType) fits(kind int) bool {
	bytes := t.kind == pqformat.ByteArray || t.kind == pqformat.FixedLenByteArray
	integer := t.kind == pqformat.Int32 || t.kind == pqformat.Int64
	switch kind {
	case format.ColTested:
		if t.kind == pqformat.Int96 {
			t.times = trajectory.Timestamp
		}
		return t.kind != pqformat.Boolean && !bytes || t.per == 1
	case format.ColID:
		t.names = bytes
		return t.per == 1 && t.times == trajectory.Number && (bytes || integer)
	case format.ColT:
		if t.text = bytes && t.per == 1 && t.spell == nil; t.text {
			t.times = trajectory.Timestamp
			return true
		}
		if t.kind == pqformat.Int96 {
			t.times = trajectory.Timestamp
			return true
		}
	default:
		if t.times == trajectory.Timestamp {
			return false
		}
	}
	return integer || t.kind == pqformat.Float || t.kind == pqformat.Double
}

// ints converts ids.
func (t *parquetType) ints(dst []int64, v parquetValues) (bad []fault) {
	switch {
	case t.kind == pqformat.Int64:
		for i := range dst {
			dst[i] = int64(binary.LittleEndian.Uint64(v.fixed[8*i:]))
			if t.unsigned && dst[i] < 0 {
				bad = append(bad, fault{i, strconv.FormatUint(uint64(dst[i]), 10), "an id beyond int64"})
			}
		}
	case t.unsigned:
		for i := range dst {
			dst[i] = int64(binary.LittleEndian.Uint32(v.fixed[4*i:]))
		}
	default:
		for i := range dst {
			dst[i] = int64(int32(binary.LittleEndian.Uint32(v.fixed[4*i:])))
		}
	}
	return bad
}

// floats converts times and coordinates.
func (t *parquetType) floats(dst []float64, v parquetValues) (bad []fault) {
	if t.still != nil {
		for i := range dst {
			dst[i] = t.still.First
		}
		return nil
	}
	switch t.kind {
	case pqformat.Double:
		for i := range dst {
			dst[i] = math.Float64frombits(binary.LittleEndian.Uint64(v.fixed[8*i:]))
		}
	case pqformat.Float:
		for i := range dst {
			dst[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(v.fixed[4*i:])))
		}
	case pqformat.Int96:
		for i := range dst {
			dst[i] = int96Time(v.fixed[12*i:])
		}
	case pqformat.Int32, pqformat.Int64:
		if t.days && t.clock.Zone.Known() {
			return t.midnights(dst, v.fixed)
		}
		t.integers(dst, v.fixed)
	default:
		return t.parse(dst, v.text)
	}
	if t.factor == nil && !t.unix {
		return nil
	}
	return t.turn(dst)
}

// turn turns numbers into the unit of the data.
func (t *parquetType) turn(dst []float64) (bad []fault) {
	for i := range dst {
		if t.factor != nil {
			dst[i] = t.factor.Of(dst[i])
		}
		if t.unix {
			if cause := format.BeyondYears(dst[i]); cause != "" {
				bad = append(bad, fault{i, infile.NumberText(dst[i], 64), cause})
			}
		}
	}
	return bad
}

// parse reads times in text.
func (t *parquetType) parse(dst []float64, text [][]byte) (bad []fault) {
	clock := t.clock
	for i, b := range text {
		sec, err := clock.Parse(string(b))
		if dst[i] = sec; err != nil {
			bad = append(bad, fault{i, string(b), infile.Inner(err)})
		}
	}
	return bad
}

// midnights converts dates, days since 1970, to when they begin in a zone.
func (t *parquetType) midnights(dst []float64, fixed []byte) (bad []fault) {
	zone := t.clock.Zone
	t.integers(dst, fixed)
	for i, local := range dst {
		sec, err := zone.Unix(int64(local))
		if dst[i] = float64(sec); err != nil {
			bad = append(bad, fault{i, trajectory.Timestamp.Format(local)[:len("2006-01-02")], err.Error()})
		}
	}
	return bad
}

// integers converts whole numbers in units of 1/per.
func (t *parquetType) integers(dst []float64, fixed []byte) {
	for i := range dst {
		switch {
		case t.kind == pqformat.Int64 && t.unsigned:
			dst[i] = float64(binary.LittleEndian.Uint64(fixed[8*i:]))
		case t.kind == pqformat.Int64:
			dst[i] = infile.Ratio(int64(binary.LittleEndian.Uint64(fixed[8*i:])), t.per)
		case t.unsigned:
			dst[i] = infile.Ratio(int64(binary.LittleEndian.Uint32(fixed[4*i:])), t.per)
		case t.days:
			dst[i] = float64(int64(int32(binary.LittleEndian.Uint32(fixed[4*i:]))) * 86400)
		default:
			dst[i] = infile.Ratio(int64(int32(binary.LittleEndian.Uint32(fixed[4*i:]))), t.per)
		}
	}
}

// int96Time reads the timestamp of old Spark and Impala: nanoseconds of the day,
// then the Julian day.
func int96Time(b []byte) float64 {
	const epoch = 2440588 // Julian day of 1970-01-01
	nanos := int64(binary.LittleEndian.Uint64(b))
	days := int64(binary.LittleEndian.Uint32(b[8:])) - epoch
	if math.Abs(float64(days)) > 100_000 { // beyond int64 nanoseconds
		return float64(float64(days)*86400) + float64(nanos)/1e9
	}
	return infile.Ratio(days*86400e9+nanos, 1e9)
}

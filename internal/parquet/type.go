package parquet

import (
	"encoding/hex"
	"fmt"
	"math/bits"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	pqformat "github.com/parquet-go/parquet-go/format"
)

// A Type describes the storage of a column's values.
type Type struct {
	Kind     pqformat.Type
	times    bool                           // values are times by their annotation
	index    int                            // among the leaf columns
	level    int                            // definition level of a value that is not null
	spell    func(dst, value []byte) []byte // converts a value to text; nil: values are stored as text
	unsigned bool
	per      uint64 // integers count units of 1/per
	days     bool   // DATE
	unzoned  bool   // times are local: the column does not say that they are adjusted to UTC
	shapes   bool   // geometries in well-known binary
	half     bool   // FLOAT16
	wide     bool   // DECIMAL in a byte array
	width    int    // bytes of a value, 0: each value has its own length
}

// stored returns the storage of the values of a column, its annotation, and the name of its type; ok is false where values would be misread. t is
// nil where a row has no single value, or the type is corrupt: name says it.
func (c *Column) stored() (t *Type, annotation pqformat.LogicalTypeValue, name string, ok bool) {
	if c.kind < 0 || c.children > 0 || c.repetition == int64(pqformat.Repeated) {
		return nil, nil, "a group or list, not a single value a row", false
	}
	var e pqformat.SchemaElement
	if err := thrift.NewDecoder(new(thrift.CompactProtocol).NewReaderFromBytes(c.raw)).Decode(&e); err != nil {
		return nil, nil, fmt.Sprintf("its type is corrupt (%v)", err), false
	}
	t = &Type{index: c.index, Kind: e.Type.V, per: 1, width: widthOf(&e)}
	t.level = c.above + c.optional()
	annotation, name = annotationOf(&e), e.Type.V.String()
	if annotation != nil {
		name = annotation.String()
	}
	return t, annotation, name, t.width >= 0 && t.annotate(annotation)
}

// widthOf returns the bytes of a value: 0 where each has its own length, -1 for an unknown type.
func widthOf(e *pqformat.SchemaElement) int {
	switch e.Type.V {
	case pqformat.Boolean:
		return 1 // a byte for each value once it is unpacked
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

// levelBits returns the number of bits of a definition level.
func (t *Type) levelBits() uint { return uint(bits.Len(uint(t.level))) }

// least returns the fewest bytes of a value that is stored in full.
func (t *Type) least() int {
	if t.width == 0 {
		return 4 // the length before each byte array
	}
	return t.width
}

// annotationOf returns the logical type of a column, nil for none. Old files have a converted type, which is translated.
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
	return &pqformat.BsonType{} // one that is not read here either
}

// annotate applies an annotation. ok is false where values would be misread: it is unknown, or does not fit the stored type.
func (t *Type) annotate(annotation pqformat.LogicalTypeValue) (ok bool) {
	switch l := annotation.(type) {
	case nil:
		return true
	case *pqformat.IntType:
		t.unsigned = !l.IsSigned
		return t.Kind == pqformat.Int32 && l.BitWidth <= 32 || t.Kind == pqformat.Int64 && l.BitWidth == 64
	case *pqformat.DecimalType:
		return t.decimal(l.Scale)
	case *pqformat.TimestampType:
		t.unzoned = !l.IsAdjustedToUTC
		return t.Kind == pqformat.Int64 && t.stamp(l.Unit.Value)
	case *pqformat.DateType:
		t.times, t.days = true, true
		return t.Kind == pqformat.Int32
	case *pqformat.Float16Type:
		t.half = true
		return t.Kind == pqformat.FixedLenByteArray && t.width == 2
	case *pqformat.UUIDType:
		t.spell = spellUUID
		return t.Kind == pqformat.FixedLenByteArray && t.width == 16
	case *pqformat.StringType, *pqformat.EnumType, *pqformat.JsonType:
		return t.Kind == pqformat.ByteArray
	case *pqformat.GeometryType, *pqformat.GeographyType:
		t.shapes = true
		return t.Kind == pqformat.ByteArray
	}
	return false
}

// decimal sets the unit to a power of ten, or lets long decimals be read as digits.
func (t *Type) decimal(scale int32) (ok bool) {
	const most = 19 // powers of ten in a uint64
	const longest = 1000
	t.wide = t.Kind == pqformat.ByteArray || t.Kind == pqformat.FixedLenByteArray
	if t.wide && (t.width == 0 || t.width > 8 || scale > most) {
		if t.spell = func(dst, value []byte) []byte { return spellDecimal(dst, value, int(scale)) }; scale > 0 {
			t.per = 0 // digits are no integers
		}
		return scale >= 0 && scale <= longest
	}
	if scale < 0 || scale > most {
		return false
	}
	for range scale {
		t.per *= 10
	}
	return t.wide || t.Kind == pqformat.Int32 || t.Kind == pqformat.Int64
}

// stamp sets the unit to a unit of time.
func (t *Type) stamp(unit pqformat.TimeUnitValue) (ok bool) {
	t.times = true
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

// isNumber reports whether values are numbers that are stored as such.
func (t *Type) isNumber() bool {
	switch t.Kind {
	case pqformat.Int32, pqformat.Int64, pqformat.Float, pqformat.Double:
		return true
	}
	return false
}

// spellUUID appends the canonical text of the 16 bytes of a UUID, in small letters.
func spellUUID(dst, value []byte) []byte {
	for i, part := range [][]byte{value[:4], value[4:6], value[6:8], value[8:10], value[10:16]} {
		if i > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, part)
	}
	return dst
}

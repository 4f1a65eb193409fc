package fileset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/decimal256"
	"github.com/apache/arrow-go/v18/arrow/float16"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/parquet-go/parquet-go"
	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/testing/formattest"
)

// Values of columns whose type some formats have and others write as text or as numbers.
type (
	// Decimals are integers of units of which 10^Scale make one.
	Decimals struct {
		Scale int
		Whole []int64
	}
	// Days are dates, counted from 1970.
	Days []int32
	// Halves are numbers of 16 bits.
	Halves []float32
	// Points are longitudes and latitudes. InHex has text write them as PostGIS does, otherwise as EWKT.
	Points struct {
		At    [][2]float64
		InHex bool
	}
)

// plainColumns returns columns of text, integers and float64 with the same values.
func plainColumns(columns []TableColumn) (plain []TableColumn) {
	for _, c := range columns {
		switch values := c.Values.(type) {
		case Decimals:
			var digits []string
			for _, n := range values.Whole {
				sign := strings.Repeat("-", int(uint64(n)>>63))
				d := fmt.Sprintf("%0*d", values.Scale+1, max(n, -n))
				digits = append(digits, sign+d[:len(d)-values.Scale]+"."+d[len(d)-values.Scale:])
			}
			c.Values = digits
		case Days:
			var dates []string
			for _, day := range values {
				dates = append(dates, time.Unix(int64(day)*86400, 0).UTC().Format(time.DateOnly))
			}
			c.Values = dates
		case Halves:
			var numbers []float64
			for _, x := range values {
				numbers = append(numbers, float64(x))
			}
			c.Values = numbers
		case Points:
			var texts []string
			for _, p := range values.At {
				if values.InHex {
					texts = append(texts, hexPoint(4326, p[0], p[1]))
				} else {
					texts = append(texts, fmt.Sprintf("SRID=4326;POINT (%v %v)", p[0], p[1]))
				}
			}
			c.Values = texts
		}
		plain = append(plain, c)
	}
	return plain
}

// TableLacks returns the files that TableFiles does not return for columns, and why.
func TableLacks(columns ...TableColumn) map[string]string {
	lacks := map[string]string{}
	for _, c := range columns {
		what := ""
		switch c.Values.(type) {
		case Decimals:
			what = "decimals"
			lacks["a.ecsv"] = "ECSV has no decimals: binary numbers and text alone"
		case Halves:
			what = "numbers of 16 bits"
		}
		if what != "" {
			lacks["a.fits"] = "FITS has no " + what
			for _, name := range []string{"text.vot", "tagged.vot", "binary.vot"} {
				lacks[name] = "VOTable has no " + what
			}
		}
		if c.Empty != nil {
			for _, kind := range parquetKinds(columns) {
				lacks["required"+kind+".parquet"] = "a column that is REQUIRED has a value in every row"
			}
		}
	}
	return lacks
}

// parquetKinds returns how the types of columns are stored in Parquet.
func parquetKinds(columns []TableColumn) []string {
	for _, c := range columns {
		switch c.Values.(type) {
		case Decimals:
			return []string{"INT32", "INT64", "FIXED5", "FIXED16", "BYTE_ARRAY"}
		case Points:
			return []string{"GeoParquet", "GEOMETRY"}
		}
	}
	return []string{""}
}

// arrowKinds returns how the types of columns are stored in Arrow.
func arrowKinds(columns []TableColumn) []string {
	for _, c := range columns {
		switch c.Values.(type) {
		case Decimals:
			return []string{"128", "256"}
		case Points:
			return []string{"WKB", "interleaved", "separated"}
		}
	}
	return []string{""}
}

// halfType is the type of FLOAT16 in Parquet.
type halfType struct{ parquet.Type }

func (halfType) LogicalType() *pqformat.LogicalType {
	return &pqformat.LogicalType{Value: &pqformat.Float16Type{}}
}

// twosComplement returns an integer in some bytes, the most significant first.
func twosComplement(n int64, size int) []byte {
	b := bytes.Repeat([]byte{byte(n >> 63)}, size)
	for i := range min(size, 8) {
		b[size-1-i] = byte(n >> (8 * i))
	}
	return b
}

// parquetNode returns the type of a column in Parquet, and the value in a row.
func parquetNode(c TableColumn, kind string) (node parquet.Node, at func(row int) parquet.Value) {
	switch values := c.Values.(type) {
	case []int64:
		return parquet.Int(64), func(row int) parquet.Value { return parquet.Int64Value(values[row]) }
	case []float64:
		return parquet.Leaf(parquet.DoubleType), func(row int) parquet.Value { return parquet.DoubleValue(values[row]) }
	case []string:
		return parquet.String(), func(row int) parquet.Value { return parquet.ByteArrayValue([]byte(values[row])) }
	case Days:
		return parquet.Date(), func(row int) parquet.Value { return parquet.Int32Value(values[row]) }
	case Halves:
		return parquet.Leaf(halfType{parquet.FixedLenByteArrayType(2)}), func(row int) parquet.Value {
			return parquet.FixedLenByteArrayValue(float16.New(values[row]).ToLEBytes())
		}
	case Points:
		if node = parquet.Leaf(parquet.ByteArrayType); kind == "GEOMETRY" {
			node = parquet.Geometry("OGC:CRS84")
		}
		return node, func(row int) parquet.Value {
			return parquet.ByteArrayValue(formattest.Geometry(formattest.WKBPoint, nil, values.At[row][0], values.At[row][1]))
		}
	case Decimals:
		return decimalNode(values, kind)
	}
	panic(fmt.Sprintf("a column of %T", c.Values))
}

// decimalNode is parquetNode of decimals.
func decimalNode(values Decimals, kind string) (node parquet.Node, at func(row int) parquet.Value) {
	switch kind {
	case "INT32":
		return parquet.Decimal(values.Scale, 9, parquet.Int32Type), func(row int) parquet.Value { return parquet.Int32Value(int32(values.Whole[row])) }
	case "INT64":
		return parquet.Decimal(values.Scale, 18, parquet.Int64Type), func(row int) parquet.Value { return parquet.Int64Value(values.Whole[row]) }
	case "BYTE_ARRAY":
		return parquet.Decimal(values.Scale, 38, parquet.ByteArrayType), func(row int) parquet.Value { return parquet.ByteArrayValue(twosComplement(values.Whole[row], 4+row)) }
	}
	size, digits := 16, 38
	if kind == "FIXED5" {
		size, digits = 5, 11
	}
	return parquet.Decimal(values.Scale, digits, parquet.FixedLenByteArrayType(size)), func(row int) parquet.Value {
		return parquet.FixedLenByteArrayValue(twosComplement(values.Whole[row], size))
	}
}

// arrowType returns the type of a column in Arrow, and what appends the value of a row.
func arrowType(c TableColumn, kind string, dictionary bool) (arrow.DataType, func(b array.Builder, row int)) {
	switch values := c.Values.(type) {
	case []int64:
		return arrow.PrimitiveTypes.Int64, func(b array.Builder, row int) { b.(*array.Int64Builder).Append(values[row]) }
	case []float64:
		return arrow.PrimitiveTypes.Float64, func(b array.Builder, row int) { b.(*array.Float64Builder).Append(values[row]) }
	case Days:
		return arrow.FixedWidthTypes.Date32, func(b array.Builder, row int) { b.(*array.Date32Builder).Append(arrow.Date32(values[row])) }
	case Halves:
		return arrow.FixedWidthTypes.Float16, func(b array.Builder, row int) { b.(*array.Float16Builder).Append(float16.New(values[row])) }
	case Decimals:
		if kind == "128" {
			return &arrow.Decimal128Type{Precision: 30, Scale: int32(values.Scale)}, func(b array.Builder, row int) {
				b.(*array.Decimal128Builder).Append(decimal128.FromI64(values.Whole[row]))
			}
		}
		return &arrow.Decimal256Type{Precision: 60, Scale: int32(values.Scale)}, func(b array.Builder, row int) {
			b.(*array.Decimal256Builder).Append(decimal256.FromI64(values.Whole[row]))
		}
	case Points:
		return pointType(values, kind)
	}
	texts := c.Values.([]string)
	var typ arrow.DataType = arrow.BinaryTypes.String
	if dictionary {
		typ = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: typ}
	}
	return typ, func(b array.Builder, row int) {
		b.AppendValueFromString(texts[row]) //nolint:errcheck // it is text
	}
}

// pointType is arrowType of points.
func pointType(points Points, kind string) (arrow.DataType, func(b array.Builder, row int)) {
	number := arrow.PrimitiveTypes.Float64
	append2 := func(x, y array.Builder, row int) {
		x.(*array.Float64Builder).Append(points.At[row][0])
		y.(*array.Float64Builder).Append(points.At[row][1])
	}
	switch kind {
	case "interleaved":
		return arrow.FixedSizeListOf(2, number), func(b array.Builder, row int) {
			list := b.(*array.FixedSizeListBuilder)
			list.Append(true)
			append2(list.ValueBuilder(), list.ValueBuilder(), row)
		}
	case "separated":
		return arrow.StructOf(arrow.Field{Name: "x", Type: number}, arrow.Field{Name: "y", Type: number}), func(b array.Builder, row int) {
			both := b.(*array.StructBuilder)
			both.Append(true)
			append2(both.FieldBuilder(0), both.FieldBuilder(1), row)
		}
	}
	return arrow.BinaryTypes.Binary, func(b array.Builder, row int) {
		b.(*array.BinaryBuilder).Append(formattest.Geometry(formattest.WKBPoint, nil, points.At[row][0], points.At[row][1]))
	}
}

// arrowField returns a column as Arrow has it.
func arrowField(c TableColumn, kind string, dictionary bool, rows int) (arrow.Field, arrow.Array) {
	typ, add := arrowType(c, kind, dictionary)
	b := array.NewBuilder(memory.DefaultAllocator, typ)
	for row := range rows {
		if c.Empty != nil && c.Empty[row] {
			b.AppendNull()
		} else {
			add(b, row)
		}
	}
	f := arrow.Field{Name: c.Name, Type: typ, Nullable: true}
	if _, ok := c.Values.(Points); ok {
		name := "geoarrow.point"
		if kind == "WKB" {
			name = "geoarrow.wkb"
		}
		f.Metadata = arrow.NewMetadata([]string{"ARROW:extension:name", "ARROW:extension:metadata"}, []string{name, `{"crs":"OGC:CRS84"}`})
	}
	return f, b.NewArray()
}

// jsonRows returns the rows as objects of JSON. Where leaves is set, a cell without a value has no key, if its column has some value.
func jsonRows(columns []TableColumn, leaves bool) (rows []string) {
	for row := 0; tableCell(columns[0], row) != nil; row++ {
		var members []string
		for _, c := range columns {
			v := tableCell(c, row)
			if x, ok := v.(float64); c.Empty != nil && c.Empty[row] || ok && math.IsNaN(x) {
				if v = nil; leaves && c.hasSome() {
					continue
				}
			}
			text, _ := json.Marshal(v)
			members = append(members, fmt.Sprintf("%q:%s", c.Name, text))
		}
		rows = append(rows, "{"+strings.Join(members, ",")+"}")
	}
	return rows
}

// hasSome reports whether some row has a value.
func (c *TableColumn) hasSome() bool {
	for _, empty := range c.Empty {
		if !empty {
			return true
		}
	}
	return c.Empty == nil
}

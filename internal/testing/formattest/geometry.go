package formattest

import (
	"encoding/binary"
	"fmt"
	"math"

	parquetgo "github.com/parquet-go/parquet-go"
)

// The numbers of kinds of geometry in well-known binary.
const (
	WKBPoint  = 1
	WKBPointZ = 1001
	WKBLineM  = 2002
	WKBLineZM = 3002
)

// Geometry returns a geometry of a kind in little-endian well-known binary, with its counts and its numbers.
func Geometry(kind uint32, counts []uint32, numbers ...float64) []byte {
	return geometry(binary.LittleEndian, 1, kind, counts, numbers)
}

// GeometryBig is Geometry with the most significant byte first.
func GeometryBig(kind uint32, counts []uint32, numbers ...float64) []byte {
	return geometry(binary.BigEndian, 0, kind, counts, numbers)
}

func geometry(order binary.AppendByteOrder, mark byte, kind uint32, counts []uint32, numbers []float64) []byte {
	b := order.AppendUint32([]byte{mark}, kind)
	for _, n := range counts {
		b = order.AppendUint32(b, n)
	}
	for _, v := range numbers {
		b = order.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// LineM returns a LineString M: x, y and M of each vertex.
func LineM(numbers ...float64) []byte {
	return Geometry(WKBLineM, []uint32{uint32(len(numbers) / 3)}, numbers...)
}

// GeoKey returns the metadata of GeoParquet for the column geometry in an encoding, with more fields, such as
// `,"crs":null`.
func GeoKey(encoding, more string) parquetgo.WriterOption {
	return parquetgo.KeyValueMetadata("geo", fmt.Sprintf(`{"version":"1.1.0","primary_column":"geometry","columns":{"geometry":{"encoding":%q,"geometry_types":[]%s}}}`, encoding, more))
}

// A Placed is a row of GeoParquet.
type Placed struct {
	ID       int64   `parquet:"id"`
	T        float64 `parquet:"t"`
	Geometry []byte  `parquet:"geometry,optional"`
	Speed    float64 `parquet:"speed"`
}

// A Travelled is a row of GeoParquet with a line.
type Travelled struct {
	ID       string `parquet:"id,optional,dict"`
	Geometry []byte `parquet:"geometry,optional"`
	Kind     string `parquet:"kind"`
}

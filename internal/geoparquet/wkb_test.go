package geoparquet

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"
)

// binaryOf returns well-known binary: the order of bytes, a word, and numbers.
func binaryOf(order binary.AppendByteOrder, word uint32, counts []uint32, numbers ...float64) []byte {
	b := []byte{1}
	if order == binary.AppendByteOrder(binary.BigEndian) {
		b[0] = 0
	}
	b = order.AppendUint32(b, word)
	for _, n := range counts {
		b = order.AppendUint32(b, n)
	}
	for _, v := range numbers {
		b = order.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// orders returns both orders of bytes.
func orders() []binary.AppendByteOrder {
	return []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian}
}

// TestPoint: points of ISO's and of PostGIS's well-known binary are read in both orders of bytes, with any axes.
func TestPoint(t *testing.T) {
	for _, order := range orders() {
		for _, c := range []struct {
			word    uint32
			counts  []uint32
			numbers []float64
			z       bool
		}{
			{1, nil, []float64{3, 4}, false},
			{1001, nil, []float64{3, 4, 5}, true},
			{2001, nil, []float64{3, 4, 9}, false},
			{3001, nil, []float64{3, 4, 5, 9}, true},
			{1 | zFlag, nil, []float64{3, 4, 5}, true},
			{1 | mFlag, nil, []float64{3, 4, 9}, false},
			{1 | zFlag | mFlag, nil, []float64{3, 4, 5, 9}, true},
			{1 | sridFlag, []uint32{4326}, []float64{3, 4}, false},
			{1 | zFlag | sridFlag, []uint32{4326}, []float64{3, 4, 5}, true},
		} {
			want := [3]float64{3, 4}
			if c.z {
				want[2] = 5
			}
			if at, z, value, cause := Point(binaryOf(order, c.word, c.counts, c.numbers...)); at != want || z != c.z || cause != "" {
				t.Errorf("%v %#x: %v %v %q %q", order, c.word, at, z, value, cause)
			}
		}
	}
}

// TestPointRefuses: geometries that are no points are named, and a point without a place is refused.
func TestPointRefuses(t *testing.T) {
	little, nan := binary.AppendByteOrder(binary.LittleEndian), math.NaN()
	for _, c := range []struct {
		b            []byte
		value, cause string
	}{
		{nil, "", "no geometry: 0 bytes"},
		{[]byte{1, 1, 0, 0}, "", "no geometry: 4 bytes"},
		{[]byte{7, 1, 0, 0, 0}, "", "no well-known binary: its first byte is 7"},
		{binaryOf(little, 1, nil), "POINT", "a geometry that is cut: 0 bytes of positions, where it says 16"},
		{binaryOf(little, 1001, nil, 1, 2), "POINT Z", "a geometry that is cut: 16 bytes of positions, where it says 24"},
		{binaryOf(little, 1, nil, 1, 2, 3), "POINT", "8 bytes behind the geometry"},
		{binaryOf(little, 1|sridFlag, nil), "", "a geometry that is cut"},
		{binaryOf(little, 1, nil, nan, nan), "POINT EMPTY", "no place"},
		{binaryOf(little, 3001, nil, nan, nan, nan, nan), "POINT EMPTY", "no place"},
		{binaryOf(little, 2, []uint32{0}), "LINESTRING", "not a point"},
		{binaryOf(little, 3, []uint32{0}), "POLYGON", "not a point"},
		{binaryOf(little, 1006, []uint32{0}), "MULTIPOLYGON Z", "not a point"},
		{binaryOf(little, 7|zFlag|mFlag, []uint32{0}), "GEOMETRYCOLLECTION ZM", "not a point"},
		{binaryOf(little, 999, nil), "geometry of kind 999", "not a point"},
		{binaryOf(little, 9001, nil), "geometry of kind 9001", "not a point"},
		{binaryOf(little, 4001, nil, 1, 2), "geometry of kind 4001", "not a point"},
		{binaryOf(little, 5001, nil, 1, 2, 3), "geometry of kind 5001", "not a point"},
		{binaryOf(little, 6001, nil, 1, 2, 3), "geometry of kind 6001", "not a point"},
		{binaryOf(little, 7001, nil, 1, 2, 3, 4), "geometry of kind 7001", "not a point"},
		{binaryOf(little, 4001|zFlag, nil, 1, 2, 3), "geometry of kind 4001 Z", "not a point"},
	} {
		if _, _, value, cause := Point(c.b); value != c.value || cause != c.cause {
			t.Errorf("%x: %q, %q; want %q, %q", c.b, value, cause, c.value, c.cause)
		}
	}
	if at, _, _, cause := Point(binaryOf(little, 1, nil, nan, 4)); cause != "" || at[1] != 4 {
		t.Errorf("a point of one number: %v %q: what is not finite is for the rules of rows", at, cause)
	}
}

// TestLine: lines with M are read in both orders of bytes, and have z where their type does.
func TestLine(t *testing.T) {
	for _, order := range orders() {
		for word, z := range map[uint32]bool{2002: false, 3002: true, 2 | mFlag: false, 2 | mFlag | zFlag: true} {
			numbers := []float64{1, 2, 10, 3, 4, 20}
			if z {
				numbers = []float64{1, 2, 7, 10, 3, 4, 8, 20}
			}
			l, value, cause := ReadLine(binaryOf(order, word, []uint32{2}, numbers...))
			if cause != "" || l.Len() != 2 || l.HasZ != z {
				t.Fatalf("%v %d: %+v %q %q", order, word, l, value, cause)
			}
			want := [3]float64{3, 4}
			if z {
				want[2] = 8
			}
			if at, m := l.Vertex(1); at != want || m != 20 {
				t.Errorf("%v %d: %v at %v", order, word, at, m)
			}
		}
	}
}

// TestLineRefuses: a line with a wrong count, or without M, is refused.
func TestLineRefuses(t *testing.T) {
	little := binary.AppendByteOrder(binary.LittleEndian)
	for _, c := range []struct {
		b            []byte
		value, cause string
	}{
		{binaryOf(little, 2, []uint32{1}, 1, 2), "LINESTRING", "a line without M, which are its times"},
		{binaryOf(little, 1002, []uint32{1}, 1, 2, 3), "LINESTRING Z", "a line without M, which are its times"},
		{binaryOf(little, 1, nil, 1, 2), "POINT", "not a line"},
		{binaryOf(little, 2002, nil), "LINESTRING M", "a geometry that is cut"},
		{binaryOf(little, 6002, []uint32{1}, 1, 2, 3), "geometry of kind 6002", "not a line"},
		{binaryOf(little, 2002, []uint32{math.MaxUint32}, 1, 2, 3), "LINESTRING M", "4294967295 positions, which are 103079215080 bytes, in 24"},
		{binaryOf(little, 2002, []uint32{0}, 1, 2, 3), "LINESTRING M", "0 positions, which are 0 bytes, in 24"},
	} {
		if _, value, cause := ReadLine(c.b); value != c.value || !strings.HasPrefix(cause, c.cause) {
			t.Errorf("%x: %q, %q; want %q, %q", c.b, value, cause, c.value, c.cause)
		}
	}
}

// TestFront wants the type and axes of a geometry from its first bytes.
func TestFront(t *testing.T) {
	little := binary.AppendByteOrder(binary.LittleEndian)
	for word, want := range map[uint32]string{1: "POINT", 3001: "POINT ZM", 2: "LINESTRING", 2 | mFlag: "LINESTRING M", 17: "TRIANGLE"} {
		wanted := Front{want, strings.HasPrefix(want, "POINT"), want == "LINESTRING M", want == "POINT ZM"}
		if f, cause := ReadFront(binaryOf(little, word, nil)); f != wanted || cause != "" {
			t.Errorf("%d: %+v %q", word, f, cause)
		}
	}
}

// FuzzWKB: any bytes are a point, a line or neither, and no vertex lies outside of them.
func FuzzWKB(f *testing.F) {
	for _, order := range orders() {
		f.Add(binaryOf(order, 1, nil, 1, 2))
		f.Add(binaryOf(order, 3001|sridFlag, []uint32{4326}, 1, 2, 3, 4))
		f.Add(binaryOf(order, 2|mFlag, []uint32{2}, 1, 2, 3, 4, 5, 6))
		f.Add(binaryOf(order, 3002, []uint32{1 << 30}, 1, 2, 3, 4))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		_, _, _, noPoint := Point(b)
		l, _, noLine := ReadLine(b)
		if noPoint == "" && noLine == "" {
			t.Errorf("%x is a point and a line", b)
		}
		if noLine != "" && l.Len() > 0 {
			t.Errorf("%x: %d vertices of no line", b, l.Len())
		}
		if l.Len() > len(b) {
			t.Errorf("%d vertices in %d bytes", l.Len(), len(b))
		}
		for i := range l.Len() {
			l.Vertex(i)
		}
	})
}

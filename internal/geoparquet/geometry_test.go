package geoparquet_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"flyby/internal/geoparquet"
)

// TestGeometryText: geometries of all kinds are read from well-known text.
func TestGeometryText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"POINT (1 2)", "{[[1 2]] [] []}"},
		{"POINT EMPTY", "{[] [] []}"},
		{"point z(1 2 3)", "{[[1 2]] [] []}"},
		{"MULTIPOINT (1 2, 3 4)", "{[[1 2] [3 4]] [] []}"},
		{"MULTIPOINT ((1 2), EMPTY, (3 4))", "{[[1 2] [3 4]] [] []}"},
		{"LINESTRING M (1 2 3, 4 5 6)", "{[] [[[1 2] [4 5]]] []}"},
		{"MULTILINESTRING ((1 2, 3 4), EMPTY, (5 6, 7 8))", "{[] [[[1 2] [3 4]] [[5 6] [7 8]]] []}"},
		{"SRID=4326;POLYGON((0 0,9 0,9 9,0 0),(1 1,2 1,2 2,1 1))", "{[] [] [[[[0 0] [9 0] [9 9] [0 0]] [[1 1] [2 1] [2 2] [1 1]]]]}"},
		{" POLYGON ZM ((0 0 1 2,9 0 1 2,9 9 1 2,0 0 1 2)) ", "{[] [] [[[[0 0] [9 0] [9 9] [0 0]]]]}"},
		{"MULTIPOLYGON (((0 0,9 0,9 9,0 0)), ((1 1,2 1,2 2,1 1)))", "{[] [] [[[[0 0] [9 0] [9 9] [0 0]]] [[[1 1] [2 1] [2 2] [1 1]]]]}"},
		{"POLYGON EMPTY", "{[] [] []}"},
		{"GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION (LINESTRING (1 2, 3 4), POLYGON ((0 0,9 0,9 9,0 0))), POINT Z (5 6 7))", "{[[1 2] [5 6]] [[[1 2] [3 4]]] [[[[0 0] [9 0] [9 9] [0 0]]]]}"},
	} {
		var g geoparquet.Geometry
		if _, _, _, cause := g.AddText([]byte(c.text)); cause != "" || fmt.Sprint(g) != c.want {
			t.Errorf("%s: %v, %q", c.text, g, cause)
		}
	}
}

// TestNoGeometry: what is no geometry is told.
func TestNoGeometry(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "neither well-known text"}, {"POLY", "neither well-known text"}, {"POLYGON", "cut"}, {"POLYGON (", "cut"}, {"POLYGON ((0 0,1 1)", "cut"}, {"POLYGON (0 0)", "cut"},
		{"POLYGON ((0 0,1 1)) (x)", "behind"}, {"POINT (1 2, 3 4)", "several positions"}, {"POINT (1)", "1 numbers"}, {"LINESTRING (1 2, 3 4 5)", "3 numbers"},
		{"POLYGON ((0 0,1 x))", "not a number"}, {"CIRCULARSTRING (0 0,1 1,2 2)", "neither points, lines nor polygons"}, {"SRID=x;POINT(1 2)", "SRID"},
		{"MULTIPOLYGON (((0 0,1 1)))((", "cut"}, {"GEOMETRYCOLLECTION (1 2)", "neither well-known text"}, {"0103", "no geometry"}, {"01030000000100", "cut"},
		{strings.Repeat("GEOMETRYCOLLECTION (", 40) + "POINT (1 2" + strings.Repeat(")", 41), "collections within each other"},
	} {
		var g geoparquet.Geometry
		if _, _, _, cause := g.AddText([]byte(c.text)); !strings.Contains(cause, c.want) {
			t.Errorf("%s: %q, want %q", c.text, cause, c.want)
		}
	}
}

// byteOrder reads and writes numbers.
type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// wkb is well-known binary that a test makes.
type wkb struct{ bytes.Buffer }

func (w *wkb) head(order byteOrder, kind uint32, count int) {
	w.WriteByte(map[byteOrder]byte{binary.BigEndian: 0, binary.LittleEndian: 1}[order])
	w.Write(order.AppendUint32(nil, kind))
	if count >= 0 {
		w.Write(order.AppendUint32(nil, uint32(count)))
	}
}

func (w *wkb) ring(order byteOrder, numbers int, places ...float64) {
	w.Write(order.AppendUint32(nil, uint32(len(places)/numbers)))
	for _, v := range places {
		w.Write(order.AppendUint64(nil, math.Float64bits(v)))
	}
}

// TestGeometryBytes: a multipolygon and a collection in both orders of bytes, with Z as ISO and as PostGIS write it, and in hexadecimal digits.
func TestGeometryBytes(t *testing.T) {
	for _, order := range []byteOrder{binary.BigEndian, binary.LittleEndian} {
		var w wkb
		w.head(order, 6, 1)
		w.head(order, 1003, 1)
		w.ring(order, 3, 0, 0, 7, 9, 0, 7, 9, 9, 7, 0, 0, 7)
		all := bytes.Clone(w.Bytes())
		w = wkb{}
		w.head(order, 7, 2)
		w.Write(all)
		w.head(order, 1|1<<31, -1)
		for _, v := range []float64{1, 2, 3} {
			w.Write(order.AppendUint64(nil, math.Float64bits(v)))
		}
		var g, h geoparquet.Geometry
		value, cause := g.Add(w.Bytes())
		if want := "{[[1 2]] [] [[[[0 0] [9 0] [9 9] [0 0]]]]}"; cause != "" || value != "GEOMETRYCOLLECTION" || fmt.Sprint(g) != want {
			t.Errorf("%v: %v, %s, %q", order, g, value, cause)
		}
		if _, _, _, cause := h.AddText([]byte(`\x` + hex.EncodeToString(w.Bytes()))); cause != "" || !reflect.DeepEqual(g, h) {
			t.Errorf("%v: in digits %v, %q", order, h, cause)
		}
		for n := range w.Len() {
			if _, cause := new(geoparquet.Geometry).Add(w.Bytes()[:n]); cause == "" {
				t.Errorf("%v: the first %d bytes of %d are taken", order, n, w.Len())
			}
		}
		w.WriteByte(1)
		if _, cause := new(geoparquet.Geometry).Add(w.Bytes()); !strings.Contains(cause, "behind") {
			t.Errorf("%v: a byte behind: %q", order, cause)
		}
		w = wkb{}
		w.head(order, 4, 1)
		w.Write(all)
		if _, cause := new(geoparquet.Geometry).Add(w.Bytes()); !strings.Contains(cause, "another kind") {
			t.Errorf("%v: a multipolygon in a multipoint: %q", order, cause)
		}
		w = wkb{}
		w.head(order, 8, 0)
		if _, cause := new(geoparquet.Geometry).Add(w.Bytes()); !strings.Contains(cause, "neither points") {
			t.Errorf("%v: arcs: %q", order, cause)
		}
	}
}

// FuzzGeometry: no text and no bytes make a geometry of more positions than they hold, and reading never fails but by a cause.
func FuzzGeometry(f *testing.F) {
	f.Add([]byte("MULTIPOLYGON (((0 0,9 0,9 9,0 0)), ((1 1,2 1,2 2,1 1)))"))
	f.Add([]byte("GEOMETRYCOLLECTION (POINT (1 2), MULTIPOINT (1 2, (3 4)))"))
	f.Add([]byte("0106000000010000000103000000010000000100000000000000000000000000000000000000"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var g, b geoparquet.Geometry
		_, _, _, cause := g.AddText(text)
		n := len(g.Points)
		for _, line := range g.Lines {
			n += len(line)
		}
		for _, polygon := range g.Polygons {
			for _, ring := range polygon {
				n += len(ring)
			}
		}
		if n > len(text) {
			t.Errorf("%d positions, %q", n, cause)
		}
		b.Add(text)
	})
}

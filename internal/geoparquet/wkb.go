package geoparquet

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// Kinds of geometry that are read.
const (
	pointKind = 1
	lineKind  = 2
)

// Flags of the extended form that PostGIS writes.
const (
	zFlag    = 1 << 31
	mFlag    = 1 << 30
	sridFlag = 1 << 29
)

// perAxes separates the kind in an ISO number from the axes beside x and y.
const perAxes = 1000

// kindNames returns the names of kinds, by their numbers.
func kindNames() []string {
	return []string{
		"GEOMETRY", "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION", "CIRCULARSTRING", "COMPOUNDCURVE",
		"CURVEPOLYGON", "MULTICURVE", "MULTISURFACE", "CURVE", "SURFACE", "POLYHEDRALSURFACE", "TIN", "TRIANGLE",
	}
}

// A shape is the head of a geometry: its kind, and the axes of positions beside x and y.
type shape struct {
	kind uint32
	z, m bool
}

// String returns a name such as "POINT ZM".
func (s shape) String() string {
	name := fmt.Sprintf("geometry of kind %d", s.kind)
	if names := kindNames(); int64(s.kind) < int64(len(names)) {
		name = names[s.kind]
	}
	axes := ""
	if s.z {
		axes += "Z"
	}
	if s.m {
		axes += "M"
	}
	return strings.TrimRight(name+" "+axes, " ")
}

// bytes returns the number of bytes of a position.
func (s shape) bytes() int {
	n := 2
	if s.z {
		n++
	}
	if s.m {
		n++
	}
	return 8 * n
}

// readShape reads the head of a geometry, and returns the order of bytes and the rest. cause is the error in it, "" for none.
func readShape(b []byte) (s shape, order binary.ByteOrder, rest []byte, cause string) {
	const front = 1 + 4
	if len(b) < front {
		return s, nil, nil, fmt.Sprintf("no geometry: %d bytes", len(b))
	}
	switch b[0] {
	case 0:
		order = binary.BigEndian
	case 1:
		order = binary.LittleEndian
	default:
		return s, nil, nil, fmt.Sprintf("no well-known binary: its first byte is %d", b[0])
	}
	word := order.Uint32(b[1:])
	rest = b[front:]
	s.z, s.m, s.kind = word&zFlag != 0, word&mFlag != 0, word&^(zFlag|mFlag|sridFlag)
	if word&sridFlag != 0 {
		if len(rest) < 4 {
			return s, nil, nil, "a geometry that is cut"
		}
		rest = rest[4:]
	}
	if axes := s.kind / perAxes; axes <= 3 {
		s.z, s.m, s.kind = s.z || axes&1 != 0, s.m || axes&2 != 0, s.kind%perAxes
	}
	return s, order, rest, ""
}

// number returns the i-th of some float64.
func number(b []byte, order binary.ByteOrder, i int) float64 {
	return math.Float64frombits(order.Uint64(b[8*i:]))
}

// A Front has the facts in the first bytes of a geometry.
type Front struct {
	Name    string // such as "LINESTRING M"
	IsPoint bool
	IsTrack bool // it is a line with M
	HasZ    bool
}

// ReadFront reads the first bytes of a geometry in well-known binary. cause says why they cannot be read.
func ReadFront(b []byte) (f Front, cause string) {
	s, _, _, cause := readShape(b)
	if cause != "" {
		return f, cause
	}
	return Front{s.String(), s.kind == pointKind, s.kind == lineKind && s.m, s.z}, ""
}

// PlainPoint reads a point in the common form of well-known binary: little endian, without z and m. ok is false for any other, and for an empty one.
func PlainPoint(b []byte) (x, y float64, ok bool) {
	const plain = 1 + 4 + 2*8
	if len(b) != plain || b[0] != 1 || binary.LittleEndian.Uint32(b[1:]) != pointKind {
		return 0, 0, false
	}
	x, y = number(b[5:], binary.LittleEndian, 0), number(b[5:], binary.LittleEndian, 1)
	return x, y, x == x || y == y
}

// Point reads a point in well-known binary, ISO's or PostGIS's: x, y and, where hasZ, z. M is passed over. cause says why b is not a point,
// and value names its type where that is known.
func Point(b []byte) (at [3]float64, hasZ bool, value, cause string) {
	if x, y, ok := PlainPoint(b); ok {
		return [3]float64{x, y}, false, "", ""
	}
	s, order, rest, cause := readShape(b)
	switch {
	case cause != "":
		return at, false, "", cause
	case s.kind != pointKind:
		return at, false, s.String(), "not a point"
	case len(rest) != s.bytes():
		return at, false, s.String(), sizes(len(rest), s.bytes())
	}
	at[0], at[1], hasZ = number(rest, order, 0), number(rest, order, 1), s.z
	if s.z {
		at[2] = number(rest, order, 2)
	}
	if at[0] != at[0] && at[1] != at[1] {
		return [3]float64{}, hasZ, "POINT EMPTY", "no place"
	}
	return at, hasZ, "", ""
}

// sizes returns the cause that a geometry has another number of bytes than its head implies.
func sizes(have, want int) string {
	if have < want {
		return fmt.Sprintf("a geometry that is cut: %d bytes of positions, where it says %d", have, want)
	}
	return fmt.Sprintf("%d bytes behind the geometry", have-want)
}

// A Line is a LineString with M, whose vertices are read from its bytes.
type Line struct {
	HasZ  bool
	n     int
	b     []byte
	order binary.ByteOrder
}

// ReadLine reads a LineString M or ZM in well-known binary. cause says why b is not one, and value names its type where that is known.
func ReadLine(b []byte) (l Line, value, cause string) {
	s, order, rest, cause := readShape(b)
	switch {
	case cause != "":
		return l, "", cause
	case s.kind != lineKind:
		return l, s.String(), "not a line"
	case !s.m:
		return l, s.String(), "a line without M, which are its times"
	case len(rest) < 4:
		return l, s.String(), "a geometry that is cut"
	}
	n, rest := order.Uint32(rest), rest[4:]
	if want := uint64(n) * uint64(s.bytes()); want != uint64(len(rest)) {
		return l, s.String(), fmt.Sprintf("%d positions, which are %d bytes, in %d", n, want, len(rest))
	}
	return Line{s.z, int(n), rest, order}, "", ""
}

// Len returns the number of vertices of the line.
func (l *Line) Len() int { return l.n }

// Vertex returns the i-th vertex of the line, and its M.
func (l *Line) Vertex(i int) (at [3]float64, m float64) {
	axes := 3
	if l.HasZ {
		axes++
	}
	b := l.b[8*axes*i:]
	at[0], at[1] = number(b, l.order, 0), number(b, l.order, 1)
	if l.HasZ {
		at[2] = number(b, l.order, 2)
	}
	return at, number(b, l.order, axes-1)
}

package geoparquet

import (
	"encoding/binary"
	"fmt"
)

// Geometry is points, lines and polygons: the positions of a geometry of any kind, x and y alone.
type Geometry struct {
	Points   [][2]float64
	Lines    [][][2]float64
	Polygons [][][][2]float64 // rings
}

// Kinds of geometry that have positions, rings or geometries.
const (
	polygonKind     = 3
	multiPointKind  = 4
	multiLineKind   = 5
	multiShapeKind  = 6
	collectionKind  = 7
	mostCollections = 32 // within each other
)

// cutGeometry is the cause that bytes end too early.
const cutGeometry = "a geometry that is cut"

// Add adds a geometry in well-known binary, ISO's or PostGIS's: a point, line or polygon, several of them, or a collection. cause says why b is none, and value names its type where that
// is known. An empty geometry adds nothing.
func (g *Geometry) Add(b []byte) (value, cause string) {
	r := wkbReader{to: g, rest: b}
	kind := r.geometry(0, 0)
	if r.cause == "" && len(r.rest) > 0 {
		r.cause = fmt.Sprintf("%d bytes behind the geometry", len(r.rest))
	}
	return kind, r.cause
}

// wkbReader reads well-known binary.
type wkbReader struct {
	to    *Geometry
	rest  []byte
	order binary.ByteOrder
	cause string
}

// geometry reads a geometry within depth others; of says which kind it must be, 0 for any.
func (r *wkbReader) geometry(depth int, of uint32) (name string) {
	s, order, rest, cause := readShape(r.rest)
	if r.cause = cause; cause != "" {
		return ""
	}
	r.rest, r.order = rest, order
	switch {
	case of != 0 && s.kind != of:
		r.cause = fmt.Sprintf("a %v within a geometry of another kind", s)
	case depth > mostCollections:
		r.cause = "collections within each other, more than 32"
	case s.kind == pointKind:
		if at := r.positions(&s, 1); len(at) == 1 && (at[0][0] == at[0][0] || at[0][1] == at[0][1]) {
			r.to.Points = append(r.to.Points, at[0])
		}
	case s.kind == lineKind:
		if at := r.positions(&s, r.count(s.bytes())); len(at) > 0 {
			r.to.Lines = append(r.to.Lines, at)
		}
	case s.kind == polygonKind:
		if rings := r.rings(&s); len(rings) > 0 {
			r.to.Polygons = append(r.to.Polygons, rings)
		}
	case s.kind >= multiPointKind && s.kind <= collectionKind:
		for range r.count(1 + 4) {
			if r.geometry(depth+1, s.inner()); r.cause != "" {
				break
			}
		}
	default:
		r.cause = "neither points, lines nor polygons"
	}
	return s.String()
}

// inner returns the kind of the parts of a geometry, 0 for any.
func (s shape) inner() uint32 {
	if s.kind == collectionKind {
		return 0
	}
	return s.kind - multiPointKind + pointKind
}

// count reads the number of items behind it. An item takes at least the given number of bytes.
func (r *wkbReader) count(bytes int) int {
	if r.cause == "" && len(r.rest) < 4 {
		r.cause = cutGeometry
	}
	if r.cause != "" {
		return 0
	}
	n := r.order.Uint32(r.rest)
	r.rest = r.rest[4:]
	if uint64(n)*uint64(bytes) > uint64(len(r.rest)) {
		r.cause = cutGeometry
		return 0
	}
	return int(n)
}

// positions reads positions.
func (r *wkbReader) positions(s *shape, n int) [][2]float64 {
	if r.cause == "" && len(r.rest) < n*s.bytes() {
		r.cause = cutGeometry
	}
	if r.cause != "" {
		return nil
	}
	all := make([][2]float64, n)
	for i := range all {
		all[i] = [2]float64{number(r.rest, r.order, 0), number(r.rest, r.order, 1)}
		r.rest = r.rest[s.bytes():]
	}
	return all
}

// rings reads the rings of a polygon.
func (r *wkbReader) rings(s *shape) (rings [][][2]float64) {
	for range r.count(4) {
		rings = append(rings, r.positions(s, r.count(s.bytes())))
	}
	return rings
}

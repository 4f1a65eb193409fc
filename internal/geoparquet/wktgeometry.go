package geoparquet

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
)

// AddText is Add of a geometry in text: well-known text, ISO's or PostGIS's, or well-known binary in hexadecimal digits. srid is the identifier of the reference system in it; said is false where
// it has none.
func (g *Geometry) AddText(text []byte) (srid uint32, said bool, value, cause string) {
	text = bytes.TrimSpace(text)
	if digits, isHex := hexDigits(text); isHex {
		b, err := hex.AppendDecode(nil, digits)
		if err != nil {
			return 0, false, "", "hexadecimal digits that are no bytes"
		}
		srid, said = SRID(b)
		value, cause = g.Add(b)
		return srid, said, value, cause
	}
	r := wktReader{scanner: scanner{b: text}, to: g}
	if srid, said, cause = r.srid(); cause != "" {
		return srid, said, "", cause
	}
	value = r.geometry(0)
	if r.cause == "" {
		r.cause = r.finish()
	}
	return srid, said, value, r.cause
}

// wktReader reads well-known text.
type wktReader struct {
	scanner
	to      *Geometry
	of      shape // of the geometry at hand
	free    bool  // the first position tells the axes
	scratch []byte
	cause   string
}

// geometry reads a geometry within depth others.
func (r *wktReader) geometry(depth int) (name string) {
	if r.of, r.free, r.cause = r.shape(); r.cause != "" {
		return ""
	}
	of := r.of
	switch {
	case depth > mostCollections:
		r.cause = "collections within each other, more than 32"
	case of.kind == pointKind:
		r.to.Points = append(r.to.Points, r.places()...)
	case of.kind == lineKind:
		r.line()
	case of.kind == polygonKind:
		r.polygon()
	case of.kind == multiPointKind:
		r.items(r.point)
	case of.kind == multiLineKind:
		r.items(r.line)
	case of.kind == multiShapeKind:
		r.items(r.polygon)
	case of.kind == collectionKind:
		r.items(func() { r.geometry(depth + 1) })
	default:
		r.cause = "neither points, lines nor polygons"
	}
	return of.String()
}

// next returns the next byte that is no blank, 0 at the end.
func (r *wktReader) next() byte {
	if r.blanks(); r.at < len(r.b) {
		return r.b[r.at]
	}
	return 0
}

// items reads items in parentheses, or EMPTY.
func (r *wktReader) items(read func()) {
	empty, cause := r.begin()
	if r.cause = cause; cause != "" || empty {
		return
	}
	for {
		if read(); r.cause != "" {
			return
		}
		switch r.next() {
		case ',':
			r.at++
		case ')':
			r.at++
			return
		default:
			r.cause = "well-known text that is cut: positions stand in parentheses"
			return
		}
	}
}

// line adds a line, unless it is empty.
func (r *wktReader) line() {
	if places := r.places(); len(places) > 0 {
		r.to.Lines = append(r.to.Lines, places)
	}
}

// polygon adds a polygon, unless it is empty.
func (r *wktReader) polygon() {
	var rings [][][2]float64
	r.items(func() { rings = append(rings, r.places()) })
	if len(rings) > 0 && r.cause == "" {
		r.to.Polygons = append(r.to.Polygons, rings)
	}
}

// point adds a point of several, in parentheses or without.
func (r *wktReader) point() {
	if c := r.next(); c == '(' || c|0x20 == 'e' {
		r.to.Points = append(r.to.Points, r.places()...)
		return
	}
	r.to.Points = append(r.to.Points, r.place())
}

// places reads positions in parentheses, or EMPTY.
func (r *wktReader) places() (all [][2]float64) {
	r.items(func() { all = append(all, r.place()) })
	if r.cause == "" && (r.of.kind == pointKind || r.of.kind == multiPointKind) && len(all) > 1 {
		r.cause = "a point of several positions"
	}
	return all
}

// place reads a position. Its numbers end before a comma or a parenthesis, which is there, since the text ends in one.
func (r *wktReader) place() (at [2]float64) {
	if r.next() == 0 || r.b[len(r.b)-1] != ')' {
		r.cause = "well-known text that is cut: positions stand in parentheses"
		return at
	}
	var n int
	if r.scratch, n, r.cause = r.position(r.scratch[:0]); r.cause != "" {
		return at
	}
	if r.cause = r.of.take(n, r.free); r.cause != "" {
		return at
	}
	r.free = false
	return [2]float64{number(r.scratch, binary.LittleEndian, 0), number(r.scratch, binary.LittleEndian, 1)}
}

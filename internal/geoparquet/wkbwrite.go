package geoparquet

import (
	"encoding/binary"
	"math"
)

// The numbers of geometries in ISO's WKB; wkbZ is added for three axes.
const (
	wkbPoint           = 1
	wkbLineString      = 2
	wkbMultiLineString = 5
	wkbZ               = 1000
)

// littleEndian is the first byte of each geometry.
const littleEndian = 1

// appendHead begins a geometry of some axes, two or three.
func appendHead(dst []byte, kind uint32, axes int) []byte {
	if axes == 3 {
		kind += wkbZ
	}
	return binary.LittleEndian.AppendUint32(append(dst, littleEndian), kind)
}

// appendPosition appends the numbers of a position.
func appendPosition(dst []byte, at []float64) []byte {
	for _, v := range at {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
	}
	return dst
}

// AppendPoint appends a Point of two or three axes.
func AppendPoint(dst []byte, at []float64) []byte {
	return appendPosition(appendHead(dst, wkbPoint, len(at)), at)
}

// LineWriter appends a MultiLineString, position by position.
type LineWriter struct {
	to              []byte
	axes            int
	countAt, lineAt int // positions in to of the number of lines, and of the number of positions of the last line
	lines           uint32
	positions       uint32 // in the last line
}

// NewLineWriter begins a MultiLineString of two or three axes, appended to dst.
func NewLineWriter(dst []byte, axes int) *LineWriter {
	w := &LineWriter{to: appendHead(dst, wkbMultiLineString, axes), axes: axes}
	w.countAt = len(w.to)
	w.to = append(w.to, 0, 0, 0, 0)
	return w
}

// Add appends a position, which may begin a line. It has as many axes, or more, of which the further ones are
// left out.
func (w *LineWriter) Add(at []float64, begins bool) {
	if begins || w.lines == 0 {
		w.endLine()
		w.to = appendHead(w.to, wkbLineString, w.axes)
		w.lineAt = len(w.to)
		w.to = append(w.to, 0, 0, 0, 0)
		w.lines, w.positions = w.lines+1, 0
	}
	w.to = appendPosition(w.to, at[:w.axes])
	w.positions++
}

// endLine ends the last line. A line of a single position gets it twice, since a line has two.
func (w *LineWriter) endLine() {
	if w.lines == 0 {
		return
	}
	if w.positions == 1 {
		w.to = append(w.to, w.to[len(w.to)-8*w.axes:]...)
		w.positions++
	}
	binary.LittleEndian.PutUint32(w.to[w.lineAt:], w.positions)
}

// Len returns the number of bytes so far, with those in NewLineWriter's dst.
func (w *LineWriter) Len() int { return len(w.to) }

// End ends the MultiLineString, and returns dst with all bytes appended.
func (w *LineWriter) End() []byte {
	w.endLine()
	binary.LittleEndian.PutUint32(w.to[w.countAt:], w.lines)
	return w.to
}

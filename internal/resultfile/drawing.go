package resultfile

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"slices"
)

// A Drawing summarises a path: the number of its lines and positions, and a checksum of both.
type Drawing struct {
	lines, positions, linePositions int // linePositions: positions of the current line
	last                            []float64
	sum                             hash.Hash
}

// NewDrawing begins a path.
func NewDrawing() *Drawing { return &Drawing{sum: sha256.New()} }

// Add adds a position. A line of a single position counts it twice.
func (d *Drawing) Add(at []float64, begins bool) {
	if begins {
		d.end()
		d.lines, d.linePositions = d.lines+1, 0
		d.sum.Write([]byte{'|'})
	}
	d.linePositions++
	d.positions++
	d.last = append(d.last[:0], at...)
	for _, v := range at {
		d.sum.Write(binary.LittleEndian.AppendUint64([]byte{','}, math.Float64bits(v)))
	}
}

// end ends a line.
func (d *Drawing) end() {
	if d.linePositions == 1 {
		d.Add(slices.Clone(d.last), false)
	}
}

// String returns a text that is equal for equal paths, and most likely for no others.
func (d *Drawing) String() string {
	d.end()
	kind := "LineString of"
	if d.lines > 1 {
		kind = fmt.Sprintf("MultiLineString of %d lines and", d.lines)
	}
	return fmt.Sprintf("%s %d positions (checksum %.8x)", kind, d.positions, d.sum.Sum(nil))
}

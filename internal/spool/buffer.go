package spool

import (
	"math"
	"slices"

	"flyby/internal/radix"
)

// A buffer holds segments as they come. A segment's end time and positions stand together: they
// are read in the order of starts.
type buffer struct {
	start []float64 // [rows]
	rest  []float64 // [rows][1+2*dim] end time, end position, start position
	who   []uint64  // [rows] number of the trajectory, then of the segment in it, 32 bits each
	flags []uint8   // [rows]
	dim   int       // numbers of a position, its height included
	most  int
}

// rowBytes returns the bytes of a segment in a buffer.
func rowBytes(dim int) int { return 8 + 8*(1+2*dim) + 8 + 1 }

// sortBytes is the bytes that sorting takes for each segment: an index, keys packed with it twice, and
// ends.
const sortBytes = 4 + 2*8 + 8

// bufferRows returns how many rows two buffers may hold in some bytes, one of which is sorted and
// written while the other is filled.
func bufferRows(bytes uint64, dim int) int {
	return int(min(math.MaxInt32, bytes/uint64(2*rowBytes(dim)+sortBytes)))
}

// bufferBytes is the memory of two buffers.
func bufferBytes(rows, dim int) uint64 {
	return uint64(rows) * uint64(2*rowBytes(dim)+sortBytes)
}

func newBuffer(rows, dim int) *buffer {
	return &buffer{
		start: make([]float64, 0, rows), rest: make([]float64, 0, rows*(1+2*dim)),
		who: make([]uint64, 0, rows), flags: make([]uint8, 0, rows), dim: dim, most: rows,
	}
}

func (b *buffer) full() bool { return len(b.start) == b.most }

// add appends a segment of a trajectory. A zero time loses its sign.
func (b *buffer) add(number, segment uint32, flags uint8, start, end float64, from, to *position) {
	b.start = append(b.start, start+0)
	switch b.dim {
	case 2:
		b.rest = append(b.rest, end+0, to[0], to[1], from[0], from[1])
	case 3:
		b.rest = append(b.rest, end+0, to[0], to[1], to[2], from[0], from[1], from[2])
	default:
		b.rest = append(b.rest, end+0, to[0], to[1], to[2], to[3], from[0], from[1], from[2], from[3])
	}
	b.who = append(b.who, uint64(number)<<32|uint64(segment))
	b.flags = append(b.flags, flags)
}

func (b *buffer) reset() {
	b.start, b.rest, b.who, b.flags = b.start[:0], b.rest[:0], b.who[:0], b.flags[:0]
}

// order returns the rows in the order of their starts, equal starts as they came; index is its
// memory.
func (b *buffer) order(index []uint32) []uint32 {
	index = slices.Grow(index[:0], len(b.start))[:len(b.start)]
	for i := range index {
		index[i] = uint32(i)
	}
	if !slices.IsSorted(b.start) {
		radix.Index(index, b.start)
	}
	return index
}

// flush hands a full buffer to the writer, once the buffer before is written, and goes on with
// the other.
func (p *pass) flush() error {
	if err := p.wait(); err != nil {
		return err
	}
	if err := p.reels.begin(p); err != nil {
		return err
	}
	full := p.buffer
	if p.spare == nil {
		p.spare = newBuffer(full.most, full.dim)
	}
	p.buffer, p.spare = p.spare, nil
	done := make(chan error, 1)
	go func() { done <- p.reels.write(full) }()
	p.written, p.writing = full, done
	return nil
}

// wait returns once no buffer is being written, with the error of writing.
func (p *pass) wait() error {
	if p.written == nil {
		return nil
	}
	err := <-p.writing
	p.written.reset()
	p.spare, p.written = p.written, nil
	return err
}

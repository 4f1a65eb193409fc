package slab

import (
	"encoding/binary"
	"math"

	"flyby/internal/runs"
)

// blockValues is the number of values of a block of a column.
const blockValues = 1 << 16

// columnWriter writes columns to a block file, and counts their blocks.
type columnWriter struct {
	*runs.BlockWriter
	block  []byte
	blocks uint32
}

// writeColumn writes a column of n values; put appends the i-th.
func (w *columnWriter) writeColumn(n int, put func(to []byte, i int) []byte) error {
	for first := 0; first < n; first += blockValues {
		w.block = w.block[:0]
		for i := first; i < min(n, first+blockValues); i++ {
			w.block = put(w.block, i)
		}
		if _, err := w.Write(w.block); err != nil {
			return err
		}
		w.blocks++
	}
	return nil
}

// floats writes a column of floats.
func (w *columnWriter) floats(v []float64) error {
	return w.writeColumn(len(v), func(to []byte, i int) []byte { return binary.LittleEndian.AppendUint64(to, math.Float64bits(v[i])) })
}

// times writes a column of times, whose zeros have no sign.
func (w *columnWriter) times(v []float64) error {
	return w.writeColumn(len(v), func(to []byte, i int) []byte { return binary.LittleEndian.AppendUint64(to, math.Float64bits(v[i]+0)) })
}

// numbers writes a column of numbers.
func (w *columnWriter) numbers(v []uint32) error {
	return w.writeColumn(len(v), func(to []byte, i int) []byte { return binary.LittleEndian.AppendUint32(to, v[i]) })
}

// columnReader reads the columns of a block file, one after the other.
type columnReader struct {
	*runs.BlockFile
	places []runs.Place // of the blocks not yet read
	memory []byte
	err    error // the first error; nothing is read after it
}

// readColumn reads a column of n values of some bytes each; take gets the blocks.
func (r *columnReader) readColumn(n, bytes int, take func(block []byte, first int)) {
	for first := 0; first < n && r.err == nil; first += blockValues {
		size := bytes * min(blockValues, n-first)
		if len(r.places) == 0 || int(r.places[0].Size) != size {
			r.err = r.Damaged("a column has another length than its slab")
			return
		}
		var block []byte
		if block, r.err = r.Read(r.places[0], r.memory); r.err != nil {
			return
		}
		r.memory, r.places = block, r.places[1:]
		take(block, first)
	}
}

// fits reports whether a column of n values of some bytes may be in the file, so that no more memory is allocated
// than the file is long.
func (r *columnReader) fits(n uint64, bytes int) bool {
	if r.err == nil && n > uint64(r.Size())/uint64(bytes) {
		r.err = r.Damaged("a column has more values than there are bytes")
	}
	return r.err == nil
}

// floats reads a column of floats.
func (r *columnReader) floats(n uint64) (v []float64) {
	if !r.fits(n, 8) {
		return nil
	}
	v = make([]float64, n)
	r.readColumn(len(v), 8, func(block []byte, first int) {
		for i := 0; i < len(block); i += 8 {
			v[first+i/8] = math.Float64frombits(binary.LittleEndian.Uint64(block[i:]))
		}
	})
	return v
}

// numbers reads a column of numbers.
func (r *columnReader) numbers(n uint64) (v []uint32) {
	if !r.fits(n, 4) {
		return nil
	}
	v = make([]uint32, n)
	r.readColumn(len(v), 4, func(block []byte, first int) {
		for i := 0; i < len(block); i += 4 {
			v[first+i/4] = binary.LittleEndian.Uint32(block[i:])
		}
	})
	return v
}

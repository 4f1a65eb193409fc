package parquet

import "encoding/binary"

// A DeltaReader reads integers in the encoding DELTA_BINARY_PACKED: a first value,
// then blocks of differences in miniblocks of one width each.
type DeltaReader struct {
	rest   []byte
	Total  uint64 // values that the header claims
	Left   uint64 // values not read yet
	value  uint64 // the last value that was read, or the first
	begun  bool
	minis  int // miniblocks a block
	length int // values a miniblock

	least  uint64 // the least difference in the block
	widths []byte // of the block's further miniblocks
	width  uint   // bits of a difference in the miniblock
	bits   []byte // the miniblock's differences, and all that follows
	bit    int
	mini   int // values left in the miniblock
}

// NewDeltaReader reads the header of a sequence.
func NewDeltaReader(b []byte) (r *DeltaReader, ok bool) {
	var head [3]uint64
	for i := range head {
		n := 0
		if head[i], n = binary.Uvarint(b); n <= 0 {
			return nil, false
		}
		b = b[n:]
	}
	block, minis := head[0], head[1]
	const most = 1 << 30
	if block == 0 || block > most || block%128 != 0 || minis == 0 || minis > block/32 || block/minis%32 != 0 {
		return nil, false
	}
	first, n := binary.Varint(b)
	if n <= 0 {
		return nil, false
	}
	return &DeltaReader{rest: b[n:], Total: head[2], Left: head[2], value: uint64(first), minis: int(minis), length: int(block / minis)}, true
}

// Next fills dst. ok is false if there are fewer values.
func (r *DeltaReader) Next(dst []uint64) (ok bool) {
	if uint64(len(dst)) > r.Left {
		return false
	}
	r.Left -= uint64(len(dst))
	if !r.begun && len(dst) > 0 {
		r.begun = true
		dst[0] = r.value
		dst = dst[1:]
	}
	for len(dst) > 0 {
		if r.mini == 0 && !r.miniblock() {
			return false
		}
		n := min(len(dst), r.mini)
		if r.width == 0 {
			r.steady(dst[:n])
		} else {
			r.sum(dst[:n])
		}
		r.mini -= n
		dst = dst[n:]
	}
	return true
}

// steady fills dst with values that differ by the block's least difference.
func (r *DeltaReader) steady(dst []uint64) {
	for i := range dst {
		r.value += r.least
		dst[i] = r.value
	}
}

// sum fills dst from packed differences.
func (r *DeltaReader) sum(dst []uint64) {
	UnpackBits(dst, r.bits, r.bit, r.width)
	r.bit += len(dst) * int(r.width)
	value := r.value
	for i, difference := range dst {
		value += r.least + difference
		dst[i] = value
	}
	r.value = value
}

// miniblock starts the next miniblock.
func (r *DeltaReader) miniblock() bool {
	if len(r.widths) == 0 {
		least, n := binary.Varint(r.rest)
		if n <= 0 || r.minis > len(r.rest)-n {
			return false
		}
		r.least = uint64(least)
		r.widths, r.rest = r.rest[n:n+r.minis], r.rest[n+r.minis:]
	}
	if r.width, r.widths = uint(r.widths[0]), r.widths[1:]; r.width > 64 {
		return false
	}
	r.mini, r.bits, r.bit = r.length, r.rest, 0
	size := r.length / 8 * int(r.width)
	if size > len(r.rest) { // some writers cut off the last values, for which there are no rows
		size = len(r.rest)
		r.mini = size * 8 / int(r.width)
	}
	r.rest = r.rest[size:]
	return r.mini > 0
}

// DeltaAfter returns the bytes after the sequence that b begins with, and its number of values.
func DeltaAfter(b []byte) (after []byte, total uint64, ok bool) {
	r, ok := NewDeltaReader(b)
	if !ok {
		return nil, 0, false
	}
	for values := uint64(1); values < r.Total; values += uint64(r.mini) {
		if !r.miniblock() {
			return nil, 0, false
		}
	}
	return r.rest, r.Total, true
}

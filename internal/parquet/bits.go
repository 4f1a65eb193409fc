package parquet

import "encoding/binary"

// UnpackBits fills dst with values of width bits, at most 64, that follow each other in src from
// bit on, lowest bit first. Bits beyond src are 0.
func UnpackBits[T uint32 | uint64](dst []T, src []byte, bit int, width uint) {
	mask := ^uint64(0) >> (64 - width) // a shift by 64 makes 0
	for i := range dst {
		at, shift := bit>>3, uint(bit&7)
		var v uint64
		if at+8 <= len(src) {
			v = binary.LittleEndian.Uint64(src[at:]) >> shift
		} else {
			v = lastBytes(src, at) >> shift
		}
		if shift+width > 64 && at+8 < len(src) {
			v |= uint64(src[at+8]) << (64 - shift)
		}
		dst[i] = T(v & mask)
		bit += int(width)
	}
}

// lastBytes returns the bytes of src from at on, fewer than 8, as a number.
func lastBytes(src []byte, at int) (v uint64) {
	for i := len(src) - 1; i >= at; i-- {
		v = v<<8 | uint64(src[i])
	}
	return v
}

// LevelReader yields definition levels, in order: 1 for a value, 0 for a null.
type LevelReader interface {
	Next(dst []uint32) (ok bool)
}

// A RunReader reads Parquet's hybrid of runs and packed bits, the encoding of levels and of indexes
// into a dictionary. A run may be of any length: only the values asked for are decoded.
type RunReader struct {
	Rest     []byte
	Width    uint // bits of a value, at most 32
	left     int  // values left in the run
	repeated bool
	value    uint32 // the value of a repeated run
	bits     []byte // the bits of a packed run, and all that follows
	bit      int
}

// Next fills dst. ok is false if the runs end before.
func (r *RunReader) Next(dst []uint32) (ok bool) {
	for len(dst) > 0 {
		if r.left == 0 && !r.run() {
			return false
		}
		n := min(len(dst), r.left)
		if r.repeated {
			for i := range dst[:n] {
				dst[i] = r.value
			}
		} else {
			UnpackBits(dst[:n], r.bits, r.bit, r.Width)
			r.bit += n * int(r.Width)
		}
		r.left -= n
		dst = dst[n:]
	}
	return true
}

// run reads the head of the next run.
func (r *RunReader) run() bool {
	const most = 1 << 31 // the most values of a run
	head, n := binary.Uvarint(r.Rest)
	if n <= 0 || head>>1 > most {
		return false
	}
	r.Rest = r.Rest[n:]
	count := int(head >> 1)
	if r.repeated = head&1 == 0; r.repeated {
		size := int(r.Width+7) / 8
		if size > len(r.Rest) {
			return false
		}
		r.value = uint32(lastBytes(r.Rest[:size], 0))
		r.left, r.Rest = count, r.Rest[size:]
		return true
	}
	r.left, r.bits, r.bit = count*8, r.Rest, 0
	size := count * int(r.Width)
	if size > len(r.Rest) { // some writers cut off the last values, for which there are no rows
		size = len(r.Rest)
		r.left = size * 8 / int(r.Width)
	}
	r.Rest = r.Rest[size:]
	return true
}

// A BitReader reads levels of one bit in the packing of old files, highest bit
// first.
type BitReader struct {
	Bits []byte
	bit  int
}

// Next fills dst. ok is false if the bits end before.
func (r *BitReader) Next(dst []uint32) (ok bool) {
	if len(dst) > len(r.Bits)*8-r.bit {
		return false
	}
	for i := range dst {
		dst[i] = uint32(r.Bits[r.bit>>3]>>(7-r.bit&7)) & 1
		r.bit++
	}
	return true
}

package packed

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/klauspost/compress/zstd"
)

// blockRows is the number of rows of a block: few enough that a block of each of hundreds of runs fits memory.
const blockRows = 1 << 12

// partRows is the number of rows of a block of a file with a name: few enough that a thousand files fit memory, and that a range of query
// trajectories reads little beside its own rows.
const partRows = 1 << 10

// A packer packs blocks and unpacks them. Any number of goroutines may use it.
type packer struct {
	kind Kind
	in   *zstd.Encoder
	out  *zstd.Decoder
}

func newPacker(kind Kind, threads int) (*packer, error) {
	in, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(threads), zstd.WithEncoderCRC(false),
		zstd.WithWindowSize(1<<18), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("packed: %w", err)
	}
	out, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(threads), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, fmt.Errorf("packed: %w", err)
	}
	return &packer{kind, in, out}, nil
}

func (p *packer) close() error {
	p.out.Close()
	return p.in.Close()
}

// pack appends a block of rows to dst: columns one after another, as zstd packs them. raw is
// memory to use.
func (p *packer) pack(dst []byte, r *Rows, raw []byte) (packed, memory []byte) {
	raw = raw[:0]
	for c := range p.kind.ints() {
		against := r.Int[c]
		if p.kind == Hits && c == 3 && likeQuery(r) {
			against = r.Int[1]
		}
		raw = packInts(raw, r.Int[c], against)
	}
	for c := range p.kind.floats() {
		raw = packFloats(raw, r.Float[c])
	}
	for _, o := range r.Open {
		raw = append(raw, byte(o))
	}
	return p.in.EncodeAll(raw, dst), raw
}

// likeQuery reports whether entry segments are nearer to their query segments than to the entry segments of the row before.
func likeQuery(r *Rows) bool {
	score := 0
	query, entry := r.Int[1], r.Int[3]
	for i := 1; i < len(entry); i++ {
		score += bits.Len32(zigzag(entry[i]-query[i])) - bits.Len32(zigzag(entry[i]-entry[i-1]))
	}
	return score < 0
}

// zigzag maps small differences of either sign to small numbers.
func zigzag(d uint32) uint32 { return d<<1 ^ -(d >> 31) }

// unzigzag undoes zigzag.
func unzigzag(z uint32) uint32 { return z>>1 ^ -(z & 1) }

// ofQuery marks a column that is packed as differences to another.
const ofQuery = 0x80

// packInts appends the differences of numbers to the row before, or to another column: as many bytes each as the largest needs, one plane of bytes
// after another.
func packInts(dst []byte, v, against []uint32) []byte {
	n, head := len(v), len(dst)
	var memory [blockRows]uint32
	d := memory[:n]
	other := &v[0] != &against[0]
	or := differences(d, v, against, other)
	planes := (bits.Len32(or) + 7) / 8
	dst = append(dst, byte(planes))
	if other {
		dst[head] |= ofQuery
	}
	at := len(dst)
	dst = append(dst, make([]byte, planes*n)...)
	for k := range planes {
		plane := dst[at+k*n:][:n]
		for i := range plane {
			plane[i] = byte(d[i] >> (8 * k))
		}
	}
	return dst
}

// differences fills d with the differences of numbers to the row before, or to another column, and returns the bitwise or of all.
func differences(d, v, against []uint32, other bool) (or uint32) {
	before := uint32(0)
	for i, x := range v {
		if other {
			before = against[i]
		}
		d[i] = zigzag(x - before)
		or |= d[i]
		before = x
	}
	return or
}

// recentValues is the last three different values of a column, the latest first. Many rows of a query segment have the times of its ends, and between them
// rows have times of their own.
type recentValues [3]uint64

// find returns the index of a value, len(r) where it is none of them, and makes it the latest.
func (r *recentValues) find(bits uint64) (at int) {
	switch bits {
	case r[0]:
		return 0
	case r[1]:
		r[0], r[1] = r[1], r[0]
		return 1
	case r[2]:
		r[0], r[1], r[2] = r[2], r[0], r[1]
		return 2
	}
	r[0], r[1], r[2] = bits, r[0], r[1]
	return len(r)
}

// take returns the value at an index below len(r), and makes it the latest.
func (r *recentValues) take(at int) uint64 {
	switch at {
	case 1:
		r[0], r[1] = r[1], r[0]
	case 2:
		r[0], r[1], r[2] = r[2], r[0], r[1]
	}
	return r[0]
}

// packFloats appends the two bits of each value that recentValues.find returns, and the values that it does not find: xor the one before, one plane of
// bytes after another.
func packFloats(dst []byte, v []float64) []byte {
	at := len(dst)
	dst = append(dst, make([]byte, 4+(len(v)+3)/4)...)
	marks := dst[at+4:]
	var r recentValues
	var fresh [blockRows]uint64
	n := 0
	for i, f := range v {
		bits, before := math.Float64bits(f), r[0]
		code := r.find(bits)
		marks[i/4] |= byte(code) << (i % 4 * 2)
		if code == len(r) {
			fresh[n] = bits ^ before
			n++
		}
	}
	binary.LittleEndian.PutUint32(dst[at:], uint32(n))
	at = len(dst)
	dst = append(dst, make([]byte, 8*n)...)
	for k := range 8 {
		plane := dst[at+k*n:][:n]
		for i := range plane {
			plane[i] = byte(fresh[i] >> (8 * k))
		}
	}
	return dst
}

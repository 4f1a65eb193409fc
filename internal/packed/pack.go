package packed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/klauspost/compress/zstd"

	"flyby/trajectory"
)

// blockRows is the number of rows of a block: few enough that a block of each of hundreds of
// runs fits memory.
const blockRows = 1 << 12

// partRows is the number of rows of a block of a file with a name: so few that a thousand parts fit memory, and that a range of query trajectories reads little beside its own rows.
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

// likeQuery reports whether entry segments are nearer to their query segments than to those of the row before.
func likeQuery(r *Rows) bool {
	score := 0
	query, entry := r.Int[1], r.Int[3]
	for i := 1; i < len(entry); i++ {
		score += bits.Len32(zigzag(entry[i]-query[i])) - bits.Len32(zigzag(entry[i]-entry[i-1]))
	}
	return score < 0
}

// zigzag makes small numbers of small differences of either sign.
func zigzag(d uint32) uint32 { return d<<1 ^ -(d >> 31) }

// unzigzag undoes zigzag.
func unzigzag(z uint32) uint32 { return z>>1 ^ -(z & 1) }

// ofQuery marks a column of differences to another.
const ofQuery = 0x80

// packInts appends the differences of numbers to those of the row before, or to those of another
// column: the bytes that the largest needs, one plane of bytes after another.
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

// differences fills d with the differences of numbers to those of the row before, or of another column, and
// returns the bits of all.
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

// unpackInts fills numbers from what packInts appended, and returns what follows.
func unpackInts(src []byte, v, query []uint32) ([]byte, error) {
	n := len(v)
	if len(src) < 1 || len(src) < 1+int(src[0]&^ofQuery)*n {
		return nil, errShort
	}
	planes, other := int(src[0]&^ofQuery), src[0]&ofQuery != 0
	src = src[1:]
	joinPlanes(v, src, planes)
	if other {
		for i, q := range query[:n] {
			v[i] = q + unzigzag(v[i])
		}
		return src[planes*n:], nil
	}
	before := uint32(0)
	for i, d := range v {
		before += unzigzag(d)
		v[i] = before
	}
	return src[planes*n:], nil
}

// joinPlanes fills numbers from as many planes of their bytes. Most columns have one, or two.
func joinPlanes(v []uint32, src []byte, planes int) {
	n := len(v)
	switch planes {
	case 0:
		clear(v)
	case 1:
		for i, b := range src[:n] {
			v[i] = uint32(b)
		}
	default:
		second := src[n:][:n]
		for i, b := range src[:n] {
			v[i] = uint32(b) | uint32(second[i])<<8
		}
	}
	for k := 2; k < planes; k++ {
		for i, b := range src[k*n:][:n] {
			v[i] |= uint32(b) << (8 * k)
		}
	}
}

// recent is the last different values of a column, the latest first. Of a query segment many rows have the
// times of its ends, and others times of their own among them.
type recent [3]uint64

// find returns which of them a value is, len(r) where it is none, and makes it the latest.
func (r *recent) find(bits uint64) (at int) {
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

// take returns the value at a place below len(r), and makes it the latest.
func (r *recent) take(at int) uint64 {
	switch at {
	case 1:
		r[0], r[1] = r[1], r[0]
	case 2:
		r[0], r[1], r[2] = r[2], r[0], r[1]
	}
	return r[0]
}

// packFloats appends the two bits of each value that recent.find returns, and the values that it
// does not find: xor the one before, one plane of bytes after another.
func packFloats(dst []byte, v []float64) []byte {
	at := len(dst)
	dst = append(dst, make([]byte, 4+(len(v)+3)/4)...)
	marks := dst[at+4:]
	var r recent
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

// unpackFloats fills values from what packFloats appended, and returns what follows.
func unpackFloats(src []byte, v []float64) ([]byte, error) {
	head := 4 + (len(v)+3)/4
	if len(src) < head {
		return nil, errShort
	}
	n, marks := int(binary.LittleEndian.Uint32(src)), src[4:head]
	src = src[head:]
	if n > len(v) || len(src) < 8*n {
		return nil, errShort
	}
	var fresh [blockRows]uint64
	gather(fresh[:n], src)
	var r recent
	next := 0
	for i := range v {
		code := int(marks[i/4] >> (i % 4 * 2) & 3)
		if code < len(r) {
			v[i] = math.Float64frombits(r.take(code))
			continue
		}
		if next == n {
			return nil, errShort
		}
		bits := fresh[next] ^ r[0]
		next++
		r[0], r[1], r[2] = bits, r[0], r[1]
		v[i] = math.Float64frombits(bits)
	}
	return src[8*n:], nil
}

// gather fills values from eight planes of their bytes.
func gather(v []uint64, src []byte) {
	n := len(v)
	a, b, c, d := src[:n], src[n:][:n], src[2*n:][:n], src[3*n:][:n]
	e, f, g, h := src[4*n:][:n], src[5*n:][:n], src[6*n:][:n], src[7*n:][:n]
	for i := range v {
		low := uint32(a[i]) | uint32(b[i])<<8 | uint32(c[i])<<16 | uint32(d[i])<<24
		high := uint32(e[i]) | uint32(f[i])<<8 | uint32(g[i])<<16 | uint32(h[i])<<24
		v[i] = uint64(low) | uint64(high)<<32
	}
}

// errShort is said of a block that lacks bytes: what is read is not what was written.
var errShort = errors.New("packed: a block is cut short")

// unpack fills n rows from a packed block. raw is memory to use.
func (p *packer) unpack(r *Rows, n int, packed, raw []byte) (memory []byte, err error) {
	if raw, err = p.out.DecodeAll(packed, raw[:0]); err != nil {
		return raw, fmt.Errorf("packed: %w", err)
	}
	if cap(r.Int[0]) < n {
		r.make(p.kind, n)
	}
	r.resize(p.kind, n)
	src := raw
	for c := range p.kind.ints() {
		if src, err = unpackInts(src, r.Int[c], r.Int[1]); err != nil {
			return raw, err
		}
	}
	for c := range p.kind.floats() {
		if src, err = unpackFloats(src, r.Float[c]); err != nil {
			return raw, err
		}
	}
	if len(src) != len(r.Open) {
		return raw, errShort
	}
	for i, o := range src {
		r.Open[i] = trajectory.Open(o)
	}
	return raw, nil
}

package packed

import (
	"encoding/binary"
	"errors"
	"fmt"

	"flyby/trajectory"
)

// unpack fills a block with n rows from a packed one. by has memory to use.
func (p *packer) unpack(b *wordRows, n int, packed []byte, by *packBuffer) (err error) {
	if by.raw, err = p.out.DecodeAll(packed, by.raw[:0]); err != nil {
		return fmt.Errorf("packed: %w", err)
	}
	b.resize(n)
	ints, src, word := by.columns(n), by.raw, p.kind.ints()/2
	for c := range p.kind.ints() {
		if src, err = unpackInts(src, ints[c], ints[1]); err != nil {
			return err
		}
	}
	b.join(&ints)
	for range p.kind.floats() {
		if src, err = unpackFloats(src, b.words[word:], b.stride, n); err != nil {
			return err
		}
		word++
	}
	if len(src) != len(b.open) {
		return errShort
	}
	for i, o := range src {
		b.open[i] = trajectory.Open(o)
	}
	return nil
}

// columns returns memory for the integers of n rows.
func (p *packBuffer) columns(n int) (all [4][]uint32) {
	if cap(p.ints) < len(all)*n {
		p.ints = make([]uint32, len(all)*n)
	}
	for c := range all {
		all[c] = p.ints[c*n : (c+1)*n]
	}
	return all
}

// unpackInts fills numbers from the bytes of packInts, and returns the bytes behind them.
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

// joinPlanes fills numbers from the planes of their bytes. Most columns have one plane, or two.
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

// unpackFloats fills a column of rows, every stride-th word, from the bytes of packFloats, and returns the bytes behind them.
func unpackFloats(src []byte, words []uint64, stride, rows int) ([]byte, error) {
	head := 4 + (rows+3)/4
	if len(src) < head {
		return nil, errShort
	}
	n, marks := int(binary.LittleEndian.Uint32(src)), src[4:head]
	src = src[head:]
	if n > rows || len(src) < 8*n {
		return nil, errShort
	}
	var fresh [blockRows]uint64
	gather(fresh[:n], src)
	var r recentValues
	next := 0
	for i := range rows {
		code := int(marks[i/4] >> (i % 4 * 2) & 3)
		if code < len(r) {
			words[i*stride] = r.take(code)
			continue
		}
		if next == n {
			return nil, errShort
		}
		bits := fresh[next] ^ r[0]
		next++
		r[0], r[1], r[2] = bits, r[0], r[1]
		words[i*stride] = bits
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

// errShort is the error of a block that lacks bytes: the bytes read are not the bytes written.
var errShort = errors.New("packed: a block is cut short")

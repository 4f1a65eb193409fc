package parquet

import (
	"bytes"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	pqformat "github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"flyby/internal/memory"
)

// An Unpacker decompresses pages, one at a time: its decoders and buffers serve all pages that a
// goroutine reads. No buffer grows beyond the size in a page's header, nor beyond the most that the
// packed bytes can unpack to: the Parquet library believes headers, and doubles the buffer of an
// LZ4 block that it cannot read until the process dies.
type Unpacker struct {
	Packed, page []byte
	source       bytes.Reader
	gzip         *gzip.Reader
	brotli       *brotli.Reader
	zstd         *zstd.Decoder
}

// Unpack returns the unpacked bytes, at most size, valid until the next call. No bytes are none in any codec: a page of nulls has no values,
// and need not be packed.
func (u *Unpacker) Unpack(codec pqformat.CompressionCodec, packed []byte, size int) ([]byte, error) {
	if codec == pqformat.Uncompressed || len(packed) == 0 {
		return packed, nil
	}
	switch codec {
	case pqformat.Snappy:
		return u.unpackSnappy(packed, size)
	case pqformat.Lz4Raw:
		return u.unpackLZ4(packed, size)
	case pqformat.Zstd:
		return u.unpackZstd(packed, size)
	case pqformat.Gzip:
		return u.unpackGzip(packed, size)
	case pqformat.Brotli:
		return u.unpackBrotli(packed, size)
	}
	return nil, unread(fmt.Sprintf("compressed with %v", codec))
}

// leave leaves the memory of the last page to those who keep parts of it.
func (u *Unpacker) leave() { u.Packed, u.page = nil, nil }

// room returns n bytes to fill.
func (u *Unpacker) room(n int) ([]byte, error) {
	const slack = 16 // the zstd decoder is faster with some bytes to spare
	if cap(u.page) < n+slack {
		if err := memory.Need("the bytes of a page", uint64(n+slack)); err != nil {
			return nil, err
		}
		u.page = make([]byte, n+slack)
	}
	return u.page[:n], nil
}

// overfull returns an error that a page holds more than the size in its header.
func overfull(size int) error { return fmt.Errorf("it unpacks to more than %d bytes", size) }

func (u *Unpacker) unpackSnappy(packed []byte, size int) ([]byte, error) {
	n, err := snappy.DecodedLen(packed)
	if err != nil {
		return nil, err
	}
	if n > size {
		return nil, overfull(size)
	}
	page, err := u.room(n)
	if err != nil {
		return nil, err
	}
	return snappy.Decode(page, packed)
}

func (u *Unpacker) unpackLZ4(packed []byte, size int) ([]byte, error) {
	n, ok := lz4Size(packed)
	if !ok {
		return nil, fmt.Errorf("not an LZ4 block")
	}
	if n > size {
		return nil, overfull(size)
	}
	page, err := u.room(n)
	if err != nil {
		return nil, err
	}
	n, err = lz4.UncompressBlock(packed, page)
	return page[:max(n, 0)], err
}

// lz4Size returns how many bytes an LZ4 block unpacks to, by the lengths in it.
// ok is false if it ends amid a sequence.
func lz4Size(b []byte) (size int, ok bool) {
	length := func(n int) int {
		for more := n == 15; more && len(b) > 0; b = b[1:] {
			n += int(b[0])
			more = b[0] == 255
		}
		return n
	}
	for len(b) > 0 {
		token := b[0]
		b = b[1:]
		literals := length(int(token >> 4))
		if size += literals; literals > len(b) {
			return 0, false
		}
		if b = b[literals:]; len(b) == 0 {
			return size, true // the last sequence has no match
		}
		if len(b) < 2 {
			return 0, false
		}
		b = b[2:] // the offset
		size += length(int(token&15)) + 4
	}
	return size, true
}

func (u *Unpacker) unpackZstd(packed []byte, size int) ([]byte, error) {
	if u.zstd == nil {
		var err error
		if u.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecodeAllCapLimit(true)); err != nil {
			return nil, err
		}
	}
	most, err := zstdMost(packed)
	if err != nil {
		return nil, err
	}
	page, err := u.room(min(size, most))
	if err != nil {
		return nil, err
	}
	page, err = u.zstd.DecodeAll(packed, page[:0])
	if err == nil && len(page) > size {
		err = overfull(size)
	}
	return page, err
}

// zstdMost returns the most bytes that zstd frames can unpack to, computed from their blocks.
func zstdMost(b []byte) (most int, err error) {
	for len(b) > 0 {
		var h zstd.Header
		rest, err := h.DecodeAndStrip(b)
		if err != nil {
			return 0, err
		}
		if h.Skippable {
			b = rest[min(len(rest), int(h.SkippableSize)):]
			continue
		}
		n, after := zstdBlocks(rest)
		most += n
		if h.HasCheckSum {
			after = after[min(len(after), 4):]
		}
		b = after
	}
	return most, nil
}

// zstdBlocks returns the most bytes that the blocks of a frame can unpack to, and the bytes after
// the last.
func zstdBlocks(b []byte) (most int, after []byte) {
	const header, largest = 3, 1 << 17
	for len(b) >= header {
		word := int(b[0]) | int(b[1])<<8 | int(b[2])<<16
		last, kind, n := word&1 == 1, word>>1&3, word>>3
		b = b[header:]
		switch kind {
		case 0: // a raw block
			most += min(n, largest)
		case 1: // a byte repeated n times
			most += min(n, largest)
			n = 1
		default:
			most += largest
		}
		if b = b[min(n, len(b)):]; last {
			break
		}
	}
	return most, b
}

func (u *Unpacker) unpackGzip(packed []byte, size int) ([]byte, error) {
	u.source.Reset(packed)
	if u.gzip == nil {
		z, err := gzip.NewReader(&u.source)
		if err != nil {
			return nil, err
		}
		u.gzip = z
	} else if err := u.gzip.Reset(&u.source); err != nil {
		return nil, err
	}
	return u.drain(u.gzip, len(packed), size)
}

func (u *Unpacker) unpackBrotli(packed []byte, size int) ([]byte, error) {
	u.source.Reset(packed)
	if u.brotli == nil {
		u.brotli = brotli.NewReader(&u.source)
	} else if err := u.brotli.Reset(&u.source); err != nil {
		return nil, err
	}
	page, err := u.drain(u.brotli, len(packed), size)
	if err != nil {
		u.brotli = nil // Reset keeps the input that a failed page left unread
	}
	return page, err
}

// drain reads r, which unpacks packed bytes, to its end.
func (u *Unpacker) drain(r io.Reader, packed, size int) ([]byte, error) {
	page, err := u.room(min(size, 8*packed))
	for n := 0; err == nil; {
		if n == len(page) && n < size {
			old := page[:n]
			if page, err = u.room(min(size, 2*n+1024)); err != nil {
				break
			}
			copy(page, old)
		}
		to := page[n:]
		if n == size {
			to = make([]byte, 1) // to see the end
		}
		k, err := io.ReadAtLeast(r, to, 1)
		if err == io.EOF {
			return page[:n], nil
		}
		if err != nil {
			return nil, err
		}
		if n += k; n > size {
			return nil, overfull(size)
		}
	}
	return nil, err
}

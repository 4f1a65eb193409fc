package arrow

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"

	"flyby/internal/memory"
)

// unpack unpacks the buffers of a body, and changes the metadata to say that they are not packed. It takes memory as bytes come out,
// whatever lengths the buffers claim.
func (m *messages) unpack(metadata, body []byte, h *header) ([]byte, error) {
	const pair, aligned = 16, 64
	var all []byte
	for i := range h.count {
		place := metadata[h.buffers+pair*i:]
		at, length := binary.LittleEndian.Uint64(place), binary.LittleEndian.Uint64(place[8:])
		for len(all)%aligned != 0 {
			all = append(all, 0)
		}
		from := len(all)
		var err error
		if all, err = m.unpackBuffer(all, body[at:at+length], h.packing); err != nil {
			return nil, err
		}
		binary.LittleEndian.PutUint64(place, uint64(from))
		binary.LittleEndian.PutUint64(place[8:], uint64(len(all)-from))
	}
	binary.LittleEndian.PutUint16(metadata[h.packed:], 0)
	return all, nil
}

// unpackBuffer appends the unpacked bytes of a buffer, which begins with their length, or a number less than 0 where the bytes
// behind it are not packed.
func (m *messages) unpackBuffer(to, buffer []byte, packing int) ([]byte, error) {
	if len(buffer) == 0 {
		return to, nil
	}
	if len(buffer) < 8 {
		return nil, m.fail("corrupt: a packed buffer without its length")
	}
	says, packed := int64(binary.LittleEndian.Uint64(buffer)), buffer[8:]
	switch {
	case says == -1:
		return append(to, packed...), nil
	case says < 0:
		return nil, m.fail(fmt.Sprintf("corrupt: a packed buffer of %d bytes", says))
	}
	from, done, cause := unpacker(packed, packing)
	if cause != "" {
		return nil, m.fail(cause)
	}
	defer done()
	to, err := m.take(to, from, says)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, m.fail(fmt.Sprintf("corrupt: a packed buffer that is shorter than the %d bytes it says", says))
	}
	return to, err
}

// take appends n bytes, and takes memory for no more than twice the bytes read.
func (m *messages) take(to []byte, from io.Reader, n int64) ([]byte, error) {
	const least = 1 << 16
	for n > 0 {
		some := min(n, max(least, int64(len(to))))
		if have := len(to); int64(cap(to)-have) < some {
			if err := memory.Need("bytes of a batch", uint64(have)+uint64(some)); err != nil {
				return nil, m.src.Outgrown(err)
			}
			to = append(roomFor(int64(have)+some), to...)
		}
		k, err := io.ReadFull(from, to[len(to):int64(len(to))+some])
		to, n = to[:len(to)+k], n-int64(k)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, m.fail(fmt.Sprintf("corrupt: a packed buffer (%v)", err))
		}
		if err != nil {
			return nil, err
		}
	}
	return to, nil
}

// unpacker returns a reader of packed bytes for a codec. cause says why it cannot.
func unpacker(packed []byte, packing int) (from io.Reader, done func(), cause string) {
	const lz4Frame, zstdFrame = 0, 1
	switch packing {
	case lz4Frame:
		return lz4.NewReader(bytes.NewReader(packed)), func() {}, ""
	case zstdFrame:
		const window = 8 << 20 // every decoder has to support this
		z, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(window))
		if err != nil {
			return nil, nil, fmt.Sprintf("corrupt: a packed buffer (%v)", err)
		}
		return z, z.Close, ""
	}
	return nil, nil, fmt.Sprintf("packed in manner %d, where LZ4 and zstd are read", packing)
}

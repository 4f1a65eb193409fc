package arrow

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	library "github.com/apache/arrow-go/v18/arrow/memory"

	"flyby/internal/infile"
	"flyby/internal/memory"
)

// messages reads the messages of a stream as they arrive, or of a file, and checks every claim of their metadata.
type messages struct {
	ctx   context.Context
	src   *infile.Source
	begin []byte // bytes of the stream that were already read

	at         io.ReaderAt // bytes are read from places; nil: as they come
	pos, limit int64       // the place of the next byte, and the end of the bytes that may be read

	ids      []int64      // of the dictionaries of the schema
	types    *columnTypes // of the schema, once the library has read it
	batches  int          // read so far
	isFile   bool
	footed   []byte    // metadata of the schema in a file's footer, until they are read
	sections []section // of the messages of a file that are not read yet
	ended    bool      // the end mark was there
	err      error     // the first
}

// A message is a message whose body is not read yet.
type message struct {
	header
	metadata []byte
}

// Retain does nothing.
func (m *messages) Retain() {}

// Release does nothing.
func (m *messages) Release() {}

// Message returns the schema to the library, as an ipc.MessageReader.
func (m *messages) Message() (schema *ipc.Message, err error) {
	defer func() { m.err = err }()
	of, err := m.next()
	if err != nil {
		return nil, err
	}
	body, err := m.read(nil, of.body, "in the body of a message")
	if err != nil {
		return nil, err
	}
	defer m.recovered(&err)
	return ipc.NewMessage(library.NewBufferBytes(of.metadata), library.NewBufferBytes(body)), nil
}

// fail returns an error of the stream.
func (m *messages) fail(cause string) error { return &infile.Error{File: m.src.Name, Cause: cause} }

// continued is the mark before the length of metadata, which old streams do not have.
const continued = 0xFFFFFFFF

// next reads the metadata of the next message. The error is io.EOF at the end mark.
func (m *messages) next() (of *message, err error) {
	if m.isFile {
		schema, done := m.nextOfFile()
		switch {
		case done:
			return nil, m.end()
		case schema != nil:
			return m.message(schema)
		}
	}
	var word [4]byte
	if err := m.fill(word[:], "before its end mark"); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint32(word[:])
	if length == continued {
		if err := m.fill(word[:], "in the length of a message"); err != nil {
			return nil, err
		}
		length = binary.LittleEndian.Uint32(word[:])
	}
	switch {
	case length == 0:
		return nil, m.end()
	case length > 1<<31-1:
		return nil, m.fail(fmt.Sprintf("corrupt: metadata of %d bytes", length))
	}
	metadata, err := m.read(nil, int64(length), "in the metadata of a message")
	if err != nil {
		return nil, err
	}
	return m.message(metadata)
}

// end returns io.EOF at the end mark, and an error where it comes too soon.
func (m *messages) end() error {
	if cause := m.types.lacks(); cause != "" {
		return m.fail(cause)
	}
	if m.ended = true; m.at != nil && !m.isFile {
		m.src.Done.Store(m.pos)
	}
	return io.EOF
}

// place returns the place of the metadata of a batch, as an error names it.
func (m *messages) place(batch int) string {
	if m.types == nil {
		return inMetadata
	}
	return fmt.Sprintf("%s at batch %d", inMetadata, batch)
}

// message checks metadata.
func (m *messages) message(metadata []byte) (*message, error) {
	h, cause := readHeader(metadata, m.place(m.batches+1))
	switch {
	case cause != "":
		return nil, m.fail(cause)
	case h.bigEndian:
		return nil, m.fail("its numbers have their most significant byte first, which is not read")
	case h.kind == schemaMessage && m.types != nil:
		return nil, m.fail("corrupt: a schema behind its schema")
	case h.kind == schemaMessage:
		m.ids = h.ids
	case m.types == nil:
		return nil, m.fail("corrupt: rows before a schema")
	case h.kind == batchMessage && len(m.types.absent) > 0:
		return nil, m.fail(m.types.early(m.batches + 1))
	case h.misfit != nil:
		_, cause := m.types.checkLayout(metadata, nil, &h, m.batches+1)
		return nil, m.fail(cause)
	}
	return &message{h, metadata}, nil
}

// unpacked returns a body unpacked, with its header read again: unpacking writes into the metadata. batch is the number of the batch that it is of, or
// comes before.
func (m *messages) unpacked(of *message, body []byte, batch int) ([]byte, error) {
	if of.packing < 0 {
		return body, nil
	}
	body, err := m.unpack(of.metadata, body, &of.header)
	if err != nil {
		return nil, err
	}
	again, cause := readUnpacked(of.metadata, len(body), m.place(batch))
	if cause != "" || again.kind != of.kind {
		return nil, m.fail(cmp.Or(cause, "corrupt metadata: a message of two kinds"))
	}
	of.header = again
	return body, nil
}

// fill reads bytes until b is full.
func (m *messages) fill(b []byte, where string) error {
	if m.at != nil {
		return m.fillAt(b, where)
	}
	n := copy(b, m.begin)
	m.begin = m.begin[n:]
	k, err := m.src.Fill(b[n:])
	if err == io.EOF && n+k < len(b) {
		return m.fail("cut short " + where)
	}
	if err == io.EOF {
		err = nil
	}
	return err
}

// fillAt is fill from a place.
func (m *messages) fillAt(b []byte, where string) error {
	if err := m.within(int64(len(b)), where); err != nil {
		return err
	}
	if err := m.readAt(b, m.pos); err != nil {
		return err
	}
	m.pos += int64(len(b))
	return nil
}

// within returns an error for fewer than n bytes from the current place on.
func (m *messages) within(n int64, where string) error {
	switch {
	case n <= m.limit-m.pos:
		return nil
	case m.isFile:
		return m.fail("corrupt: its footer says less than it holds, " + where)
	}
	return m.fail("cut short " + where)
}

// readAt fills b with the bytes at a place, which lie within the size that the file had.
func (m *messages) readAt(b []byte, at int64) error {
	if n, err := m.at.ReadAt(b, at); n < len(b) {
		if err == io.EOF {
			return m.fail("cut short while it was read")
		}
		return m.src.Broken(err)
	}
	return nil
}

// read appends n bytes of the stream to b. It takes memory for no more than twice the bytes that have arrived.
func (m *messages) read(b []byte, n int64, where string) ([]byte, error) {
	const least = 1 << 16
	for int64(len(b)) < n {
		if err := m.ctx.Err(); err != nil {
			return nil, err
		}
		have := int64(len(b))
		room := min(n, max(least, 2*have, int64(cap(b))))
		if room > int64(cap(b)) {
			if err := memory.Need("bytes of a batch", uint64(room)); err != nil {
				return nil, m.src.Outgrown(err)
			}
			b = append(roomFor(room), b...)
		}
		b = b[:room]
		if err := m.fill(b[have:], where); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// roomFor returns no bytes with room for n, which begin where numbers of 8 bytes may.
func roomFor(n int64) []byte {
	const aligned = 64
	return make([]byte, 0, (n+aligned-1)/aligned*aligned)
}

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
	"flyby/trajectory/format"
)

// messages reads the messages of a stream as they arrive: an ipc.MessageReader that checks every claim of the stream.
type messages struct {
	ctx   context.Context
	src   *infile.Source
	begin []byte // bytes of the stream that were already read
	body  []byte // of the current batch, used again for the next

	ids      []int64      // of the dictionaries of the schema
	types    *columnTypes // of the schema, once the library has read it
	batches  int          // read so far
	isFile   bool
	footed   []byte    // metadata of the schema in a file's footer, until they are read
	sections []section // of the messages of a file that are not read yet
	from     io.Reader // the current message of a file
	ended    bool      // the end mark was there
	err      error     // the first
}

// Retain does nothing.
func (m *messages) Retain() {}

// Release does nothing.
func (m *messages) Release() {}

// Message returns the next message. The error is io.EOF at the end mark; the first other error is returned from then on.
func (m *messages) Message() (*ipc.Message, error) {
	if m.err != nil {
		return nil, m.err
	}
	message, err := m.next()
	if err != nil && err != io.EOF {
		m.err = err
	}
	return message, err
}

// fail returns an error of the stream.
func (m *messages) fail(cause string) error { return &format.Error{File: m.src.Name, Cause: cause} }

// continued is the mark before the length of metadata, which old streams do not have.
const continued = 0xFFFFFFFF

// next reads a message.
func (m *messages) next() (*ipc.Message, error) {
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
	m.ended = true
	return io.EOF
}

// place returns the place of the current metadata, as an error names it.
func (m *messages) place() string {
	if m.types == nil {
		return inMetadata
	}
	return fmt.Sprintf("%s at batch %d", inMetadata, m.batches+1)
}

// message reads the body behind metadata.
func (m *messages) message(metadata []byte) (*ipc.Message, error) {
	h, cause := readHeader(metadata, m.place())
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
	case h.misfit != nil:
		return nil, m.fail(m.types.checkLayout(metadata, nil, &h, m.batches+1))
	}
	return m.whole(metadata, &h)
}

// whole reads the body of a message. A batch takes the memory of the batch before, which is no longer used; a dictionary
// keeps its memory.
func (m *messages) whole(metadata []byte, h *header) (message *ipc.Message, err error) {
	var body []byte
	if h.kind == batchMessage {
		body = m.body[:0]
	}
	if body, err = m.read(body, h.body, "in the body of a message"); err != nil {
		return nil, err
	}
	if h.kind == batchMessage {
		m.body = body
	}
	if body, err = m.checked(metadata, body, h); err != nil {
		return nil, err
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			message, err = nil, m.fail(cause(r))
		default:
			message, err = nil, m.fail(fmt.Sprintf("corrupt metadata: %v", r))
		}
	}()
	return ipc.NewMessage(library.NewBufferBytes(metadata), library.NewBufferBytes(body)), nil
}

// checked returns the body of a batch or a dictionary unpacked, with its values checked. Another message is returned as it is.
func (m *messages) checked(metadata, body []byte, h *header) (unpacked []byte, err error) {
	if h.packing >= 0 {
		if body, err = m.unpack(metadata, body, h); err != nil {
			return nil, err
		}
		again, cause := readUnpacked(metadata, len(body), m.place())
		if cause != "" || again.kind != h.kind {
			return nil, m.fail(cmp.Or(cause, "corrupt metadata: a message of two kinds"))
		}
		*h = again
	}
	if h.kind == schemaMessage {
		return body, nil
	}
	cause := m.types.checkLayout(metadata, body, h, m.batches+1)
	if h.kind == batchMessage {
		m.batches++
	}
	if cause != "" {
		return nil, m.fail(cause)
	}
	return body, nil
}

// fill reads bytes until b is full.
func (m *messages) fill(b []byte, where string) error {
	if m.isFile {
		_, err := io.ReadFull(m.from, b)
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return m.fail("corrupt: its footer says less than it holds, " + where)
		case err != nil:
			return m.src.Broken(err)
		}
		return nil
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
			b = append(make([]byte, 0, room), b...)
		}
		b = b[:room]
		if err := m.fill(b[have:], where); err != nil {
			return nil, err
		}
		m.src.Progress()
	}
	return b, nil
}

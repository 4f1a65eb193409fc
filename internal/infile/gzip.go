package infile

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
)

// members reads the members of a gzip archive one after the other, as one stream. It knows where
// each ends, and so can tell bytes after the last member from a damaged archive.
type members struct {
	src    *Source
	packed *bufio.Reader
	z      *gzip.Reader
}

// newMembers starts with the first member of a source, which must be one.
func newMembers(src *Source) (*members, error) {
	buffer := 64 << 10
	if src.Total > 0 {
		buffer = int(min(64<<10, src.Total+1)) // one byte more, so that the end is seen
	}
	m := &members{src: src, packed: bufio.NewReaderSize(src.Data, buffer)}
	z, err := gzip.NewReader(m.packed)
	if err != nil {
		return nil, err
	}
	m.z = z
	m.z.Multistream(false)
	return m, nil
}

// Read reads from the members.
func (m *members) Read(p []byte) (int, error) {
	n, err := m.z.Read(p)
	if err == io.EOF {
		err = m.next()
	}
	return n, err
}

// next goes on to the next member. The error is io.EOF if nothing but zeros follows, which
// are padding to gzip too.
func (m *members) next() error {
	end := m.src.Done.Load() - int64(m.packed.Buffered())
	head, err := m.packed.Peek(2)
	switch {
	case len(head) == 0:
		return err
	case bytes.Equal(head, []byte("\x1f\x8b")):
		if err := m.z.Reset(m.packed); err != nil {
			return err
		}
		m.z.Multistream(false)
		return nil
	case head[0] == 0:
		padding, err := m.isPadding()
		if err != nil {
			return err
		}
		if padding {
			return io.EOF
		}
	}
	return &Error{File: m.src.Name, Cause: fmt.Sprintf("the bytes after the gzip member that ends at byte %d are no gzip archive", end)}
}

// isPadding reports whether only zeros are left.
func (m *members) isPadding() (bool, error) {
	for {
		c, err := m.packed.ReadByte()
		if err == io.EOF {
			return true, nil
		}
		if err != nil || c != 0 {
			return false, err
		}
	}
}

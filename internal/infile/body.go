package infile

import "io"

// A Body has the bytes that "-" stands for in place of standard input: their number is known, and they can be read more than once, and from
// many places.
type Body struct {
	*io.SectionReader
	Name string // for messages: "the queries"
}

// NewBody returns a body of the first size bytes of bytes, which messages call by a name.
func NewBody(name string, bytes io.ReaderAt, size int64) *Body {
	return &Body{io.NewSectionReader(bytes, 0, size), name}
}

// reader returns a reader of the body from its beginning.
func (b *Body) reader() *io.SectionReader { return io.NewSectionReader(b.SectionReader, 0, b.Size()) }

// File returns the body as a file of a data set.
func (b *Body) File() File { return File{Path: "-", body: b} }

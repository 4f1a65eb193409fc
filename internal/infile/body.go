package infile

import (
	"io"
	"strings"
)

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

// Origin is the name of a place that no file has: where all coordinates are 0.
const Origin = "origin"

// OriginFile returns a table of the one place Origin, which has no times.
func OriginFile() File {
	const text = "id,t,x,y,z\n" + Origin + ",,0,0,0\n"
	return NewBody(Origin, strings.NewReader(text), int64(len(text))).File()
}

// IsOrigin reports whether the file is OriginFile.
func (f File) IsOrigin() bool { return f.body != nil && f.body.Name == Origin }

// Body returns the content of "-"; nil: standard input.
func (f File) Body() *Body { return f.body }

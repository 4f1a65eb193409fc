package votable

import (
	"bytes"
	"context"

	"flyby/internal/infile"
	"flyby/internal/xmlscan"
)

// Glance looks at the beginning of a document: begun is the number of rows of TABLEDATA that begin there, or of elements where there is no TABLEDATA. Where the
// first table with data is a stream of bytes, width is the number of bytes of its rows, otherwise 0. ok is false where its columns cannot be read.
func Glance(head []byte) (begun, width int, ok bool) {
	switch {
	case bytes.Contains(head, []byte("<TABLEDATA")):
		return bytes.Count(head, []byte("<TR")), 0, true
	case !bytes.Contains(head, []byte("<STREAM")):
		return bytes.Count(head, []byte("<")), 0, true
	}
	x := xmlscan.Reader{Context: context.Background(), Source: &infile.Source{Data: bytes.NewReader(head)}, Line: 1}
	if x.Start() != nil {
		return 0, 0, false
	}
	r, err := ReadTags(x.Context, x)
	if err != nil {
		return 0, 0, false
	}
	defer r.Close() //nolint:errcheck // it was only read
	for _, f := range r.(*reader).fields {
		width += max(1, f.Size) * f.Count
	}
	return 0, width, width > 0
}

// RowsIn returns about how many rows of some bytes a document has, in base64. A packed document is assumed to be a third of its unpacked size.
func RowsIn(src *infile.Source, width int) uint64 {
	size := uint64(src.Total)
	if src.Packing != "" {
		size *= 3
	}
	return size * 3 / 4 / uint64(width)
}

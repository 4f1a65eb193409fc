// Package csv reads text with a header, whose fields a byte separates, as batches: RFC 4180 and its dialects. Columns have no types: a column is of
// digits or text by its first rows, and a column of geometries in text has them in well-known binary.
package csv

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/trajectory"
)

// leastHead is the number of bytes that are read, at least, to find the first rows.
const leastHead = 1 << 16

// mostPeeked is the most rows that tell what columns are, and that Peek shows.
const mostPeeked = 64

// OpenAs opens the rows of a source. The byte that separates fields is the one of separators that makes the most columns of the header, which is the
// first record that does not begin with #. Columns are known, or nil: by the header and the first rows.
func OpenAs(src *infile.Source, separators string, columns []codec.Column) (codec.Reader, error) {
	r, names, err := open(src, separators, infile.MaxRecord)
	if err != nil {
		return nil, err
	}
	if r.columns = columns; columns == nil {
		r.learn(names)
	}
	return r, nil
}

// longestText is the most bytes of a line of OpenTexts: some millions of vertices.
const longestText = 1 << 28

// OpenTexts is OpenAs of columns that are all text, geometries too, which may be long.
func OpenTexts(src *infile.Source, separators string) (codec.Reader, error) {
	r, names, err := open(src, separators, longestText)
	if err != nil {
		return nil, err
	}
	r.columns = texts(names)
	return r, nil
}

// texts returns columns of text.
func texts(names []string) (columns []codec.Column) {
	for _, name := range names {
		columns = append(columns, codec.Column{Name: name, Kind: codec.Text, Type: "text", Untyped: true})
	}
	return columns
}

// open reads the header, and returns a reader without columns, of lines of some bytes at most.
func open(src *infile.Source, separators string, longest int) (r *reader, names []string, err error) {
	cut, first := infile.NewSplitter(src, src.Block(), src.Signs), infile.NewBlock(0)
	cut.Longest = longest
	end, err := begin(cut, first)
	if err != nil {
		return nil, nil, err
	}
	at, lines := infile.AfterComments(first.Text)
	switch what := src.Sniff(first.Text[at:]); {
	case len(first.Text) == 0:
		return nil, nil, &infile.Error{File: src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	case at == len(first.Text):
		return nil, nil, &infile.Error{File: src.Name, Line: lines + 1, Cause: "no header after the lines that begin with #"}
	case what != "":
		return nil, nil, &infile.Error{File: src.Name, Cause: "this is " + what}
	}
	h, cause := headerOf(first.Text[at:], separators)
	if cause != "" {
		return nil, nil, &infile.Error{File: src.Name, Line: lines + 1, Cause: cause}
	}
	lines += bytes.Count(first.Text[at:at+h.size], []byte("\n"))
	cut.Behind(first, at+h.size, lines, h.separator, end)
	r = &reader{src: src, cut: cut, separator: h.separator, block: first, end: end, line: lines + 1}
	return r, h.names, nil
}

// begin reads the header and the first rows. end is io.EOF where the block has the last of the text.
func begin(cut *infile.Splitter, first *infile.Block) (end, err error) {
	end = cut.Begin(first)
	for end == nil && first.Fatal == nil && len(first.Text) < leastHead {
		more := infile.NewBlock(0)
		end = cut.Fill(more)
		first.Text, first.Fatal = append(first.Text, more.Text...), more.Fatal
	}
	if end != nil && end != io.EOF {
		return nil, end
	}
	return end, nil
}

// A header is the record that names the columns.
type header struct {
	separator byte
	names     []string
	size      int // bytes, with its newline
}

// headerOf returns the header at the beginning of text.
func headerOf(text []byte, separators string) (h header, cause string) {
	for _, sep := range []byte(separators) {
		size, _ := infile.RecordEnd(text, 0, sep, true)
		record := infile.Chomp(text[:size])
		if sep == infile.Blank {
			record = infile.Chomp(infile.Squeezed(slices.Clone(text[:size])))
		}
		fields, broken := infile.SplitRecord(nil, record, sep)
		if broken == "" && len(fields) > len(h.names) {
			h = header{sep, infile.Names(fields), size}
		}
		cause = cmp.Or(cause, broken)
	}
	if h.names != nil {
		cause = ""
	}
	return h, cause
}

// learn finds out what columns are by their first rows.
func (r *reader) learn(names []string) {
	r.columns = texts(names)
	var b codec.Batch
	all := make([]int, len(names))
	for i := range all {
		all[i] = i
	}
	if codec.ReadFirst(context.Background(), r, all, &b) != nil {
		return
	}
	for i := range r.columns {
		c, cells := &r.columns[i], b.Values[i].Texts
		switch {
		case geoparquet.Looks(cells):
			c.Kind, c.Type, c.Untyped = codec.Bytes, "geometry", false
			c.Shape = &codec.Shape{Name: c.Name, CRS: firstCRS(cells), First: true}
		case startWithNumber(cells):
			c.Kind, c.Type = codec.Digits, "number"
		}
	}
}

// startWithNumber reports whether the first text is a number, and is true for no text at all.
func startWithNumber(texts [][]byte) bool {
	for _, text := range texts {
		if !infile.IsNone(text) {
			_, cause := infile.ParseFloat(text)
			return cause == ""
		}
	}
	return true
}

// firstCRS returns the CRS of the first geometry.
func firstCRS(texts [][]byte) geoparquet.CRS {
	for _, text := range texts {
		if len(infile.Trim(text)) > 0 {
			b, _ := geoparquet.AppendText(nil, text)
			return geoparquet.SRIDOf(geoparquet.SRID(b))
		}
	}
	return geoparquet.CRS{}
}

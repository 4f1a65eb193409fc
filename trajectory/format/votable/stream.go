package votable

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"

	"flyby/internal/infile"
	"flyby/internal/xmlscan"
	"flyby/trajectory/format"
	"flyby/trajectory/format/internal/cells"
)

// A voStream takes the data of BINARY or BINARY2: rows of cells, most significant byte first,
// as base64.
type voStream struct {
	v      *voReader
	flags  bool // BINARY2: bits before each row say which of its cells have no value
	text   []byte
	raw    []byte // decoded, of rows that are not whole yet
	row    int
	padded bool // base64 has ended
}

// take takes a chunk of text.
func (s *voStream) take(chunk []byte) error {
	for len(chunk) > 0 {
		line, rest, _ := bytes.Cut(chunk, []byte("\n"))
		chunk = rest
		if line = bytes.Trim(line, " \t\r"); bytes.IndexByte(line, ' ') >= 0 || bytes.IndexByte(line, '\t') >= 0 || bytes.IndexByte(line, '\r') >= 0 {
			line = bytes.Join(bytes.Fields(line), nil)
		}
		s.text = append(s.text, line...)
	}
	n := len(s.text) / 4 * 4
	if n == 0 {
		return nil
	}
	if s.padded {
		return s.v.x.Fail(s.v.x.Line, "corrupt base64: text after its end")
	}
	at := len(s.raw)
	s.raw = slices.Grow(s.raw, base64.StdEncoding.DecodedLen(n))
	k, err := base64.StdEncoding.Decode(s.raw[at:cap(s.raw)], s.text[:n])
	if err != nil {
		return s.v.x.Fail(s.v.x.Line, "corrupt base64")
	}
	s.padded = s.text[n-1] == '='
	s.raw, s.text = s.raw[:at+k], s.text[:copy(s.text, s.text[n:])]
	return s.rows()
}

// rows takes all whole rows.
func (s *voStream) rows() error {
	at := 0
	for {
		n, err := s.cells(s.raw[at:])
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
		s.row++
		if err := s.v.table.Row(s.row); err != nil {
			return err
		}
		at += n
	}
	s.raw = s.raw[:copy(s.raw, s.raw[at:])]
	return nil
}

// cells finds the cells of the row at the beginning of raw, and returns its length, 0 where raw does
// not hold the whole row.
func (s *voStream) cells(raw []byte) (n int, err error) {
	t := s.v.table
	var nulls []byte
	if s.flags {
		if n = (len(t.Columns) + 7) / 8; n > len(raw) {
			return 0, nil
		}
		nulls = raw[:n]
	}
	for i := range t.Columns {
		c := &t.Columns[i]
		size := c.Size * c.Count
		if c.Size == 0 {
			size = (c.Count + 7) / 8
		}
		if c.Variable {
			if len(raw) < n+4 {
				return 0, nil
			}
			count := binary.BigEndian.Uint32(raw[n:])
			if n += 4; count > cells.MaxRow || n > 2*cells.MaxRow {
				return 0, faultOf(s.v.table.Feed.Table.Source, s.row+1, c.Name, fmt.Sprintf("corrupt: an array of %d elements", count))
			}
			if size = c.Size * int(count); c.Size == 0 {
				size = (int(count) + 7) / 8
			}
		}
		if len(raw) < n+size {
			return 0, nil
		}
		if t.Wants[i] {
			if t.Cells[i] = raw[n:][:size:size]; nulls != nil && nulls[i/8]>>(7-i%8)&1 == 1 {
				t.Cells[i] = nil
			}
		}
		n += size
	}
	return n, nil
}

// faultOf returns an error of a row and column that ends the reading.
func faultOf(s *infile.Source, row int, column, cause string) error {
	return &format.Error{File: s.Name, Record: row, Column: column, Cause: cause}
}

// end takes the end of the stream.
func (s *voStream) end() error {
	if len(s.raw)+len(s.text) > 0 {
		return &format.Error{File: s.v.x.Source.Name, Record: s.row + 1, Cause: "truncated"}
	}
	return nil
}

// Estimate is input.EstimateRows for SUMO and VOTables: it counts elements that begin, or divides
// bytes by the bytes of a row. Packed base64 is assumed to be a third of its unpacked size.
func Estimate(src *infile.Source, o *format.Options) (rows uint64, ok bool) {
	head, more, ok := format.HeadOf(src)
	switch {
	case !ok:
		return 0, false
	case bytes.Contains(head, []byte("<TABLEDATA")):
		return format.Extrapolate(src, bytes.Count(head, []byte("<TR")), more), true
	case !bytes.Contains(head, []byte("<STREAM")):
		return format.Extrapolate(src, bytes.Count(head, []byte("<")), more), true
	}
	first := &infile.Source{Name: src.Name, Data: bytes.NewReader(head), Signs: src.Signs}
	v := &voReader{x: xmlscan.Reader{Context: context.Background(), Source: first, Line: 1}, o: o, scales: map[string]string{}}
	if v.x.Start() != nil {
		return 0, false
	}
	for v.stream == nil {
		tag, err := v.x.Next()
		if err != nil || !tag.Closing && v.begin(tag, xmlscan.LocalName(tag.Name)) != nil {
			return 0, false
		}
	}
	width := 0
	for _, c := range v.table.Columns {
		width += max(1, c.Size) * c.Count
	}
	size := uint64(src.Total)
	if src.Packing != "" {
		size *= 3
	}
	return size * 3 / 4 / uint64(max(1, width)), true
}

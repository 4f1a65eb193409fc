package votable

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"

	"flyby/internal/codec"
	"flyby/internal/codec/bigendian"
	"flyby/internal/infile"
)

// A stream takes the data of BINARY or BINARY2: rows of cells, most significant byte first, as base64. Whole rows go to the Raw of a batch.
type stream struct {
	r      *reader
	fields []bigendian.Field
	flags  int   // bytes before each row of BINARY2, whose bits say which of its cells have no value
	stride int   // bytes of a row, 0 where they vary
	froms  []int // [fields] the first byte of a field in a row, where rows have a stride
	text   []byte
	raw    []byte // decoded, of rows that are not whole yet
	padded bool   // base64 has ended
}

// newStream returns a stream for the fields of a table.
func newStream(r *reader, flagged bool) *stream {
	s := &stream{r: r, fields: slices.Clone(r.fields)}
	if flagged {
		s.flags = (len(s.fields) + 7) / 8
	}
	at, varies := s.flags, false
	for i := range s.fields {
		f := &s.fields[i]
		s.froms = append(s.froms, at)
		at += bytesOf(f, f.Count)
		varies = varies || f.Variable
	}
	if !varies {
		s.stride = at
	}
	return s
}

// bytesOf returns the bytes of some elements.
func bytesOf(f *bigendian.Field, count int) int {
	if f.Size == 0 {
		return (count + 7) / 8
	}
	return f.Size * count
}

// take takes a chunk of text.
func (s *stream) take(chunk []byte) error {
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
		return s.r.x.Fail(s.r.x.Line, "corrupt base64: text after its end")
	}
	at := len(s.raw)
	s.raw = slices.Grow(s.raw, base64.StdEncoding.DecodedLen(n))
	k, err := base64.StdEncoding.Decode(s.raw[at:cap(s.raw)], s.text[:n])
	if err != nil {
		return s.r.x.Fail(s.r.x.Line, "corrupt base64")
	}
	s.padded = s.text[n-1] == '='
	s.raw, s.text = s.raw[:at+k], s.text[:copy(s.text, s.text[n:])]
	return s.rows()
}

// rows takes all whole rows.
func (s *stream) rows() error {
	at := 0
	for {
		n, err := s.walk(s.raw[at:], nil)
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
		s.r.batch.Raw = append(s.r.batch.Raw, s.raw[at:at+n]...)
		at += n
		if err := s.r.full(); err != nil {
			return err
		}
	}
	s.raw = s.raw[:copy(s.raw, s.raw[at:])]
	return nil
}

// walk returns the length of the row at the beginning of raw, 0 where raw does not hold the whole row, and passes the cells of the row to cell, unless
// that is nil: a cell that is said to have no value is nil.
func (s *stream) walk(raw []byte, cell func(field int, cell []byte)) (n int, err error) {
	if s.stride > 0 && cell == nil {
		if len(raw) < s.stride {
			return 0, nil
		}
		return s.stride, nil
	}
	if n = s.flags; n > len(raw) {
		return 0, nil
	}
	for i := range s.fields {
		f := &s.fields[i]
		count := f.Count
		if f.Variable {
			if len(raw) < n+4 {
				return 0, nil
			}
			elements := binary.BigEndian.Uint32(raw[n:])
			if n += 4; elements > bigendian.MaxRow || n > 2*bigendian.MaxRow {
				return 0, &infile.Error{File: s.r.x.Source.Name, Record: s.r.row + 1, Column: f.Name, Cause: fmt.Sprintf("corrupt: an array of %d elements", elements)}
			}
			count = int(elements)
		}
		size := bytesOf(f, count)
		if len(raw) < n+size {
			return 0, nil
		}
		if cell != nil && s.isNull(raw, i) {
			cell(i, nil)
		} else if cell != nil {
			cell(i, raw[n:][:size:size])
		}
		n += size
	}
	return n, nil
}

// isNull reports whether the flags before a row say that a cell has no value.
func (s *stream) isNull(row []byte, field int) bool {
	return s.flags > 0 && row[field/8]>>(7-field%8)&1 == 1
}

// rest returns Batch.Rest.
func (s *stream) rest(b *codec.Batch) func() error {
	wanted, wants, columns := s.r.wanted, s.r.wants, s.r.columns
	return func() error {
		if s.stride > 0 {
			for _, at := range wanted {
				s.decode(&b.Values[at], at, b)
			}
			return nil
		}
		raw := b.Raw
		for row := range b.Rows {
			n, err := s.walk(raw, func(at int, cell []byte) {
				if wants[at] {
					s.fields[at].Append(&b.Values[at], columns[at].Kind, row, cell)
				}
			})
			if err != nil {
				return err
			}
			raw = raw[n:]
		}
		return nil
	}
}

// decode decodes a column of rows that have a stride.
func (s *stream) decode(v *codec.Values, at int, b *codec.Batch) {
	s.fields[at].Decode(v, b.Raw[s.froms[at]:], s.stride, b.Rows)
	if s.flags == 0 {
		return
	}
	for row := range b.Rows {
		if s.isNull(b.Raw[row*s.stride:], at) {
			v.Nulls.Add(row)
		}
	}
}

// end takes the end of the stream.
func (s *stream) end() error {
	if len(s.raw)+len(s.text) > 0 {
		return &infile.Error{File: s.r.x.Source.Name, Record: s.r.row + 1, Cause: "truncated"}
	}
	return nil
}

// Package fits reads the binary tables of FITS as batches: see NASA's FITS standard 4.0, section 7.3.
package fits

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"flyby/internal/codec"
	"flyby/internal/codec/bigendian"
	"flyby/internal/infile"
	"flyby/trajectory"
)

// A reader goes through the parts (HDUs) of a file, each a header and data, and reads the rows of binary tables. It is a codec.Tables.
type reader struct {
	codec.Plain
	ctx    context.Context
	src    *infile.Source
	block  []byte // of a header, or of data that are passed over
	hdu    int    // number of the current part, from 0 on
	unread uint64 // bytes of data of the part that are not read

	fields  []bigendian.Field
	columns []codec.Column
	froms   []int  // [fields] the first byte of a field in a row
	width   int    // bytes of a row
	rows    uint64 // of the table
	row     uint64 // the next
	wanted  []int  // columns
	ahead   []byte // rows that Peek has read, for Next
}

// Open is a codec.OpenFunc. The reader is a codec.Tables: it is open at the first binary table.
func Open(ctx context.Context, src *infile.Source, _ int) (codec.Reader, error) {
	r := &reader{ctx: ctx, src: src, hdu: -1}
	switch err := r.Turn(ctx); err {
	case nil:
		return r, nil
	case io.EOF:
		return nil, r.fail("no binary table (BINTABLE) in the file")
	default:
		return nil, err
	}
}

// fail returns an error of the file.
func (r *reader) fail(cause string) *infile.Error {
	return &infile.Error{File: r.src.Name, Cause: cause}
}

// failPart returns an error of the current part.
func (r *reader) failPart(cause string) *infile.Error {
	return r.fail(fmt.Sprintf("HDU %d: %s", r.hdu, cause))
}

// Turn goes to the next binary table.
func (r *reader) Turn(ctx context.Context) error {
	r.ctx = ctx
	for {
		if err := r.skip(); err != nil {
			return err
		}
		h, err := r.header()
		if err != nil {
			return err
		}
		size, cause := h.size()
		if cause != "" {
			return r.failPart(cause)
		}
		r.unread = (size + Block - 1) / Block * Block
		if h["XTENSION"] == "BINTABLE" {
			return r.table(h)
		}
	}
}

// table begins the table of a header.
func (r *reader) table(h header) error {
	var cause string
	if r.fields, r.width, r.rows, cause = h.fields(); cause != "" {
		return r.failPart(cause)
	}
	if r.width == 0 {
		r.rows = 0 // of which a header of a few bytes may claim any number
	}
	r.row, r.wanted, r.columns, r.froms, r.ahead = 0, nil, nil, nil, nil
	from := 0
	for i := range r.fields {
		f := &r.fields[i]
		r.columns, r.froms = append(r.columns, f.Column()), append(r.froms, from)
		from += f.Size * f.Count
	}
	return nil
}

// fill reads n bytes into buf, fewer at the end of the file.
func (r *reader) fill(buf *[]byte, n int) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if cap(*buf) < n {
		*buf = make([]byte, n)
	}
	k, err := r.src.Fill((*buf)[:n])
	*buf = (*buf)[:k]
	r.src.Progress()
	if err == io.EOF {
		err = nil
	}
	return err
}

// skip passes over the unread data of a part. The padding of the last block may be missing at the end of the file.
func (r *reader) skip() error {
	for r.unread > 0 {
		n := min(r.unread, uint64(r.src.Block()))
		if err := r.fill(&r.block, int(n)); err != nil {
			return err
		}
		r.unread -= uint64(len(r.block))
		if uint64(len(r.block)) == n {
			continue
		}
		if r.unread < Block {
			r.unread = 0
			return nil
		}
		return r.fail(fmt.Sprintf("truncated: %d bytes of the data of HDU %d are missing", r.unread, r.hdu))
	}
	return nil
}

// header reads the next header. The error is io.EOF behind the last one.
func (r *reader) header() (header, error) {
	h := header{}
	r.hdu++
	for size := 0; ; size += Block {
		if err := r.fill(&r.block, Block); err != nil {
			return nil, err
		}
		switch {
		case size == 0 && r.hdu == 0:
			if err := r.first(); err != nil {
				return nil, err
			}
		case size == 0 && !bytes.HasPrefix(r.block, []byte("XTENSION")):
			return nil, io.EOF // no bytes, or special records that the standard leaves undefined
		}
		if len(r.block) < Block {
			return nil, r.fail(fmt.Sprintf("truncated in the header of HDU %d", r.hdu))
		}
		if size > mostHeader {
			return nil, r.fail(fmt.Sprintf("the header of HDU %d does not end", r.hdu))
		}
		for at := 0; at < Block; at += cardSize {
			last, cause := h.add(r.block[at : at+cardSize])
			if cause != "" {
				return nil, r.failPart(cause)
			}
			if last {
				return h, nil
			}
		}
	}
}

// first checks the beginning of the file.
func (r *reader) first() error {
	switch {
	case len(r.block) == 0:
		return &infile.Error{File: r.src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	case bytes.HasPrefix(r.block, []byte(Magic)):
		return nil
	}
	if what := r.src.Sniff(r.block); what != "" {
		return r.fail("this is " + what)
	}
	return r.fail("this is no FITS file")
}

// Next reads the bytes of the next rows.
func (r *reader) Next(ctx context.Context, b *codec.Batch) error {
	if r.ahead != nil {
		b.Raw, r.ahead = append(b.Raw[:0], r.ahead...), nil
	} else if err := r.read(ctx, &b.Raw); err != nil {
		return err
	}
	r.begin(b, r.wanted)
	r.row += uint64(b.Rows)
	return nil
}

// Peek is codec.Peeker's.
func (r *reader) Peek(ctx context.Context, columns []int, b *codec.Batch) error {
	if r.ahead == nil {
		if err := r.read(ctx, &r.ahead); err != nil {
			r.ahead = nil
			return err
		}
	}
	b.Raw = append(b.Raw[:0], r.ahead...)
	r.begin(b, columns)
	return nil
}

// next returns the number of the next rows that make a batch.
func (r *reader) next() int {
	most := uint64(min(r.src.Block(), codec.MostBytes) / r.width)
	return int(min(max(1, most), codec.MostRows, r.rows-r.row))
}

// read reads the bytes of the next rows.
func (r *reader) read(ctx context.Context, raw *[]byte) error {
	if r.ctx = ctx; r.row == r.rows {
		return io.EOF
	}
	if err := r.fill(raw, r.next()*r.width); err != nil {
		return err
	}
	if r.unread -= uint64(len(*raw)); len(*raw) < r.width {
		return r.fail(fmt.Sprintf("truncated: %d of %d rows", r.row, r.rows))
	}
	return nil
}

// begin makes a batch of the next rows, whose bytes are its Raw.
func (r *reader) begin(b *codec.Batch, wanted []int) {
	fields, froms, stride := r.fields, r.froms, r.width
	b.First, b.Rows, b.Missed, b.Broken = int(r.row), len(b.Raw)/stride, b.Missed[:0], nil
	b.Values = codec.Resized(b.Values, len(fields))
	b.Rest = func() error {
		for _, at := range wanted {
			fields[at].Decode(&b.Values[at], b.Raw[froms[at]:], stride, b.Rows)
		}
		return nil
	}
}

// Columns returns the columns of the table.
func (r *reader) Columns() []codec.Column { return r.columns }

// Claims returns the number of rows of the table, as far as the file has bytes for them.
func (r *reader) Claims() int {
	if r.src.Packing == "" && r.src.Total > 0 {
		return int(min(r.rows, uint64(r.src.Total)/max(1, uint64(r.width))))
	}
	return int(r.rows)
}

// Want says which columns are decoded. Conditions are not tested.
func (r *reader) Want(columns []int, _ []codec.Test) { r.wanted = columns }

// Place returns the place of a row.
func (r *reader) Place(row int) infile.Error {
	return infile.Error{File: r.src.Name, Record: row + 1}
}

// Table returns the number of the table's HDU.
func (r *reader) Table() int { return r.hdu }

// Both is the error of two tables that may be meant.
func (r *reader) Both(earlier int) error {
	return r.fail(fmt.Sprintf("HDUs %d and %d both have the columns: give each a file of its own", earlier, r.hdu))
}

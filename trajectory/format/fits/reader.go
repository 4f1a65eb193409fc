// Package fits reads binary tables of FITS.
package fits

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"flyby/internal/infile"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/format/internal/cells"
)

// Read reads the binary table of a FITS file that has the required columns.
func Read(ctx context.Context, src *infile.Source, o *format.Options) (*format.Parsed, error) {
	f := &fitsReader{ctx: ctx, src: src, o: o, hdu: -1}
	var p *format.Parsed
	of := 0
	for {
		more, err := f.next()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		if p != nil {
			return nil, f.fail(fmt.Sprintf("HDUs %d and %d both have the columns: give each a file of its own", of, f.hdu))
		}
		if p, err = f.table.Finish(f.read()); err != nil {
			return nil, err
		}
		of = f.hdu
	}
	if p == nil {
		return nil, &format.Error{File: src.Name, Cause: f.missing()}
	}
	return p, nil
}

// Estimate is input.EstimateRows.
func Estimate(src *infile.Source, o *format.Options) (rows uint64, ok bool) {
	f := &fitsReader{ctx: context.Background(), src: src, o: o, hdu: -1}
	more, err := f.next()
	return f.rows, more && err == nil
}

// A fitsReader goes through the parts of a FITS file, each a header and data.
type fitsReader struct {
	ctx    context.Context
	src    *infile.Source
	o      *format.Options
	buf    []byte
	hdu    int    // number of the current part, from 0 on
	why    string // columns that the first binary table lacks
	unread uint64 // bytes of data of the part that are not read

	table *cells.Table
	width int // bytes of a row
	rows  uint64
}

// fail returns an error of the current part.
func (f *fitsReader) fail(cause string) *format.Error {
	return &format.Error{File: f.src.Name, Cause: cause}
}

// missing returns the reason why no table is read.
func (f *fitsReader) missing() string {
	if f.why == "" {
		return "no binary table (BINTABLE) in the file"
	}
	return f.why
}

// next goes to the next binary table with the columns. more is false at the end of the file.
func (f *fitsReader) next() (more bool, err error) {
	for {
		if err := f.skip(); err != nil {
			return false, err
		}
		h, err := f.header()
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		size, cause := h.size()
		if cause != "" {
			return false, f.fail(fmt.Sprintf("HDU %d: %s", f.hdu, cause))
		}
		f.unread = (size + Block - 1) / Block * Block
		if h["XTENSION"] != "BINTABLE" {
			continue
		}
		columns, width, rows, cause := h.columns()
		if cause != "" {
			return false, f.fail(fmt.Sprintf("HDU %d: %s", f.hdu, cause))
		}
		if f.table, cause = cells.NewTable(f.src, columns, f.o, f.peek(columns, uint64(width), uint64(rows))); cause != "" {
			if f.why == "" {
				f.why = cause
			}
			continue
		}
		if err := f.table.Ask(f.src.Name, f.o); err != nil {
			return false, err
		}
		f.width, f.rows = width, rows
		f.table.Feed.Table.Layout.Units.Scale = format.ScaleOf(h["TIMESYS"])
		return true, nil
	}
}

// peek returns the Peek of a table, which reads its first rows.
func (f *fitsReader) peek(columns []cells.Column, width, rows uint64) cells.Peek {
	const most = 1 << 20 // bytes
	return func() (all [][][]byte, written bool) {
		n := min(rows, format.MostGlanced, most/max(width, 1))
		if f.fill(int(n*width)) != nil {
			return nil, false
		}
		f.unread -= uint64(len(f.buf))
		for at := 0; uint64(len(f.buf)-at) >= max(width, 1); {
			var row [][]byte
			for _, c := range columns {
				size := c.Size * c.Count
				row = append(row, f.buf[at:][:size:size])
				at += size
			}
			all = append(all, row)
		}
		return all, false
	}
}

// fill reads n bytes into buf, fewer at the end of the file.
func (f *fitsReader) fill(n int) error {
	if err := f.ctx.Err(); err != nil {
		return err
	}
	if cap(f.buf) < n {
		f.buf = make([]byte, n)
	}
	k, err := f.src.Fill(f.buf[:n])
	f.buf = f.buf[:k]
	f.src.Progress()
	if err == io.EOF {
		err = nil
	}
	return err
}

// skip passes over the unread data of a part. The padding of the last block may be missing at the
// end of the file.
func (f *fitsReader) skip() error {
	for f.unread > 0 {
		n := min(f.unread, uint64(f.src.Block()))
		if err := f.fill(int(n)); err != nil {
			return err
		}
		f.unread -= uint64(len(f.buf))
		if uint64(len(f.buf)) == n {
			continue
		}
		if f.unread < Block {
			f.unread = 0
			return nil
		}
		return f.fail(fmt.Sprintf("truncated: %d bytes of the data of HDU %d are missing", f.unread, f.hdu))
	}
	return nil
}

// header reads a header. The error is io.EOF where there is no further one.
func (f *fitsReader) header() (fitsHeader, error) {
	h := fitsHeader{}
	f.hdu++
	for size := 0; ; size += Block {
		if err := f.fill(Block); err != nil {
			return nil, err
		}
		switch {
		case size == 0 && f.hdu == 0:
			if err := f.first(); err != nil {
				return nil, err
			}
		case size == 0 && !bytes.HasPrefix(f.buf, []byte("XTENSION")):
			return nil, io.EOF // no bytes, or special records that the standard leaves undefined
		}
		if len(f.buf) < Block {
			return nil, f.fail(fmt.Sprintf("truncated in the header of HDU %d", f.hdu))
		}
		if size > maxFitsHeader {
			return nil, f.fail(fmt.Sprintf("the header of HDU %d does not end", f.hdu))
		}
		for at := 0; at < Block; at += fitsCard {
			last, cause := h.add(f.buf[at : at+fitsCard])
			if cause != "" {
				return nil, f.fail(fmt.Sprintf("HDU %d: %s", f.hdu, cause))
			}
			if last {
				return h, nil
			}
		}
	}
}

// first checks the beginning of the file.
func (f *fitsReader) first() error {
	switch {
	case len(f.buf) == 0:
		return &format.Error{File: f.src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	case bytes.HasPrefix(f.buf, []byte(Magic)):
		return nil
	}
	if what := f.src.Sniff(f.buf); what != "" {
		return f.fail("this is " + what)
	}
	return f.fail("this is no FITS file")
}

// read reads the rows of the table.
func (f *fitsReader) read() error {
	type span struct{ column, from, to int }
	var spans []span
	for column, wanted := range f.table.Wants {
		if from, size := f.table.Span(column); wanted {
			spans = append(spans, span{column, from, from + size})
		}
	}
	each := max(1, f.src.Block()/max(1, f.width)) // rows at a time
	for row := uint64(0); row < f.rows; {
		n := int(min(uint64(each), f.rows-row))
		if err := f.fill(n * f.width); err != nil {
			return err
		}
		f.unread -= uint64(len(f.buf))
		for at := 0; at+f.width <= len(f.buf) && n > 0; at += f.width {
			for _, s := range spans {
				f.table.Cells[s.column] = f.buf[at+s.from : at+s.to]
			}
			row, n = row+1, n-1
			if err := f.table.Row(int(row)); err != nil {
				return err
			}
		}
		if n > 0 {
			return f.fail(fmt.Sprintf("truncated: %d of %d rows", row, f.rows))
		}
	}
	return nil
}

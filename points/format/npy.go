package format

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/internal/parallel"
)

// npyBlock is about the number of bytes of a read, so few that the blocks of many threads together take little memory.
const npyBlock = 64 << 10

// readNPY reads an array. Where the size of the data is not known, columns grow only as values arrive, so that a header cannot claim more memory
// than the file justifies.
func readNPY(ctx context.Context, src *infile.Source, o *Options) (*contents, error) {
	h, err := readNPYHeader(src)
	var bad *Error
	if errors.As(err, &bad) {
		bad.File = src.Name
		return nil, bad
	}
	if err != nil {
		return nil, err
	}
	r := &npyReader{src: src, header: h, options: o, checker: o.checker(), columns: make([][]float64, h.columns), begin: src.Done.Load()}
	if r.isSized() && src.Total-r.begin < h.size() {
		return nil, r.short()
	}
	if cause := ofDegrees(h.columns); o.LonLat && cause != "" {
		return nil, &Error{File: src.Name, Cause: cause}
	}
	read := r.readStream
	if r.isSized() && src.At != nil {
		read = r.readFile
	}
	if err := read(ctx); err != nil {
		return nil, err
	}
	return r.contents()
}

// An npyReader reads the values of an array.
type npyReader struct {
	src     *infile.Source
	header  npyHeader
	options *Options
	checker checker
	columns [][]float64
	begin   int64       // place of the first value in the file
	bad     atomic.Bool // a coordinate is bad
}

// isSized reports whether the file is known to have as many bytes as the header says.
func (r *npyReader) isSized() bool { return r.src.Packing == "" && r.src.Total > 0 }

// short returns the error of a file that is shorter than its header says.
func (r *npyReader) short() *Error {
	h := &r.header
	return &Error{File: r.src.Name, Cause: fmt.Sprintf("cut short: its header says %d rows of %d numbers, %d bytes in all", h.rows, h.columns, h.size())}
}

// long returns the error of a file that is longer than its header says.
func (r *npyReader) long() *Error {
	return &Error{File: r.src.Name, Cause: fmt.Sprintf("more bytes than the %d that its header says", r.header.size())}
}

// readFile reads an array from many places at once.
func (r *npyReader) readFile(ctx context.Context) error {
	h := &r.header
	if err := r.grow(npyExtent{columns: h.columns, rows: h.rows}); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	bufs := make([][]byte, r.options.Threads)
	parallel.Each(ctx, h.parts(), len(bufs), func(thread, i int) {
		part := h.part(i)
		bufs[thread] = infile.Resized(bufs[thread], h.bytes(part))
		if err := r.readAt(h.at(part), bufs[thread]); err != nil {
			stop(err)
			return
		}
		r.decode(part, bufs[thread])
		if r.src.Done.Add(int64(len(bufs[thread]))); thread == 0 {
			r.src.Progress()
		}
	})
	if err := context.Cause(ctx); err != nil {
		return err
	}
	r.src.Progress()
	if r.src.Total-r.begin > h.size() {
		return r.long()
	}
	return nil
}

// readAt fills b with the bytes at a place of the array.
func (r *npyReader) readAt(at int64, b []byte) error {
	n, err := r.src.At.ReadAt(b, r.begin+at)
	switch {
	case n == len(b):
		return nil
	case errors.Is(err, io.EOF):
		return r.short()
	}
	return r.src.Broken(err)
}

// readStream reads an array in order.
func (r *npyReader) readStream(ctx context.Context) error {
	h := &r.header
	var buf []byte
	for i := range h.parts() {
		if err := ctx.Err(); err != nil {
			return err
		}
		part := h.part(i)
		buf = infile.Resized(buf, h.bytes(part))
		if err := r.fill(buf); err != nil {
			return err
		}
		if err := r.grow(part); err != nil {
			return err
		}
		r.decode(part, buf)
		r.src.Progress()
	}
	n, err := r.src.Fill(make([]byte, 1))
	switch {
	case n > 0:
		return r.long()
	case err != io.EOF:
		return err
	}
	return nil
}

// fill fills b with the next bytes of the array.
func (r *npyReader) fill(b []byte) error {
	n, err := r.src.Fill(b)
	switch {
	case n == len(b):
		return nil
	case errors.Is(err, io.EOF):
		return r.short()
	}
	return err
}

// grow extends the columns of a part by its rows. Room for the columns behind them is asked for, too.
func (r *npyReader) grow(part npyExtent) error {
	have, rows := len(r.columns[part.column]), part.first+part.rows
	to := cap(r.columns[part.column])
	if rows > to {
		to = r.capacity(have, part.rows)
		g := Growth{Points: to, Dimensions: len(r.columns), Bytes: memory.Of(to, 8*(len(r.columns)-part.column)), Freed: memory.Of(have, 8*part.columns)}
		if err := r.options.afford(r.src, g); err != nil {
			return err
		}
	}
	for k := part.column; k < part.column+part.columns; k++ {
		if to > cap(r.columns[k]) {
			r.columns[k] = append(make([]float64, 0, to), r.columns[k]...)
		}
		r.columns[k] = r.columns[k][:rows]
	}
	return nil
}

// capacity returns the capacity for a column of n values that takes more: all rows of the header, where the size of the file has been checked.
func (r *npyReader) capacity(n, more int) int {
	if r.isSized() {
		return r.header.rows
	}
	return min(r.header.rows, infile.Grown(n, more, 2*n))
}

// decode takes over the values of a part, and checks them.
func (r *npyReader) decode(part npyExtent, b []byte) {
	h := &r.header
	for k := range part.columns {
		c := r.columns[part.column+k][part.first:][:part.rows]
		h.decode(c, b[k*h.width:], part.columns*h.width)
		if !r.fit(part.column+k, c) {
			r.bad.Store(true)
		}
	}
}

// fit reports whether held coordinates of a dimension are all good.
func (r *npyReader) fit(dimension int, held []float64) bool {
	wide := r.header.isWide()
	for _, v := range held {
		exact := true
		if wide {
			v, exact = r.header.number(v)
		}
		if !exact || !r.checker.fits(dimension, v) {
			return false
		}
	}
	return true
}

// contents returns the points.
func (r *npyReader) contents() (*contents, error) {
	p := &contents{columns: r.columns, points: r.header.rows, place: func(point int) Error { return Error{File: r.src.Name, Index: 1 + point} }}
	p.report.Rows = r.header.rows
	if r.header.rows == 0 {
		return nil, &Error{File: r.src.Name, Cause: "no rows", Err: ErrNoRows}
	}
	if r.bad.Load() {
		bad := r.badRows()
		if !r.options.SkipBadRows {
			return nil, r.fault(slices.Index(bad, true))
		}
		r.leaveOut(bad, p)
	}
	r.settle()
	return p, nil
}

// leaveOut removes bad rows from the columns.
func (r *npyReader) leaveOut(bad []bool, p *contents) {
	kept := make([]int, 0, r.header.rows)
	for row, is := range bad {
		if !is {
			kept = append(kept, row)
		} else {
			p.report.Skip(r.fault(row))
		}
	}
	for k := range p.columns {
		p.columns[k] = compact(p.columns[k], kept)
	}
	p.points = len(kept)
}

// badRows reports for each row whether a coordinate is bad.
func (r *npyReader) badRows() []bool {
	bad := make([]bool, r.header.rows)
	for k, c := range r.columns {
		for row, held := range c {
			v, exact := r.header.number(held)
			bad[row] = bad[row] || !exact || !r.checker.fits(k, v)
		}
	}
	return bad
}

// fault returns what is wrong with a bad row.
func (r *npyReader) fault(row int) *Error {
	for k, c := range r.columns {
		v, exact := r.header.number(c[row])
		cause := r.checker.cause(k, v)
		if !exact {
			cause = "an integer beyond 2^53 in magnitude, of which float64 does not hold each"
		}
		if cause != "" {
			return &Error{File: r.src.Name, Index: 1 + row, Column: coordinate(k), Value: r.header.text(c[row]), Cause: cause}
		}
	}
	return nil
}

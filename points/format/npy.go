package format

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"flyby/internal/infile"
	"flyby/internal/memory"
)

// npyBlock is about the number of bytes of a read.
const npyBlock = 1 << 20

// readNPY reads an array. Columns grow only as values arrive, so that a header cannot claim more memory
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
	if src.Packing == "" && src.Total > 0 && src.Total-src.Done.Load() < h.size() {
		return nil, h.short(src)
	}
	if cause := ofDegrees(h.columns); o.LonLat && cause != "" {
		return nil, &Error{File: src.Name, Cause: cause}
	}
	r := &npyReader{src: src, header: h, options: o, checker: o.checker(), columns: make([][]float64, h.columns)}
	read := r.readRows
	if h.fortran {
		read = r.readColumns
	}
	if err := read(ctx); err != nil {
		return nil, err
	}
	if n, err := src.Fill(make([]byte, 1)); n > 0 || err != io.EOF {
		if err != nil {
			return nil, err
		}
		return nil, &Error{File: src.Name, Cause: fmt.Sprintf("more bytes than the %d that its header says", h.size())}
	}
	return r.contents()
}

// short returns the error of a file that is shorter than its header says.
func (h *npyHeader) short(src *infile.Source) *Error {
	return &Error{File: src.Name, Cause: fmt.Sprintf("cut short: its header says %d rows of %d numbers, %d bytes in all", h.rows, h.columns, h.size())}
}

// An npyReader reads the values of an array.
type npyReader struct {
	src     *infile.Source
	header  npyHeader
	options *Options
	checker checker
	columns [][]float64
}

// readRows reads an array in C order: row after row.
func (r *npyReader) readRows(ctx context.Context) error {
	h := &r.header
	step := max(1, npyBlock/(h.columns*h.width))
	buf := make([]byte, min(step, h.rows)*h.columns*h.width)
	for first := 0; first < h.rows; first += step {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(step, h.rows-first)
		b := buf[:n*h.columns*h.width]
		if err := r.fill(b); err != nil {
			return err
		}
		if err := r.grow(first+n, n, len(r.columns)); err != nil {
			return err
		}
		for k := range r.columns {
			c := r.columns[k]
			for row := range n {
				c = append(c, h.columnValue(b[(row*h.columns+k)*h.width:]))
			}
			r.columns[k] = c
		}
		r.src.Progress()
	}
	return nil
}

// readColumns reads an array in Fortran order: column after column.
func (r *npyReader) readColumns(ctx context.Context) error {
	h := &r.header
	buf := make([]byte, min(npyBlock/h.width, h.rows)*h.width)
	for k := range r.columns {
		for first := 0; first < h.rows; first += npyBlock / h.width {
			if err := ctx.Err(); err != nil {
				return err
			}
			n := min(npyBlock/h.width, h.rows-first)
			if err := r.fill(buf[:n*h.width]); err != nil {
				return err
			}
			if err := r.growOne(k, n); err != nil {
				return err
			}
			for i := range n {
				r.columns[k] = append(r.columns[k], h.columnValue(buf[i*h.width:]))
			}
			r.src.Progress()
		}
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
		return r.header.short(r.src)
	}
	return err
}

// grow makes room for rows in the first columns, more of them new.
func (r *npyReader) grow(rows, more, columns int) error {
	if rows <= cap(r.columns[0]) {
		return nil
	}
	to := r.capacity(rows-more, more)
	g := Growth{Points: to, Dimensions: len(r.columns), Bytes: memory.Of(to, 8*columns), Freed: memory.Of(rows-more, 8*columns)}
	if err := r.options.afford(r.src, g); err != nil {
		return err
	}
	for k := range r.columns[:columns] {
		r.columns[k] = append(make([]float64, 0, to), r.columns[k]...)
	}
	return nil
}

// growOne makes room for more values in column k.
func (r *npyReader) growOne(k, more int) error {
	c := r.columns[k]
	if len(c)+more <= cap(c) {
		return nil
	}
	to := r.capacity(len(c), more)
	g := Growth{Points: to, Dimensions: len(r.columns), Bytes: memory.Of(to, 8*(len(r.columns)-k)), Freed: memory.Of(len(c), 8)}
	if err := r.options.afford(r.src, g); err != nil {
		return err
	}
	r.columns[k] = append(make([]float64, 0, to), c...)
	return nil
}

// capacity returns the capacity for a column of n values that takes more: all rows of the header, where
// the size of the file is known and has been checked.
func (r *npyReader) capacity(n, more int) int {
	if r.src.Packing == "" && r.src.Total > 0 {
		return r.header.rows
	}
	return min(r.header.rows, infile.Grown(n, more, 2*n))
}

// contents checks the values and returns the points.
func (r *npyReader) contents() (*contents, error) {
	p := &contents{columns: r.columns, points: r.header.rows, place: func(point int) Error { return Error{File: r.src.Name, Index: 1 + point} }}
	p.report.Rows = r.header.rows
	if r.header.rows == 0 {
		return nil, &Error{File: r.src.Name, Cause: "no rows", Err: ErrNoRows}
	}
	switch bad := r.bad(); {
	case bad == nil:
	case !r.options.SkipBadRows:
		return nil, r.fault(slices.Index(bad, true))
	default:
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

// bad reports for each row whether a coordinate is bad; nil where all rows are good.
func (r *npyReader) bad() (bad []bool) {
	for k, c := range r.columns {
		for row, held := range c {
			if v, exact := r.header.number(held); exact && r.checker.fits(k, v) {
				continue
			}
			if bad == nil {
				bad = make([]bool, len(c))
			}
			bad[row] = true
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

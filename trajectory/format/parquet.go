package format

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/parquet-go/parquet-go"
	"golang.org/x/sync/errgroup"

	"flyby/trajectory"
)

// maxRowsPerByte refuses a file whose footer claims absurdly many rows, before
// memory for them is asked for.
const maxRowsPerByte = 4096

// readParquet decodes column chunks, whole pages at a time, on o.Threads
// goroutines, straight to where their rows belong.
func readParquet(ctx context.Context, src *source, o *Options) (p *parsed, err error) {
	defer recoverParquet(src.name, &err)()
	r := &parquetReader{src: src, o: o}
	if err := r.openFile(); err != nil {
		return nil, err
	}
	if err := r.allocate(); err != nil {
		return nil, err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(o.Threads)
	for _, c := range r.chunks {
		g.Go(func() (err error) {
			defer recoverParquet(src.name, &err)()
			if err := ctx.Err(); err != nil {
				return err
			}
			err = c.read()
			r.advance()
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	src.done.Store(src.total)
	return r.finish()
}

// recoverParquet makes an error of a panic. The decoder trusts lengths and
// offsets in the file, and a corrupt one can make it index past its buffers;
// some of that is assembly, where a wild address would end the process
// but for SetPanicOnFault.
func recoverParquet(name string, err *error) func() {
	old := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(old)
		if p := recover(); p != nil {
			*err = &Error{File: name, Cause: fmt.Sprintf("the Parquet file is corrupt (the decoder stopped at: %v)", p)}
		}
	}
}

type parquetReader struct {
	src    *source
	o      *Options
	file   *parquet.File
	layout layout
	types  [numKinds]*parquetType
	firsts []int // first row of each row group, then the number of rows
	chunks []*parquetChunk
	col    [numFloats][]float64
	ints   []int64
	codes  []uint32
	names  idSet // of names only; guarded by mu
	mu     sync.Mutex
}

// openFile reads the footer and finds the columns.
func (r *parquetReader) openFile() error {
	if r.src.at == nil || r.src.total == 0 {
		return &Error{File: r.src.name, Cause: "empty file", Err: trajectory.ErrEmpty}
	}
	if err := r.guardFooter(); err != nil {
		return err
	}
	f, err := parquet.OpenFile(r.src.at, r.src.total, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return r.broken("not a complete Parquet file", err)
	}
	r.file = f
	var names []string
	for _, c := range f.Root().Columns() {
		names = append(names, c.Name())
	}
	l, cause := r.o.find(names)
	if cause != "" {
		return &Error{File: r.src.name, Cause: cause}
	}
	r.layout = l
	for kind, at := range l.at {
		if at < 0 {
			continue
		}
		if r.types[kind], cause = typeOf(f.Root().Columns()[at], kind); cause != "" {
			return &Error{File: r.src.name, Cause: fmt.Sprintf("column %s: %s", l.name[kind], cause)}
		}
	}
	return nil
}

// allocate makes the columns and lists the chunks that fill them.
func (r *parquetReader) allocate() error {
	groups, rows := r.file.RowGroups(), 0
	for i, g := range groups {
		n := g.NumRows()
		if n < 0 || n > r.src.total*maxRowsPerByte-int64(rows) {
			return &Error{File: r.src.name, Cause: fmt.Sprintf("corrupt: row group %d claims %d rows in a file of %d bytes", i, n, r.src.total)}
		}
		r.firsts = append(r.firsts, rows)
		rows += int(n)
	}
	r.firsts = append(r.firsts, rows)
	if r.file.NumRows() != int64(rows) {
		return &Error{File: r.src.name, Cause: fmt.Sprintf("corrupt: %d rows, %d in its row groups", r.file.NumRows(), rows)}
	}
	if rows == 0 {
		return &Error{File: r.src.name, Cause: "no rows", Err: trajectory.ErrEmpty}
	}
	for kind, t := range r.types {
		switch {
		case t == nil:
		case kind < numFloats:
			r.col[kind] = make([]float64, rows)
		case t.names:
			r.codes = make([]uint32, rows)
			r.names.name()
		default:
			r.ints = make([]int64, rows)
		}
	}
	for i, g := range groups {
		for kind, t := range r.types {
			if t != nil {
				r.chunks = append(r.chunks, &parquetChunk{r: r, group: i, kind: kind, typ: t, chunk: g.ColumnChunks()[t.index].(*parquet.FileColumnChunk)})
			}
		}
	}
	return nil
}

// advance reports progress, one caller at a time.
func (r *parquetReader) advance() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.src.report != nil {
		r.src.report(min(r.src.done.Load(), r.src.total), r.src.total)
	}
}

// finish deals with bad values and hands the columns over.
func (r *parquetReader) finish() (*parsed, error) {
	first, reasons, dropped := r.faults()
	if first != nil && !r.o.SkipBadRows {
		return nil, first
	}
	rows := r.firsts[len(r.firsts)-1]
	c := trajectory.Columns{T: r.col[colT], X: r.col[colX], Y: r.col[colY], Z: r.col[colZ], R: r.col[colR], Times: r.types[colT].times}
	for _, col := range []*[]float64{&c.T, &c.X, &c.Y, &c.Z, &c.R} {
		*col = without(*col, dropped)
	}
	if r.types[colID].names {
		c.ID.Code, c.ID.Name = without(r.codes, dropped), r.names.names
	} else {
		c.ID.Int = without(r.ints, dropped)
	}
	return &parsed{
		columns: c, rows: rows, skipped: len(dropped), reasons: reasons, layout: r.layout,
		place: func(row int) Error {
			for _, d := range dropped {
				if d > row {
					break
				}
				row++
			}
			return r.place(row)
		},
	}, nil
}

// faults gathers the bad values of all chunks: the first in the file, what to
// say of the first few, and the rows that have any.
func (r *parquetReader) faults() (first *Error, reasons []string, rows []int) {
	var all []*Error
	for _, c := range r.chunks {
		all, rows = append(all, c.bad...), append(rows, c.badRows...)
	}
	slices.SortStableFunc(all, func(a, b *Error) int { return a.Row - b.Row })
	for _, e := range all {
		if first == nil {
			first = e
		}
		reasons = addReason(reasons, e)
	}
	slices.Sort(rows)
	return first, reasons, slices.Compact(rows)
}

// place says where a row of the file is.
func (r *parquetReader) place(row int) Error {
	group, _ := slices.BinarySearch(r.firsts, row+1)
	return Error{File: r.src.name, Row: row, Group: group}
}

// broken explains a decoder's error.
func (r *parquetReader) broken(cause string, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &Error{File: r.src.name, Cause: fmt.Sprintf("%s (%v)", cause, err), Err: err}
}

// without removes sorted rows from a column, in place.
func without[T any](col []T, rows []int) []T {
	if len(rows) == 0 || col == nil {
		return col
	}
	n := rows[0]
	for i, row := range rows {
		end := len(col)
		if i+1 < len(rows) {
			end = rows[i+1]
		}
		n += copy(col[n:], col[row+1:end])
	}
	return col[:n]
}

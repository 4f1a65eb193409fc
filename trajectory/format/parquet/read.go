package parquet

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Read decodes column chunks, page by page, on o.Threads goroutines,
// straight to where their rows belong, and may check rows as they come, see steps.
//
// What the footer and the headers of pages say of sizes and counts is held
// against each other first. Only then is memory asked for, and what unpacks or
// decodes takes no more than what is seen to be there. The Parquet library is
// asked for names and types alone: its readers allocate what a file claims.
func Read(ctx context.Context, src *infile.Source, o *format.Options) (*format.Parsed, error) {
	return readParquetAt(ctx, src, o, usualPace)
}

// readParquetAt is Read at some pace.
func readParquetAt(ctx context.Context, src *infile.Source, o *format.Options, pace pace) (p *format.Parsed, err error) {
	defer recoverParquet(src.Name, &err)()
	r := &parquetReader{src: src, o: o, pace: pace}
	columns, names, err := r.openColumns()
	if err != nil {
		return nil, err
	}
	if r.taken.Preset != nil {
		return r.readPreset(ctx, columns, names)
	}
	if err := r.openNeutral(ctx, columns, names); err != nil {
		return nil, err
	}
	if o.Take != nil {
		r.passOn()
	}
	return r.readChunks(ctx)
}

// readChunks reads the columns that have types, of all row groups of the footer.
func (r *parquetReader) readChunks(ctx context.Context) (*format.Parsed, error) {
	if err := r.listChunks(); err != nil {
		return nil, err
	}
	if err := r.forEachChunk(ctx, (*parquetChunk).survey); err != nil {
		return nil, err
	}
	if err := r.settleIDs(ctx); err != nil {
		return nil, err
	}
	if r.onward == nil && len(r.tests)+len(r.told) > 0 {
		return r.keep(ctx) // few rows may be left, or rows are looked at as they come
	}
	if r.onward == nil && r.pace.lavish(memory.Of(r.rows(), r.rowBytes()), r.src.Total) {
		if err := r.afford(r.rows()); err != nil { // a bound of the time too: nobody waits for rows that never fit
			return nil, err
		}
		return r.keep(ctx)
	}
	return r.decode(ctx)
}

// decode reads the chunks that are listed.
func (r *parquetReader) decode(ctx context.Context) (*format.Parsed, error) {
	if err := r.allocate(); err != nil {
		return nil, err
	}
	rows, err := newSteps(r).read(ctx)
	if err != nil {
		return nil, err
	}
	r.src.Done.Store(r.src.Total)
	if r.onward != nil {
		p, err := r.onward.finish(rows)
		if err == nil {
			err = r.tell(ctx, r.onward.told)
		}
		return p, err
	}
	return r.finish(rows)
}

// forEachChunk calls f for all chunks on the reader's goroutines. Its error is that of the
// first chunk in file order that has one; chunks after that one may be left out.
func (r *parquetReader) forEachChunk(ctx context.Context, f func(c *parquetChunk, ctx context.Context) error) error {
	var first atomic.Int64
	first.Store(int64(len(r.chunks)))
	errs := make([]error, len(r.chunks))
	var g errgroup.Group
	g.SetLimit(r.o.Threads)
	for i, c := range r.chunks {
		g.Go(func() error {
			defer recoverParquet(r.src.Name, &errs[i])()
			if errs[i] = ctx.Err(); errs[i] == nil && int64(i) < first.Load() {
				errs[i] = f(c, ctx)
			}
			for at := first.Load(); errs[i] != nil && int64(i) < at && !first.CompareAndSwap(at, int64(i)); {
				at = first.Load()
			}
			return nil
		})
	}
	g.Wait() //nolint:errcheck // errs has them
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// recoverParquet makes an error of a panic. Decompressors trust what they read,
// and a corrupt page can make one index past its buffers; some of that is assembly,
// where a wild address would end the process but for SetPanicOnFault.
func recoverParquet(name string, err *error) func() {
	old := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(old)
		if p := recover(); p != nil {
			*err = &format.Error{File: name, Cause: fmt.Sprintf("the Parquet file is corrupt (the decoder stopped at: %v)", p)}
		}
	}
}

type parquetReader struct {
	src     *infile.Source
	o       *format.Options
	pace    pace
	footer  *parquetFooter
	end     int64 // of the pages, where the footer begins
	frame   trajectory.Frame
	layout  format.FileColumns
	taken   format.Taken // what a preset took, instead of the neutral columns
	tests   []parquetTest
	misses  []missedRows   // by row group, where there are tests
	told    []*parquetType // by attribute; nil where the file lacks it
	names   []string       // of the columns that may be told
	types   [format.NumKinds]*parquetType
	firsts  []int // first row of each row group, then the number of rows
	chunks  []*parquetChunk
	col     [format.NumFloats][]float64
	ints    []int64
	codes   []uint32
	onward  *parquetRows // nil: rows stay
	picked  []int        // the numbers of the row groups where not all are read: rows are handed on group by group
	bare    bool         // ids are handed on as they are
	mu      sync.Mutex
	numbers format.Coder // of names, or of rows that are handed on; guarded by mu
}

// rows returns how many rows the file has.
func (r *parquetReader) rows() int { return r.firsts[len(r.firsts)-1] }

// listChunks lists the chunks that fill the columns, and counts the rows that the
// footer claims.
func (r *parquetReader) listChunks() error {
	rows, size := int64(0), int64(0)
	for i := range r.footer.groups {
		g := &r.footer.groups[i]
		if g.rows > math.MaxInt64-rows {
			return &format.Error{File: r.src.Name, Cause: fmt.Sprintf("corrupt: row group %d claims %d rows", i, g.rows)}
		}
		r.firsts = append(r.firsts, int(rows))
		rows += g.rows
		for kind, t := range r.types {
			if t == nil {
				continue
			}
			c := &parquetChunk{r: r, group: i, kind: kind, label: r.layout.Name[kind], typ: t, meta: &g.columns[t.index]}
			if err := c.readable(); err != nil {
				return err
			}
			if c.meta.size > r.end-size {
				return &format.Error{File: r.src.Name, Cause: fmt.Sprintf("corrupt: its columns take more bytes than the %d before the footer", r.end)}
			}
			size += c.meta.size
			r.chunks = append(r.chunks, c)
		}
	}
	r.firsts = append(r.firsts, int(rows))
	if r.footer.rows != rows {
		return &format.Error{File: r.src.Name, Cause: fmt.Sprintf("corrupt: %d rows, %d in its row groups", r.footer.rows, rows)}
	}
	if rows == 0 {
		return &format.Error{File: r.src.Name, Cause: "no rows", Err: trajectory.ErrEmpty}
	}
	if len(r.tests) > 0 {
		r.misses = make([]missedRows, len(r.footer.groups))
	}
	return nil
}

// allocate makes the columns, once the pages are seen to claim as many values.
func (r *parquetReader) allocate() error {
	rows := r.rows()
	if r.onward != nil {
		rows = min(rows, r.pace.window())
	}
	if err := r.afford(rows); err != nil {
		return err
	}
	for kind, t := range r.types {
		switch {
		case t == nil:
		case kind < format.NumFloats:
			r.col[kind] = make([]float64, rows)
		case t.names:
			r.codes = make([]uint32, rows)
			r.numbers.Name()
		default:
			r.ints = make([]int64, rows)
		}
	}
	return nil
}

// afford reports whether there is room for columns of some rows.
func (r *parquetReader) afford(rows int) error {
	if err := memory.Need(fmt.Sprintf("the columns of %d rows", rows), memory.Of(rows, r.rowBytes())); err != nil {
		return r.outgrown(err)
	}
	if rows > math.MaxUint32 {
		return &format.Error{File: r.src.Name, Cause: format.TooManyRows}
	}
	return nil
}

// rowBytes returns how many bytes a row of the columns takes.
func (r *parquetReader) rowBytes() (n int) {
	for kind, t := range r.types {
		switch {
		case t == nil:
		case kind >= format.NumFloats && t.names:
			n += 4
		default:
			n += 8
		}
	}
	return n
}

// advance reports progress, one caller at a time.
func (r *parquetReader) advance() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.src.Report != nil {
		r.src.Report(min(r.src.Done.Load(), r.src.Total), r.src.Total)
	}
}

// finish deals with bad values and hands the first rows of the columns over.
func (r *parquetReader) finish(rows int) (*format.Parsed, error) {
	first, reasons := r.faults(rows)
	if first != nil && !r.o.SkipBadRows {
		return nil, first
	}
	dropped, err := r.dropped()
	if err != nil {
		return nil, err
	}
	c := r.columns(rows)
	for _, col := range format.FloatsOf(&c) {
		*col = without(*col, dropped)
	}
	c.ID.Code, c.ID.Int = without(c.ID.Code, dropped), without(c.ID.Int, dropped)
	return &format.Parsed{
		Columns: c, Rows: rows, Skipped: len(dropped), Reasons: reasons, FileColumns: r.layout,
		Place: func(row int) format.Error {
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

// columns are those of the first rows.
func (r *parquetReader) columns(rows int) trajectory.Columns {
	c := trajectory.Columns{Times: r.types[format.ColT].times, Frame: r.frame}
	for kind, col := range format.FloatsOf(&c) {
		*col = r.col[kind][:min(rows, len(r.col[kind]))]
	}
	if r.types[format.ColID].names {
		c.ID.Code, c.ID.Name = r.codes[:rows], r.numbers.Names.Names
	} else {
		c.ID.Int = r.ints[:rows]
	}
	return c
}

// faults gathers the bad values of the first rows: the first in the file, and what to
// say of the first few.
func (r *parquetReader) faults(rows int) (first *format.Error, reasons []string) {
	var all []*format.Error
	for _, c := range r.chunks {
		for _, e := range c.bad {
			if e.Row < rows {
				all = append(all, e)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *format.Error) int { return a.Row - b.Row })
	for _, e := range all {
		if first == nil {
			first = e
		}
		reasons = infile.AddReason(reasons, e)
	}
	return first, reasons
}

// dropped lists the rows of the file that have a bad value, in order.
func (r *parquetReader) dropped() (rows []int, err error) {
	groups, n := make([]rowSet, len(r.footer.groups)), 0
	for _, c := range r.chunks {
		groups[c.group].unite(c.skip)
	}
	for _, g := range groups {
		n += g.len()
	}
	if err := memory.Need(fmt.Sprintf("%d bad rows", n), memory.Of(n, 8)); err != nil {
		return nil, r.outgrown(err)
	}
	rows = make([]int, 0, n)
	for i, g := range groups {
		rows = g.appendTo(rows, r.firsts[i])
	}
	return rows, nil
}

// place says where a row of the file is.
func (r *parquetReader) place(row int) format.Error {
	group, _ := slices.BinarySearch(r.firsts, row+1)
	return format.Error{File: r.src.Name, Row: row, Group: group}
}

// broken explains a decoder's error.
func (r *parquetReader) broken(cause string, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &format.Error{File: r.src.Name, Cause: fmt.Sprintf("%s (%v)", cause, err), Err: err}
}

// outgrown explains that there is no room.
func (r *parquetReader) outgrown(err error) error {
	return fmt.Errorf("format: read %s: %w", r.src.Name, err)
}

// readAt fills b from an offset of the file.
func (r *parquetReader) readAt(b []byte, at int64) error {
	if n, err := r.src.At.ReadAt(b, at); n < len(b) {
		return r.broken("cannot be read", infile.Named(err, r.src.Name))
	}
	return nil
}

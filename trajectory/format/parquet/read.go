package parquet

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/internal/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Read reads the rows of a file in batches, or columns as a whole; rows that are handed on come step by step, see steps.
func Read(ctx context.Context, src *infile.Source, o *format.Options) (*format.Parsed, error) {
	return readParquetAt(ctx, src, o, usualPace)
}

// readParquetAt is Read at a pace.
func readParquetAt(ctx context.Context, src *infile.Source, o *format.Options, pace pace) (p *format.Parsed, err error) {
	if src.At == nil || src.Total == 0 {
		return nil, &format.Error{File: src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	}
	r, err := parquet.OpenBatches(ctx, src, o.Threads)
	if err != nil {
		return nil, err
	}
	return format.ReadBatches(ctx, src, r, o)
}

// readChunks reads the columns with types, in all row groups of the footer.
func (r *parquetReader) readChunks(ctx context.Context) (*format.Parsed, error) {
	if err := r.listChunks(); err != nil {
		return nil, err
	}
	if err := r.forEachChunk(ctx, (*parquetChunk).Survey); err != nil {
		return nil, err
	}
	if err := r.settleIDs(ctx); err != nil {
		return nil, err
	}
	if r.handover == nil && (r.where != nil || len(r.attributeTypes) > 0) {
		return r.keep(ctx) // few rows may be left, or rows are examined as they come
	}
	if r.handover == nil && r.pace.lavish(memory.Of(r.file.Rows(), r.rowBytes()), r.src.Total) {
		if err := r.afford(r.file.Rows()); err != nil { // a bound of the time too: nobody waits for rows that never fit
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
	if r.handover != nil {
		r.openValues(ctx, r.handover.values)
		defer r.handover.values.close()
	}
	rows, err := newSteps(r).read(ctx)
	if err != nil {
		return nil, err
	}
	r.src.Done.Store(r.src.Total)
	if r.handover != nil {
		return r.handover.finish(rows)
	}
	return r.finish(rows)
}

// forEachChunk calls f for all chunks on the reader's goroutines. It returns the error of the first
// chunk in file order that has one; chunks after it may be left out.
func (r *parquetReader) forEachChunk(ctx context.Context, f func(c *parquetChunk, ctx context.Context) error) error {
	var first atomic.Int64
	first.Store(int64(len(r.chunks)))
	errs := make([]error, len(r.chunks))
	var g errgroup.Group
	g.SetLimit(r.o.Threads)
	for i, c := range r.chunks {
		g.Go(func() error {
			defer parquet.Recover(r.src.Name, &errs[i])()
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

type parquetReader struct {
	src            *infile.Source
	o              *format.Options
	pace           pace
	file           *parquet.File
	frame          trajectory.Frame
	layout         format.FileColumns
	geometry       *geometry          // the column of places; nil: columns of numbers have them
	taken          format.PresetMatch // columns of a preset, instead of the neutral columns
	where          *parquet.Where
	attributeTypes []*parquet.Type // by attribute; nil where the file lacks it
	names          []string        // of the columns that may be attributes
	types          [format.NumKinds]*parquetType
	chunks         []*parquetChunk
	col            [format.NumFloats][]float64
	ints           []int64
	codes          []uint32
	handover       *parquetRows // hands rows on; nil: rows are kept
	picked         []int        // the numbers of the row groups to read, where these are not all: rows are handed on group by group
	bare           bool         // ids are handed on unchanged
	mu             sync.Mutex
	numbers        format.Coder // of names, or of rows that are handed on; guarded by mu
}

// listChunks lists the chunks that fill the columns.
func (r *parquetReader) listChunks() error {
	left := r.file.PageBytes()
	for group := range r.file.Groups {
		for kind, t := range r.types {
			if t == nil || t.beside {
				continue
			}
			c, err := r.file.Chunk(group, t.label(r.layout.Name[kind]), t.Type)
			if err != nil {
				return err
			}
			if left -= c.Bytes(); left < 0 {
				return &format.Error{File: r.src.Name, Cause: fmt.Sprintf("corrupt: its columns take more bytes than the %d before the footer", r.file.PageBytes())}
			}
			r.chunks = append(r.chunks, &parquetChunk{Chunk: c, r: r, kind: kind, typ: t})
		}
	}
	if r.file.Rows() == 0 {
		return &format.Error{File: r.src.Name, Cause: "no rows", Err: trajectory.ErrEmpty}
	}
	return nil
}

// allocate makes the columns, after checking that the pages claim as many values.
func (r *parquetReader) allocate() error {
	rows := r.file.Rows()
	if r.handover != nil {
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
		case t.Text:
			r.codes = make([]uint32, rows)
			r.numbers.Name()
		default:
			r.ints = make([]int64, rows)
		}
	}
	return nil
}

// afford returns an error if there is no memory for columns of some rows.
func (r *parquetReader) afford(rows int) error {
	if err := memory.Need(fmt.Sprintf("the columns of %d rows", rows), memory.Of(rows, r.rowBytes())); err != nil {
		return r.file.Outgrown(err)
	}
	if rows > math.MaxUint32 {
		return &format.Error{File: r.src.Name, Cause: format.TooManyRows}
	}
	return nil
}

// rowBytes returns the bytes of a row of the columns.
func (r *parquetReader) rowBytes() (n int) {
	for kind, t := range r.types {
		switch {
		case t == nil:
		case kind >= format.NumFloats && t.Text:
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

// finish handles bad values and returns the first rows of the columns.
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
		Columns: c, Tally: format.Tally{Rows: rows, Skipped: len(dropped), Reasons: reasons}, FileColumns: r.layout,
		Place: func(row int) format.Error { return r.file.Locate(rowBefore(dropped, row)) },
	}, nil
}

// columns returns the columns of the first rows.
func (r *parquetReader) columns(rows int) trajectory.Columns {
	c := trajectory.Columns{Times: r.types[format.ColT].times, Frame: r.frame}
	for kind, col := range format.FloatsOf(&c) {
		*col = r.col[kind][:min(rows, len(r.col[kind]))]
	}
	if r.types[format.ColID].Text {
		c.ID.Code, c.ID.Name = r.codes[:rows], r.numbers.Names.Names
	} else {
		c.ID.Int = r.ints[:rows]
	}
	return c
}

// faults gathers the bad values of the first rows: the first in the file, and the messages of the
// first few.
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

// dropped lists the rows of the file with a bad value, in order.
func (r *parquetReader) dropped() (rows []int, err error) {
	groups, n := make([]parquet.RowSet, len(r.file.Groups)), 0
	for _, c := range r.chunks {
		groups[c.Group].Unite(c.skip)
	}
	for _, g := range groups {
		n += g.Len()
	}
	if err := memory.Need(fmt.Sprintf("%d bad rows", n), memory.Of(n, 8)); err != nil {
		return nil, r.file.Outgrown(err)
	}
	rows = make([]int, 0, n)
	for i, g := range groups {
		rows = g.AppendTo(rows, r.file.Firsts[i])
	}
	return rows, nil
}

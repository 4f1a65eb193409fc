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
	if src.At == nil || src.Total == 0 {
		return nil, &format.Error{File: src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	}
	r, err := parquet.OpenBatches(ctx, src, o.Threads)
	if err != nil {
		return nil, err
	}
	return format.ReadBatches(ctx, src, r, o)
}

// readChunks hands on the rows of all row groups of the footer.
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
	if err := r.allocate(); err != nil {
		return nil, err
	}
	r.openValues(ctx, r.handover.values)
	defer r.handover.values.close()
	rows, err := newSteps(r).read(ctx)
	if err != nil {
		return nil, err
	}
	r.src.Done.Store(r.src.Total)
	return r.handover.finish(rows)
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
	handover       *parquetRows // hands rows on
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
	rows := min(r.file.Rows(), r.pace.window())
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

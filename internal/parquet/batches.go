package parquet

import (
	"context"
	"io"
	"slices"
	"sync"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// A tableReader reads the rows of a file in batches. Each wanted column is decoded by a goroutine of its own, a few batches ahead: in memory are a page
// and three batches of each column.
type tableReader struct {
	file    *File
	columns []batchColumn
	wanted  []int // numbers of columns
	tests   *batchTests
	threads int
	atOnce  int        // the most rows of a batch
	most    int        // the most that atOnce is; 0: codec.MostRows
	spare   *spareRows // memory of batches, which are used again; nil: they are not
	picked  []int      // the row groups that are read; nil: all

	cancel context.CancelFunc // nil: nothing runs yet
	done   sync.WaitGroup
	slots  chan struct{}     // one for each thread that may decode
	parts  []chan columnRows // [wanted]
	some   []columnRows      // [wanted] rows that are not passed on yet
	group  int               // the next row belongs to
	row    int               // the next row of the file
	misses missedBy          // rows of the group
	err    error             // ends the rows

	whole     []*Chunk // for Fill
	reporting sync.Mutex
}

// columnRows are consecutive rows of a column, or the error that ends them.
type columnRows struct {
	rows   int
	values codec.Values
	err    error
}

// OpenBatches is a codec.OpenFunc.
func OpenBatches(_ context.Context, src *infile.Source, threads int) (codec.Reader, error) {
	f, err := Open(src)
	if err != nil {
		return nil, err
	}
	return &tableReader{file: f, columns: f.batchColumns(), threads: max(1, threads), group: -1}, nil
}

// Columns implements codec.Reader.
func (b *tableReader) Columns() []codec.Column {
	all := make([]codec.Column, len(b.columns))
	for i := range all {
		all[i] = b.columns[i].Column
	}
	return all
}

// Note returns the value of a key of the footer's metadata.
func (b *tableReader) Note(key string) (text string, ok bool) { return b.file.Note(key) }

// Claims returns the number of rows by the footer.
func (b *tableReader) Claims() int { return b.file.Rows() }

// Place returns row and row group.
func (b *tableReader) Place(row int) infile.Error { return b.file.Locate(row) }

// Want implements codec.Reader. Conditions on times that clocks show stay with the caller, since the zone is not known here.
func (b *tableReader) Want(columns []int, tests []codec.Test) {
	b.wanted = columns
	b.tests = b.newTests(tests)
	const number, least = 8, 4096 // bytes of most values
	b.atOnce = min(max(codec.MostBytes/(number*max(len(columns), 1)), least), codec.MostRows)
	if b.most > 0 {
		b.atOnce = min(b.atOnce, b.most)
		b.spare = &spareRows{room: b.atOnce, most: 4 * len(columns)}
	}
}

// Peek implements codec.Peeker: it shows rows of the first row group with rows.
func (b *tableReader) Peek(ctx context.Context, columns []int, batch *codec.Batch) error {
	group := 0
	for group < len(b.file.Groups) && b.file.Groups[group].Rows == 0 {
		group++
	}
	if group == len(b.file.Groups) {
		return io.EOF
	}
	all, rows := make([]columnRows, len(columns)), decodeAtOnce
	for i, at := range columns {
		err := b.file.decodeGroup(ctx, &b.columns[at], group, new(Unpacker), sink{atOnce: decodeAtOnce, give: func(some columnRows) bool {
			all[i] = some
			return false
		}})
		if err != nil && err != ErrStopped {
			return err
		}
		rows = min(rows, all[i].rows)
	}
	*batch = codec.Batch{Rows: rows, Values: make([]codec.Values, len(b.columns))}
	for i, at := range columns {
		batch.Values[at] = all[i].values.Cut(0, rows)
	}
	return nil
}

// Next implements codec.Reader.
func (b *tableReader) Next(ctx context.Context, batch *codec.Batch) error {
	if b.err == nil && b.cancel == nil {
		b.err = b.start(ctx)
	}
	if b.err == nil {
		b.err = b.enter(ctx)
	}
	rows := 0
	if b.err == nil {
		rows, b.err = b.gather(ctx)
	}
	if b.err != nil {
		return b.err
	}
	b.fill(batch, rows)
	b.progress()
	return nil
}

// start checks what row groups claim, and begins to decode.
func (b *tableReader) start(ctx context.Context) error {
	if _, err := b.chunks(); err != nil {
		return err
	}
	ctx, b.cancel = context.WithCancel(ctx)
	b.slots = make(chan struct{}, b.threads)
	b.some = make([]columnRows, len(b.wanted))
	for _, i := range b.wanted {
		parts := make(chan columnRows, 1)
		b.parts = append(b.parts, parts)
		b.done.Go(func() { b.decode(ctx, &b.columns[i], parts) })
	}
	return nil
}

// chunks returns the chunks of the wanted columns, row group by row group, once what they claim is checked.
func (b *tableReader) chunks() (all []*Chunk, err error) {
	left := b.file.end
	for group := range b.file.Groups {
		for place, i := range b.wanted {
			c, err := b.columns[i].chunk(b.file, group)
			if err != nil {
				return nil, err
			}
			c.place = place
			if !slices.Contains(b.wanted[:place], i) { // a column that is wanted twice is there once
				left -= c.meta.size
			}
			if left < 0 {
				return nil, b.file.errorf("corrupt: its columns take more bytes than the %d before the footer", b.file.end)
			}
			all = append(all, c)
		}
	}
	return all, nil
}

// enter enters the row group of the next row. The error is io.EOF behind the last.
func (b *tableReader) enter(ctx context.Context) error {
	for b.group < 0 || b.row == b.file.Firsts[b.group+1] {
		if b.group++; b.group == len(b.file.Groups) {
			return b.end()
		}
		if b.misses = b.tests.of(ctx, b.group); b.misses.err != nil {
			return b.misses.err
		}
	}
	return nil
}

// end returns io.EOF, or the error of a column behind its last row.
func (b *tableReader) end() error {
	for i := range b.wanted {
		if last, ok := <-b.parts[i]; ok && last.err != nil {
			return last.err
		}
	}
	b.group--
	b.file.src.Done.Store(b.file.src.Total)
	return io.EOF
}

// gather waits for rows of all columns, and returns how many all have.
func (b *tableReader) gather(ctx context.Context) (rows int, err error) {
	rows = min(b.file.Firsts[b.group+1]-b.row, b.atOnce)
	if b.misses.all {
		return rows, nil
	}
	for i := range b.wanted {
		if b.some[i].rows == 0 {
			b.some[i] = b.receive(ctx, i)
		}
		if b.some[i].err != nil && err == nil {
			err = b.some[i].err
		}
		rows = min(rows, b.some[i].rows)
	}
	return rows, err
}

// receive waits for the next rows of a column.
func (b *tableReader) receive(ctx context.Context, i int) columnRows {
	select {
	case p, ok := <-b.parts[i]:
		if !ok { // the context of the first Next has ended
			p.err = context.Canceled
		}
		return p
	case <-ctx.Done():
		return columnRows{err: ctx.Err()}
	}
}

// fill fills a batch with the next rows.
func (b *tableReader) fill(batch *codec.Batch, rows int) {
	b.spare.take(batch.Values)
	values := infile.Resized(batch.Values, len(b.columns))
	clear(values)
	*batch = codec.Batch{First: b.row, Rows: rows, Values: values, Missed: b.misses.rows.Cut(b.row-b.file.Firsts[b.group], rows)}
	if batch.Group = b.group; b.picked != nil {
		batch.Group = b.picked[b.group]
	}
	b.row += rows
	if b.misses.all {
		return
	}
	for i, column := range b.wanted {
		p := &b.some[i]
		if p.rows == rows {
			values[column], *p = p.values, columnRows{}
			continue
		}
		values[column] = p.values.Cut(0, rows)
		p.values, p.rows = p.values.Cut(rows, p.rows-rows), p.rows-rows
	}
}

// Close ends the goroutines, and not the source.
func (b *tableReader) Close() error {
	if b.cancel != nil {
		b.cancel()
		b.done.Wait()
	}
	b.err = io.ErrClosedPipe
	return nil
}

// decode decodes a column, row group by row group, on a goroutine.
func (b *tableReader) decode(ctx context.Context, c *batchColumn, parts chan<- columnRows) {
	defer close(parts)
	give := func(p columnRows) bool {
		<-b.slots
		defer func() { b.slots <- struct{}{} }()
		select {
		case parts <- p:
			return true
		case <-ctx.Done():
			return false
		}
	}
	b.slots <- struct{}{}
	defer func() { <-b.slots }()
	u := new(Unpacker)
	for group := range b.file.Groups {
		misses := b.tests.of(ctx, group)
		if misses.all {
			continue
		}
		err := misses.err
		if err == nil {
			err = b.file.decodeGroup(ctx, c, group, u, sink{atOnce: b.atOnce, give: give, spare: b.spare})
		}
		if err != nil {
			if err != ErrStopped {
				give(columnRows{err: err})
			}
			return
		}
	}
}

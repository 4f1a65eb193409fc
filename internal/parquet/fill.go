package parquet

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"flyby/internal/codec"
)

// Check implements codec.Filler. It reads the headers of all pages.
func (b *tableReader) Check(ctx context.Context) (err error) {
	if b.whole, err = b.chunks(); err != nil {
		return err
	}
	return b.eachChunk(func(c *Chunk) error { return c.Survey(ctx) })
}

// Fill implements codec.Filler: a part is a column of a row group. Check has to be called before.
func (b *tableReader) Fill(ctx context.Context, part func(column, first, rows int) (into []float64, take func(rows int, v *codec.Values))) error {
	unpackers := sync.Pool{New: func() any { return new(Unpacker) }}
	err := b.eachChunk(func(c *Chunk) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		column := b.wanted[c.place]
		into, take := part(column, b.file.Firsts[c.Group], c.rows)
		u := unpackers.Get().(*Unpacker)
		defer unpackers.Put(u)
		err := b.file.decodeChunk(ctx, &b.columns[column], c, u, sink{atOnce: decodeAtOnce, reuses: true, into: into, give: func(p columnRows) bool {
			take(p.rows, &p.values)
			return true
		}})
		b.progress()
		return err
	})
	if err == nil {
		b.file.src.Done.Store(b.file.src.Total)
	}
	return err
}

// progress reports progress, one caller at a time.
func (b *tableReader) progress() {
	b.reporting.Lock()
	defer b.reporting.Unlock()
	if src := b.file.src; src.Report != nil {
		src.Report(min(src.Done.Load(), src.Total), src.Total)
	}
}

// eachChunk calls f for the chunks of b.whole on as many goroutines as there are threads. It returns the error of the first chunk that has one; chunks
// behind it may be left out.
func (b *tableReader) eachChunk(f func(*Chunk) error) error {
	var first atomic.Int64
	first.Store(int64(len(b.whole)))
	errs := make([]error, len(b.whole))
	var g errgroup.Group
	g.SetLimit(b.threads)
	for i, c := range b.whole {
		g.Go(func() error {
			defer Recover(b.file.src.Name, &errs[i])()
			if int64(i) < first.Load() {
				errs[i] = f(c)
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

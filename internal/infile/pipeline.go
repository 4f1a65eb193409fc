package infile

import (
	"context"
	"io"

	"golang.org/x/sync/errgroup"
)

// A Pipeline parses the blocks of a text on several threads, and merges the parsed blocks in order.
type Pipeline[B Parsed] struct {
	Threads int
	// New makes a block with room for some bytes of text.
	New func(size int) B
	// Parser returns a function that parses blocks in one thread.
	Parser func() func(B)
	// Merge takes over parsed blocks, in one thread. Its error ends the reading.
	Merge func(B) error
	// Move ends the work on a merged block in any thread, while Merge goes on with later blocks; nil: Merge leaves no work.
	Move func(B)
}

// lanes are the channels of a Pipeline. Each has room for every block, and so no send waits.
type lanes[B Parsed] struct {
	work   chan B // to parse
	order  chan B // to merge, in order
	merged chan B // to move
	free   chan B
}

// Run runs one splitter, whose first block is filled, some parsers and the merging. Where the text
// ends early, the error of a bad row before that end comes first.
func (p Pipeline[B]) Run(ctx context.Context, cut *Splitter, first B) error {
	l := p.lanes(p.Threads+2, p.Threads+1, cut.size)
	return p.run(ctx, l, func(ctx context.Context) error { return run(ctx, cut, first, l.work, l.order, l.free) })
}

// RunFrom is Run for blocks that next fills, in order, up to io.EOF. No more than inFlight are in use at a time.
func (p Pipeline[B]) RunFrom(ctx context.Context, inFlight int, next func(context.Context, B) error) error {
	l := p.lanes(inFlight, inFlight, 0)
	return p.run(ctx, l, func(ctx context.Context) error {
		for {
			select {
			case b := <-l.free:
				b.Reset()
				if err := next(ctx, b); err == io.EOF {
					return nil
				} else if err != nil {
					return err
				}
				l.order <- b // neither send waits: there is room for every block
				l.work <- b
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
}

// lanes returns lanes for some blocks, of which some are made here, with room for size bytes each.
func (p Pipeline[B]) lanes(blocks, made, size int) *lanes[B] {
	l := &lanes[B]{make(chan B, blocks), make(chan B, blocks), make(chan B, blocks), make(chan B, blocks)}
	for range made {
		l.free <- p.New(size)
	}
	return l
}

// run is Run for blocks that fill hands out.
func (p Pipeline[B]) run(ctx context.Context, l *lanes[B], fill func(context.Context) error) error {
	g, ctx := errgroup.WithContext(ctx)
	var broken error
	g.Go(func() error {
		defer close(l.work)
		defer close(l.order)
		broken = fill(ctx)
		return nil
	})
	for range p.Threads {
		g.Go(func() error { return p.parse(l) })
	}
	g.Go(func() error { return p.merge(ctx, l) })
	if err := g.Wait(); err != nil {
		return err
	}
	return broken
}

// parse parses blocks, and moves merged blocks, until there are no more of both.
func (p Pipeline[B]) parse(l *lanes[B]) error {
	parse, work, merged := p.Parser(), l.work, l.merged
	for work != nil || merged != nil {
		select {
		case b, more := <-work:
			if !more {
				work = nil
				continue
			}
			parse(b)
			b.Records().ready <- struct{}{}
		case b, more := <-merged:
			if !more {
				merged = nil
				continue
			}
			p.Move(b)
			l.free <- b
		}
	}
	return nil
}

// merge merges the blocks in order.
func (p Pipeline[B]) merge(ctx context.Context, l *lanes[B]) error {
	defer close(l.merged)
	for b := range l.order {
		<-b.Records().ready
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.Merge(b); err != nil {
			return err
		}
		if p.Move != nil {
			l.merged <- b
		} else {
			l.free <- b
		}
	}
	return nil
}

package infile

import (
	"context"

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
	inFlight := p.Threads + 2
	l := lanes[B]{make(chan B, inFlight), make(chan B, inFlight), make(chan B, inFlight), make(chan B, inFlight)}
	for range inFlight - 1 {
		l.free <- p.New(cut.size)
	}
	g, ctx := errgroup.WithContext(ctx)
	var broken error
	g.Go(func() error {
		defer close(l.work)
		defer close(l.order)
		broken = run(ctx, cut, first, l.work, l.order, l.free)
		return nil
	})
	for range p.Threads {
		g.Go(func() error { return p.parse(&l) })
	}
	g.Go(func() error { return p.merge(ctx, &l) })
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

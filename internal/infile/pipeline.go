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
}

// Run runs one splitter, whose first block is filled, some parsers and the merging. Where the text
// ends early, the error of a bad row before that end comes first.
func (p Pipeline[B]) Run(ctx context.Context, cut *Splitter, first B) error {
	inFlight := p.Threads + 2
	work, order := make(chan B, inFlight), make(chan B, inFlight)
	free := make(chan B, inFlight)
	for range inFlight - 1 {
		free <- p.New(cut.size)
	}
	g, ctx := errgroup.WithContext(ctx)
	var broken error
	g.Go(func() error {
		defer close(work)
		defer close(order)
		broken = run(ctx, cut, first, work, order, free)
		return nil
	})
	for range p.Threads {
		g.Go(func() error {
			parse := p.Parser()
			for b := range work {
				parse(b)
				b.Records().ready <- struct{}{}
			}
			return nil
		})
	}
	g.Go(func() error {
		for b := range order {
			<-b.Records().ready
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := p.Merge(b); err != nil {
				return err
			}
			free <- b
		}
		return nil
	})
	if err := g.Wait(); err != nil {
		return err
	}
	return broken
}

package format

import (
	"context"
	"io"

	"golang.org/x/sync/errgroup"

	"flyby/trajectory"
)

// blockSize is how much text is parsed at a time: small enough for a core's own
// cache, large enough that handing it over costs nothing.
const blockSize = 512 << 10

// readCSV reads text in blocks of whole records, parses them on o.Threads
// goroutines and merges the rows in order. Text is dropped as it is parsed.
func readCSV(ctx context.Context, src *source, o *Options) (*parsed, error) {
	return readCSVBlocks(ctx, src, o, src.block())
}

// readCSVBlocks is readCSV with blocks of some size.
func readCSVBlocks(ctx context.Context, src *source, o *Options, size int) (*parsed, error) {
	cut := &splitter{src: src, size: size, sep: ','}
	first := newBlock(size)
	err := cut.begin(first)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if first.fatal != nil {
		first.fatal.File, first.fatal.Line = src.name, 1
		return nil, first.fatal
	}
	parser, bad := newCSVParser(src.name, first.text, o)
	if bad != nil {
		return nil, bad
	}
	first.text = first.text[:copy(first.text, first.text[parser.headerSize:])]
	if parser.sep != cut.sep || parser.headerLines > 1 {
		cut.recut(first, parser.sep, err)
	}
	if err, bad := parser.skim(cut, first, err); bad != nil {
		return nil, bad
	} else if err := parser.learnTimes(cut, first, err); err != nil {
		return nil, err
	}
	parser.layout.units = parser.units()
	t := newTable(src, parser.layout, o, parser.rules)
	t.next, t.missed = 1+parser.headerLines, parser.missed
	t.attributes.found(parser.told)
	if parser.preset != nil {
		t.preset = Preset{Name: parser.preset.name, Columns: parser.String(), Absent: parser.absent}
		if parser.preset.held {
			t.held = &held{}
		}
	}
	if err := pipeline(ctx, cut, first, parser, t, o.Threads); err != nil {
		return nil, err
	}
	p := t.parsed()
	if p.rows == 0 {
		return nil, &Error{File: src.name, Cause: "no rows after the header", Err: trajectory.ErrEmpty}
	}
	return p, nil
}

// pipeline runs one splitter, some parsers and, here, the merging.
func pipeline(ctx context.Context, cut *splitter, first *block, parser *csvParser, t *table, threads int) error {
	inFlight := threads + 2
	work, order := make(chan *block, inFlight), make(chan *block, inFlight)
	free := make(chan *block, inFlight)
	for range inFlight - 1 {
		free <- newBlock(cut.size)
	}
	g, ctx := errgroup.WithContext(ctx)
	var broken error // the text ends early: a bad row before that counts more
	g.Go(func() error {
		defer close(work)
		defer close(order)
		broken = cut.run(ctx, first, work, order, free)
		return nil
	})
	for range threads {
		g.Go(func() error {
			p := *parser
			p.fields = make([][]byte, 0, len(p.plan))
			for b := range work {
				p.parse(b)
				b.ready <- struct{}{}
			}
			return nil
		})
	}
	g.Go(func() error {
		for b := range order {
			<-b.ready
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := t.merge(b); err != nil {
				return err
			}
			t.src.progress()
			if t.named() {
				parser.named.Store(true)
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

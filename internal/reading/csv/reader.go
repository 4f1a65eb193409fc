// Package csv reads text with a header and fields separated by a byte, in blocks on all threads.
package csv

import (
	"context"
	"io"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Read reads text in blocks of whole records, parses them on o.Threads
// goroutines and merges the rows in order. Text is dropped as it is parsed.
func Read(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
	return ReadBlocks(ctx, src, o, src.Block())
}

// ReadBlocks is Read with blocks of some size.
func ReadBlocks(ctx context.Context, src *infile.Source, o *reading.Options, size int) (*reading.Parsed, error) {
	cut := infile.NewSplitter(src, size, src.Signs)
	first := reading.NewBlock(size)
	err := cut.Begin(&first.Block)
	if err != nil && err != io.EOF {
		return nil, err
	}
	parser, bad := reading.NewRowParser(src, first.Text, o)
	for bad != nil && err == nil && first.Fatal == nil && len(first.Text) < advised {
		more := reading.NewBlock(0)
		if err = cut.Fill(&more.Block); err != nil && err != io.EOF {
			return nil, err
		}
		first.Text, first.Fatal = append(first.Text, more.Text...), more.Fatal
		parser, bad = reading.NewRowParser(src, first.Text, o)
	}
	if bad != nil && first.Fatal == nil {
		cut.PutBack(&first.Block)
		return readGeometry(ctx, src, o, bad)
	} else if bad != nil {
		return nil, bad
	}
	cut.Behind(&first.Block, parser.HeaderSize, parser.HeaderLines, parser.Separator, err)
	if err, bad := parser.Skim(cut, first, err); bad != nil {
		return nil, bad
	} else if err := parser.LearnTimes(cut, first, err); err != nil {
		return nil, err
	}
	t, err := parser.NewTable(src, o)
	if err != nil {
		return nil, err
	}
	t.Next, t.Missed, t.Preset.Absent = 1+parser.HeaderLines, parser.Missed, parser.Absent
	if err := pipeline(ctx, cut, first, parser, t, o.Threads); err != nil {
		return nil, err
	}
	p := t.Parsed()
	if p.Rows == 0 {
		return nil, &format.Error{File: src.Name, Cause: "no rows after the header", Err: trajectory.ErrEmpty}
	}
	return p, nil
}

// advised is the number of bytes that are read where a header lacks columns: the advice needs the first row, which may be in another
// block.
const advised = 1 << 16

// pipeline parses the blocks of a text, of which the first is already read.
func pipeline(ctx context.Context, cut *infile.Splitter, first *reading.Block, parser *reading.RowParser, t *reading.Table, threads int) error {
	merge, later := t.Merge, t.TakesUnchecked()
	if later {
		merge = t.Reserve
	}
	p := infile.Pipeline[*reading.Block]{
		Threads: threads,
		New:     reading.NewBlock,
		Parser: func() func(*reading.Block) {
			p := *parser
			p.Own()
			if !later {
				return p.Parse
			}
			return func(b *reading.Block) {
				p.Parse(b)
				t.Look(b)
			}
		},
		Merge: func(b *reading.Block) error {
			if err := merge(b); err != nil {
				return err
			}
			t.Source.Progress()
			if t.Named() {
				parser.Named.Store(true)
			}
			return nil
		},
	}
	if later {
		p.Move = t.Move
	}
	err := p.Run(ctx, cut, first)
	if err != nil && later && ctx.Err() == nil {
		return t.FirstBad(err)
	}
	return err
}

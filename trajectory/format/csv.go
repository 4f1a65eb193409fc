package format

import (
	"context"
	"io"

	"flyby/internal/infile"
	"flyby/trajectory"
)

// ReadCSV reads text in blocks of whole records, parses them on o.Threads
// goroutines and merges the rows in order. Text is dropped as it is parsed.
func ReadCSV(ctx context.Context, src *infile.Source, o *Options) (*Parsed, error) {
	return ReadCSVBlocks(ctx, src, o, src.Block())
}

// ReadCSVBlocks is ReadCSV with blocks of some size.
func ReadCSVBlocks(ctx context.Context, src *infile.Source, o *Options, size int) (*Parsed, error) {
	cut := infile.NewSplitter(src, size, src.Signs)
	first := newBlock(size)
	err := cut.Begin(&first.Block)
	if err != nil && err != io.EOF {
		return nil, err
	}
	parser, bad := newCSVParser(src, first.Text, o)
	if bad != nil {
		return nil, bad
	}
	first.Text = first.Text[:copy(first.Text, first.Text[parser.headerSize:])]
	if parser.sep != cut.Separator() || parser.headerLines > 1 {
		cut.Recut(&first.Block, parser.sep, err)
	}
	if err, bad := parser.skim(cut, first, err); bad != nil {
		return nil, bad
	} else if err := parser.learnTimes(cut, first, err); err != nil {
		return nil, err
	}
	t, err := parser.newTable(src, o)
	if err != nil {
		return nil, err
	}
	t.next, t.Missed, t.preset.Absent = 1+parser.headerLines, parser.missed, parser.absent
	if err := pipeline(ctx, cut, first, parser, t, o.Threads); err != nil {
		return nil, err
	}
	p := t.parsed()
	if p.Rows == 0 {
		return nil, &Error{File: src.Name, Cause: "no rows after the header", Err: trajectory.ErrEmpty}
	}
	return p, nil
}

// newTable returns a table for the rows of a source, once it is known what times are.
func (p *csvParser) newTable(src *infile.Source, o *Options) (*table, error) {
	if err := p.settleUnits(src.Name, o); err != nil {
		return nil, err
	}
	t := newTable(src, p.FileColumns, o, p.rules)
	t.Attributes.Found(p.told, p.askedNames())
	if p.Preset != nil {
		t.preset = Preset{Name: p.Preset.name, Columns: p.String()}
		if p.Preset.held {
			t.held = &held{}
		}
	}
	return t, nil
}

// pipeline parses the blocks of a text, of which there is the first.
func pipeline(ctx context.Context, cut *infile.Splitter, first *block, parser *csvParser, t *table, threads int) error {
	return infile.Pipeline[*block]{
		Threads: threads,
		New:     newBlock,
		Parser: func() func(*block) {
			p := *parser
			p.fields = make([][]byte, 0, len(p.plan))
			return p.parse
		},
		Merge: func(b *block) error {
			if err := t.merge(b); err != nil {
				return err
			}
			t.Source.Progress()
			if t.named() {
				parser.named.Store(true)
			}
			return nil
		},
	}.Run(ctx, cut, first)
}

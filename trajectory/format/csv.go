package format

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"flyby/trajectory"
)

// blockSize is how much text is parsed at a time: small enough for a core's own
// cache, large enough that handing it over costs nothing.
const blockSize = 512 << 10

// readCSV reads text in blocks of whole records, parses them on o.Threads
// goroutines and merges the rows in order. Text is dropped as it is parsed.
func readCSV(ctx context.Context, src *source, o *Options) (*parsed, error) {
	cut := &splitter{src: src}
	first := &block{text: make([]byte, 0, blockSize), ready: make(chan struct{}, 1)}
	if err := cut.fill(first); err != nil && err != io.EOF {
		return nil, err
	}
	if first.fatal != nil {
		first.fatal.File, first.fatal.Line = src.name, 1
		return nil, first.fatal
	}
	parser, err := newCSVParser(src.name, first.text, o)
	if err != nil {
		return nil, err
	}
	t := &table{src: src, layout: parser.layout, times: parser.times, skip: o.SkipBadRows, next: 1}
	first.text = first.text[:copy(first.text, first.text[parser.headerSize:])]
	t.next += parser.headerLines
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
		free <- &block{text: make([]byte, 0, blockSize), ready: make(chan struct{}, 1)}
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
			if err := t.merge(b); err != nil {
				return err
			}
			t.src.progress()
			if t.ids.named {
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

// A splitter cuts text into blocks of whole records.
type splitter struct {
	src   *source
	carry []byte // the beginning of a record, left over by the last block
}

// run fills blocks and hands them out until the text or ctx ends, b first.
func (s *splitter) run(ctx context.Context, b *block, work, order, free chan *block) error {
	for err := error(nil); ; err = s.fill(b) {
		if err != nil && err != io.EOF {
			return err
		}
		if fatal := b.fatal != nil; fatal || len(b.text) > 0 {
			order <- b // neither blocks: there is room for every block
			work <- b
			if fatal || err == io.EOF {
				return nil
			}
			select {
			case b = <-free:
				b.reset()
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err == io.EOF || ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// fill reads whole records into b.text. The error is io.EOF with the last ones.
func (s *splitter) fill(b *block) error {
	b.text = append(b.text[:0], s.carry...)
	s.carry = s.carry[:0]
	for {
		from := len(b.text)
		b.text = slices.Grow(b.text, max(blockSize-from, blockSize/2))
		n, err := s.src.read(b.text[from:cap(b.text)])
		b.text = b.text[:from+n]
		if err != nil && err != io.EOF {
			return err
		}
		if err == io.EOF && len(b.text) > 0 && b.text[len(b.text)-1] != '\n' {
			b.text = append(b.text, '\n')
		}
		end := lastRecordEnd(b.text, err == io.EOF)
		if end > 0 || err == io.EOF {
			s.carry = append(s.carry, b.text[end:]...)
			b.text = b.text[:end]
			return err
		}
		if bytes.IndexByte(b.text, '\n') < 0 && len(b.text) > maxRecord {
			b.fatal = &Error{Cause: fmt.Sprintf("a line longer than %d bytes", maxRecord)}
			b.text = b.text[:0]
			return nil
		}
	}
}

// A csvParser parses blocks. Each goroutine has a copy of its own.
type csvParser struct {
	layout
	plan        []int // by file column: its kind, or ignored
	times       trajectory.TimeKind
	skip        bool
	named       *atomic.Bool // ids are names already: do not try integers
	headerSize  int          // bytes of text before the first row
	headerLines int
	fields      [][]byte // scratch of one goroutine
}

// newCSVParser reads the header at the start of text and looks at the first rows
// to tell what the times are.
func newCSVParser(name string, text []byte, o *Options) (*csvParser, error) {
	fail := func(cause string) error { return &Error{File: name, Line: 1, Cause: cause} }
	if len(text) == 0 {
		return nil, &Error{File: name, Cause: "empty file", Err: trajectory.ErrEmpty}
	}
	if what := sniff(text); what != "" {
		return nil, &Error{File: name, Cause: "this is " + what}
	}
	p := &csvParser{skip: o.SkipBadRows, named: new(atomic.Bool)}
	end, _ := recordEnd(text, 0, true)
	p.headerSize, p.headerLines = end, bytes.Count(text[:end], []byte("\n"))
	fields, cause := splitRecord(nil, chomp(bytes.TrimPrefix(text[:end], []byte("\xef\xbb\xbf"))))
	if cause != "" {
		return nil, fail(cause)
	}
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = strings.TrimSpace(string(f))
	}
	if p.layout, cause = o.find(names); cause != "" {
		return nil, fail(headerHint(fields, cause))
	}
	p.plan = make([]int, len(names))
	for i := range p.plan {
		p.plan[i] = ignored
	}
	for kind, at := range p.at {
		if at >= 0 {
			p.plan[at] = kind
		}
	}
	p.times = p.guessTimes(text[end:])
	return p, nil
}

// headerHint adds to what is wrong with a header what may be the reason.
func headerHint(fields [][]byte, cause string) string {
	numbers := true
	for _, f := range fields {
		_, bad := parseFloat(f)
		numbers = numbers && bad == ""
	}
	switch {
	case numbers:
		return "no header: the first line must name the columns (traj_id, t, x, y and, if there are any, z and r)"
	case len(fields) == 1 && bytes.ContainsAny(fields[0], ";\t|"):
		return cause + "; columns must be separated by commas"
	}
	return cause
}

// guessTimes returns the kind of the first row's time; of the first row with a time
// at all where bad rows are skipped.
func (p *csvParser) guessTimes(text []byte) trajectory.TimeKind {
	for at := 0; at < len(text); {
		next, _ := recordEnd(text, at, true)
		fields, cause := splitRecord(nil, chomp(text[at:next]))
		at = next
		if cause != "" || len(fields) != len(p.plan) {
			continue
		}
		field := fields[p.at[colT]]
		if _, bad := parseFloat(field); bad == "" {
			return trajectory.Number
		}
		if _, err := trajectory.ParseTime(string(trim(field))); err == nil {
			return trajectory.Timestamp
		}
	}
	return trajectory.Number
}

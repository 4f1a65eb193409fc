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
	return readCSVBlocks(ctx, src, o, blockSize)
}

// readCSVBlocks is readCSV with blocks of some size.
func readCSVBlocks(ctx context.Context, src *source, o *Options, size int) (*parsed, error) {
	cut := &splitter{src: src, size: size}
	first := newBlock(size)
	err := cut.fill(first)
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
	t := &table{src: src, layout: parser.layout, skip: o.SkipBadRows, next: 1 + parser.headerLines}
	first.text = first.text[:copy(first.text, first.text[parser.headerSize:])]
	if err := parser.learnTimes(cut, first, err); err != nil {
		return nil, err
	}
	t.times = parser.times
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
	size  int    // of a block, about
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
		b.text = slices.Grow(b.text, max(s.size-from, s.size/2, 1))
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
			if what := sniff(b.text); what != "" {
				b.fatal.Cause = "this is " + what
			}
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
	end, _ := recordEnd(text, 0, true)
	if what := sniff(text[:end]); what != "" {
		return nil, &Error{File: name, Cause: "this is " + what}
	}
	p := &csvParser{skip: o.SkipBadRows, named: new(atomic.Bool)}
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

// learnTimes finds out what the times are from the first row; from the first row
// with a time at all where bad rows are skipped. It reads more text into b if need
// be, within reason; end is io.EOF if there is no more.
func (p *csvParser) learnTimes(cut *splitter, b *block, end error) error {
	const reason = 16 << 20
	more := newBlock(0)
	for at := 0; ; {
		for at < len(b.text) {
			next, _ := recordEnd(b.text, at, true)
			if p.learnTime(chomp(b.text[at:next])) {
				return nil
			}
			at = next
		}
		if end == io.EOF || more.fatal != nil || len(b.text) > reason {
			b.fatal = more.fatal
			return nil
		}
		if end = cut.fill(more); end != nil && end != io.EOF {
			return end
		}
		b.text = append(b.text, more.text...)
	}
}

// learnTime reports whether a record decides what times are.
func (p *csvParser) learnTime(record []byte) bool {
	if len(record) == 0 {
		return false
	}
	fields, cause := splitRecord(nil, record)
	if cause != "" || len(fields) != len(p.plan) {
		return !p.skip
	}
	field := trim(fields[p.at[colT]])
	if _, bad := parseFloat(field); bad == "" {
		return true
	}
	if _, err := trajectory.ParseTime(string(field)); err == nil {
		p.times = trajectory.Timestamp
		return true
	}
	return !p.skip
}

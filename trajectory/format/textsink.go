package format

import "strings"

// textRows is how many rows are formatted at a time.
const textRows = 1 << 13

// A textSink writes CSV or NDJSON. Rows are formatted in blocks, on several goroutines.
type textSink struct {
	columns []outColumn
	pending *textBlock // rows to come are added to it; nil: none
	queue   *ordered[*textBlock]
	names   []*names
	blocks  int
}

// A textBlock is rows and the text that becomes of them.
type textBlock struct {
	rows   rowBlock
	make   func() *rowFormatter
	format *rowFormatter // made when first used
	text   []byte
}

func writeCSV(out *target, c content, threads int) sink { return newTextSink(out, c, false, threads) }

func writeNDJSON(out *target, c content, threads int) sink { return newTextSink(out, c, true, threads) }

func newTextSink(out *target, c content, asJSON bool, threads int) *textSink {
	style := newTextStyle(c, asJSON)
	s := &textSink{columns: c.columns, names: style.names, blocks: threads + 2}
	newBlock := func() *textBlock {
		return &textBlock{make: func() *rowFormatter { return newRowFormatter(c, style) }}
	}
	s.queue = newOrdered(s.blocks, newBlock, (*textBlock).work, func(b *textBlock) error {
		_, err := out.Write(b.text)
		return err
	})
	if !asJSON {
		var header []string
		for _, column := range c.columns {
			header = append(header, column.name)
		}
		out.Write([]byte(strings.Join(header, ",") + "\n")) //nolint:errcheck // sticks
	}
	return s
}

// work formats the rows, which are not needed after that.
func (b *textBlock) work() error {
	if b.format == nil {
		b.format = b.make()
	}
	b.text = b.format.format(b.text[:0], &b.rows)
	b.rows.empty()
	return nil
}

func (s *textSink) write(n int) error {
	for first := 0; first < n; {
		if s.pending == nil {
			b, err := s.queue.take()
			if err != nil {
				return err
			}
			s.pending = b
		}
		last := min(n, first+textRows-s.pending.rows.n)
		s.pending.rows.take(s.columns, first, last)
		first = last
		if s.pending.rows.n == textRows {
			s.send()
		}
	}
	return nil
}

// send has the pending rows formatted.
func (s *textSink) send() {
	s.queue.do(s.pending)
	s.pending = nil
}

func (s *textSink) finish() error {
	if s.pending != nil {
		s.send()
	}
	return s.queue.wait()
}

func (s *textSink) abandon() { s.queue.abandon() }

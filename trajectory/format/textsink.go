package format

import "strings"

// textRows is how many rows are formatted at a time.
const textRows = 1 << 13

// A textBlock is rows and the text that becomes of them.
type textBlock struct {
	rows   rowBlock
	make   func() *rowFormatter
	format *rowFormatter // made when first used
	text   []byte
}

func writeCSV(out *target, c content, threads int) sink {
	var header []string
	for _, column := range c.columns {
		header = append(header, column.name)
	}
	out.Write([]byte(strings.Join(header, ",") + "\n")) //nolint:errcheck // sticks
	return newTextSink(out, c, false, threads)
}

func writeNDJSON(out *target, c content, threads int) sink { return newTextSink(out, c, true, threads) }

func newTextSink(out *target, c content, asJSON bool, threads int) sink {
	style := newTextStyle(c, asJSON)
	newBlock := func() *textBlock {
		return &textBlock{make: func() *rowFormatter { return newRowFormatter(c, style) }}
	}
	write := func(b *textBlock) error {
		_, err := out.Write(b.text)
		return err
	}
	return newRowSink(c, textRows, threads, newBlock, write, func() error { return nil })
}

func (b *textBlock) input() *rowBlock { return &b.rows }

func (b *textBlock) work() error {
	if b.format == nil {
		b.format = b.make()
	}
	b.text = b.format.format(b.text[:0], &b.rows)
	return nil
}

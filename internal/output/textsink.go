package output

import (
	"io"
	"strings"

	"flyby/internal/outfile"
)

// textRows is the number of rows that are formatted at a time.
const textRows = 1 << 13

// A textBlock has rows and the text formatted from them.
type textBlock struct {
	rows   rowBlock
	make   func() *rowFormatter
	format *rowFormatter // made when first used
	text   []byte
}

func writeCSV(out *outfile.File, c content, m means) sink {
	style := newTextStyle(c, false, 0)
	if !c.noHeader {
		var header []string
		for _, column := range c.columns {
			header = append(header, string(style.quote(nil, column.name)))
		}
		out.Write([]byte(strings.Join(header, ",") + "\n")) //nolint:errcheck // sticks
	}
	return newTextSink(out, c, style, m)
}

func writeNDJSON(out *outfile.File, c content, m means) sink {
	return newTextSink(out, c, newTextStyle(c, true, 0), m)
}

func newTextSink(out io.Writer, c content, style *textStyle, m means) sink {
	newBlock := func() *textBlock {
		return &textBlock{make: func() *rowFormatter { return newRowFormatter(c, style) }}
	}
	write := func(b *textBlock) error {
		_, err := out.Write(b.text)
		return err
	}
	return newRowSink(c, textRows, style.bytes(c), m, newBlock, write, func() error { return nil })
}

func (b *textBlock) input() *rowBlock { return &b.rows }

func (b *textBlock) work() error {
	if b.format == nil {
		b.format = b.make()
	}
	b.text = b.format.format(b.text[:0], &b.rows)
	return nil
}

// bytes returns the most memory of a textBlock.
func (s *textStyle) bytes(c content) uint64 {
	row, longest := 0, 0 // bytes of text
	for i, column := range c.columns {
		n := len(s.before(c, i)) + len(s.after(c, i)) + column.longestText(s.names[i])
		row, longest = row+n, max(longest, n)
	}
	const grown = 5 // quarters: append allocates up to a quarter more than is needed
	text := textRows*row + batchRows*(row+len(c.columns)*cellRoom)
	return uint64(textRows*c.rowBytes()+text*grown/4) + uint64(len(c.columns)*batchRows*8) + 3*textMemoryBytes
}

// longestText returns the most bytes of a value, but for times that are closer to an epoch than any
// clock tells.
func (c outColumn) longestText(n *names) int {
	switch {
	case n != nil:
		return n.most
	case c.texts != nil:
		return len(`""`) + len(`\u0000`)*longestOf(c.texts)
	case c.u32 != nil || c.f64 != nil:
		return shortCell
	}
	return len(`"start"`)
}

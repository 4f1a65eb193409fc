package infile

import (
	"bytes"
	"fmt"
	"io"
)

// A RowParser turns the records of a block into rows. Each goroutine has its own. Its methods find the line of a record in Block.Count. See
// docs/decisions/0098-one-layer-of-records.md.
type RowParser interface {
	// Misses reports whether the record at text[at:] certainly fails a condition on rows, and then where it ends.
	Misses(text []byte, at int) (next int, misses bool)
	// Fast adds the row at text[at:] if it is good and plainly written, and returns where it ends; otherwise it adds nothing.
	Fast(text []byte, at int) (next int, ok bool)
	// Slow adds the row of any record, or returns its error, and whether the row may be left out.
	Slow(record []byte) (bad *Error, skip bool)
}

// Parse turns the records of a block, whose fields sep separates, into rows. tests says that there are conditions on rows.
func (b *Block) Parse(p RowParser, sep byte, tests bool) {
	after := b.Fatal // the error after the text
	b.Fatal = nil
	text := b.Text
	for at := 0; at < len(text); {
		if tests {
			if next, misses := p.Misses(text, at); misses {
				b.Missed++
				b.Count += bytes.Count(text[at:next], []byte("\n"))
				at = next
				continue
			}
		}
		if next, ok := p.Fast(text, at); ok {
			b.Count++
			at = next
			continue
		}
		next, _ := RecordEnd(text, at, sep, true)
		record := text[at:next]
		if e, skip := p.Slow(Chomp(record)); e != nil {
			e.Line = b.Count
			if !b.Drop(e, skip) {
				return
			}
		}
		b.Count += bytes.Count(record, []byte("\n"))
		at = next
	}
	if after != nil {
		after.Line = b.Count
		b.Fatal = after
	}
}

// SplitRow appends the fields of a record to fields, or returns an error where their number is not columns, as in the header.
func SplitRow(fields [][]byte, record []byte, sep byte, columns int) (out [][]byte, bad *Error) {
	fields, cause := SplitRecord(fields, record, sep)
	if cause == "" && len(fields) != columns {
		cause = fmt.Sprintf("%d columns where the header has %d", len(fields), columns)
	}
	if cause != "" {
		return fields, &Error{Cause: cause}
	}
	return fields, nil
}

// mostAhead is the number of bytes that Ahead reads at most.
const mostAhead = 16 << 20

// Ahead passes the records of b to decides until decides returns true; records for which misses returns true are left out. It may read more
// text into b, 16 MB at most. end is io.EOF if b has the last of the text.
func (s *Splitter) Ahead(b *Block, end error, misses func(text []byte, at int) (next int, misses bool), decides func(record []byte) bool) error {
	more := NewBlock(0)
	for at := 0; ; {
		for at < len(b.Text) {
			next, missed := misses(b.Text, at)
			if !missed {
				next, _ = RecordEnd(b.Text, at, s.sep, true)
				if decides(Chomp(b.Text[at:next])) {
					return nil
				}
			}
			at = next
		}
		if end == io.EOF || more.Fatal != nil || len(b.Text) > mostAhead {
			b.Fatal = more.Fatal
			return nil
		}
		if end = s.Fill(more); end != nil && end != io.EOF {
			return end
		}
		b.Text = append(b.Text, more.Text...)
	}
}

// Behind cuts the header off the first block: size bytes and some lines. sep separates the fields after it. end is io.EOF if the block has
// the last of the text.
func (s *Splitter) Behind(b *Block, size, lines int, sep byte, end error) {
	b.Text = b.Text[:copy(b.Text, b.Text[size:])]
	if sep != s.sep || lines > 1 {
		s.recut(b, sep, end)
	}
}

package votable

import (
	"bytes"
	"context"
	"io"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/xmlscan"
)

// plainRows takes the next rows of TABLEDATA, as long as they are whole in memory and written plainly: tags without attributes, cells without
// entities, blanks between tags. The row after them is read by tags, which also report its errors.
func (t *textRows) plainRows() error {
	if t == nil || !t.r.live {
		return nil
	}
	x := &t.r.x
	n := len(x.Open)
	if n == 0 || x.Open[n-1].Name != "TABLEDATA" {
		return nil
	}
	for {
		begin := afterBlanks(x.Unread, 0)
		t.start(x.Line + bytes.Count(x.Unread[:begin], []byte("\n")))
		end, ok := t.plainRow(x.Unread, begin)
		if !ok {
			return nil
		}
		x.Skip(end)
		if err := t.endRow(); err != nil || !t.r.live {
			return err
		}
	}
}

// mostPeeked is the most rows that Peek shows.
const mostPeeked = 64

// Peek implements codec.Peeker, for rows of TABLEDATA in memory that are written plainly; the error is io.EOF for a table without such rows.
func (r *reader) Peek(_ context.Context, columns []int, b *codec.Batch) error {
	if r.text == nil {
		return io.EOF
	}
	t, at := r.text, 0
	r.fresh(b)
	r.Want(columns, nil)
	for b.Rows < mostPeeked {
		t.start(0)
		end, ok := t.plainRow(r.x.Unread, afterBlanks(r.x.Unread, at))
		if !ok {
			break
		}
		at, b.Rows = end, b.Rows+1
	}
	if b.Rows == 0 {
		return io.EOF
	}
	b.Rest = t.rest(b)
	return nil
}

// plainRow takes the cells of the row at b[at:] if it is written plainly, and returns its end.
func (t *textRows) plainRow(b []byte, at int) (end int, ok bool) {
	const row, cell, cellEnd, rowEnd = "<TR>", "<TD>", "</TD>", "</TR>"
	if !standsAt(b, at, row) {
		return 0, false
	}
	at += len(row)
	for _, wanted := range t.r.wants {
		if at = afterBlanks(b, at); !standsAt(b, at, cell) {
			return 0, false
		}
		at += len(cell)
		n := bytes.IndexByte(b[at:], '<')
		if n < 0 || n > infile.MaxRecord || !standsAt(b, at+n, cellEnd) || bytes.IndexByte(b[at:at+n], '&') >= 0 {
			return 0, false
		}
		if wanted {
			batch := t.r.batch
			from := len(batch.Raw)
			batch.Raw = append(batch.Raw, b[at:at+n]...)
			t.cell(batch.Raw[from:])
		}
		t.there++
		at += n + len(cellEnd)
	}
	at = afterBlanks(b, at)
	return at + len(rowEnd), standsAt(b, at, rowEnd)
}

// standsAt reports whether b has a text at a place.
func standsAt(b []byte, at int, text string) bool {
	return len(b)-at >= len(text) && string(b[at:at+len(text)]) == text
}

// afterBlanks returns the place of the first byte of b from a place on that is no blank.
func afterBlanks(b []byte, at int) int {
	for at < len(b) && xmlscan.IsSpace(b[at]) {
		at++
	}
	return at
}

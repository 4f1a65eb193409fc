package format

import (
	"bytes"

	"flyby/internal/infile"
	"flyby/internal/xmlscan"
)

// plainRows takes the rows of TABLEDATA that come next, as long as they stand whole in memory and are
// written plainly, and none may be left out: tags without attributes, cells without entities, blanks between tags, good values. The row
// after them is for tags to read, or to explain.
func (v *voReader) plainRows() error {
	x := &v.x
	n := len(x.Open)
	if !v.live || v.table.preset != nil || len(v.o.Tests) > 0 || v.stream != nil || n == 0 || x.Open[n-1].Name != "TABLEDATA" {
		return nil
	}
	for {
		begin := afterBlanks(x.Unread, 0)
		end, ok := v.plainRow(x.Unread, begin)
		if !ok {
			return nil
		}
		line := x.Line + bytes.Count(x.Unread[:begin], []byte("\n"))
		x.Skip(end)
		feed := v.table.feed
		var err error
		if v.table.of[ColID].isText() {
			err = feed.named(line, &v.table.v, v.name)
		} else {
			err = feed.numbered(line, &v.table.v, v.whole)
		}
		if err != nil {
			return err
		}
	}
}

// plainRow reads the row at b[at:] if it is written plainly, and returns where it ends.
func (v *voReader) plainRow(b []byte, at int) (end int, ok bool) {
	const row, cell, cellEnd, rowEnd = "<TR>", "<TD>", "</TD>", "</TR>"
	if !standsAt(b, at, row) {
		return 0, false
	}
	at += len(row)
	asks := len(v.table.at) > 0
	for i, kind := range v.kinds {
		if at = afterBlanks(b, at); !standsAt(b, at, cell) {
			return 0, false
		}
		at += len(cell)
		n := bytes.IndexByte(b[at:], '<')
		if n < 0 || n > infile.MaxRecord || !standsAt(b, at+n, cellEnd) || bytes.IndexByte(b[at:at+n], '&') >= 0 {
			return 0, false
		}
		if kind != ColIgnored && !v.plainCell(&v.table.columns[i], kind, bytes.TrimSpace(b[at:at+n])) {
			return 0, false
		}
		if asks {
			v.table.take(i, bytes.TrimSpace(b[at:at+n]))
		}
		at += n + len(cellEnd)
	}
	at = afterBlanks(b, at)
	return at + len(rowEnd), standsAt(b, at, rowEnd)
}

// plainCell reads a cell, behind which a byte stands that is part of no number.
func (v *voReader) plainCell(c *cellColumn, kind int, text []byte) (ok bool) {
	if len(text) == 0 {
		return false
	}
	to, next := &v.table.v, 0
	switch {
	case c.isText() && kind == ColID:
		v.name = text
		return true
	case c.isText():
		sec, err := v.table.times.Parse(infile.TextOf(text))
		to[kind] = sec
		return err == nil
	case c.typ >= cellUint8 && c.typ <= cellInt64:
		whole, next, ok := infile.ScanInt(text[:len(text)+1], 0)
		if kind == ColID {
			v.whole = whole
		} else {
			to[kind] = float64(whole)
		}
		return ok && next == len(text) && !(c.hasNull && whole == c.null)
	}
	to[kind], next, ok = infile.ScanFloat(text[:len(text)+1], 0)
	return ok && next == len(text)
}

// standsAt reports whether b has a text at a place.
func standsAt(b []byte, at int, text string) bool {
	return len(b)-at >= len(text) && string(b[at:at+len(text)]) == text
}

// afterBlanks returns where the first byte of b from a place on is that is no blank.
func afterBlanks(b []byte, at int) int {
	for at < len(b) && xmlscan.IsSpace(b[at]) {
		at++
	}
	return at
}

package votable

import (
	"bytes"

	"flyby/internal/infile"
	"flyby/internal/xmlscan"
	"flyby/trajectory/format"
	"flyby/trajectory/format/internal/cells"
)

// plainRows takes the next rows of TABLEDATA, as long as they are whole in memory and written plainly, and no row may be left out: tags
// without attributes, cells without entities, blanks between tags, good values. The row after them is read by tags, which also report
// its errors.
func (v *voReader) plainRows() error {
	x := &v.x
	n := len(x.Open)
	if !v.live || v.table.Preset != nil || len(v.o.Tests) > 0 || v.stream != nil || n == 0 || x.Open[n-1].Name != "TABLEDATA" {
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
		feed := v.table.Feed
		err := v.table.SettleTimes()
		if err != nil {
			return err
		}
		if v.table.Of[format.ColID].IsText() {
			err = feed.Named(line, &v.table.Numbers, v.name)
		} else {
			err = feed.Numbered(line, &v.table.Numbers, v.whole)
		}
		if err != nil {
			return err
		}
	}
}

// plainRow reads the row at b[at:] if it is written plainly, and returns its end.
func (v *voReader) plainRow(b []byte, at int) (end int, ok bool) {
	const row, cell, cellEnd, rowEnd = "<TR>", "<TD>", "</TD>", "</TR>"
	if !standsAt(b, at, row) {
		return 0, false
	}
	at += len(row)
	for i, kind := range v.kinds {
		if at = afterBlanks(b, at); !standsAt(b, at, cell) {
			return 0, false
		}
		at += len(cell)
		n := bytes.IndexByte(b[at:], '<')
		if n < 0 || n > infile.MaxRecord || !standsAt(b, at+n, cellEnd) || bytes.IndexByte(b[at:at+n], '&') >= 0 {
			return 0, false
		}
		if v.table.Wants[i] {
			v.table.Cells[i] = bytes.TrimSpace(b[at : at+n])
			if kind != format.ColIgnored && !v.plainCell(&v.table.Columns[i], kind, v.table.Cells[i]) {
				return 0, false
			}
		}
		at += n + len(cellEnd)
	}
	at = afterBlanks(b, at)
	return at + len(rowEnd), standsAt(b, at, rowEnd)
}

// peek is a cells.Peek: it looks at the rows of TABLEDATA that are in memory and written plainly.
func (v *voReader) peek() (rows [][][]byte, written bool) {
	text := v.x.Unread
	for len(rows) < format.MostGlanced {
		row, after, ok := bytes.Cut(text, []byte("</TR>"))
		_, row, begun := bytes.Cut(row, []byte("<TR>"))
		if !ok || !begun {
			break
		}
		var all [][]byte
		for {
			_, cell, more := bytes.Cut(row, []byte("<TD>"))
			if cell, row, ok = bytes.Cut(cell, []byte("</TD>")); !more || !ok {
				break
			}
			all = append(all, bytes.TrimSpace(cell))
		}
		rows, text = append(rows, all), after
	}
	return rows, true
}

// plainCell reads a cell; the byte behind text in memory is part of no number.
func (v *voReader) plainCell(c *cells.Column, kind int, text []byte) (ok bool) {
	if len(text) == 0 {
		return false
	}
	to, next := &v.table.Numbers, 0
	switch {
	case c.IsText() && kind == format.ColID:
		v.name = text
		return true
	case c.IsText():
		sec, err := v.table.Times.Parse(infile.TextOf(text))
		to[kind] = sec
		return err == nil
	case c.Type >= cells.Uint8 && c.Type <= cells.Int64:
		whole, next, ok := infile.ScanInt(text[:len(text)+1], 0)
		if kind == format.ColID {
			v.whole = whole
		} else {
			to[kind] = v.table.UnixUnitOf(kind).Whole(whole)
		}
		return ok && next == len(text) && !(c.HasNull && whole == c.Null)
	}
	to[kind], next, ok = infile.ScanScaled(text[:len(text)+1], 0, v.table.UnixUnitOf(kind).Decimals())
	return ok && next == len(text)
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

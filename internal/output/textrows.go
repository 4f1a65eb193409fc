package output

import (
	"encoding/binary"
	"slices"

	"flyby/internal/printable"
)

// A rowFormatter turns rows into text, a batch at a time: column by column into cells, in loops
// over one type, and cells into rows. It is for one goroutine at a time.
type rowFormatter struct {
	writers []cellWriter
	cells   []*cells
}

// textStyle has the differences between CSV and NDJSON, and the tables that all formatters share.
type textStyle struct {
	asJSON bool
	quote  func(dst []byte, text string) []byte
	point  int      // GeoJSON: columns that are the coordinates of a row's point, which come first
	names  []*names // of the columns that have some
}

func newTextStyle(c content, asJSON bool, point int) *textStyle {
	s := &textStyle{asJSON: asJSON, quote: quoting(asJSON, c.terminal), point: point}
	for _, column := range c.columns {
		var n *names
		if column.ids != nil && !column.ids.IntIDs() && column.rows == nil {
			n = newNames(column.ids, s.quote)
		}
		s.names = append(s.names, n)
	}
	return s
}

// before returns the text before the values of column i.
func (s *textStyle) before(c content, i int) string {
	name := quoted(c.columns[i].name)
	if c.terminal {
		name = string(printable.JSON([]byte(name)))
	}
	switch {
	case s.point > 0 && i == 0:
		return featureStart
	case i < s.point:
		return ","
	case s.point > 0 && i == s.point:
		return name + ":"
	case s.asJSON && i == 0:
		return "{" + name + ":"
	case s.asJSON:
		return "," + name + ":"
	case i > 0:
		return ","
	}
	return ""
}

// after returns the text after the values of column i.
func (s *textStyle) after(c content, i int) string {
	switch {
	case s.point > 0 && i == s.point-1:
		return featureMiddle
	case i < len(c.columns)-1:
		return ""
	case s.point > 0:
		return featureEnd
	case s.asJSON:
		return "}\n"
	}
	return "\n"
}

func newRowFormatter(c content, s *textStyle) *rowFormatter {
	f := &rowFormatter{}
	m := textMemories{&textMemory{of: c.floatText(s.asJSON)}, &textMemory{of: c.optionalText(s.asJSON)}, &textMemory{of: c.timeText(s.asJSON)}}
	for i, column := range c.columns {
		f.cells = append(f.cells, newCells(s.before(c, i), s.after(c, i)))
		f.writers = append(f.writers, column.cellWriter(c, s, i, m))
	}
	return f
}

// textMemories are the caches of numbers, of numbers that may be missing, and of times.
type textMemories struct{ numbers, optional, times *textMemory }

// cellWriter returns the formatter of the column.
func (c outColumn) cellWriter(all content, s *textStyle, i int, m textMemories) cellWriter {
	table := fourDigits()
	switch {
	case c.rows != nil:
		return listCells{c.ids, s.asJSON, s.quote}
	case s.names[i] != nil:
		return nameCells{s.names[i]}
	case c.ids != nil:
		return intIDCells{c.ids, table}
	case c.texts != nil:
		return textCells{c.texts, s.asJSON, s.quote}
	case c.u32 != nil:
		return countCells{table}
	case c.open != nil && s.asJSON:
		return openCells{`"`}
	case c.open != nil:
		return openCells{}
	case c.time && all.stamps:
		return stampCells{m.times}
	case c.optional:
		return numberCells{table, m.optional}
	}
	return numberCells{table, m.numbers}
}

// format appends the text of all rows.
func (f *rowFormatter) format(dst []byte, b *rowBlock) []byte {
	for first := 0; first < b.n; first += batchRows {
		rows, bytes := min(batchRows, b.n-first), 0
		for i, c := range f.cells {
			c.text = c.text[:0]
			f.writers[i].write(c, &b.columns[i], first, first+rows)
			c.text = slices.Grow(c.text, shortCell) // join moves bytes behind the last cell
			for _, s := range c.spans[:rows] {
				bytes += int(s.n)
			}
		}
		if need := bytes + shortCell; cap(dst)-len(dst) < need { // the rows to come take about as much
			dst = slices.Grow(dst, max(need, (len(dst)+bytes)*(b.n-first)/(first+rows)*9/8+shortCell))
		}
		dst = f.join(dst, rows)
	}
	return dst
}

// join appends rows, cell by cell. dst has capacity for them, and for shortCell bytes more.
func (f *rowFormatter) join(dst []byte, rows int) []byte {
	at := len(dst)
	dst = dst[:cap(dst)]
	for row := range rows {
		for _, c := range f.cells {
			s := c.spans[row&(batchRows-1)]
			from, to := c.text[s.at:cap(c.text)], dst[at:]
			at += int(s.n)
			if s.n > shortCell {
				copy(to, from[:s.n])
				continue
			}
			move16(to, from)
			if s.n > shortCell/2 {
				move16(to[shortCell/2:], from[shortCell/2:])
			}
		}
	}
	return dst[:at]
}

// move16 copies 16 bytes without the call that the copy of an array compiles to.
func move16(to, from []byte) {
	a, b := binary.LittleEndian.Uint64(from), binary.LittleEndian.Uint64(from[8:16])
	binary.LittleEndian.PutUint64(to, a)
	binary.LittleEndian.PutUint64(to[8:16], b)
}

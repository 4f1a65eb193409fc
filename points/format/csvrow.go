package format

import (
	"bytes"

	"flyby/internal/infile"
)

// The plan of a file column that is no coordinate.
const (
	ignoredColumn = -1
	idColumnKind  = -2
)

// A csvParser is the infile.RowParser of points. Each goroutine has a copy of its own.
type csvParser struct {
	header *csvHeader
	plan   []int // by file column: its dimension, or one of the constants above
	where  infile.TextWhere
	texts
	skip bool
	checker
	block  *block    // receives the rows
	fields [][]byte  // scratch
	values []float64 // [dimensions] coordinates of the row at hand
}

func newCSVParser(h *csvHeader, o *Options) csvParser {
	p := csvParser{header: h, plan: make([]int, len(h.names)), where: h.where, texts: texts{h.times, o.Times, h.open}, skip: o.SkipBadRows, checker: o.checker()}
	for i := range p.plan {
		p.plan[i] = ignoredColumn
	}
	for dimension, at := range h.x {
		p.plan[at] = dimension
	}
	if h.id >= 0 {
		p.plan[h.id] = idColumnKind
	}
	return p
}

// parse turns the text of a block into rows.
func (p *csvParser) parse(b *block) {
	b.begin(len(p.values), p.header.id >= 0)
	p.block = b
	b.Parse(p, p.header.sep, len(p.where.Tests) > 0)
}

// Misses reports whether the record at text[at:] fails a condition.
func (p *csvParser) Misses(text []byte, at int) (next int, misses bool) {
	return p.where.Misses(text, at, p.header.sep, &p.fields)
}

// Fast reads the row at text[at:] if it is written plainly: no quotes, no spaces, the right number of
// columns, good values. It adds such a row; all others are left to slowRow, which reads or explains
// them.
func (p *csvParser) Fast(text []byte, at int) (next int, ok bool) {
	var id []byte
	for i, kind := range p.plan {
		sep := p.header.sep
		if kind >= 0 {
			if p.values[kind], at, ok = p.scan(kind, text, at); !ok || !p.checker.fits(kind, p.values[kind]) {
				return 0, false
			}
		} else {
			from := at
			at = infile.FieldEnd(text, at, sep)
			id = idOf(kind, text[from:at], id)
		}
		if i == len(p.plan)-1 {
			if sep = '\n'; kind >= 0 && text[at] == '\r' {
				at++
			} else if kind == idColumnKind {
				id = bytes.TrimSuffix(id, []byte("\r"))
			}
		}
		if text[at] != sep {
			return 0, false
		}
		at++
	}
	b := p.block
	if p.header.id >= 0 && (len(id) == 0 || p.header.guessed && !isInteger(id) || !b.ids.add(infile.TextOf(id))) {
		return 0, false
	}
	b.add(p.values)
	return at, true
}

// scan reads a plainly written coordinate at text[at:].
func (p *csvParser) scan(dimension int, text []byte, at int) (v float64, next int, ok bool) {
	if !p.isTime(dimension) {
		return infile.ScanFloat(text, at)
	}
	next = infile.FieldEnd(text, at, p.header.sep)
	v, err := p.times[dimension].Parse(infile.TextOf(bytes.TrimSuffix(text[at:next], []byte("\r"))))
	if err == nil && text[next-1] == '\r' {
		next--
	}
	return v, next, err == nil
}

// idOf returns field if it is the id's, by its kind, otherwise id.
func idOf(kind int, field, id []byte) []byte {
	if kind == idColumnKind {
		return field
	}
	return id
}

// Slow is slowRow; skip says that the row is left out. A bad cell of the column that was guessed to be
// the ids is never skipped.
func (p *csvParser) Slow(record []byte) (bad *Error, skip bool) {
	bad = p.slowRow(record)
	return bad, bad != nil && p.skip && !p.header.isGuess(bad)
}

// slowRow reads any row and returns what is wrong with it. An empty line is a row only where the file
// has one column.
func (p *csvParser) slowRow(record []byte) *Error {
	if len(record) == 0 && len(p.plan) > 1 {
		return nil
	}
	fields, bad := p.header.split(p.fields[:0], record)
	if p.fields = fields; bad != nil {
		return bad
	}
	for i, kind := range p.plan {
		cause := ""
		switch {
		case kind == idColumnKind && p.header.guessed:
			if fields[i] = infile.Trim(fields[i]); !isInteger(fields[i]) {
				cause = "no integer" + p.header.notID()
			}
		case kind == idColumnKind && len(fields[i]) == 0:
			cause = "missing"
		case kind >= 0:
			if p.values[kind], cause = p.coordinate(kind, fields[i]); cause == "" {
				cause = p.checker.cause(kind, p.values[kind])
			}
		}
		if cause != "" {
			return &Error{Column: p.header.names[i], Value: string(fields[i]), Cause: cause}
		}
	}
	if at := p.header.id; at >= 0 && !p.block.ids.add(infile.TextOf(fields[at])) {
		return &Error{Column: p.header.names[at], Value: string(fields[at]), Cause: "not UTF-8"}
	}
	p.block.add(p.values)
	return nil
}

package format

import (
	"bytes"
	"fmt"

	"flyby/internal/infile"
	"flyby/internal/localtime"
)

// What a column of the file is, if it is no coordinate.
const (
	ignoredColumn = -1
	idColumnKind  = -2
)

// A csvParser parses blocks. Each goroutine has a copy of its own.
type csvParser struct {
	header *csvHeader
	plan   []int // by file column: the dimension that it is, or what else
	where  infile.TextWhere
	times  localtime.Reader
	skip   bool
	checker
	fields [][]byte  // scratch
	values []float64 // [dimensions] of the row at hand
}

func newCSVParser(h *csvHeader, o *Options) csvParser {
	p := csvParser{header: h, plan: make([]int, len(h.names)), where: h.where, times: o.times, skip: o.SkipBadRows, checker: o.checker()}
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
	after := b.Fatal // what is wrong after the text
	b.Fatal = nil
	b.begin(len(p.values), p.header.id >= 0)
	tests := len(p.where.Tests) > 0
	for at := 0; at < len(b.Text); {
		if tests {
			if next, misses := p.where.Misses(b.Text, at, p.header.sep, &p.fields); misses {
				b.missed++
				b.count += bytes.Count(b.Text[at:next], []byte("\n"))
				at = next
				continue
			}
		}
		if next, ok := p.fastRow(b, at); ok {
			b.add(p.values, b.count)
			b.count++
			at = next
			continue
		}
		next, _ := infile.RecordEnd(b.Text, at, p.header.sep, true)
		record := b.Text[at:next]
		if e := p.slowRow(b, infile.Chomp(record)); e != nil {
			e.Line = b.count
			if !b.Drop(e, p.skip && !p.header.isGuess(e)) {
				return
			}
		}
		b.count += bytes.Count(record, []byte("\n"))
		at = next
	}
	if after != nil {
		after.Line = b.count
		b.Fatal = after
	}
}

// fastRow reads the row at text[at:] if it is written plainly: no quotes, no spaces, the right number of
// columns, good values. It adds the id on success; everything else is for slowRow to read or to explain.
func (p *csvParser) fastRow(b *block, at int) (next int, ok bool) {
	text, id := b.Text, []byte(nil)
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
	if p.header.id < 0 {
		return at, true
	}
	return at, len(id) > 0 && (!p.header.guessed || isInteger(id)) && b.ids.add(infile.TextOf(id))
}

// isTime reports whether a coordinate is a time.
func (p *csvParser) isTime(dimension int) bool {
	return p.header.times != nil && p.header.times[dimension]
}

// scan reads a coordinate at text[at:] that is written plainly.
func (p *csvParser) scan(dimension int, text []byte, at int) (v float64, next int, ok bool) {
	if !p.isTime(dimension) {
		return infile.ScanFloat(text, at)
	}
	next = infile.FieldEnd(text, at, p.header.sep)
	v, err := p.times.Parse(infile.TextOf(bytes.TrimSuffix(text[at:next], []byte("\r"))))
	if err == nil && text[next-1] == '\r' {
		next--
	}
	return v, next, err == nil
}

// coordinate reads a field with spaces around it: a number, or of times the seconds since 1970.
func (p *csvParser) coordinate(dimension int, field []byte) (v float64, cause string) {
	v, cause = infile.ParseFloat(field)
	times := p.isTime(dimension)
	if !times && cause == "" || len(infile.Trim(field)) == 0 {
		return v, cause
	}
	sec, err := p.times.Parse(infile.TextOf(infile.Trim(field)))
	switch {
	case times && err == nil:
		return sec, ""
	case times && cause == "":
		return 0, "a number among timestamps"
	case !times && err == nil:
		return 0, "a timestamp among numbers"
	case times, cause == "not a number" && !p.header.open && looksLikeTime(field):
		return 0, infile.Inner(err)
	}
	return v, cause
}

// looksLikeTime reports whether a field is meant to be a time, of which an error tells what it lacks.
func looksLikeTime(field []byte) bool {
	field = infile.Trim(field)
	return len(field) >= len("2006-01-02") && field[0]-'0' <= 9
}

// idOf is a field where it is that of an id, else id.
func idOf(kind int, field, id []byte) []byte {
	if kind == idColumnKind {
		return field
	}
	return id
}

// slowRow reads any row and says what is wrong with it. An empty line is no row, but where the file has
// one column.
func (p *csvParser) slowRow(b *block, record []byte) *Error {
	if len(record) == 0 && len(p.plan) > 1 {
		return nil
	}
	fields, cause := infile.SplitRecord(p.fields[:0], record, p.header.sep)
	p.fields = fields
	if cause != "" {
		return &Error{Cause: cause}
	}
	if len(fields) != len(p.plan) {
		return &Error{Cause: fmt.Sprintf("%d columns where the header has %d", len(fields), len(p.plan))}
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
	if at := p.header.id; at >= 0 && !b.ids.add(infile.TextOf(fields[at])) {
		return &Error{Column: p.header.names[at], Value: string(fields[at]), Cause: "not UTF-8"}
	}
	b.add(p.values, b.count)
	return nil
}

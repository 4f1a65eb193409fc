package reading

import (
	"bytes"
	"io"

	"flyby/internal/infile"
)

// misses reports whether the record at text[from:] is known not to meet all conditions, and if so
// where the record ends.
func (p *RowParser) misses(text []byte, from int) (next int, misses bool) {
	if next, misses = p.where.Misses(text, from, p.Separator, &p.Fields); misses || len(p.where.Tests) == len(p.asked.tests) {
		return next, misses
	}
	return p.missesKind(text, from)
}

// passes reports whether the record at text[from:] decides nothing about the file, and if so where it
// ends. Such a record does not meet the conditions, or has no position, and is counted.
func (p *RowParser) passes(text []byte, from int) (next int, passes bool) {
	if next, passes = p.misses(text, from); passes {
		p.Missed++
		return next, true
	}
	if p.Preset == nil {
		return 0, false
	}
	next, _ = infile.RecordEnd(text, from, p.Separator, true)
	fields, cause := infile.SplitRecord(p.Fields[:0], infile.Chomp(text[from:next]), p.Separator)
	if p.Fields = fields; cause != "" || len(fields) != len(p.Plan) {
		return 0, false
	}
	if _, _, plan := p.objectOf(fields); !p.isAbsent(fields, plan) {
		return 0, false
	}
	p.Absent++
	return next, true
}

// Skim drops the records at the front of the text that decide nothing, so that the record which
// decides the kind of times may be far behind the header. b has the beginning of the text; end is
// io.EOF where it has all of the text, and so is the first result afterwards.
func (p *RowParser) Skim(cut *infile.Splitter, b *Block, end error) (error, error) {
	if len(p.asked.tests) == 0 {
		return end, nil
	}
	for {
		at := 0
		for at < len(b.Text) {
			next, passes := p.passes(b.Text, at)
			if !passes {
				break
			}
			at = next
		}
		p.HeaderLines += bytes.Count(b.Text[:at], []byte("\n"))
		if b.Text = b.Text[:copy(b.Text, b.Text[at:])]; len(b.Text) > 0 || b.Fatal != nil || end == io.EOF {
			return end, nil
		}
		if end = cut.Fill(&b.Block); end != nil && end != io.EOF {
			return nil, end
		}
	}
}

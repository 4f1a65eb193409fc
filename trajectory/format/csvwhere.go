package format

import (
	"bytes"
	"io"

	"flyby/internal/infile"
)

// misses reports whether the record at text[from:] is known not to hold all conditions, and where it
// ends then.
func (p *csvParser) misses(text []byte, from int) (next int, misses bool) {
	if next, misses = p.where.Misses(text, from, p.sep, &p.fields); misses || len(p.kinds) == 0 {
		return next, misses
	}
	return p.missesKind(text, from)
}

// passes returns where the record at text[from:] ends if it decides nothing about the file: it does
// not hold the conditions, or has no position, which is counted.
func (p *csvParser) passes(text []byte, from int) (next int, passes bool) {
	if next, passes = p.misses(text, from); passes {
		p.missed++
		return next, true
	}
	if p.Preset == nil {
		return 0, false
	}
	next, _ = infile.RecordEnd(text, from, p.sep, true)
	fields, cause := infile.SplitRecord(p.fields[:0], infile.Chomp(text[from:next]), p.sep)
	if p.fields = fields; cause != "" || len(fields) != len(p.plan) {
		return 0, false
	}
	if _, _, plan := p.objectOf(fields); !p.isAbsent(fields, plan) {
		return 0, false
	}
	p.absent++
	return next, true
}

// skim drops the records at the front of the text that decide nothing, so that the one which
// decides what times are may be far behind the header. b has the first of the text; end is io.EOF where
// that is all, then and as it is returned.
func (p *csvParser) skim(cut *infile.Splitter, b *block, end error) (error, error) {
	if !p.asks() {
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
		p.headerLines += bytes.Count(b.Text[:at], []byte("\n"))
		if b.Text = b.Text[:copy(b.Text, b.Text[at:])]; len(b.Text) > 0 || b.Fatal != nil || end == io.EOF {
			return end, nil
		}
		if end = cut.Fill(&b.Block); end != nil && end != io.EOF {
			return nil, end
		}
	}
}

package format

import (
	"bytes"
	"cmp"
	"io"
	"slices"

	"flyby/internal/infile"
)

// A csvWhere tests records by the bytes of their fields.
type csvWhere struct {
	tests []cellTest // in order of their columns
	at    []int      // [tests] the column
}

// newCSVWhere finds the columns of tests among names.
func newCSVWhere(tests []cellTest, file string, names []string) (w csvWhere, err error) {
	at, err := bindTests(tests, file, names)
	if err != nil {
		return w, err
	}
	order := make([]int, len(tests))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	for _, i := range order {
		w.tests, w.at = append(w.tests, tests[i]), append(w.at, at[i])
	}
	return w, nil
}

// misses reports whether the record at text[from:] is known not to hold all conditions, and where it
// ends then. One that cannot be told is for others to explain.
func (p *csvParser) misses(text []byte, from int) (next int, misses bool) {
	at, column := from, 0
	for i := range p.where.tests {
		for ; column < p.where.at[i]; column++ {
			if at = fieldEnd(text, at, p.sep); text[at] != p.sep {
				return p.missesSlowly(text, from)
			}
			at++
		}
		end := fieldEnd(text, at, p.sep)
		field := text[at:end]
		if text[end] == '\n' {
			field = bytes.TrimSuffix(field, []byte("\r"))
		}
		if text[end] == '"' || column == 0 && len(field) == 0 && text[end] == '\n' {
			return p.missesSlowly(text, from)
		}
		if !p.where.tests[i].text(field) {
			next, _ = infile.RecordEnd(text, from, p.sep, true)
			return next, true
		}
	}
	return 0, false
}

// missesSlowly is misses for records with quotes, with too few fields, and for empty lines.
func (p *csvParser) missesSlowly(text []byte, from int) (next int, misses bool) {
	next, _ = infile.RecordEnd(text, from, p.sep, true)
	record := infile.Chomp(text[from:next])
	if len(record) == 0 {
		return 0, false
	}
	fields, cause := infile.SplitRecord(p.fields[:0], record, p.sep)
	p.fields = fields
	if cause != "" || len(fields) <= slices.Max(p.where.at) {
		return 0, false
	}
	for i := range p.where.tests {
		if !p.where.tests[i].text(fields[p.where.at[i]]) {
			return next, true
		}
	}
	return 0, false
}

// passes returns where the record at text[from:] ends if it decides nothing about the file: it does
// not hold the conditions, or has no position, which is counted.
func (p *csvParser) passes(text []byte, from int) (next int, passes bool) {
	if next, passes = p.misses(text, from); passes {
		p.missed++
		return next, true
	}
	if p.preset == nil {
		return 0, false
	}
	next, _ = infile.RecordEnd(text, from, p.sep, true)
	fields, cause := infile.SplitRecord(p.fields[:0], infile.Chomp(text[from:next]), p.sep)
	if p.fields = fields; cause != "" || len(fields) != len(p.plan) {
		return 0, false
	}
	plan := p.plan
	if p.otherPlan != nil && len(fields[p.at[colID]]) == 0 {
		plan = p.otherPlan
	}
	if !p.isAbsent(fields, plan) {
		return 0, false
	}
	p.absent++
	return next, true
}

// skim drops the records at the front of the text that decide nothing, so that the one which
// decides what times are may be far behind the header. b has the first of the text; end is io.EOF where
// that is all, then and as it is returned.
func (p *csvParser) skim(cut *infile.Splitter, b *block, end error) (error, error) {
	if len(p.where.tests) == 0 {
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

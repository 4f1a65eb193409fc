package format

import (
	"bytes"
	"io"
	"strings"
	"sync/atomic"

	"flyby/internal/rfc3339"
	"flyby/trajectory"
)

// A csvParser parses blocks. Each goroutine has a copy of its own.
type csvParser struct {
	layout
	plan        []int // by file column: its kind, or ignored
	rules       trajectory.Rules
	skip        bool
	named       *atomic.Bool // ids are names already: do not try integers
	headerSize  int          // bytes of text before the first row
	headerLines int
	fields      [][]byte // scratch of one goroutine
}

// newCSVParser reads the header at the start of text and looks at the first rows
// to tell what the times are.
func newCSVParser(name string, text []byte, o *Options) (*csvParser, error) {
	fail := func(cause string) error { return &Error{File: name, Line: 1, Cause: cause} }
	if len(text) == 0 {
		return nil, &Error{File: name, Cause: "empty file", Err: trajectory.ErrEmpty}
	}
	end, _ := recordEnd(text, 0, true)
	if what := sniff(text[:end]); what != "" {
		return nil, &Error{File: name, Cause: "this is " + what}
	}
	p := &csvParser{skip: o.SkipBadRows, named: new(atomic.Bool), rules: trajectory.Rules{Limits: o.limits()}}
	p.headerSize, p.headerLines = end, bytes.Count(text[:end], []byte("\n"))
	fields, cause := splitRecord(nil, chomp(bytes.TrimPrefix(text[:end], []byte("\xef\xbb\xbf"))))
	if cause != "" {
		return nil, fail(cause)
	}
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = strings.TrimSpace(string(f))
	}
	if p.layout, cause = o.find(names); cause != "" {
		return nil, fail(headerHint(fields, cause))
	}
	p.plan = make([]int, len(names))
	for i := range p.plan {
		p.plan[i] = ignored
	}
	for kind, at := range p.at {
		if at >= 0 {
			p.plan[at] = kind
		}
	}
	return p, nil
}

// headerHint adds a likely reason to cause, what is wrong with the header.
func headerHint(fields [][]byte, cause string) string {
	numbers := true
	for _, f := range fields {
		_, bad := parseFloat(f)
		numbers = numbers && bad == ""
	}
	switch {
	case numbers:
		return "no header: the first line must name the columns (traj_id, t, x, y and, if there are any, z and r)"
	case len(fields) == 1 && bytes.ContainsAny(fields[0], ";\t|"):
		return cause + "; columns must be separated by commas"
	}
	return cause
}

// learnTimes finds out from the first row what the times are. Where bad rows are skipped, it
// is the first row that has a time at all: then more text may have to be read into b, 16 MB
// at most. end is io.EOF if b has the last of the text.
func (p *csvParser) learnTimes(cut *splitter, b *block, end error) error {
	const reason = 16 << 20
	more := newBlock(0)
	for at := 0; ; {
		for at < len(b.text) {
			next, _ := recordEnd(b.text, at, true)
			if p.learnTime(chomp(b.text[at:next])) {
				return nil
			}
			at = next
		}
		if end == io.EOF || more.fatal != nil || len(b.text) > reason {
			b.fatal = more.fatal
			return nil
		}
		if end = cut.fill(more); end != nil && end != io.EOF {
			return end
		}
		b.text = append(b.text, more.text...)
	}
}

// learnTime reports whether a record decides what times are.
func (p *csvParser) learnTime(record []byte) bool {
	if len(record) == 0 {
		return false
	}
	fields, cause := splitRecord(nil, record)
	if cause != "" || len(fields) != len(p.plan) {
		return !p.skip
	}
	field := trim(fields[p.at[colT]])
	if _, bad := parseFloat(field); bad == "" {
		return true
	}
	if _, err := rfc3339.Parse(string(field)); err == nil {
		p.rules.Times = trajectory.Timestamp
		return true
	}
	return !p.skip
}

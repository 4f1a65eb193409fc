package format

import (
	"strings"

	"flyby/trajectory"
)

// A table collects blocks in order.
type table struct {
	src     *source
	layout  layout
	times   trajectory.TimeKind
	skip    bool // bad rows are dropped, not fatal
	col     [numFloats][]float64
	ids     idSet
	lines   lineMap
	next    int // line that the next block begins on
	skipped int
	reasons []string
}

// merge appends a block's rows. The error is the block's, with its place in the
// file.
func (t *table) merge(b *block) error {
	if b.fatal != nil {
		return t.placed(b.fatal)
	}
	for _, e := range b.bad {
		t.reasons = addReason(t.reasons, t.placed(e))
	}
	t.skipped += b.skipped
	rows, before := b.rows(), len(t.col[colT])
	estimate := t.estimate(before + rows)
	for _, m := range b.lines {
		t.lines.add(before+m.row, t.next+m.line)
	}
	for k := range t.col {
		if t.layout.at[k] >= 0 {
			t.col[k] = append(reserve(t.col[k], rows, estimate), b.col[k]...)
		}
	}
	t.mergeIDs(&b.ids, rows, estimate)
	t.next += b.count
	return nil
}

// placed turns a block's error into the file's.
func (t *table) placed(e *Error) *Error {
	e.File, e.Line = t.src.name, t.next+e.Line
	return e
}

// mergeIDs appends a block's ids and keeps copies of the names that are new.
func (t *table) mergeIDs(s *idSet, rows, estimate int) {
	if !t.ids.named && !s.named {
		t.ids.ints = append(reserve(t.ids.ints, rows, estimate), s.ints...)
		return
	}
	if !t.ids.named {
		t.ids.name()
		t.ids.ints = nil
	}
	if !s.named {
		s.name()
	}
	global := make([]uint32, len(s.names))
	for c, name := range s.names {
		g, ok := t.ids.index[name]
		if !ok {
			g = t.ids.code(strings.Clone(name))
		}
		global[c] = g
	}
	t.ids.codes = reserve(t.ids.codes, rows, estimate)
	for _, c := range s.codes {
		t.ids.codes = append(t.ids.codes, global[c])
	}
}

// estimate guesses the rows of the whole file from those so far.
func (t *table) estimate(rows int) int {
	const enough = 1 << 18 // bytes below which a guess is worth nothing
	done, total := t.src.done.Load(), t.src.total
	if done < enough || total <= done {
		return rows
	}
	return int(float64(rows) * (float64(total) / float64(done)) * 1.02)
}

// reserve makes room for more values at once, so that columns are seldom copied
// and little of them is left empty.
func reserve[T any](s []T, more, estimate int) []T {
	if len(s)+more <= cap(s) {
		return s
	}
	out := make([]T, len(s), max(len(s)+more, estimate, len(s)+len(s)/4))
	copy(out, s)
	return out
}

// parsed hands the columns over.
func (t *table) parsed() *parsed {
	c := trajectory.Columns{
		T: t.col[colT], X: t.col[colX], Y: t.col[colY], Z: t.col[colZ], R: t.col[colR],
		Times: t.times,
	}
	if t.ids.named {
		c.ID.Code, c.ID.Name = t.ids.codes, t.ids.names
	} else {
		c.ID.Int = t.ids.ints
	}
	name, lines := t.src.name, t.lines
	return &parsed{
		columns: c, rows: len(c.T) + t.skipped, skipped: t.skipped, reasons: t.reasons,
		place:  func(row int) Error { return Error{File: name, Line: lines.line(row)} },
		layout: t.layout,
	}
}

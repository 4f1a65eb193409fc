package format

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// A taker takes the points out of batches. It is for one goroutine.
type taker struct {
	of    *batchReader
	sense codec.Sense
	part  *taken
	unfit codec.Set // rows of the batch of which a coordinate is none
	lists *listForm // nil until the first point
	list  []float64 // scratch
}

func (b *batchReader) newTaker() *taker {
	return &taker{of: b, sense: codec.Sense{Clock: b.options.Times}}
}

// take takes the points out of a batch.
func (t *taker) take(p *taken) {
	rest := p.batch.Rest
	p.batch.Rest = nil // points are perhaps taken once more
	p.begin()
	if rest != nil {
		if p.err = rest(); p.err != nil {
			return
		}
	}
	t.part, t.lists, t.unfit = p, t.of.lists.Load(), t.unfit[:0]
	p.known = t.lists != nil
	switch {
	case p.isMissed():
		p.missed = p.batch.Rows // of which there are perhaps no values
	case t.of.layout.list:
		t.takeLists()
	default:
		t.takeNumbers()
	}
	p.ids.own()
}

// takeNumbers takes points whose coordinates are columns of numbers: all rows where none is bad, and one by one in other batches.
func (t *taker) takeNumbers() {
	p, l := t.part, &t.of.layout
	for k, at := range l.x {
		all := t.numbers(k, at)
		p.columns = append(p.columns, all)
		for row, v := range all {
			if !t.of.checker.fits(k, v) {
				t.unfit.Add(row)
			}
		}
	}
	p.points = p.batch.Rows
	if len(t.of.tests) == 0 && p.batch.Missed.Empty() && len(p.batch.Broken) == 0 && t.unfit.Empty() && t.takeIDs() {
		return
	}
	p.rows = make([]int, 0, p.batch.Rows)
	t.eachRow(t.checkNumbers, func(int) {})
	for k, all := range p.columns {
		kept := p.room(k, len(all)) // all itself, or other memory than the file's
		for i, row := range p.rows {
			kept[i] = all[row]
		}
		p.columns[k] = kept[:p.points]
	}
}

// numbers returns the numbers of a column as a coordinate, and notes the rows without one.
func (t *taker) numbers(coordinate, at int) []float64 {
	c, p := &t.of.file[at], t.part
	v := &p.batch.Values[at]
	if plain := c.Kind == codec.Float || c.Kind == codec.Whole && !c.Unsigned; plain {
		for row := 0; row < p.batch.Rows && !v.Nulls.Empty(); row++ {
			if v.Nulls.Has(row) {
				t.unfit.Add(row)
			}
		}
		for _, f := range v.Faults {
			t.unfit.Add(f.Row)
		}
		if c.Kind == codec.Float {
			return v.Floats[:p.batch.Rows]
		}
		all := p.room(coordinate, p.batch.Rows)
		for row, n := range v.Wholes[:p.batch.Rows] {
			all[row] = float64(n)
		}
		return all
	}
	all := p.room(coordinate, p.batch.Rows)
	for row := range all {
		cause := ""
		if all[row], _, cause = t.number(coordinate, row); cause != "" {
			t.unfit.Add(row)
		}
	}
	return all
}

// number returns a coordinate of a row. cause says why there is none, and value quotes the cell.
func (t *taker) number(coordinate, row int) (x float64, value, cause string) {
	at := t.of.layout.x[coordinate]
	c, v := &t.of.file[at], &t.part.batch.Values[at]
	if t.part.clocks == nil || c.Kind != codec.Text {
		return t.sense.Number(c, v, row)
	}
	if t.sense.Clock = t.part.clocks[coordinate]; !c.Untyped || v.Nulls.Has(row) || v.Fault(row) != nil {
		return t.sense.Number(c, v, row)
	}
	text := texts{t.part.clocks, t.of.options.Times, t.of.layout.open}
	if x, cause = text.coordinate(coordinate, v.Text(row)); cause != "" {
		value = string(v.Text(row))
	}
	return x, value, cause
}

// eachRow takes the rows that meet all conditions, that check finds nothing wrong with, and whose id is good: it calls add with them, in their order.
func (t *taker) eachRow(check func(row int) *Error, add func(row int)) {
	p := t.part
	p.points = 0
	p.ids.reset()
	if id := t.of.layout.id; id >= 0 {
		c := &t.of.file[id]
		p.ids.named = c.Kind == codec.Text && !c.Untyped
	}
	for row := range p.batch.Rows {
		broken := codec.FaultOf(p.batch.Broken, row)
		if t.misses(row, broken != nil) {
			p.missed++
			continue
		}
		var e *Error
		if broken != nil {
			e = broken.In("")
		} else if e = check(row); e == nil {
			e = t.takeID(row)
		}
		if e == nil {
			add(row)
			p.points++
			p.rows = append(p.rows, row)
			continue
		}
		ends := !t.of.options.SkipBadRows || t.of.layout.isGuess(e)
		if p.bad = append(p.bad, badRow{*e, row, ends}); ends {
			break
		}
	}
}

// misses reports whether a row fails a condition. Of a broken row the reader alone knows.
func (t *taker) misses(row int, broken bool) bool {
	b := &t.part.batch
	fails := func(test codec.Test) bool {
		return !test.Holds(t.sense.Cell(&t.of.file[test.Column], &b.Values[test.Column], row))
	}
	return b.Missed.Has(row) || !broken && slices.ContainsFunc(t.of.tests, fails)
}

// checkNumbers returns the error of the first coordinate of a row that is none; nil if all are good.
func (t *taker) checkNumbers(row int) *Error {
	if !t.unfit.Has(row) {
		return nil
	}
	for k, at := range t.of.layout.x {
		x, value, cause := t.number(k, row)
		if cause == "" {
			if cause = t.of.checker.cause(k, x); cause != "" {
				value = strconv.FormatFloat(x, 'g', -1, 64)
			}
		}
		if cause != "" {
			return &Error{Column: t.of.file[at].Name, Value: value, Cause: cause}
		}
	}
	return nil
}

// takeIDs takes the ids of all rows, and reports whether all are good.
func (t *taker) takeIDs() bool {
	p, at := t.part, t.of.layout.id
	if at < 0 {
		return true
	}
	c, v, ids := &t.of.file[at], &p.batch.Values[at], &p.ids
	switch {
	case !v.Nulls.Empty() || len(v.Faults) > 0:
		return false
	case c.Kind != codec.Whole && c.Kind != codec.Text || c.Untyped:
		return false
	case c.Kind == codec.Whole:
		ids.ints = append(slices.Grow(ids.ints, p.batch.Rows), v.Wholes[:p.batch.Rows]...)
		return !c.Unsigned || len(ids.ints) == 0 || slices.Min(ids.ints) >= 0
	}
	ids.named, ids.names = true, slices.Grow(ids.names, p.batch.Rows)
	for row := range p.batch.Rows {
		text := v.Text(row)
		if len(text) == 0 || !utf8.Valid(text) {
			return false
		}
		ids.names = append(ids.names, infile.TextOf(text))
	}
	return true
}

// takeID takes the id of a row, or returns why it is none.
func (t *taker) takeID(row int) *Error {
	l, ids := &t.of.layout, &t.part.ids
	if l.id < 0 {
		return nil
	}
	c := &t.of.file[l.id]
	whole, text, cause := c.ID(&t.part.batch.Values[l.id], row)
	if l.guessed && c.Untyped && cause == "" && !isInteger(text) {
		cause = "no integer"
	}
	switch {
	case cause != "" && l.guessed:
		cause += l.notID()
	case cause == "" && !utf8.Valid(text):
		cause = "not UTF-8"
	case cause == "" && text == nil:
		ids.addInt(whole)
	case cause == "":
		ids.add(infile.TextOf(text))
	}
	if cause != "" {
		return &Error{Column: l.idName(), Value: string(text), Cause: cause}
	}
	return nil
}

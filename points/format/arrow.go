package format

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/points"
	"flyby/trajectory/format/arrow"
)

// arrowRows is the number of rows of a batch that are taken over at a time.
const arrowRows = 1 << 14

// readArrow reads a stream or a file of Arrow, batch by batch.
func readArrow(ctx context.Context, src *infile.Source, o *Options) (*contents, error) {
	table, err := arrow.OpenTable(ctx, src, o.Times)
	if err != nil {
		return nil, err
	}
	l, cause := o.find(table.Names())
	if cause != "" {
		return nil, &Error{File: src.Name, Cause: cause}
	}
	r := &arrowReader{typedRows: typedRows{src: src, options: o, checker: o.checker(), first: 1}, table: table}
	r.typedRows.at = func(number int) Error { return Error{File: src.Name, Record: number} }
	if r.tested, err = arrowTests(table, src.Name, o.Tests); err != nil {
		return nil, err
	}
	ignored, cause := l.keepTyped(table)
	if cause == "" {
		cause = l.tooMany()
	}
	if r.layout = l; cause == "" {
		cause = r.unfit()
	}
	if cause != "" {
		return nil, &Error{File: src.Name, Cause: cause}
	}
	r.columns, r.ids.given, r.batch.given = make([][]float64, len(l.x)), l.id >= 0, l.id >= 0
	wanted := append(append([]int{}, l.x...), r.tested...)
	if l.id >= 0 {
		wanted = append(wanted, l.id)
	}
	if err := cmp.Or(table.Batches(wanted, r.take), r.refusal()); err != nil {
		return nil, err
	}
	if r.Rows == 0 {
		return nil, &Error{File: src.Name, Cause: "no rows", Err: ErrNoRows}
	}
	p := r.contents(table, ignored)
	if at := slices.IndexFunc(l.coordinates(), table.HasOfDay); at >= 0 {
		p.report.OfDay = l.coordinates()[at]
	}
	return p, nil
}

// arrowTests returns the columns that the tests read, in the order of the tests.
func arrowTests(table *arrow.Table, file string, tests []infile.CellTest) (at []int, err error) {
	if at, err = infile.BindTests(tests, file, table.Names()); err != nil {
		return nil, err
	}
	for i, column := range at {
		if !table.IsSingle(column) {
			return nil, infile.NoCell(file, fmt.Sprintf("column %q, which --where %s names, holds neither text nor one number a row", tests[i].Column, tests[i].String()))
		}
	}
	return at, nil
}

// An arrowReader collects the points of batches.
type arrowReader struct {
	typedRows
	table  *arrow.Table
	tested []int // columns of Options.Tests

	batch   idColumn // ids of the rows at hand; names point into the batch
	floats  [][]float64
	scratch [][]float64 // by coordinate: buffer of numbers of rows at hand
	whole   []int64
	row     []float64 // the row at hand

	refused error // the error of Options.Afford, after which rows are counted and not kept
	counted int   // points so far, once refused is set
}

// unfit returns why a column cannot hold coordinates or ids, "" where all can.
func (r *arrowReader) unfit() (cause string) {
	l := &r.layout
	for _, at := range l.x {
		if l.list {
			break
		}
		if cause := r.table.NoCoordinate(at); cause != "" {
			return cause
		}
	}
	if l.id >= 0 {
		return r.table.NoID(l.id)
	}
	return ""
}

// take takes over the points of a batch of n rows.
func (r *arrowReader) take(n int) error {
	r.scratch, r.floats, r.row = infile.Resized(r.scratch, len(r.layout.x)), infile.Resized(r.floats, len(r.layout.x)), infile.Resized(r.row, len(r.layout.x))
	for from := 0; from < n; from += arrowRows {
		if err := r.takeSome(from, min(n, from+arrowRows), n); err != nil {
			return err
		}
	}
	return nil
}

// takeSome takes over the points of some rows of a batch of n.
func (r *arrowReader) takeSome(from, to, n int) (err error) {
	if r.refused != nil {
		r.count(from, to)
		return nil
	}
	estimate := r.src.Estimate(r.Rows - from + n)
	if len(r.columns[0])+to-from > points.MaxPoints {
		return &Error{File: r.src.Name, Cause: tooMany}
	}
	if r.columns[0] != nil || !r.layout.list { // until the first list is read the number of coordinates is not known
		if err := r.room(to-from, estimate); err != nil {
			return err
		}
		if r.refused != nil {
			r.count(from, to)
			return nil
		}
	}
	r.beginIDs()
	if r.layout.list {
		err = r.takeLists(from, to, estimate)
	} else {
		err = r.takeNumbers(from, to)
	}
	if err == nil && r.ids.given && len(r.batch.ints)+len(r.batch.names) > 0 {
		r.ids.appendAll(&r.batch, estimate)
	}
	return err
}

// beginIDs drops the ids of earlier rows. Ids from a column of text are names, even where they look like integers.
func (r *arrowReader) beginIDs() {
	r.batch.reset()
	if r.ids.given && r.table.IsText(r.layout.id) {
		r.batch.name()
	}
}

// count counts the rows that meet all conditions.
func (r *arrowReader) count(from, to int) {
	for row := from; row < to; row++ {
		if !r.misses(row) {
			r.counted++
		}
	}
}

// refusal returns the refusal for all rows of the file, once they have been counted; nil where nothing was refused.
func (r *arrowReader) refusal() error {
	if r.refused == nil {
		return nil
	}
	freed := memory.Of(r.counted, r.each())
	if r.ids.given {
		freed += memory.Of(r.counted, repeatedBytes)
	}
	g := Growth{Points: r.counted, Dimensions: len(r.columns), Bytes: freed + memory.Of(infile.Grown(r.counted, 0, 0), r.each()), Freed: freed}
	return cmp.Or(r.options.ask(g), r.refused)
}

// growth returns the memory that the columns take as they grow to some points.
func (r *arrowReader) growth(to int) Growth {
	return Growth{Points: to, Dimensions: len(r.columns), Bytes: memory.Of(to, r.each()), Freed: memory.Of(cap(r.columns[0]), r.each())}
}

// room makes room for n more points, or for as many as estimate says where memory suffices. Where the caller refuses, it drops all
// points.
func (r *arrowReader) room(n, estimate int) error {
	have := len(r.columns[0])
	if have+n <= cap(r.columns[0]) {
		return nil
	}
	g := r.growth(infile.Grown(have, n, estimate))
	if memory.Need("points", g.Bytes) != nil || r.options.ask(g) != nil {
		estimate = 0
		g = r.growth(infile.Grown(have, n, estimate))
	}
	if err := memory.Need(fmt.Sprintf("the columns of %d points", g.Points), g.Bytes); err != nil {
		return r.src.Outgrown(err)
	}
	if r.refused = r.options.ask(g); r.refused != nil {
		r.counted, r.columns, r.ids = have, make([][]float64, len(r.columns)), idColumn{given: r.ids.given}
		return nil
	}
	for k := range r.columns {
		r.columns[k] = infile.Reserve(r.columns[k], n, estimate)
	}
	return nil
}

// takeNumbers takes over points whose coordinates are columns of numbers: all rows at once where none is bad, else row by row.
func (r *arrowReader) takeNumbers(from, to int) error {
	if r.takeBulk(from, to-from) {
		return nil
	}
	r.beginIDs()
	for row := from; row < to; row++ {
		r.Rows++
		if r.misses(row) {
			r.Missed++
			continue
		}
		e := r.check(row)
		if e == nil {
			e = r.checkID(row)
		}
		if e != nil {
			if err := r.drop(e); err != nil {
				return err
			}
			continue
		}
		r.places.Add(len(r.columns[0]), r.number())
		for k, v := range r.row {
			r.columns[k] = append(r.columns[k], v)
		}
	}
	return nil
}

// takeBulk takes over n rows from row from on, and reports whether it did. It declines where there are conditions or where any row is
// bad.
func (r *arrowReader) takeBulk(from, n int) bool {
	if len(r.tested) > 0 {
		return false
	}
	for k, at := range r.layout.x {
		var ok bool
		if r.floats[k], ok = r.table.Numbers(&r.scratch[k], at, from, n); !ok {
			return false
		}
		for _, v := range r.floats[k] {
			if !r.checker.fits(k, v) {
				return false
			}
		}
	}
	if !r.takeIDs(from, n) {
		return false
	}
	r.places.Add(len(r.columns[0]), r.number()+1)
	for k := range r.columns {
		r.columns[k] = append(r.columns[k], r.floats[k]...)
	}
	r.Rows += n
	return true
}

// takeIDs takes the ids of n rows over, and reports whether all are good.
func (r *arrowReader) takeIDs(from, n int) bool {
	if !r.ids.given {
		return true
	}
	if !r.batch.named {
		all, ok := r.table.Integers(&r.whole, r.layout.id, from, n)
		r.batch.ints = append(r.batch.ints, all...)
		return ok
	}
	for row := from; row < from+n; row++ {
		if r.checkID(row) != nil {
			return false
		}
	}
	return true
}

// takeLists takes over points from a column of lists.
func (r *arrowReader) takeLists(from, to, estimate int) error {
	for row := from; row < to; row++ {
		r.Rows++
		if r.misses(row) {
			r.Missed++
			continue
		}
		list := r.table.List(&r.scratch[0], r.layout.x[0], row, points.MaxDimensions)
		e := r.checkList(list)
		if e == nil {
			e = r.checkID(row)
		}
		var err error
		if e != nil {
			err = r.drop(e)
		} else {
			err = r.addList(list.Values, max(to-row, estimate-r.Rows))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// misses reports whether a row fails a condition.
func (r *arrowReader) misses(row int) bool {
	for i, at := range r.tested {
		if !r.options.Tests[i].Holds(r.table.Cell(at, row)) {
			return true
		}
	}
	return false
}

// check reads the coordinates of a row into r.row, or returns the error of the first bad one; nil if all are good.
func (r *arrowReader) check(row int) *Error {
	for k, at := range r.layout.x {
		v, value, cause := r.table.Number(at, row)
		if cause == "" {
			if cause = r.checker.cause(k, v); cause != "" {
				value = strconv.FormatFloat(v, 'g', -1, 64)
			}
		}
		if cause != "" {
			return &Error{Column: r.layout.names[at], Value: value, Cause: cause}
		}
		r.row[k] = v
	}
	return nil
}

// checkID takes the id of a row over, or returns why it is bad.
func (r *arrowReader) checkID(row int) *Error {
	if !r.ids.given {
		return nil
	}
	id, cause := r.table.ID(r.layout.id, row)
	switch {
	case cause == "" && id == "":
		cause = "missing"
	case cause == "" && !utf8.ValidString(id):
		return &Error{Column: r.layout.idName(), Value: id, Cause: "not UTF-8"}
	}
	if cause != "" && r.layout.guessed {
		cause += r.layout.notID()
	}
	if cause != "" {
		return &Error{Column: r.layout.idName(), Cause: cause}
	}
	r.batch.add(id)
	return nil
}

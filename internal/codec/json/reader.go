package json

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// The most rows and the most bytes that Open reads ahead, and the most rows of a batch.
const (
	rowsAhead  = 64
	bytesAhead = 1 << 20
	mostRows   = 1 << 13
)

// Options say how Open reads.
type Options struct {
	Names []string // columns that Open looks for in the first 4 MiB, where the first rows have no such
	ID    string   // of a Timeline; "": the file's name
}

// A Reader is a codec.Reader of a document, and a codec.Peeker.
type Reader struct {
	codec.Plain
	text
	layout
	first []excerpt // read ahead
	ahead error     // behind first
	outer []byte    // document around the list of the rows
	wants *wanted
	places
	rows   int // so far
	values int // so far, of several rows each

	pull func() (error, bool) // fills batch with rows of values that have several
	stop func()
	to   *decoder
	ctx  context.Context
}

// Open opens the rows of a document. It is a codec.OpenFunc.
func Open(ctx context.Context, src *infile.Source, threads int) (codec.Reader, error) {
	return Options{}.Open(ctx, src, threads)
}

// Open opens the rows of a document.
func (o Options) Open(ctx context.Context, src *infile.Source, _ int) (codec.Reader, error) {
	r := &Reader{text: text{src: src}}
	if err := r.start(); err != nil {
		return nil, err
	}
	if err := r.learnAhead(ctx, &o); err != nil {
		return nil, err
	}
	if o.ID == "" {
		o.ID = nameOfFile(src.Name)
	}
	r.derive(o.ID)
	return r, nil
}

// learnAhead reads the first rows, and finds the columns.
func (r *Reader) learnAhead(ctx context.Context, o *Options) error {
	var l learner
	n, root, bytes, values := &node{}, &node{}, 0, 0
	var path []string
	for ctx.Err() == nil && r.ahead == nil {
		if bytes >= codec.MostBytes || (bytes >= bytesAhead || values >= rowsAhead) && r.has(o.Names) {
			break
		}
		var b excerpt
		b, r.ahead = r.text.next(rowsAhead)
		if r.isLong && values == 0 && !r.isList {
			var ok bool
			if r.outer, path, ok = r.descend(); ok {
				r.isLong, r.ahead = false, nil
				l.learn(root, r.outer, false, 0)
				continue
			}
		}
		for _, v := range b.values {
			l.learn(n, b.text[v.from:v.to], true, 0)
			bytes += v.to - v.from
		}
		if l.nodes > mostNodes {
			return r.fail(0, fmt.Sprintf("more than %d keys", mostNodes))
		}
		if values += len(b.values); len(b.values) > 0 {
			r.first = append(r.first, b)
		}
		if values == 0 && r.ahead != nil && r.ahead != io.EOF {
			return r.ahead
		}
		if cause := r.arrange(n, root, path, values == 1 && r.ahead == io.EOF); cause != "" {
			return r.fail(0, cause)
		}
	}
	return ctx.Err()
}

// has reports whether there are columns of all names.
func (r *Reader) has(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return r.at(name) < 0 })
}

// arrange finds the columns of what is learned.
func (r *Reader) arrange(n, root *node, path []string, alone bool) (cause string) {
	r.layout = layout{}
	if len(path) > 0 {
		around := &level{path: path}
		around.plan = r.plan(root, nil, nil, around, nil)
		r.layout.around = around
	}
	list := ""
	if len(path) > 0 {
		list = path[len(path)-1]
	}
	r.alone, r.inList = alone, r.isList
	r.top, cause = r.level(n, path, list)
	return cause
}

// Columns is codec.Reader's.
func (r *Reader) Columns() []codec.Column { return r.columns }

// Close is codec.Reader's.
func (r *Reader) Close() error {
	if r.stop != nil {
		r.stop()
	}
	return nil
}

// Want is codec.Reader's.
func (r *Reader) Want(columns []int, tests []codec.Test) {
	columns = slices.Clone(columns)
	for _, t := range tests {
		columns = append(columns, t.Column)
	}
	r.wants = r.layout.want(columns)
}

// isFlat reports whether each value is a row.
func (r *Reader) isFlat() bool {
	return r.top.isRow() && r.layout.around == nil
}

// next returns the next values. Values that were read ahead come first.
func (r *Reader) next() (b excerpt, err error) {
	if len(r.first) > 0 {
		b, r.first = r.first[0], r.first[1:]
		return b, nil
	}
	if r.ahead == nil {
		b, r.ahead = r.text.next(mostRows)
		if len(b.values) > 0 {
			return b, nil
		}
	}
	return b, r.ahead
}

// Next is codec.Reader's.
func (r *Reader) Next(ctx context.Context, b *codec.Batch) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.src.Progress()
	if !r.isFlat() {
		return r.nextRows(ctx, b)
	}
	values, err := r.next()
	if err != nil {
		return err
	}
	d := r.wants.newDecoder()
	d.start(b)
	b.First, b.Rows = r.rows, len(values.values)
	for i, v := range values.values {
		r.note(r.rows+i, nil, -1, v.line)
	}
	r.rows += b.Rows
	b.Rest = func() error {
		for _, v := range values.values {
			d.value(values.text[v.from:v.to], nil)
		}
		return nil
	}
	return nil
}

// nextRows is Next for values that have several rows.
func (r *Reader) nextRows(ctx context.Context, b *codec.Batch) error {
	if r.pull == nil {
		r.to = r.wants.newDecoder()
		r.to.begin = func(prefix []byte, first, line int) { r.note(r.rows+r.to.rows, prefix, first, line) }
		r.pull, r.stop = iter.Pull(r.batches)
	}
	r.to.made = nil
	r.to.start(b)
	r.ctx = ctx
	err, more := r.pull()
	if !more {
		return io.EOF
	}
	b.First, b.Rows = r.rows, r.to.rows
	r.rows += b.Rows
	if b.Rows > 0 && err != nil {
		r.pull = func() (error, bool) { return err, true }
		return nil
	}
	return err
}

// batches fills batches with the rows of all values.
func (r *Reader) batches(yield func(error) bool) {
	d, open := r.to, true
	d.full = func() bool {
		if d.rows == mostRows {
			open = yield(r.ctx.Err())
		}
		return open
	}
	var err error
	for err == nil {
		var b excerpt
		if b, err = r.next(); err != nil {
			break
		}
		for _, v := range b.values {
			if !r.element(d, v, b.text) {
				if err = r.broken(d, v.line); err == nil {
					return
				}
				break
			}
		}
	}
	yield(err)
}

// broken returns the error that ended the decoding of a value, nil where nobody wants more rows.
func (r *Reader) broken(d *decoder, line int) error {
	if d.cause == "" {
		return nil
	}
	e := &infile.Error{File: r.src.Name, Line: line, Cause: d.cause}
	if n := len(d.prefix); n > 0 {
		e.Path = string(d.prefix[:n-1])
	}
	if r.alone {
		e.Line = 0
	}
	return e
}

// element adds the rows of a value.
func (r *Reader) element(d *decoder, v span, text []byte) bool {
	d.atLine, d.prefix = v.line, d.prefix[:0]
	if y := r.layout.around; y != nil {
		for _, key := range y.path {
			d.prefix = append(append(d.prefix, key...), '.')
		}
	}
	if r.isList {
		d.prefix = append(strconv.AppendInt(d.prefix, int64(r.values), 10), '.')
	}
	r.values++
	return d.value(text[v.from:v.to], r.outer)
}

// Peek is codec.Peeker's.
func (r *Reader) Peek(_ context.Context, columns []int, b *codec.Batch) error {
	defer func(before int) { r.values = before }(r.values)
	d := r.layout.want(columns).newDecoder()
	d.start(b)
	d.full = func() bool { return d.rows < rowsAhead }
	for _, block := range r.first {
		for _, v := range block.values {
			if d.rows < rowsAhead {
				r.element(d, v, block.text)
			}
		}
	}
	if b.First, b.Rows = 0, d.rows; b.Rows == 0 {
		return io.EOF
	}
	return nil
}

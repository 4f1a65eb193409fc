// Package votable reads the tables of VOTable, of the Virtual Observatory, as batches: TABLEDATA, BINARY and BINARY2 in the file itself. See
// IVOA's VOTable 1.4.
package votable

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"sync"

	"flyby/internal/codec"
	"flyby/internal/codec/bigendian"
	"flyby/internal/infile"
	"flyby/internal/xmlscan"
)

// A reader goes through the tags of a VOTable, in a coroutine that stops where a table begins or ends, and where a batch is full. It is a
// codec.Tables.
type reader struct {
	codec.Plain
	x      xmlscan.Reader
	resume func() (struct{}, bool)
	stop   func()
	pause  func(struct{}) bool // of the coroutine
	ended  error               // why it ended

	scales map[string]string // of time, by the ID of their TIMESYS
	fields []bigendian.Field // of the current table
	refs   []string          // of the fields: their ref
	tables int               // so far
	begun  int               // line where the data of the table begin

	columns []codec.Column
	wanted  []int
	wants   []bool // [columns]
	tests   []codec.Test
	most    int  // rows of a batch
	live    bool // the rows of the table are read
	row     int  // of the table, the next
	batch   *codec.Batch
	text    *textRows // of TABLEDATA
	stream  *stream   // of other data

	lines  infile.LineMap // of rows of TABLEDATA
	locked sync.Mutex     // around lines
}

// errStopped ends the coroutine of a reader that is closed.
var errStopped = errors.New("votable: the reader is closed")

// Open is a codec.OpenFunc. The reader is a codec.Tables: it is open at the first table with data.
func Open(ctx context.Context, src *infile.Source, _ int) (codec.Reader, error) {
	x := xmlscan.Reader{Context: ctx, Source: src, Line: 1}
	if err := x.Start(); err != nil {
		return nil, err
	}
	root, err := x.Next()
	if err != nil && err != io.EOF {
		return nil, err
	}
	if name := xmlscan.LocalName(root.Name); name != "VOTABLE" {
		return nil, x.Fail(root.Line, fmt.Sprintf("not a VOTable: its root is <%s>", infile.Shorten(name)))
	}
	return ReadTags(ctx, x)
}

// ReadTags is Open behind the root, which x has read.
func ReadTags(ctx context.Context, x xmlscan.Reader) (codec.Reader, error) {
	r := &reader{x: x, scales: map[string]string{}}
	r.resume, r.stop = iter.Pull(func(pause func(struct{}) bool) {
		r.pause = pause
		r.ended = r.tags()
	})
	switch err := r.Turn(ctx); err {
	case nil:
		return r, nil
	case io.EOF:
		return nil, &infile.Error{File: x.Source.Name, Cause: "no table with data in the file"}
	default:
		return nil, err
	}
}

// goOn lets the coroutine go on until it stops or ends.
func (r *reader) goOn(ctx context.Context) {
	r.x.Context = ctx
	r.resume()
}

// rest stops the coroutine until it may go on.
func (r *reader) rest() error {
	if !r.pause(struct{}{}) {
		return errStopped
	}
	return nil
}

// Turn goes to the next table with data.
func (r *reader) Turn(ctx context.Context) error {
	for r.live = false; !r.live; {
		if r.goOn(ctx); r.ended != nil {
			return r.ended
		}
	}
	return nil
}

// Next reads the next rows.
func (r *reader) Next(ctx context.Context, b *codec.Batch) error {
	r.fresh(b)
	if r.live && r.ended == nil {
		r.goOn(ctx)
	}
	if b.Rows == 0 {
		if r.ended != nil {
			return r.ended
		}
		return io.EOF
	}
	if r.text != nil {
		b.Rest = r.text.rest(b)
	} else {
		b.Rest = r.stream.rest(b)
	}
	return nil
}

// fresh makes an empty batch the one that rows go to.
func (r *reader) fresh(b *codec.Batch) {
	b.First, b.Rows, b.Raw, b.Missed, b.Broken, b.Rest = r.row, 0, b.Raw[:0], b.Missed[:0], nil, nil
	b.Values = codec.Resized(b.Values, len(r.columns))
	r.batch = b
}

// full counts a row of the batch, and stops the coroutine where the batch is full.
func (r *reader) full() error {
	r.row++
	r.batch.Rows++
	if r.batch.Rows < r.most && len(r.batch.Raw) < r.x.Source.Block() {
		return nil
	}
	return r.rest()
}

// tags reads all tags. The error is io.EOF at the end of a good document.
func (r *reader) tags() error {
	for {
		if err := r.text.plainRows(); err != nil {
			return err
		}
		tag, err := r.x.Next()
		if err != nil {
			return err
		}
		if tag.Closing {
			err = r.end(xmlscan.LocalName(tag.Name))
		} else {
			err = r.begin(tag, xmlscan.LocalName(tag.Name))
		}
		if err != nil {
			return err
		}
	}
}

// begin takes the begin of an element.
func (r *reader) begin(tag xmlscan.Tag, name string) error {
	if r.x.OnText != nil {
		return r.x.Fail(tag.Line, fmt.Sprintf("<%s> inside of data", infile.Shorten(name)))
	}
	switch name {
	case "TABLE":
		r.fields, r.refs, r.tables = nil, nil, r.tables+1
	case "TIMESYS":
		if len(r.scales) < xmlscan.MaxAttributes {
			r.scales[attribute(tag, "ID")] = attribute(tag, "timescale")
		}
	case "FIELD":
		if r.x.Around(tag) == "TABLE" {
			return r.field(tag)
		}
	case "VALUES":
		return r.null(tag)
	case "TABLEDATA", "BINARY", "BINARY2":
		return r.data(tag, name)
	case "FITS":
		return r.x.Fail(tag.Line, "data as FITS in a VOTable are not read: make a .fits file of them")
	case "STREAM":
		return r.beginStream(tag)
	case "TR", "TD":
		if r.live && r.text != nil {
			r.text.begin(tag, name)
		}
		if tag.Empty {
			return r.end(name)
		}
	}
	return nil
}

// end takes the end of an element.
func (r *reader) end(name string) error {
	r.x.OnText = nil
	if !r.live {
		return nil
	}
	switch name {
	case "TD", "TR":
		if r.text != nil {
			return r.text.end(name)
		}
	case "STREAM":
		if r.stream != nil {
			return r.stream.end()
		}
	case "TABLE":
		return r.leave()
	}
	return nil
}

// leave ends the table that is read, if there is one.
func (r *reader) leave() error {
	if !r.live {
		return nil
	}
	r.live = false
	return r.rest()
}

// data begins the data of a table.
func (r *reader) data(tag xmlscan.Tag, name string) error {
	if err := r.leave(); err != nil {
		return err
	}
	width := 0
	for i := range r.fields {
		r.fields[i].Scale = r.scales[r.refs[i]]
		width += r.fields[i].Size * r.fields[i].Count
	}
	if width > bigendian.MaxRow {
		return r.x.Fail(tag.Line, fmt.Sprintf("rows of %d bytes", width))
	}
	r.begun, r.row, r.lines, r.text, r.stream = tag.Line, 0, nil, nil, nil
	if name == "TABLEDATA" {
		r.text = &textRows{r: r, fields: slices.Clone(r.fields)}
	} else {
		r.stream = newStream(r, name == "BINARY2")
	}
	r.columns = nil
	for i := range r.fields {
		c := r.fields[i].Column()
		if r.text != nil && c.Kind == codec.Float {
			c.Kind = codec.Digits
		}
		r.columns = append(r.columns, c)
	}
	r.Want(nil, nil)
	r.live = true
	return r.rest()
}

// beginStream begins data of BINARY or BINARY2.
func (r *reader) beginStream(tag xmlscan.Tag) error {
	if !r.live || r.stream == nil {
		return nil
	}
	if href := attribute(tag, "href"); href != "" {
		return r.x.Fail(tag.Line, fmt.Sprintf("the data are not in the file but at %q", infile.Shorten(href)))
	}
	if encoding := attribute(tag, "encoding"); encoding != "base64" {
		return r.x.Fail(tag.Line, fmt.Sprintf("a stream of encoding %q: base64 is read", infile.Shorten(encoding)))
	}
	r.x.OnText = r.stream.take
	return nil
}

// Columns returns the columns of the table.
func (r *reader) Columns() []codec.Column { return r.columns }

// Want says which columns have values. Conditions are tested on broken rows alone.
func (r *reader) Want(columns []int, tests []codec.Test) {
	r.wanted, r.wants, r.tests, r.most = columns, make([]bool, len(r.columns)), tests, codec.MostTexts(len(columns))
	for _, at := range columns {
		r.wants[at] = true
	}
}

// Place returns the place of a row.
func (r *reader) Place(row int) infile.Error {
	if r.text == nil {
		return infile.Error{File: r.x.Source.Name, Record: row + 1}
	}
	r.locked.Lock()
	defer r.locked.Unlock()
	return infile.Error{File: r.x.Source.Name, Line: r.lines.Line(row)}
}

// Table returns the number of the table.
func (r *reader) Table() int { return r.tables }

// Both is the error of two tables that may be meant.
func (r *reader) Both(earlier int) error {
	return r.x.Fail(r.begun, fmt.Sprintf("tables %d and %d both have the columns: give each a file of its own", earlier, r.tables))
}

// Close ends the coroutine.
func (r *reader) Close() error {
	r.stop()
	return nil
}

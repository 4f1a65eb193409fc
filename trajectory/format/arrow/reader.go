// Package arrow reads Arrow's IPC: streams and files. See docs/decisions/0109-arrow-streams.md.
package arrow

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"flyby/internal/infile"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// FileMagic is the text at the beginning and the end of an Arrow file; a stream begins with its schema.
const FileMagic = "ARROW1"

// featherMagic is the text at the beginning of files of Feather 1, which are no Arrow.
const featherMagic = "FEA1"

// Read reads a stream or a file, whose first bytes tell which it is.
func Read(ctx context.Context, src *infile.Source, o *format.Options) (*format.Parsed, error) {
	r, err := open(ctx, src, o)
	if err != nil {
		return nil, err
	}
	if err := r.find(); err != nil {
		return nil, err
	}
	if r.taken.Preset != nil {
		return r.readPreset()
	}
	if err := r.feedColumns(); err != nil {
		return nil, err
	}
	return r.feed.Finish(r.batches(r.rows), "no rows")
}

// A reader reads a stream.
type reader struct {
	messages
	many    bulk
	o       *format.Options
	stream  *ipc.Reader
	schema  *arrow.Schema
	columns []column
	layout  format.FileColumns
	taken   format.PresetMatch // columns of a preset, instead of the neutral columns
	frame   trajectory.Frame

	feed    *format.Feed
	settled bool     // whether times are times of day is known to the feed
	values  []values // [columns]
	wants   []bool   // [columns] the values are used
	ahead   bool     // the current batch was read ahead and is not handed on yet
	row     int      // of the current batch
	before  int      // rows of the batches before
	id      []byte   // scratch
}

// open reads the schema.
func open(ctx context.Context, src *infile.Source, o *format.Options) (r *reader, err error) {
	r = &reader{messages: messages{ctx: ctx, src: src}, o: o}
	if err := r.sniff(); err != nil {
		return nil, err
	}
	if r.isFile {
		if err := r.openFooter(); err != nil {
			return nil, err
		}
	}
	defer r.recovered(&err)
	r.stream, err = ipc.NewReaderFromMessageReader(&r.messages, ipc.WithEnsureNativeEndian(false))
	switch {
	case r.err != nil:
		return nil, r.err
	case r.ended:
		return nil, r.fail("the end mark stands before a schema")
	case err != nil:
		return nil, r.fail(cause(err))
	}
	r.schema = r.stream.Schema()
	r.types = newColumnTypes(r.schema, r.ids)
	r.columns = columnsOf(r.schema)
	return r, nil
}

// cause returns the cause of an error of the library. An error of Go's own is a lie that checks of metadata and values did not find.
func cause(err error) string {
	if own := runtime.Error(nil); errors.As(err, &own) {
		return unfit
	}
	return "corrupt: " + infile.Inner(err)
}

// unfit is the fault of a stream in which the library, or this package, stopped at an index or a length.
const unfit = "corrupt: its metadata and its values do not fit together"

// recovered turns a panic of the library, to which some crafted bytes lead, into an error.
func (r *reader) recovered(err *error) {
	switch p := recover().(type) {
	case nil:
	case error:
		*err = r.fail(cause(p))
	default:
		*err = r.fail(fmt.Sprintf("corrupt: %v", p))
	}
}

// sniff examines the first bytes.
func (r *reader) sniff() error {
	head := make([]byte, 8)
	n, err := r.src.Fill(head)
	if err != nil && err != io.EOF {
		return err
	}
	head = head[:n]
	begins := func(magic string) bool { return len(head) >= len(magic) && string(head[:len(magic)]) == magic }
	switch {
	case n == 0:
		return &format.Error{File: r.src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	case begins(featherMagic):
		return r.fail("this is Feather 1, which is no Arrow: write it as Feather 2, or as a stream (.arrows)")
	case begins(FileMagic) && r.src.IsStream():
		return r.fail("an Arrow file is read with its end, which a pipe has not until all has gone by: send an Arrow stream")
	case begins(FileMagic):
		r.isFile = true
		return nil
	}
	const old = 1 << 24 // bytes of the first metadata of old streams, which have no mark before them
	word := uint32(0)
	for i, b := range head[:min(n, 4)] {
		word |= uint32(b) << (8 * i)
	}
	if word != continued && (n < 8 || word > old) {
		what := r.src.Sniff(head)
		if what == "" {
			what = "text, or binary data of another kind"
		}
		return r.fail("this is no Arrow stream but " + what)
	}
	r.begin = head
	return nil
}

// find finds the columns to read.
func (r *reader) find() error {
	found, err := r.findGeometry()
	if err != nil {
		return err
	}
	names, cause := namesOf(r.columns), ""
	if found {
		return r.findRest()
	}
	if r.layout, r.taken, cause = r.o.FindTyped(names); cause != "" {
		return r.fail(r.o.Mended(cause, names, r.glances()))
	}
	if err := r.takeCRS(); err != nil {
		return err
	}
	r.o.TakeDegrees(&r.layout, &r.taken)
	return r.findRest()
}

// findRest reads the metadata of the columns found, and allocates their values.
func (r *reader) findRest() error {
	cause := ""
	if cause = unitsOf(r.schema, r.columns); cause == "" {
		r.frame, cause = frameOf(r.schema, r.o.LonLat)
	}
	if cause != "" {
		return r.fail(cause)
	}
	r.values, r.wants = make([]values, len(r.columns)), make([]bool, len(r.columns))
	for i := range r.columns {
		r.values[i] = values{column: &r.columns[i], clock: r.o.Times}
	}
	return nil
}

// label returns the name and the unit of a column of a kind.
func (r *reader) label(kind int) (name, unit string) {
	if at := r.layout.At[kind]; at >= 0 {
		return r.columns[at].name, r.columns[at].unit
	}
	return "", ""
}

// feedColumns checks the types of the columns and makes the feed of the rows.
func (r *reader) feedColumns() error {
	l, o := &r.layout, r.o
	times := trajectory.Number
	for kind, at := range l.At {
		if at < 0 || kind == format.ColT && l.Still {
			continue
		}
		c := &r.columns[at]
		cause := c.serves(kind, o)
		if kind == format.ColT && cause == "" {
			if c.isText() || c.isStamp() {
				times = trajectory.Timestamp
			}
			cause = o.UnfitUnix(c.name, c.unit, times == trajectory.Timestamp)
			if c.isDate() && !o.Times.Zone.Known() {
				l.Unzoned = c.name
			}
			r.values[at].unixUnit = o.UnixUnit()
		}
		if cause != "" {
			return r.fail(cause)
		}
	}
	var cause string
	if l.Units, cause = format.UnitsOf(o, r.label); cause != "" {
		return r.fail(cause)
	}
	if scale, ok := r.schema.Metadata().GetValue(format.ScaleKey); ok {
		l.Units.Scale = scale
	}
	if l.Still {
		times = o.Places.Times
	}
	if err := o.CheckVelocities(r.src.Name, l); err != nil {
		return err
	}
	_, said := r.label(format.ColZ)
	l.Assumed = o.AssumesHeight(l, said)
	r.feed = format.NewFeed(r.src, *l, o, times)
	r.feed.Table.Number, r.feed.Table.Frame = format.NumberRecords, r.frame
	if r.columns[l.At[format.ColID]].isText() {
		r.feed.NameAll()
	}
	return r.ask(times)
}

// ask finds the factors of columns, and the columns whose values are used.
func (r *reader) ask(times trajectory.TimeKind) (err error) {
	if err = r.feed.Convert(r.o, r.label); err != nil {
		return err
	}
	single := func(i int) bool { return r.columns[i].single() }
	cell := func(i int) (infile.Cell, bool) { return r.values[i].cell(r.row), true }
	if err := r.feed.Columns(namesOf(r.columns), single, cell); err != nil {
		return err
	}
	for i := range r.columns {
		r.wants[i] = r.feed.AsksFor(i)
	}
	for kind, at := range r.layout.At {
		if at >= 0 && !(kind == format.ColT && r.layout.Still) {
			r.wants[at] = true
		}
	}
	return nil
}

// batches hands on the rows of all batches. The error is nil where the stream ends in its mark, and no byte comes behind it.
func (r *reader) batches(rows func(n int) error) error {
	for {
		batch, err := r.nextBatch()
		if err != nil {
			return err
		}
		if batch == nil {
			break
		}
		if err := rows(int(batch.NumRows())); err != nil {
			return err
		}
		r.before += int(batch.NumRows())
	}
	if r.isFile {
		return nil
	}
	var more [1]byte
	n, err := r.src.Fill(more[:])
	if n > 0 {
		return r.fail("bytes follow the end mark: one stream is one data set")
	}
	if err == io.EOF {
		err = nil
	}
	return err
}

// nextBatch reads the next batch and takes its values; nil: there is none.
func (r *reader) nextBatch() (batch arrow.RecordBatch, err error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	defer r.recovered(&err)
	ok := r.ahead || r.stream.Next()
	r.ahead = false
	switch {
	case r.err != nil:
		return nil, r.cutAfter(r.err)
	case r.stream.Err() != nil:
		return nil, r.cutAfter(r.fail(cause(r.stream.Err())))
	case !ok && !r.ended:
		return nil, r.fail("corrupt: a stream that ends before its end mark")
	case !ok:
		return nil, nil
	}
	batch = r.stream.RecordBatch()
	for i, wanted := range r.wants {
		if wanted {
			r.values[i].set(batch)
		}
	}
	return batch, nil
}

// cutAfter adds to an error the number of rows before it.
func (r *reader) cutAfter(err error) error {
	if e, ok := err.(*format.Error); ok && r.before > 0 {
		told := *e
		told.Cause += ", after " + strconv.Itoa(r.before) + " rows"
		return &told
	}
	return err
}

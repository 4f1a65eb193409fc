// Package arrow reads Arrow's IPC, streams and files, as batches of columns. See docs/decisions/0109-arrow-streams.md.
package arrow

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/trajectory"
)

// FileMagic is the text at the beginning and the end of an Arrow file; a stream begins with its schema.
const FileMagic = "ARROW1"

// featherMagic is the text at the beginning of files of Feather 1, which are no Arrow.
const featherMagic = "FEA1"

// A Reader reads a stream or a file. It is a codec.Reader and a codec.Peeker.
type Reader struct {
	codec.Plain
	messages
	schema  *arrow.Schema
	columns []codec.Column
	sources []source
	wanted  []int
	words   map[int64][][]byte // of the dictionaries so far; a map that is in use does not change
	now     *record            // nil: none
	row     int                // of now: rows that codec.Batches have
	before  int                // rows of records before the next
	own     map[*codec.Batch]*scratch
	spare   []byte // memory for the next body
	failed  error  // the first error, or io.EOF behind the last record
}

// A scratch is what a codec.Batch has besides its values.
type scratch struct {
	of      *record // whose rows it has
	body    []byte
	columns []columnScratch
}

// Open reads the schema of a stream or a file, whose first bytes tell which it is.
func Open(ctx context.Context, src *infile.Source, _ int) (codec.Reader, error) {
	r := &Reader{messages: messages{ctx: ctx, src: src}, own: map[*codec.Batch]*scratch{}}
	if err := r.open(); err != nil {
		return nil, err
	}
	return r, nil
}

// Begins reports whether a text begins as a stream does, but for the streams of old programs.
func Begins(head []byte) bool {
	return len(head) >= 4 && binary.LittleEndian.Uint32(head) == continued
}

// open reads the schema.
func (r *Reader) open() (err error) {
	if err := r.sniff(); err != nil {
		return err
	}
	if r.isFile {
		if err := r.openFooter(); err != nil {
			return err
		}
	} else if r.src.At != nil && !r.src.IsStream() && r.src.Packing == "" && r.src.Total > 0 {
		r.at, r.limit = r.src.At, r.src.Total
	}
	defer r.recovered(&err)
	stream, err := ipc.NewReaderFromMessageReader(&r.messages, ipc.WithEnsureNativeEndian(false))
	switch {
	case r.ended:
		return r.fail("the end mark stands before a schema")
	case r.err != nil:
		return r.err
	case err != nil:
		return r.fail(cause(err))
	}
	r.schema = stream.Schema()
	r.types = newColumnTypes(r.schema, r.ids)
	r.columns, r.sources = columnsOf(r.schema, r.types)
	return nil
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

// recovered turns a panic, to which some crafted bytes lead, into an error.
func (m *messages) recovered(err *error) {
	switch p := recover().(type) {
	case nil:
	case readError:
		*err = p.err
	case error:
		*err = m.fail(cause(p))
	default:
		*err = m.fail(fmt.Sprintf("corrupt: %v", p))
	}
}

// sniff examines the first bytes.
func (r *Reader) sniff() error {
	head := make([]byte, 8)
	n, err := r.src.Fill(head)
	if err != nil && err != io.EOF {
		return err
	}
	head = head[:n]
	begins := func(magic string) bool { return len(head) >= len(magic) && string(head[:len(magic)]) == magic }
	switch {
	case n == 0:
		return &infile.Error{File: r.src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
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

// Columns returns the columns.
func (r *Reader) Columns() []codec.Column { return r.columns }

// Note returns the value of a key of the schema's metadata.
func (r *Reader) Note(key string) (text string, ok bool) { return r.schema.Metadata().GetValue(key) }

// Want sets the columns whose values Next decodes. Conditions are for the caller.
func (r *Reader) Want(columns []int, _ []codec.Test) { r.wanted = slices.Clone(columns) }

// Place returns the place of a row.
func (r *Reader) Place(row int) infile.Error { return infile.Error{File: r.src.Name, Record: row + 1} }

// Peek fills a batch with columns of the first rows.
func (r *Reader) Peek(ctx context.Context, columns []int, b *codec.Batch) error {
	if err := r.next(ctx, b, columns); err != nil {
		return err
	}
	r.now.peeked, r.row = true, 0
	return nil
}

// Next reads the next rows. The error is io.EOF where the stream ends in its mark, and no byte comes behind it.
func (r *Reader) Next(ctx context.Context, b *codec.Batch) error {
	err := r.next(ctx, b, r.wanted)
	if err != nil && err != io.EOF {
		return r.cutAfter(err, r.before)
	}
	return err
}

// next is Next for some columns.
func (r *Reader) next(ctx context.Context, b *codec.Batch, wanted []int) error {
	r.ctx = ctx
	own := r.ownOf(b)
	for r.now == nil || int64(r.row) == r.now.rows {
		if r.failed == nil {
			r.failed = r.advance()
		}
		if r.failed != nil {
			return r.failed
		}
	}
	of, from := r.now, r.row
	n := int(min(of.rows-int64(from), int64(of.step)))
	r.row += n
	of.users++
	own.of = of
	b.First, b.Rows, b.Missed, b.Ahead = of.first+from, n, nil, int(of.rows)-r.row
	if len(b.Values) != len(r.columns) {
		b.Values = make([]codec.Values, len(r.columns))
	}
	for i := range b.Values {
		b.Values[i].Reset()
	}
	b.Rest = func() error { return of.fill(b, own, wanted) }
	return nil
}

// ownOf returns what a batch has besides its values, whose rows are not used any more.
func (r *Reader) ownOf(b *codec.Batch) *scratch {
	own := r.own[b]
	if own == nil {
		own = &scratch{columns: make([]columnScratch, len(r.columns))}
		r.own[b] = own
	}
	if of := own.of; of != nil {
		own.of = nil
		if of.users--; of.users == 0 && of != r.now && of.packing < 0 && of.place < 0 {
			r.spare = of.bytes.whole
		}
	}
	return own
}

// advance reads the next record, or the words of a dictionary before it.
func (r *Reader) advance() error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	of, err := r.messages.next()
	switch {
	case err == io.EOF:
		return cmp.Or(r.behind(), io.EOF)
	case err != nil:
		return err
	case of.kind == dictionaryMessage:
		return r.addWords(of)
	}
	return r.take(of)
}

// take makes a batch the current record. A record without rows is checked here.
func (r *Reader) take(of *message) (err error) {
	const where = "in the body of a message"
	r.batches++
	rec := &record{message: of, r: r, batch: r.batches, first: r.before, step: stepOf(of.rows, of.body), words: r.words, place: -1}
	if r.at != nil {
		if err := r.within(of.body, where); err != nil {
			return err
		}
		rec.bytes.from, rec.place = &r.messages, r.pos
		rec.bytes.at = r.pos
		if r.pos += of.body; !r.isFile {
			r.src.Done.Store(r.pos)
		}
	} else {
		rec.bytes.whole, err = r.read(r.spare[:0], of.body, where)
		if r.spare = nil; err != nil {
			return err
		}
	}
	if of.rows == 0 {
		return rec.load(new([]byte))
	}
	r.now, r.row, r.before = rec, 0, r.before+int(of.rows)
	return nil
}

// behind returns an error where bytes follow the end mark of a stream.
func (r *Reader) behind() error {
	more := r.pos < r.limit && !r.isFile
	if r.at == nil {
		n, err := r.src.Fill(make([]byte, 1))
		if more = n > 0; err != nil && err != io.EOF {
			return err
		}
	}
	if more {
		return r.fail("bytes follow the end mark: one stream is one data set")
	}
	return nil
}

// RowBytes returns the bytes of a row by the types of its columns, about.
func (r *Reader) RowBytes() (width int) {
	const text, number, word = 20, 8, 4
	for i := range r.columns {
		switch {
		case r.sources[i].dictionary:
			width += word
		case r.columns[i].Kind == codec.Text:
			width += text
		default:
			width += number
		}
	}
	return max(1, width)
}

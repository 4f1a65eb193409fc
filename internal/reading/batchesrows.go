package reading

import (
	"context"
	"math"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// A parcel is a batch on its way through the pipeline, and the rows made of it.
type parcel struct {
	r     *batchReader
	batch codec.Batch
	feed  Feed // its own block; the table is all parcels'
	err   error
	row   int // of the batch, whose cells are asked for

	senses [NumFloats]codec.Sense // of r; a Sense remembers the form of times
	cells  codec.Sense
	values []codec.Values // [columns of r]: the batch's, and behind them a geometry's
	places placeColumns
	bulk   bulkRows
	id     []byte
	firsts []int // of tracks: the number of the first sample of each row, from 1
	next   int   // of tracks: the number of the next sample
}

// newParcel returns an empty parcel.
func (r *batchReader) newParcel(int) *parcel {
	p := &parcel{r: r, feed: *r.feed, senses: r.senses, cells: r.cells}
	p.feed.block, p.feed.apart = NewBlock(0), true
	p.feed.cell = func(column int) (infile.Cell, bool) {
		return p.cells.Cell(&r.columns[column], &p.values[column], p.row), true
	}
	return p
}

// Records are the records of the block.
func (p *parcel) Records() *infile.Block { return p.feed.block.Records() }

// Reset empties the parcel.
func (p *parcel) Reset() {
	p.bulk.release(p.feed.block)
	p.feed.block.Reset()
	p.firsts, p.err = p.firsts[:0], nil
}

// read reads all batches.
func (r *batchReader) read() error {
	t := r.feed.Table
	move, later := t.Merge, t.TakesUnchecked() && !r.isLavish()
	if later {
		move = t.Reserve
	}
	p := infile.Pipeline[*parcel]{
		Threads: r.o.Threads,
		New:     r.newParcel,
		Parser:  func() func(*parcel) { return (*parcel).parse },
		Merge: func(p *parcel) error {
			if p.err != nil {
				return p.err
			}
			for _, first := range p.firsts {
				r.firsts = append(r.firsts, t.Next+first)
			}
			err := move(p.feed.block)
			t.Source.Progress()
			return err
		},
	}
	if later {
		p.Move = func(p *parcel) { t.Move(p.feed.block) }
	}
	err := p.RunFrom(r.ctx, r.inFlight(), r.next)
	if err != nil && later && r.ctx.Err() == nil {
		return t.FirstBad(err)
	}
	return err
}

// next reads the next batch into a parcel.
func (r *batchReader) next(ctx context.Context, p *parcel) (err error) {
	if f := r.first; f != nil {
		r.first, p.batch, p.err, err = nil, f.Batch, f.unread, f.err
		p.batch.Rest = nil
	} else {
		err = r.codec.Next(ctx, &p.batch)
	}
	p.Records().Done = r.src.Done.Load()
	return err
}

// inFlight returns the number of batches that are in memory at a time: few where rows are handed on, since they do not fit in memory.
func (r *batchReader) inFlight() int {
	const few = 3
	if r.o.Take != nil {
		return few
	}
	return r.o.Threads + 2
}

// parse decodes the batch and makes its rows.
func (p *parcel) parse() {
	if p.err == nil {
		p.err = p.batch.Decode()
	}
	if p.err != nil {
		return
	}
	p.values = append(p.values[:0], p.batch.Values...)
	if p.r.named || p.r.textIDs() {
		p.feed.block.ids.Name()
	}
	if p.r.isTrack() {
		p.tracks()
		return
	}
	p.feed.block.Count, p.feed.block.group = p.batch.Rows, p.batch.Group
	if g := p.r.geometry; g != nil {
		p.values = append(p.values, make([]codec.Values, len(g.Names()))...)
		p.places.read(g, &p.batch.Values[p.r.bytes], p.batch.Rows, p.values[len(p.batch.Values):])
	}
	if n := p.takeBulk(); n < p.batch.Rows {
		p.takeEach(n)
	}
}

// textIDs reports whether ids are text.
func (r *batchReader) textIDs() bool {
	c := &r.columns[r.layout.At[ColID]]
	return c.Kind == codec.Text && !c.Untyped
}

// takeEach takes the rows from one on, one by one, up to a bad row that ends the reading.
func (p *parcel) takeEach(from int) {
	for p.row = from; p.row < p.batch.Rows; p.row++ {
		if p.misses() {
			continue
		}
		if p.take() != nil {
			return
		}
	}
}

// misses reports whether the row at hand does not meet the conditions, and if so counts it.
func (p *parcel) misses() bool {
	if p.batch.Missed.Has(p.row) {
		p.feed.block.Missed++
		return true
	}
	return codec.FaultOf(p.batch.Broken, p.row) == nil && p.feed.Misses()
}

// take takes the row at hand. The error says that the reading ends with it.
func (p *parcel) take() error {
	if f := codec.FaultOf(p.batch.Broken, p.row); f != nil {
		return p.feed.Bad(p.row+1, f.In(""))
	}
	var v [NumFloats]float64
	for kind := range NumFloats {
		if e := p.number(kind, &v[kind]); e != nil {
			return p.feed.Bad(p.row+1, e)
		}
	}
	n, id, e := p.idOf()
	if e == nil {
		e = p.takePiece()
	}
	if e != nil {
		return p.feed.Bad(p.row+1, e)
	}
	return p.add(p.row+1, &v, n, id)
}

// add hands on a row, or a sample of a track, whose id is an integer, or a text unless that is nil.
func (p *parcel) add(line int, v *[NumFloats]float64, n int64, id []byte) error {
	if id != nil {
		return p.feed.Named(line, v, id)
	}
	return p.feed.Numbered(line, v, n)
}

// column returns the column of a kind and its values.
func (p *parcel) column(kind int) (*codec.Column, *codec.Values) {
	at := p.r.layout.At[kind]
	return &p.r.columns[at], &p.values[at]
}

// number reads the number of a kind in the row at hand, unless the layout has none.
func (p *parcel) number(kind int, to *float64) *format.Error {
	if p.r.layout.At[kind] < 0 || kind == ColT && p.r.layout.Still {
		return nil
	}
	c, of := p.column(kind)
	if IsVelocity(kind) && p.r.layout.Loose && of.Nulls.Has(p.row) {
		*to = math.NaN()
		return nil
	}
	x, value, cause := p.senses[kind].Number(c, of, p.row)
	if cause != "" {
		e := &format.Error{Column: c.Name, Value: value, Cause: cause}
		if p.r.layout.At[kind] >= len(p.batch.Values) {
			e.Column = p.r.geometry.Name
		}
		return e
	}
	*to = x
	return nil
}

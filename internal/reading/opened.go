package reading

import (
	"context"
	"errors"
	"io"
	"math"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/unixtime"
	"flyby/trajectory"
)

// An Opened file has the meaning of its columns, and its rows can be read in parts, and more than once. It does not change, and several goroutines may
// read from it.
type Opened struct {
	r      *batchReader
	Layout FileColumns
	Frame  trajectory.Frame
	wide   int   // the number of columns of the file
	misfit error // the fault of the frame, or of positions without heights
}

// OpenParts gives columns their meaning, as ReadBatches does. open opens a codec of all rows, which is closed. The error says why columns
// have none, or is errors.ErrUnsupported, where rows are not read in parts: a preset takes them, or each has a line, or there are none.
func OpenParts(ctx context.Context, src *infile.Source, open func() codec.Reader, o *Options) (*Opened, error) {
	from := open()
	defer from.Close() //nolint:errcheck // it was only read
	r := newBatchReader(ctx, src, from, o)
	if err := r.fit(); err != nil {
		return nil, err
	}
	if r.taken.Preset != nil || r.isTrack() || from.Claims() == 0 {
		return nil, errors.ErrUnsupported
	}
	if err := r.open(); err != nil {
		return nil, err
	}
	f := &Opened{r: r, Layout: r.feed.Table.Layout, Frame: r.frame, wide: len(from.Columns())}
	var err error
	if f.Layout.Units, err = o.Settle(src.Name, f.Layout.Units, r.feed.Rules.Times, r.frame); err != nil {
		return nil, err
	}
	f.misfit = f.fits()
	r.named, err = r.hasWideIDs(open)
	r.first, r.codec = nil, nil
	return f, err
}

// hasWideIDs reports whether an unsigned id, in any row, is beyond int64: all ids are names then.
func (r *batchReader) hasWideIDs(open func() codec.Reader) (bool, error) {
	at := r.layout.At[ColID]
	if c := &r.columns[at]; c.Kind != codec.Whole || !c.Unsigned {
		return false, nil
	}
	from := open()
	defer from.Close() //nolint:errcheck // it was only read
	from.Want([]int{at}, nil)
	for {
		var b codec.Batch
		err := codec.ReadNext(r.ctx, from, &b)
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		for row, id := range b.Values[at].Wholes {
			if id < 0 && !b.Values[at].Nulls.Has(row) {
				return true, nil
			}
		}
	}
}

// fits returns the fault of the frame, or of positions without heights where options want them.
func (f *Opened) fits() error {
	o, name := f.r.o, f.r.src.Name
	none := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{}}, Frame: f.Frame}
	if f.Has(ColZ) {
		none.Z = []float64{}
	}
	if _, err := trajectory.New(none, trajectory.BuildOptions{}); !errors.Is(err, trajectory.ErrEmpty) {
		return new(Parsed).Explain(name, err)
	}
	if !o.Upright {
		return nil
	}
	length := f.Layout.Converted().Length
	if o.LonLat {
		length = trajectory.EarthCentred.Unit()
	}
	return CheckUpright(name, &none, &f.Layout, length)
}

// Has reports whether the file has a column of a kind.
func (f *Opened) Has(kind int) bool { return f.Layout.At[kind] >= 0 }

// Range returns the least and the greatest number of a kind. of returns two rows with the least and the greatest number of a column. The range is NaN
// if of knows no numbers of the kind's column, 0 if the file lacks the column.
func (f *Opened) Range(kind int, of func(column int) (v codec.Values, ok bool)) (least, greatest float64) {
	r := f.r
	at := r.layout.At[kind]
	switch {
	case kind == ColT && r.layout.Still:
		return r.o.Places.First, r.o.Places.First
	case at < 0:
		return 0, 0
	case at >= f.wide:
		return math.NaN(), math.NaN()
	}
	v, ok := of(at)
	var x [2]float64
	for row := range x {
		if cause := ""; ok {
			s := r.senses[kind]
			x[row], _, cause = s.Number(&r.columns[at], &v, row)
			if by := r.feed.Factors.Of(kind); by != nil {
				x[row] = by.Of(x[row])
			}
			ok = cause == "" && !(s.Counting && !unixtime.InYears(x[row]))
		}
	}
	if !ok {
		return math.NaN(), math.NaN()
	}
	return x[0], x[1]
}

// A Choice says what of the rows of an Opened file is read.
type Choice struct {
	Keys bool // no positions and velocities
	Bare bool // ids are handed on as they are: Rows.ID.Int, or Rows.ID.Code with Rows.ID.Name; no attributes
}

// Read hands on rows of a codec, which has the columns of the file that was opened, and is closed.
func (f *Opened) Read(ctx context.Context, src *infile.Source, from codec.Reader, part Choice, take RowsFunc) (*Parsed, error) {
	defer from.Close() //nolint:errcheck // it was only read
	if f.misfit != nil {
		return nil, f.misfit
	}
	r, o := *f.r, *f.r.o
	o.Take, o.Upright = take, false
	r.ctx, r.src, r.codec, r.o, r.layout = ctx, src, from, &o, f.Layout
	if part.Bare {
		o.Attributes = nil // another reading has them
	}
	if part.Keys {
		r.geometry = nil
		for _, kind := range []int{ColX, ColY, ColZ, ColVX, ColVY, ColVZ} {
			r.layout.At[kind] = -1
		}
	}
	if err := r.begin(); err != nil {
		return nil, err
	}
	r.feed.Factors = f.r.feed.Factors
	r.feed.SetTimes(f.r.feed.Rules.Times)
	r.feed.Table.settled, r.feed.Table.sink.bare = true, part.Bare
	return r.feed.Finish(r.read(), "no rows")
}
